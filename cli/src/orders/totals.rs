//! `portal orders totals`: what was paid and what went back, by month or by course.

use std::collections::BTreeMap;

use ::courses::CourseStore;
use ::orders::{Order, OrderFilter, OrderStore, OrderTotals};
use clap::{Args, ValueEnum};
use kernel::StoreError;
use persistence::Store;

use crate::{
    installation::Installation,
    output::{Cell, Column, Format, Records, Refusal, say},
    pages::for_each_order,
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
        let mut sums = Sums::new();
        for_each_order(&here.database, &OrderFilter::default(), |order| {
            match self.by {
                By::Month => add_to_month(&mut sums, order),
                By::Course => here
                    .database
                    .read(|store| add_to_courses(store, &mut sums, order))?,
            }
            Ok::<_, Refusal>(())
        })?;
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
fn add_to_month(sums: &mut Sums, order: &Order) {
    if let (Some(totals), Some(paid_at)) = (OrderTotals::of(order), order.paid_at) {
        let name = (paid_at.format("%Y-%m").to_string(), order.currency.clone());
        sums.entry(name).or_default().add(totals);
    }
}

fn add_to_courses(store: &mut Store<'_>, sums: &mut Sums, order: &Order) -> Result<(), StoreError> {
    let Some(totals) = OrderTotals::of(order) else {
        return Ok(());
    };
    let mut slugs = Vec::new();
    for sold in store.order_courses(order.id)? {
        slugs.extend(store.course(sold.course)?.map(|course| course.slug.to_string()));
    }
    let parts = totals.shared(slugs.len());
    for (slug, part) in slugs.into_iter().zip(parts) {
        sums.entry((slug, order.currency.clone())).or_default().add(part);
    }
    Ok(())
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
