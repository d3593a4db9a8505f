//! The doctor's look at money: whether Stripe's key works, whether its events find the way back, and what staff must look at.

use orders::{OrderFilter, OrderStore, PaymentError};
use outbound::{Settings, StripePages, WebhookEndpoint};
use persistence::Database;

use crate::doctor::Verdict::{self, Fail, Ok as Fine, Warn};

pub fn check_stripe(settings: &Settings) -> Verdict {
    let Some(stripe) = &settings.stripe else {
        return Fine(String::from("not configured"));
    };
    let url = format!("{}/api/webhooks/stripe", settings.public_url.origin());
    let state = match StripePages::new(stripe).and_then(|pages| pages.check(&url)) {
        Ok(state) => state,
        Err(PaymentError::Refused(problem)) => {
            return Fail(format!(
                "the key is refused: {problem}; see PORTAL_STRIPE_SECRET_KEY"
            ));
        }
        Err(PaymentError::Unavailable(problem)) => {
            return Fail(format!("{} does not answer as Stripe: {problem}", stripe.api_url));
        }
    };
    let mode = match state.live {
        Some(true) => "the key works, in live mode",
        Some(false) => "the key works, in test mode: no money moves",
        None => "it answers, but the key may not ask for more",
    };
    match state.endpoint {
        WebhookEndpoint::Complete => Fine(format!("{mode}; its events come to {url}")),
        WebhookEndpoint::Unknown => Fine(format!("{mode}; its events are to come to {url}")),
        WebhookEndpoint::Missing => Warn(format!(
            "{mode}; no webhook endpoint leads to {url}, so no payment is heard of"
        )),
        WebhookEndpoint::Disabled => Warn(format!(
            "{mode}; the webhook endpoint {url} is disabled at Stripe"
        )),
        WebhookEndpoint::Lacks(events) => Warn(format!(
            "{mode}; the webhook endpoint {url} does not send {}",
            events.join(", ")
        )),
    }
}

/// Orders that staff must look at; none where there are none.
pub fn check_flagged(database: &Database) -> Option<Verdict> {
    match database.read(|store| store.orders(&OrderFilter::default())) {
        Ok(orders) => match orders.iter().filter(|order| order.needs_a_look()).count() {
            0 => None,
            count => Some(Warn(format!(
                "{count} brought money and opened nothing; `portal orders list --flagged` shows them"
            ))),
        },
        Err(error) => Some(Warn(format!("the orders cannot be read: {error}"))),
    }
}
