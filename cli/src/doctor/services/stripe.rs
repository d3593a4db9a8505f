//! Whether Stripe's key works, and whether its events are sent here.

use orders::PaymentError;
use outbound::{PaymentMode, Settings, StripePages, WebhookEndpoint};

use super::super::verdict::{
    Verdict::{self, Fail, Ok as Fine, Warn},
    ask,
};

/// Whether a public site has the simulated checkout, which a visitor takes for a purchase.
pub fn is_missing(settings: &Settings) -> bool {
    settings.stripe.is_none() && settings.public_url.is_https() && settings.payments == PaymentMode::Simulated
}

pub fn check_stripe(settings: &Settings) -> Verdict {
    let Some(stripe) = &settings.stripe else {
        return match is_missing(settings) {
            true => Warn(String::from(
                "not configured: the checkout is a simulation, which sells nothing; see PORTAL_STRIPE_SECRET_KEY",
            )),
            false => Fine(String::from("not configured")),
        };
    };
    let url = format!("{}/api/webhooks/stripe", settings.public_url.origin());
    let (asked, address) = (stripe.clone(), url.clone());
    let answer = ask(move || StripePages::new(&asked).and_then(|pages| pages.check(&address)));
    let state = match answer.unwrap_or_else(|problem| Err(PaymentError::Unavailable(problem))) {
        Ok(state) => state,
        Err(PaymentError::Refused(problem)) => {
            return Fail(format!(
                "the key is refused: {problem}; see PORTAL_STRIPE_SECRET_KEY"
            ));
        }
        Err(PaymentError::Unreachable(problem) | PaymentError::Unavailable(problem)) => {
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
            "{mode}; no webhook endpoint leads to {url}, so no payment is reported"
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
