//! The payment page of an order: what it shows, and the order after the provider opened the page or failed to.

use chrono::{DateTime, TimeDelta, Utc};
use courses::CourseId;
use kernel::StoreError;

use crate::{
    CheckoutContext, Order, OrderReference, OrderStatus, OrderStore, PageOrder, PaymentPage,
    payments::reversal::end_order,
};

/// How long a page can be paid, and an unpaid order holds its coupon. Stripe allows thirty minutes to a day.
pub(crate) const PAGE_LIFETIME: TimeDelta = TimeDelta::hours(2);

/// What the provider's page shows and charges, and where it leads.
#[must_use]
pub fn page_order(context: &CheckoutContext, order: &Order, courses: &[CourseId]) -> PageOrder {
    PageOrder {
        reference: order.reference.as_str().to_owned(),
        title: order.shown_title(),
        total: order.amounts.total,
        currency: order.currency.clone(),
        email: order.buyer.email.as_str().to_owned(),
        asks_address: order.buyer.place.country.is_some() || context.price_list.vat.abroad.oss,
        success_url: success_url(context, order),
        cancel_url: cancel_url(context, order, courses),
        expires_at: order.created_at + PAGE_LIFETIME,
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

/// Stores the page that a provider opened; false where the order is no longer open.
///
/// # Errors
/// [`StoreError`]
pub fn keep_page(
    store: &mut dyn OrderStore,
    reference: &OrderReference,
    page: &PaymentPage,
) -> Result<bool, StoreError> {
    store.set_page(reference, page)
}

/// Ends an order for which no page could be opened, so that it does not hold its coupon.
///
/// # Errors
/// [`StoreError`]
pub fn page_failed(
    store: &mut dyn OrderStore,
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
