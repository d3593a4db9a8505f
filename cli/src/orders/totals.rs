//! `portal orders totals`: what was paid and what went back, by month, by course or by country.

use std::collections::{BTreeMap, HashMap};

use ::courses::{CourseId, CourseStore};
use ::orders::{
    CountryRate, CountryTotals, Order, OrderFilter, OrderId, OrderLists, OrderTotals, totals_by_country,
};
use chrono::{DateTime, TimeDelta, Utc};
use clap::{Args, ValueEnum};
use kernel::StoreError;
use persistence::Database;

use crate::{
    calendar::{Month, parse_month, parse_quarter},
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

const BY_COUNTRY: &[Column] = &[
    ("country", "COUNTRY"),
    ("percent", "PER CENT"),
    ("currency", "IN"),
    ("orders", "ORDERS"),
    ("net", "NET"),
    ("tax", "TAX"),
    ("refundedNet", "REFUNDED NET"),
    ("refundedTax", "REFUNDED TAX"),
];

/// Add up what was paid and what went back
#[derive(Debug, Args)]
#[command(after_help = "Example: portal orders totals --by country --quarter 2026Q4")]
pub struct Totals {
    #[arg(long, value_enum, default_value_t)]
    by: By,
    /// Only what was paid in this month, such as 2026-11, in UTC; by country also what was credited in it
    #[arg(long, value_parser = parse_month)]
    month: Option<Month>,
    /// The same of a quarter, such as 2026Q4
    #[arg(long, value_parser = parse_quarter, conflicts_with = "month")]
    quarter: Option<Month>,
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum By {
    #[default]
    Month,
    Course,
    /// As whose the tax counts a sale, from the receipts and credit notes
    Country,
}

/// By month or course, and by currency.
type Sums = BTreeMap<(String, String), OrderTotals>;

impl Totals {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let time = self.month.or(self.quarter);
        let rows_of = |sums: Sums| sums.into_iter().map(|(name, sum)| row(name, &sum)).collect();
        let (columns, rows): (_, Vec<_>) = match self.by {
            By::Month => (BY_MONTH, rows_of(by_month(&here.database, time)?)),
            By::Course => (BY_COURSE, rows_of(by_course(&here.database, time)?)),
            By::Country => (BY_COUNTRY, by_country(&here.database, time)?),
        };
        if rows.is_empty() {
            say(match (self.month, self.quarter) {
                (None, None) => "nothing was paid yet",
                (Some(_), _) => "nothing was paid in this month",
                (None, Some(_)) => "nothing was paid in this quarter",
            });
        }
        Records { columns, rows }.print(self.format)
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

/// A row for each country, rate and currency; without a month or quarter, of all time.
fn by_country(database: &Database, time: Option<Month>) -> Result<Vec<Vec<Cell>>, StoreError> {
    let always = Month {
        begins: DateTime::UNIX_EPOCH,
        ends: DateTime::UNIX_EPOCH + TimeDelta::days(365 * 1_000),
    };
    let time = time.unwrap_or(always);
    let totals = database.read(|store| totals_by_country(store, (time.begins, time.ends)))?;
    Ok(totals.into_iter().map(country_row).collect())
}

fn country_row((row, sums): (CountryRate, CountryTotals)) -> Vec<Cell> {
    vec![
        row.country.map(String::from).into(),
        Cell::Percent(row.basis_points),
        Cell::Text(row.currency),
        Cell::Number(sums.orders),
        Cell::Money(sums.net),
        Cell::Money(sums.tax),
        Cell::Money(sums.refunded_net),
        Cell::Money(sums.refunded_tax),
    ]
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
