//! Events of the payment provider: nothing is trusted without a signature, and nothing that was signed is refused for its signature.
//!
//! The first line is a header, or what is added to a genuine one; the rest is the body.

use chrono::{DateTime, Utc};
use hmac::{Hmac, Mac as _};
use orders::{PaymentEvent, PaymentEventKind};
use outbound::{EventError, StripeEvents, StripeSettings};
use serde_json::Value;
use sha2::Sha256;

const SECRET: &str = "whsec_fuzz";
const TIME: i64 = 1_800_000_000;

pub fn check(data: &[u8]) {
    let events = StripeEvents::new(&StripeSettings {
        secret_key: "sk_test".into(),
        webhook_secret: SECRET.into(),
        api_url: String::from("http://127.0.0.1"),
    });
    let now = DateTime::<Utc>::from_timestamp(TIME, 0).expect("a time");
    let end = data.iter().position(|byte| *byte == b'\n').unwrap_or(data.len());
    let (line, body) = data.split_at(end);
    let body = body.get(1..).unwrap_or_default();
    let line = std::str::from_utf8(line).ok();
    assert_eq!(
        events.read(line, body, now),
        Err(EventError::Signature),
        "a signature cannot be guessed"
    );
    assert_eq!(events.read(None, body, now), Err(EventError::Signature));

    let genuine = signature(body);
    let read = events.read(Some(&genuine), body, now);
    assert_ne!(read, Err(EventError::Signature), "it was signed");
    match &read {
        Ok(event) => hold(event, body),
        Err(_) => assert!(!is_event(body), "an event with a name and a type is one"),
    }
    let late = DateTime::<Utc>::from_timestamp(TIME + 301, 0).expect("a time");
    assert_eq!(
        events.read(Some(&genuine), body, late),
        Err(EventError::Signature),
        "it is too old"
    );
    if let Some(line) = line {
        let more = events.read(Some(&format!("{genuine},{line}")), body, now);
        assert!(more == read || more == Err(EventError::Signature));
        let second_time = line.split(',').any(|part| part.trim().starts_with("t="));
        assert!(
            !second_time || more == Err(EventError::Signature),
            "two times leave open which was signed"
        );
    }
    let mut other = body.to_vec();
    other.push(b' ');
    assert_eq!(
        events.read(Some(&genuine), &other, now),
        Err(EventError::Signature),
        "another body was signed"
    );
}

fn signature(body: &[u8]) -> String {
    let mut code = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).expect("any length is a key");
    code.update(format!("{TIME}.").as_bytes());
    code.update(body);
    format!("t={TIME},v1={}", hex::encode(code.finalize().into_bytes()))
}

/// A short name of visible ASCII, and a type.
fn is_event(body: &[u8]) -> bool {
    let event: Value = serde_json::from_slice(body).unwrap_or_default();
    let name = event["id"].as_str().unwrap_or_default();
    is_name(name) && event["type"].is_string()
}

fn is_name(text: &str) -> bool {
    (1..=255).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// What is handed to the rules can be kept in every database, and is what the body says.
fn hold(event: &PaymentEvent, body: &[u8]) {
    let json: Value = serde_json::from_slice(body).expect("it was read");
    assert_eq!(json["id"].as_str(), Some(event.id.as_str()));
    assert!(is_name(&event.id), "{}", event.id);
    match &event.kind {
        PaymentEventKind::Paid { amount, currency, .. } => {
            assert!(amount.0 >= 0);
            assert!(currency.is_empty() || is_name(currency));
            assert!(!currency.contains(|sign: char| sign.is_ascii_uppercase()));
        }
        PaymentEventKind::Refunded {
            charged, given_back, ..
        } => {
            assert!(charged.0 >= 0 && given_back.0 >= 0);
        }
        _ => {}
    }
}
