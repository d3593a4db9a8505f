//! The payment page of an order: what it is to show, and what came of opening it.

use accounts::StoreError;
use chrono::{DateTime, TimeDelta, Utc};
use courses::CourseId;

use crate::{
    Order, OrderReference, OrderStatus, OrderStore, PageOrder, PaymentPage, Till, reversal::end_order,
};

/// A page that nobody completes holds its coupon this long. Stripe wants thirty minutes at least, a day at most.
pub(crate) const PAGE_LASTS: TimeDelta = TimeDelta::hours(2);

/// What the provider's page is to show, charge and lead to.
#[must_use]
pub fn page_order(till: &Till, order: &Order, courses: &[CourseId]) -> PageOrder {
    PageOrder {
        reference: order.reference.as_str().to_owned(),
        title: order.title.clone(),
        total: order.amounts.total,
        currency: order.currency.clone(),
        email: order.buyer.email.as_str().to_owned(),
        success_url: success_url(till, order),
        cancel_url: cancel_url(till, order, courses),
        expires_at: order.created_at + PAGE_LASTS,
    }
}

pub(crate) fn success_url(till: &Till, order: &Order) -> String {
    let ticket = till.tickets.issue(&order.reference);
    format!("{}/checkout/complete?order={ticket}", till.public_url)
}

fn cancel_url(till: &Till, order: &Order, courses: &[CourseId]) -> String {
    match (order.plan, courses.first()) {
        (None, Some(CourseId(course))) => format!("{}/courses/{course}", till.public_url),
        (Some(plan), _) => format!("{}/checkout?plan={plan}", till.public_url),
        (None, None) => till.public_url.clone(),
    }
}

/// Writes down the page that a provider opened; false where the order is open no more.
///
/// # Errors
/// [`StoreError`]
pub fn keep_page<S: OrderStore + ?Sized>(
    store: &mut S,
    reference: &OrderReference,
    page: &PaymentPage,
) -> Result<bool, StoreError> {
    store.set_page(reference, page)
}

/// Ends an order for which no page could be opened, so that it holds no coupon and waits for nothing.
///
/// # Errors
/// [`StoreError`]
pub fn page_failed<S: OrderStore + ?Sized>(
    store: &mut S,
    reference: &OrderReference,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    match store.lock_order(reference)? {
        Some(mut order) if order.status == OrderStatus::Open && order.page.is_none() => {
            end_order(store, &mut order, OrderStatus::Failed, now)
        }
        _ => Ok(()),
    }
}
