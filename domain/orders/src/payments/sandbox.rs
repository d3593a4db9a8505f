//! The sandbox: a demo's payment page, where no money moves. Its buttons become the events that a real provider sends.

use chrono::{DateTime, Utc};
use kernel::StoreError;

use crate::{
    CheckoutContext, Country, FulfilError, Order, OrderReference, OrderStore, PaymentEvent, PaymentEventKind,
    PaymentId, Provider, handle_payment_event, page_order,
};

/// The button that the buyer pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SandboxButton {
    Pay,
    Decline,
    Abandon,
}

#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    #[error("the order has no sandbox page")]
    NoSuchPage,
    #[error(transparent)]
    Fulfil(#[from] FulfilError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The order of a sandbox page.
///
/// # Errors
/// [`SandboxError::NoSuchPage`] also for an order that a real provider takes the money for; [`SandboxError::Store`].
pub fn sandbox_order(store: &mut dyn OrderStore, reference: &OrderReference) -> Result<Order, SandboxError> {
    store
        .order(reference)?
        .filter(|order| order.provider == Provider::Sandbox && order.page.is_some())
        .ok_or(SandboxError::NoSuchPage)
}

/// Acts on a button; answers the URL that the browser goes to. `country`: that of the billing address which a real provider would have
/// collected; without it the one that the buyer chose.
///
/// # Errors
/// [`SandboxError`]
pub fn press_sandbox_button(
    store: &mut dyn OrderStore,
    context: &CheckoutContext,
    reference: &OrderReference,
    button: SandboxButton,
    country: Option<Country>,
    now: DateTime<Utc>,
) -> Result<String, SandboxError> {
    let order = sandbox_order(store, reference)?;
    let event = sandbox_event(&order, button, country, now).ok_or(SandboxError::NoSuchPage)?;
    handle_payment_event(store, context, &event, now)?;
    let courses = store.order_courses(order.id)?;
    let courses: Vec<_> = courses.into_iter().map(|sold| sold.course).collect();
    let page = page_order(context, &order, &courses);
    Ok(match button {
        SandboxButton::Pay | SandboxButton::Decline => page.success_url,
        SandboxButton::Abandon => page.cancel_url,
    })
}

/// The event of a button; `None` for an order without a page. A button pressed twice is one event, as with a real provider.
fn sandbox_event(
    order: &Order,
    button: SandboxButton,
    country: Option<Country>,
    at: DateTime<Utc>,
) -> Option<PaymentEvent> {
    let session = order.page.as_ref()?.session.clone();
    let (name, kind) = match button {
        SandboxButton::Pay => (
            "paid",
            PaymentEventKind::Paid {
                session,
                payment: Some(PaymentId(format!("sandbox-payment-{}", order.reference))),
                amount: order.amounts.total,
                currency: order.currency.clone(),
                country: country.or(order.buyer.place.country).map(String::from),
            },
        ),
        SandboxButton::Decline => ("failed", PaymentEventKind::Failed { session }),
        SandboxButton::Abandon => ("expired", PaymentEventKind::Expired { session }),
    };
    Some(PaymentEvent {
        id: format!("sandbox-{name}-{}", order.reference),
        at,
        kind,
    })
}
