//! `portal orders totals`: what was paid and what went back, by month or by course.

use std::collections::{BTreeMap, HashMap};

use ::courses::{CourseId, CourseStore};
use ::orders::{Order, OrderFilter, OrderId, OrderLists, OrderTotals};
use chrono::{DateTime, Utc};
use clap::{Args, ValueEnum};
use kernel::StoreError;
use persistence::Database;

use crate::{
    calendar::{Month, parse_month},
    installation::Installation,
    output::{Cell, Column, Format, Records, Refusal, say},
    pages::{for_each_order, for_each_page_of_orders},
};

const BY_MONTH: &[Column] = &[
    ("month", "MONTH"),
    ("currency", "IN"),
    ("orders", "ORDERS"),
    ("paid", "PAID"),
    ("tax", "TAX IN IT"),
    ("givenBack", "GIVEN BACK"),
    ("kept", "KEPT"),
];

const BY_COURSE: &[Column] = &[
    ("course", "COURSE"),
    ("currency", "IN"),
    ("orders", "ORDERS"),
    ("paid", "PAID"),
    ("tax", "TAX IN IT"),
    ("givenBack", "GIVEN BACK"),
    ("kept", "KEPT"),
];

/// Add up what was paid and what went back
#[derive(Debug, Args)]
#[command(after_help = "Example: portal orders totals --by course --month 2026-11")]
pub struct Totals {
    #[arg(long, value_enum, default_value_t)]
    by: By,
    /// Only what was paid in this month, such as 2026-11, in UTC
    #[arg(long, value_parser = parse_month)]
    month: Option<Month>,
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum By {
    #[default]
    Month,
    Course,
}

/// By month or course, and by currency.
type Sums = BTreeMap<(String, String), OrderTotals>;

impl Totals {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let sums = match self.by {
            By::Month => by_month(&here.database, self.month)?,
            By::Course => by_course(&here.database, self.month)?,
        };
        if sums.is_empty() {
            say(match self.month {
                None => "nothing was paid yet",
                Some(_) => "nothing was paid in this month",
            });
        }
        let records = Records {
            columns: match self.by {
                By::Month => BY_MONTH,
                By::Course => BY_COURSE,
            },
            rows: sums.into_iter().map(|(name, sum)| row(name, &sum)).collect(),
        };
        records.print(self.format)
    }
}

/// What was paid of an order, and when; `None` if it was not paid, or in another month. An order's month is the one in which the
/// money came.
fn paid(order: &Order, month: Option<Month>) -> Option<(OrderTotals, DateTime<Utc>)> {
    let (totals, paid_at) = (OrderTotals::of(order)?, order.paid_at?);
    let is_in = month.is_none_or(|month| (month.begins..month.ends).contains(&paid_at));
    is_in.then_some((totals, paid_at))
}

fn by_month(database: &Database, month: Option<Month>) -> Result<Sums, StoreError> {
    let mut sums = Sums::new();
    for_each_order(database, &OrderFilter::default(), |order| {
        if let Some((totals, paid_at)) = paid(order, month) {
            let name = (paid_at.format("%Y-%m").to_string(), order.currency.clone());
            sums.entry(name).or_default().add(totals);
        }
        Ok::<_, StoreError>(())
    })?;
    Ok(sums)
}

/// What was paid for several courses at once is shared among them.
fn by_course(database: &Database, month: Option<Month>) -> Result<Sums, StoreError> {
    let mut sums = Sums::new();
    for_each_page_of_orders(database, &OrderFilter::default(), |page| {
        let ids: Vec<OrderId> = page.iter().map(|order| order.id).collect();
        let (slugs, sold) = database.read(|store| {
            let slugs: HashMap<CourseId, String> = store.course_slugs()?.into_iter().collect();
            Ok::<_, StoreError>((slugs, store.courses_of_orders(&ids)?))
        })?;
        let mut courses: HashMap<OrderId, Vec<&String>> = HashMap::new();
        for (order, course) in sold {
            courses.entry(order).or_default().extend(slugs.get(&course));
        }
        for order in page {
            let (Some((totals, _)), Some(courses)) = (paid(order, month), courses.get(&order.id)) else {
                continue;
            };
            for (slug, part) in courses.iter().zip(totals.shared(courses.len())) {
                let name = ((*slug).clone(), order.currency.clone());
                sums.entry(name).or_default().add(part);
            }
        }
        Ok::<_, StoreError>(())
    })?;
    Ok(sums)
}

fn row((name, currency): (String, String), sum: &OrderTotals) -> Vec<Cell> {
    vec![
        Cell::Whole(name),
        Cell::Text(currency),
        Cell::Number(sum.orders),
        Cell::Money(sum.paid),
        Cell::Money(sum.tax),
        Cell::Money(sum.given_back),
        Cell::Money(sum.kept()),
    ]
}
