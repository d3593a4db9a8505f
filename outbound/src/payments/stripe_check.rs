//! Whether Stripe is set up as this product needs it; for `portal doctor`.

use orders::PaymentError;
use serde_json::Value;

use super::{
    stripe::StripePages,
    stripe_api::{ApiError, Refusal},
};

/// The events that orders follow.
pub const STRIPE_EVENTS: [&str; 11] = [
    "checkout.session.completed",
    "checkout.session.async_payment_succeeded",
    "checkout.session.async_payment_failed",
    "checkout.session.expired",
    "charge.refunded",
    "charge.refund.updated",
    "refund.updated",
    "refund.failed",
    "charge.dispute.created",
    "charge.dispute.updated",
    "charge.dispute.closed",
];

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StripeState {
    /// Whether real money moves; `None` if the key may not ask.
    pub live: Option<bool>,
    pub endpoint: WebhookEndpoint,
}

/// Whether Stripe sends its events here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WebhookEndpoint {
    Complete,
    /// It exists, but does not send these.
    Lacks(Vec<&'static str>),
    /// It exists and is switched off.
    Disabled,
    Missing,
    /// The key may not ask.
    Unknown,
}

impl StripePages {
    /// Asks Stripe whether the key works and whether events come to `webhook_url`.
    ///
    /// # Errors
    /// [`PaymentError`] where the key is refused, or Stripe cannot be reached.
    pub fn check(&self, webhook_url: &str) -> Result<StripeState, PaymentError> {
        let live = match self.api.get("/v1/balance") {
            Ok(balance) => balance["livemode"].as_bool(),
            // A restricted key may open pages without seeing the balance.
            Err(ApiError::Refused(Refusal { status, .. })) if matches!(status.as_u16(), 403 | 404) => None,
            Err(error) => return Err(error.into()),
        };
        let endpoint = match self.api.get("/v1/webhook_endpoints?limit=100") {
            Ok(list) => endpoint(&list["data"], webhook_url),
            Err(_) => WebhookEndpoint::Unknown,
        };
        Ok(StripeState { live, endpoint })
    }
}

fn endpoint(list: &Value, url: &str) -> WebhookEndpoint {
    let Some(list) = list.as_array() else {
        return WebhookEndpoint::Unknown;
    };
    let ours: Vec<_> = list.iter().filter(|endpoint| endpoint["url"] == url).collect();
    if ours.is_empty() {
        return WebhookEndpoint::Missing;
    }
    let enabled: Vec<_> = ours
        .into_iter()
        .filter(|endpoint| endpoint["status"] != "disabled")
        .collect();
    if enabled.is_empty() {
        return WebhookEndpoint::Disabled;
    }
    let sent = |event: &&'static str| {
        enabled.iter().any(|endpoint| {
            let events = endpoint["enabled_events"].as_array();
            events.is_some_and(|events| events.iter().any(|name| name == "*" || name == event))
        })
    };
    let lacks: Vec<_> = STRIPE_EVENTS.into_iter().filter(|event| !sent(event)).collect();
    if lacks.is_empty() {
        WebhookEndpoint::Complete
    } else {
        WebhookEndpoint::Lacks(lacks)
    }
}
