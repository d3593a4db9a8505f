//! What courses brought in over some days.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use courses::CourseId;
use kernel::StoreError;

use crate::{OrderId, OrderStore, OrderTotals};

/// What is left of the payments that came from a time on, by course, in cents of one currency. What was paid for several courses at once is
/// shared among them ([`OrderTotals::shared`]); what went back since is taken off.
///
/// # Errors
/// [`StoreError`]
pub fn income_by_course(
    store: &mut dyn OrderStore,
    from: DateTime<Utc>,
    currency: &str,
) -> Result<BTreeMap<CourseId, i64>, StoreError> {
    let orders = store.orders_paid_since(from)?;
    let ids: Vec<OrderId> = orders.iter().map(|order| order.id).collect();
    let mut courses: BTreeMap<OrderId, Vec<CourseId>> = BTreeMap::new();
    for (order, course) in store.courses_of_orders(&ids)? {
        courses.entry(order).or_default().push(course);
    }
    let mut income = BTreeMap::new();
    for order in orders.iter().filter(|order| order.currency == currency) {
        let (Some(totals), Some(courses)) = (OrderTotals::of(order), courses.get(&order.id)) else {
            continue;
        };
        for (course, part) in courses.iter().zip(totals.shared(courses.len())) {
            *income.entry(*course).or_default() += part.kept();
        }
    }
    Ok(income)
}
