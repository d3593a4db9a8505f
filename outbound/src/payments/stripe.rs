//! Stripe Checkout: the page on which a buyer pays, and the way back. No card data reaches this product.

use chrono::{DateTime, SubsecRound as _, Utc};
use kernel::Cents;
use orders::{
    AcceptedRefund, CheckoutSessionId, PageOrder, PaymentError, PaymentId, PaymentPage, PaymentPages,
    RefundKey,
};
use serde_json::Value;
use url::Url;

use super::{
    stripe_api::{ApiError, StripeApi},
    stripe_events::provider_refund,
};
use crate::settings::services::StripeSettings;

/// Payment pages at Stripe.
pub struct StripePages {
    pub(crate) api: StripeApi,
}

impl StripePages {
    /// To be built outside the async runtime, and used on threads of its own: each call may take seconds.
    ///
    /// # Errors
    /// [`PaymentError::Unavailable`] where this machine cannot speak TLS.
    pub fn new(settings: &StripeSettings) -> Result<Self, PaymentError> {
        Ok(Self {
            api: StripeApi::new(settings)?,
        })
    }

    /// Gives back a part of a payment, or what is left of it (`None`). Two calls for what is left give it back once, under any keys, and two
    /// for a part under one key.
    ///
    /// Stripe answers a key that it knows as it did before, refusals too, for a day (docs.stripe.com, "Idempotent requests"): a
    /// request after the cause was removed needs another, or waits that day out.
    ///
    /// # Errors
    /// [`PaymentError`]
    pub fn refund(
        &self,
        payment: &PaymentId,
        part: Option<Cents>,
        key: &RefundKey,
    ) -> Result<AcceptedRefund, PaymentError> {
        let amount = part.map(|part| part.0.to_string());
        let mut form = vec![("payment_intent", payment.0.as_str())];
        form.extend(amount.as_deref().map(|amount| ("amount", amount)));
        match self.api.post("/v1/refunds", &form, key.as_str()) {
            Ok(refund) => accepted(&refund),
            // Given back already, in Stripe's own pages or by a try whose answer was lost.
            Err(ApiError::Refused(refusal)) if refusal.code.as_deref() == Some("charge_already_refunded") => {
                Ok(AcceptedRefund {
                    refund: None,
                    at: Utc::now().trunc_subsecs(0),
                })
            }
            // The key of the account is refused, and the idempotency key was never looked up.
            Err(ApiError::Refused(refusal)) if matches!(refusal.status.as_u16(), 401 | 403) => {
                Err(PaymentError::Unreachable(refusal.message))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The page's address, if a browser may be sent there: https, or http where Stripe itself is a stand-in.
    fn checked(&self, url: &str) -> Option<String> {
        let parsed = Url::parse(url).ok()?;
        let secure = parsed.scheme() == "https" || (parsed.scheme() == "http" && !self.api.is_https());
        (secure && parsed.has_host()).then(|| parsed.into())
    }
}

impl PaymentPages for StripePages {
    fn open(&self, order: &PageOrder) -> Result<PaymentPage, PaymentError> {
        let amount = order.total.0.to_string();
        let expires_at = order.expires_at.timestamp().to_string();
        // `adaptive_pricing` off: a buyer abroad pays the order's own amount and currency, which is what is compared later.
        let mut form = vec![
            ("mode", "payment"),
            ("client_reference_id", &order.reference),
            ("metadata[order]", &order.reference),
            ("payment_intent_data[metadata][order]", &order.reference),
            ("payment_intent_data[description]", &order.title),
            ("customer_email", &order.email),
            ("line_items[0][quantity]", "1"),
            ("line_items[0][price_data][currency]", &order.currency),
            ("line_items[0][price_data][unit_amount]", &amount),
            ("line_items[0][price_data][product_data][name]", &order.title),
            ("adaptive_pricing[enabled]", "false"),
            ("success_url", &order.success_url),
            ("cancel_url", &order.cancel_url),
            ("expires_at", &expires_at),
        ];
        if order.asks_address {
            form.push(("billing_address_collection", "required"));
        }
        let session = self.api.post("/v1/checkout/sessions", &form, &order.reference)?;
        let id = session["id"].as_str().and_then(super::stripe_events::name);
        let url = session["url"].as_str().and_then(|url| self.checked(url));
        match (id, url) {
            (Some(id), Some(url)) => Ok(PaymentPage {
                session: CheckoutSessionId(id),
                url,
            }),
            _ => Err(PaymentError::Unavailable(String::from(
                "a session came without an id or an address that a browser may be sent to",
            ))),
        }
    }
}

/// What an answer says of the refund that Stripe makes or has made.
fn accepted(answer: &Value) -> Result<AcceptedRefund, PaymentError> {
    if answer["object"].as_str().is_some_and(|object| object != "refund") {
        let problem = "the answer to a refund is invalid";
        return Err(PaymentError::Unavailable(String::from(problem)));
    }
    let now = Utc::now().trunc_subsecs(0);
    let at = answer["created"]
        .as_i64()
        .and_then(|seconds| DateTime::from_timestamp(seconds, 0));
    let at = at.unwrap_or(now);
    let refund = provider_refund(answer, at);
    match answer["status"].as_str() {
        Some(status @ ("failed" | "canceled")) => {
            Err(PaymentError::Refused(format!("the refund is {status}")))
        }
        _ => Ok(AcceptedRefund { refund, at }),
    }
}
