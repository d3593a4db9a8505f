//! The payment page of an order: what it is to show, and what came of step it.

use chrono::{DateTime, TimeDelta, Utc};
use courses::CourseId;
use kernel::StoreError;

use crate::{
    CheckoutContext, Order, OrderReference, OrderStatus, OrderStore, PageOrder, PaymentPage,
    reversal::end_order,
};

/// A page that nobody completes holds its coupon this long. Stripe wants thirty minutes at least, a day at most.
pub(crate) const PAGE_LASTS: TimeDelta = TimeDelta::hours(2);

/// What the provider's page is to show, charge and lead to.
#[must_use]
pub fn page_order(context: &CheckoutContext, order: &Order, courses: &[CourseId]) -> PageOrder {
    PageOrder {
        reference: order.reference.as_str().to_owned(),
        title: order.title.clone(),
        total: order.amounts.total,
        currency: order.currency.clone(),
        email: order.buyer.email.as_str().to_owned(),
        success_url: success_url(context, order),
        cancel_url: cancel_url(context, order, courses),
        expires_at: order.created_at + PAGE_LASTS,
    }
}

pub(crate) fn success_url(context: &CheckoutContext, order: &Order) -> String {
    let signed_reference = context.reference_secret.issue(&order.reference);
    format!(
        "{}/checkout/complete?order={signed_reference}",
        context.public_url
    )
}

fn cancel_url(context: &CheckoutContext, order: &Order, courses: &[CourseId]) -> String {
    match (order.plan, courses.first()) {
        (None, Some(CourseId(course))) => format!("{}/courses/{course}", context.public_url),
        (Some(plan), _) => format!("{}/checkout?plan={plan}", context.public_url),
        (None, None) => context.public_url.clone(),
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
