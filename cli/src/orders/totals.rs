//! `portal orders totals`: what was paid and what went back, by month or by course.

use std::collections::BTreeMap;

use ::courses::CourseStore;
use ::orders::{Order, OrderFilter, OrderStatus, OrderStore};
use kernel::StoreError;
use persistence::Store;

use crate::{
    arguments_orders::By,
    installation::Installation,
    output::Cell,
    output::Refusal,
    output::say,
    output::{Column, Format, Records},
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

#[derive(Default)]
struct Sum {
    orders: i64,
    paid: i64,
    tax: i64,
    given_back: i64,
}

pub fn totals(by: By, format: Format) -> Result<(), Refusal> {
    let here = Installation::open()?;
    let sums = here.database.read(|store| {
        let mut sums: BTreeMap<(String, String), Sum> = BTreeMap::new();
        for order in store.orders(&OrderFilter::default())? {
            add(store, &mut sums, &order, by)?;
        }
        Ok::<_, StoreError>(sums)
    })?;
    if sums.is_empty() {
        say("nothing was paid yet");
    }
    let records = Records {
        columns: match by {
            By::Month => BY_MONTH,
            By::Course => BY_COURSE,
        },
        rows: sums.into_iter().map(|(name, sum)| row(name, &sum)).collect(),
    };
    records.print(format)
}

/// A month is the one in which the money came. A plan that opened several courses counts for each of them by an equal part;
/// the cents that are left over go to the first, so that all courses together are what was paid.
fn add(
    store: &mut Store<'_>,
    sums: &mut BTreeMap<(String, String), Sum>,
    order: &Order,
    by: By,
) -> Result<(), StoreError> {
    let Some(paid_at) = order.paid_at.filter(|_| order.status != OrderStatus::Failed) else {
        return Ok(());
    };
    let (paid, tax) = (i64::from(order.amounts.total.0), i64::from(order.amounts.tax.0));
    let given_back = match order.status {
        OrderStatus::Disputed => paid,
        _ => i64::from(order.given_back.0).min(paid),
    };
    let names = match by {
        By::Month => vec![paid_at.format("%Y-%m").to_string()],
        By::Course => {
            let mut slugs = Vec::new();
            for sold in store.order_courses(order.id)? {
                slugs.extend(store.course(sold.course)?.map(|course| course.slug.to_string()));
            }
            slugs
        }
    };
    let parts = i64::try_from(names.len()).unwrap_or(1).max(1);
    for (place, name) in names.into_iter().enumerate() {
        let part = |whole: i64| whole / parts + if place == 0 { whole % parts } else { 0 };
        let sum = sums.entry((name, order.currency.clone())).or_default();
        sum.orders += 1;
        sum.paid += part(paid);
        sum.tax += part(tax);
        sum.given_back += part(given_back);
    }
    Ok(())
}

fn row((name, currency): (String, String), sum: &Sum) -> Vec<Cell> {
    vec![
        Cell::Whole(name),
        Cell::Text(currency),
        Cell::Number(sum.orders),
        money(sum.paid),
        money(sum.tax),
        money(sum.given_back),
        money(sum.paid - sum.given_back),
    ]
}

fn money(cents: i64) -> Cell {
    Cell::Money(cents)
}
