//! Stripe's events: whether one is genuine, and what it says in the words of orders.
//!
//! The signature is HMAC-SHA256 over the time, a dot and the raw bytes (Stripe, "Verify webhook signatures manually"). An event
//! that is genuine but odd is acknowledged and ignored: Stripe would only send it again.

use chrono::{DateTime, Utc};
use hmac::{Hmac, Mac};
use kernel::Cents;
use orders::{
    CheckoutSessionId, InquiryId, InquiryState, PaymentEvent, PaymentEventKind, PaymentId, ProviderRefund,
    RefundId, RefundState,
};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use sha2::Sha256;

use crate::settings::services::StripeSettings;

/// How far the signature's time may be from ours, in seconds: what Stripe's own libraries allow.
const TOLERANCE: i64 = 300;
/// A header with more signatures is not Stripe's, who sends one for each secret that is valid at the time.
const MOST_SIGNATURES: usize = 16;
/// Stripe's longest name of anything.
const LONGEST_NAME: usize = 255;

/// Reads events that Stripe signed.
pub struct StripeEvents {
    secrets: Vec<SecretString>,
}

/// Why an event was not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EventError {
    /// No signature, one by another secret, or one of another time.
    #[error("the signature is missing, wrong or old")]
    Signature,
    /// Signed, but not an event with a name.
    #[error("this is no event")]
    NotAnEvent,
}

impl StripeEvents {
    #[must_use]
    pub fn new(settings: &StripeSettings) -> Self {
        let secrets = settings.webhook_secret.expose_secret().split(',');
        let secrets = secrets.filter(|secret| !secret.is_empty());
        Self {
            secrets: secrets.map(SecretString::from).collect(),
        }
    }

    /// Whether the value of `Stripe-Signature` can be one of Stripe's at this time, for any body.
    #[must_use]
    pub fn is_plausible(&self, signature: Option<&str>, now: DateTime<Utc>) -> bool {
        let signature = signature.and_then(Signature::parse);
        signature.is_some_and(|signature| !signature.codes.is_empty() && signature.is_timely(now))
    }

    /// Reads one event from the value of `Stripe-Signature` and the raw bytes of the body.
    ///
    /// # Errors
    /// [`EventError`]; then nothing of the body may be trusted.
    pub fn read(
        &self,
        signature: Option<&str>,
        body: &[u8],
        now: DateTime<Utc>,
    ) -> Result<PaymentEvent, EventError> {
        let signature = signature
            .and_then(Signature::parse)
            .ok_or(EventError::Signature)?;
        if !signature.is_timely(now) || !self.secrets.iter().any(|secret| signature.is_by(secret, body)) {
            return Err(EventError::Signature);
        }
        let event: Value = serde_json::from_slice(body).map_err(|_| EventError::NotAnEvent)?;
        let id = event["id"]
            .as_str()
            .and_then(name)
            .ok_or(EventError::NotAnEvent)?;
        let kind = event["type"].as_str().ok_or(EventError::NotAnEvent)?;
        let at = event["created"]
            .as_i64()
            .and_then(|seconds| DateTime::from_timestamp(seconds, 0));
        let at = at.unwrap_or(now);
        let kind = event_kind(kind, &event["data"]["object"], at).unwrap_or(PaymentEventKind::Other);
        Ok(PaymentEvent { id, at, kind })
    }
}

/// The header, taken apart.
struct Signature<'a> {
    /// As it was signed.
    time: &'a str,
    seconds: i64,
    codes: Vec<[u8; 32]>,
}

impl<'a> Signature<'a> {
    fn parse(header: &'a str) -> Option<Self> {
        let mut time = None;
        let mut codes = Vec::new();
        for part in header.split(',') {
            let (key, value) = part.trim().split_once('=')?;
            match key {
                // Two times would leave open which of them was signed.
                "t" if time.is_some() => return None,
                "t" => time = Some(value),
                "v1" if codes.len() < MOST_SIGNATURES => {
                    let mut code = [0; 32];
                    if hex::decode_to_slice(value, &mut code).is_ok() {
                        codes.push(code);
                    }
                }
                _ => {}
            }
        }
        let time = time.filter(|time| time.bytes().all(|byte| byte.is_ascii_digit()))?;
        let seconds = time.parse().ok()?;
        Some(Self { time, seconds, codes })
    }

    fn is_timely(&self, now: DateTime<Utc>) -> bool {
        let age = now.timestamp().checked_sub(self.seconds);
        age.is_some_and(|age| (-TOLERANCE..=TOLERANCE).contains(&age))
    }

    fn is_by(&self, secret: &SecretString, body: &[u8]) -> bool {
        let Ok(mut code) = Hmac::<Sha256>::new_from_slice(secret.expose_secret().as_bytes()) else {
            return false;
        };
        code.update(self.time.as_bytes());
        code.update(b".");
        code.update(body);
        // The comparison takes the same time wherever the two differ.
        self.codes
            .iter()
            .any(|given| code.clone().verify_slice(given).is_ok())
    }
}

/// What an event says; `None` if it does not concern an order.
fn event_kind(kind: &str, object: &Value, at: DateTime<Utc>) -> Option<PaymentEventKind> {
    match kind {
        "checkout.session.completed" => {
            let session = session(object)?;
            let payment = payment(object);
            match object["payment_status"].as_str() {
                Some("paid" | "no_payment_required") => Some(paid(session, payment, object)),
                _ => Some(PaymentEventKind::AwaitingMoney { session, payment }),
            }
        }
        "checkout.session.async_payment_succeeded" => Some(paid(session(object)?, payment(object), object)),
        "checkout.session.async_payment_failed" => Some(PaymentEventKind::Failed {
            session: session(object)?,
        }),
        "checkout.session.expired" => Some(PaymentEventKind::Expired {
            session: session(object)?,
        }),
        "charge.refunded" => Some(PaymentEventKind::Refunded {
            payment: payment(object)?,
            charged: cents(&object["amount"])?,
            given_back: cents(&object["amount_refunded"])?,
        }),
        refund if refund.starts_with("refund.") || refund.starts_with("charge.refund.") => {
            Some(PaymentEventKind::RefundChanged {
                payment: payment(object)?,
                refund: provider_refund(object, at)?,
            })
        }
        dispute if dispute.starts_with("charge.dispute.") => disputed(dispute, object),
        _ => None,
    }
}

/// What a refund is by its status, whichever of its events says so; `at`: when it is so. `None` if its name or amount is missing.
/// What is not final yet, or of no known status, is pending (Stripe, "The Refund object", `status`).
pub(crate) fn provider_refund(object: &Value, at: DateTime<Utc>) -> Option<ProviderRefund> {
    Some(ProviderRefund {
        id: object["id"].as_str().and_then(name).map(RefundId)?,
        amount: cents(&object["amount"])?,
        state: match object["status"].as_str() {
            Some("succeeded") => RefundState::Succeeded,
            Some("failed" | "canceled") => RefundState::Failed { at },
            _ => RefundState::Pending,
        },
    })
}

/// What a dispute is by its status, whichever of its events says so. A bank's inquiry is one whose statuses begin with `warning_`: no
/// money was taken, and it can become a dispute (Stripe, "Inquiries"). One that was won, or that is of no known status, changes nothing.
fn disputed(kind: &str, object: &Value) -> Option<PaymentEventKind> {
    let payment = payment(object)?;
    let inquiry = |payment, state| {
        let id = object["id"].as_str().and_then(name).map(InquiryId)?;
        Some(PaymentEventKind::Inquiry { payment, id, state })
    };
    match object["status"].as_str().unwrap_or_default() {
        "warning_needs_response" | "warning_under_review" => inquiry(payment, InquiryState::Open),
        "warning_closed" => inquiry(payment, InquiryState::Closed),
        "needs_response" | "under_review" | "lost" => Some(PaymentEventKind::Disputed { payment }),
        "" if kind == "charge.dispute.created" => Some(PaymentEventKind::Disputed { payment }),
        _ => None,
    }
}

/// An amount or currency that is missing becomes a value that no order has, so that it is looked at and not trusted.
fn paid(session: CheckoutSessionId, payment: Option<PaymentId>, object: &Value) -> PaymentEventKind {
    let currency = object["currency"].as_str().and_then(name);
    PaymentEventKind::Paid {
        session,
        payment,
        amount: cents(&object["amount_total"]).unwrap_or(Cents(0)),
        currency: currency.unwrap_or_default().to_ascii_lowercase(),
        country: billing_country(object),
    }
}

/// The country of the billing address that the page collected (Stripe, "The Checkout Session object", `customer_details`).
fn billing_country(object: &Value) -> Option<String> {
    let code = object["customer_details"]["address"]["country"].as_str()?;
    let is_code = code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_code.then(|| code.to_ascii_uppercase())
}

/// The session that an event is about; `None` for a subscription, which this product does not sell.
fn session(object: &Value) -> Option<CheckoutSessionId> {
    let ours = object["mode"].as_str().is_none_or(|mode| mode == "payment");
    object["id"]
        .as_str()
        .filter(|_| ours)
        .and_then(name)
        .map(CheckoutSessionId)
}

/// A payment by its name, also where Stripe was asked to put the whole of it there.
fn payment(object: &Value) -> Option<PaymentId> {
    let payment = &object["payment_intent"];
    let text = payment.as_str().or_else(|| payment["id"].as_str());
    text.and_then(name).map(PaymentId)
}

/// Stripe's names of things are short plain words; another text could not be kept in every database.
pub(crate) fn name(text: &str) -> Option<String> {
    let plain =
        !text.is_empty() && text.len() <= LONGEST_NAME && text.bytes().all(|byte| byte.is_ascii_graphic());
    plain.then(|| text.to_owned())
}

/// More than any order is the most that can be said.
fn cents(amount: &Value) -> Option<Cents> {
    let amount = amount.as_i64().filter(|amount| *amount >= 0)?;
    Some(Cents(i32::try_from(amount).unwrap_or(i32::MAX)))
}
