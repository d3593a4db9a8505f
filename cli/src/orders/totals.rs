//! `portal orders totals`: what was paid and what went back, by month or by course.

use std::collections::{BTreeMap, HashMap};

use ::courses::{CourseId, CourseStore};
use ::orders::{OrderFilter, OrderId, OrderLists, OrderTotals};
use clap::{Args, ValueEnum};
use kernel::StoreError;
use persistence::Database;

use crate::{
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
pub struct Totals {
    #[arg(long, value_enum, default_value_t)]
    by: By,
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
        let all = OrderFilter::default();
        let sums = match self.by {
            By::Month => by_month(&here.database, &all)?,
            By::Course => by_course(&here.database, &all)?,
        };
        if sums.is_empty() {
            say("nothing was paid yet");
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

/// A month is the one in which the money came.
fn by_month(database: &Database, filter: &OrderFilter) -> Result<Sums, StoreError> {
    let mut sums = Sums::new();
    for_each_order(database, filter, |order| {
        if let (Some(totals), Some(paid_at)) = (OrderTotals::of(order), order.paid_at) {
            let name = (paid_at.format("%Y-%m").to_string(), order.currency.clone());
            sums.entry(name).or_default().add(totals);
        }
        Ok::<_, StoreError>(())
    })?;
    Ok(sums)
}

/// What was paid for several courses at once is shared among them.
fn by_course(database: &Database, filter: &OrderFilter) -> Result<Sums, StoreError> {
    let mut sums = Sums::new();
    for_each_page_of_orders(database, filter, |page| {
        let ids: Vec<OrderId> = page.iter().map(|order| order.id).collect();
        let (slugs, sold) = database.read(|store| {
            let slugs = store.courses()?.into_iter();
            let slugs: HashMap<CourseId, String> =
                slugs.map(|course| (course.id, course.slug.to_string())).collect();
            Ok::<_, StoreError>((slugs, store.courses_of_orders(&ids)?))
        })?;
        let mut courses: HashMap<OrderId, Vec<&String>> = HashMap::new();
        for (order, course) in sold {
            courses.entry(order).or_default().extend(slugs.get(&course));
        }
        for order in page {
            let (Some(totals), Some(courses)) = (OrderTotals::of(order), courses.get(&order.id)) else {
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
