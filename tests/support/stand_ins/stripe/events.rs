//! The fake Stripe's events: in Stripe's shapes, signed, and delivered as often and in the order that a test wants.

use std::time::{SystemTime, UNIX_EPOCH};

use hmac::{Hmac, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::{
    Answer, Browser, Server, at_once,
    http::available_again,
    stripe::{Page, Payment, Refund, State, WEBHOOK_SECRET},
};

/// Seconds since 1970.
#[must_use]
pub fn time() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    i64::try_from(now.expect("after 1970").as_secs()).expect("before the sun ends")
}

/// An event with its name, to be delivered.
#[derive(Debug, Clone)]
pub struct Event {
    pub json: Value,
}

impl Event {
    pub(crate) fn new(state: &mut State, kind: &str, object: Value) -> Self {
        let json = json!({
            "id": state.name("evt_test"), "object": "event", "api_version": "2025-03-31.basil", "created": time(),
            "livemode": false, "pending_webhooks": 1, "request": { "id": null, "idempotency_key": null },
            "type": kind, "data": { "object": object },
        });
        Self { json }
    }

    pub(crate) fn of_page(state: &mut State, kind: &str, page: &Page) -> Self {
        Self::new(state, kind, page_object(page))
    }

    pub(crate) fn of_charge(state: &mut State, payment: &Payment) -> Self {
        let charge = json!({
            "id": payment.charge, "object": "charge", "amount": payment.amount, "amount_captured": payment.amount,
            "amount_refunded": payment.given_back, "currency": payment.currency, "paid": true,
            "payment_intent": payment.id, "refunded": payment.given_back == payment.amount, "status": "succeeded",
        });
        Self::new(state, "charge.refunded", charge)
    }

    pub(crate) fn of_dispute(state: &mut State, payment: &Payment) -> Self {
        let dispute = json!({
            "id": state.name("du_test"), "object": "dispute", "amount": payment.amount, "charge": payment.charge,
            "currency": payment.currency, "payment_intent": payment.id, "reason": "fraudulent",
            "status": "needs_response",
        });
        Self::new(state, "charge.dispute.created", dispute)
    }

    pub(crate) fn of_refund(state: &mut State, kind: &str, refund: &Refund) -> Self {
        Self::new(state, kind, refund_object(refund))
    }

    /// The same event, with another state of its object.
    #[must_use]
    pub fn with(mut self, name: &str, value: Value) -> Self {
        self.json["data"]["object"][name] = value;
        self
    }

    #[must_use]
    pub fn body(&self) -> Vec<u8> {
        self.json.to_string().into_bytes()
    }

    /// Delivers it as Stripe does.
    #[must_use]
    pub fn deliver(&self, server: &Server) -> Answer {
        let body = self.body();
        send(server, Some(&signature(WEBHOOK_SECRET, time(), &body)), &body)
    }

    /// Delivers it to a server that may be gone.
    ///
    /// # Errors
    /// Why no whole answer came.
    pub fn try_deliver(&self, browser: &mut Browser) -> Result<Answer, ureq::Error> {
        let body = self.body();
        let signature = signature(WEBHOOK_SECRET, time(), &body);
        let headers = [("stripe-signature", signature.as_str())];
        browser.try_send("POST", "/api/webhooks/stripe", &headers, Some(&body))
    }

    /// Delivers it until it is taken: what was answered 503 Stripe delivers again.
    pub fn arrive(&self, server: &Server) {
        let answer = available_again(|| self.deliver(server));
        assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    }

    /// Delivers it so many times at once; each is to be taken.
    pub fn arrive_at_once(&self, server: &Server, times: u64) {
        at_once(times, |_| self.arrive(server));
    }
}

/// Delivers bytes under any signature.
#[must_use]
pub fn send(server: &Server, signature: Option<&str>, body: &[u8]) -> Answer {
    let headers: Vec<_> = signature
        .map(|value| ("stripe-signature", value))
        .into_iter()
        .collect();
    server
        .visitor()
        .send("POST", "/api/webhooks/stripe", &headers, Some(body))
}

/// The value of `Stripe-Signature`.
#[must_use]
pub fn signature(secret: &str, time: i64, body: &[u8]) -> String {
    let mut code = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("any length is a key");
    code.update(format!("{time}.").as_bytes());
    code.update(body);
    format!("t={time},v1={}", hex::encode(code.finalize().into_bytes()))
}

/// A page as Stripe describes it.
pub(crate) fn page_object(page: &Page) -> Value {
    let text = |name: &str| page.form.get(name);
    json!({
        "id": page.id, "object": "checkout.session", "adaptive_pricing": { "enabled": false },
        "amount_subtotal": page.amount(), "amount_total": page.amount(), "cancel_url": text("cancel_url"),
        "client_reference_id": text("client_reference_id"), "created": time(), "currency": page.currency(),
        "customer": null, "customer_email": text("customer_email"),
        "customer_details": { "email": text("customer_email"), "name": null }, "expires_at": time() + 86_400,
        "livemode": false, "metadata": { "order": text("metadata[order]") }, "mode": text("mode"),
        "payment_intent": page.payment, "payment_method_types": ["card"], "payment_status": page.payment_status,
        "status": page.status, "success_url": text("success_url"),
        "url": (page.status == "open").then_some(&page.url),
    })
}

/// A refund in Stripe's shape.
pub(crate) fn refund_object(refund: &Refund) -> Value {
    json!({
        "id": refund.id, "object": "refund", "amount": refund.amount, "charge": refund.charge, "created": time(),
        "currency": refund.currency, "payment_intent": refund.payment, "status": refund.status,
    })
}
