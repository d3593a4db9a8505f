//! Requests of an operation: its own shape and every departure from it.

use proptest::{prelude::*, sample::select};
use serde_json::Value;
use support::{
    http::contract::Operation,
    stripe::{
        WEBHOOK_SECRET,
        events::{signature, time},
    },
};

use super::{
    known::Known,
    values::{any_text, body, of_schema},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    Visitor,
    Member,
}

#[derive(Debug, Clone)]
pub struct Request {
    pub who: Who,
    pub method: String,
    /// With its query.
    pub path: String,
    pub headers: Vec<(&'static str, String)>,
    pub body: Option<Vec<u8>>,
}

const METHODS: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"];

const HEADERS: [(&str, &str); 18] = [
    ("content-type", "text/plain"),
    ("content-type", "application/x-www-form-urlencoded"),
    ("content-type", "application/json; charset=utf-16"),
    ("content-type", "nonsense"),
    ("content-encoding", "gzip"),
    ("sec-fetch-site", "cross-site"),
    ("sec-fetch-site", "same-origin"),
    ("origin", "https://evil.example"),
    ("origin", "null"),
    ("range", "bytes=0-9"),
    ("range", "bytes=99999999999999999999-"),
    ("range", "bytes=9-1,x"),
    ("if-none-match", "*"),
    ("if-none-match", "\"x\", W/\"y"),
    ("if-range", "\"x\""),
    ("accept", "text/html"),
    ("accept-encoding", "br;q=2, *;q=nan"),
    ("x-forwarded-for", "203.0.113.9, nonsense"),
];

/// Invalid ids.
const NUMBERS: [&str; 9] = [
    "0",
    "-1",
    "2147483647",
    "2147483648",
    "9223372036854775808",
    "1e3",
    "01",
    "+1",
    "1.0",
];
/// Segments as they are sent.
const RAW_SEGMENTS: [&str; 9] = ["%ff", "%00", "%2e%2e", "..", "%2f", "a;b=c", "*", "%25", "~"];

/// What a request of this operation may look like.
pub fn requests(document: &Value, operation: &Operation, known: &Known) -> BoxedStrategy<Request> {
    let who = prop_oneof![1 => Just(Who::Visitor), 3 => Just(Who::Member)];
    let own = operation.method.clone();
    let method = prop_oneof![
        11 => Just(own),
        1 => select(&METHODS[..]).prop_map(str::to_owned),
    ];
    let headers = prop_oneof![
        5 => Just(Vec::new()),
        3 => prop::collection::vec(select(&HEADERS[..]), 1..3),
    ];
    let path = path(document, operation, known);
    let schema = &operation.description["requestBody"]["content"]["application/json"]["schema"];
    let body = if schema.is_null() {
        prop_oneof![9 => Just(None), 1 => Just(Some(b"{}".to_vec()))].boxed()
    } else {
        let body = event_or_body(document, operation, schema, known);
        prop_oneof![19 => body.prop_map(Some), 1 => Just(None)].boxed()
    };
    let is_event = operation.who_may() == "stripe";
    (who, method, path, headers, body, 0_u8..6)
        .prop_map(move |(who, method, path, headers, body, signed)| {
            let mut headers: Vec<_> = headers
                .into_iter()
                .map(|(name, value)| (name, value.to_owned()))
                .collect();
            if is_event {
                headers.extend(event_signature(body.as_deref().unwrap_or_default(), signed));
            }
            // A client sends no body with these.
            let body = body.filter(|_| !["GET", "HEAD", "OPTIONS"].contains(&method.as_str()));
            Request {
                who,
                method,
                path,
                headers,
                body,
            }
        })
        .boxed()
}

/// A payment event's body is described as a text; what is sent is an event, or nearly one.
fn event_or_body(
    document: &Value,
    operation: &Operation,
    schema: &Value,
    known: &Known,
) -> BoxedStrategy<Vec<u8>> {
    if operation.who_may() != "stripe" {
        return body(document, schema, known);
    }
    let text = |name: &'static str| serde_json::json!({ "type": "string", "enum": [name, "other"] });
    let any = serde_json::json!({});
    let kinds = [
        "checkout.session.completed",
        "checkout.session.expired",
        "checkout.session.async_payment_succeeded",
        "checkout.session.async_payment_failed",
        "charge.refunded",
        "charge.dispute.created",
    ];
    let object = serde_json::json!({
        "type": "object", "required": ["id", "payment_intent"],
        "properties": {
            "id": text("cs_test_0001canary"), "payment_intent": text("pi_test_0003canary"), "mode": text("payment"),
            "payment_status": text("paid"), "currency": text("usd"), "amount_total": any, "amount": any,
            "amount_refunded": { "type": "integer" },
        },
    });
    let event = serde_json::json!({
        "type": "object", "required": ["id", "type", "data"],
        "properties": {
            "id": { "type": "string" },
            "type": { "type": "string", "enum": kinds },
            "data": { "type": "object", "required": ["object"], "properties": { "object": object } },
        },
    });
    body(document, &event, known)
}

/// Mostly genuine, else missing, of another secret, of another time or of another body.
fn event_signature(body: &[u8], what: u8) -> Option<(&'static str, String)> {
    let value = match what {
        0 => return None,
        1 => signature("whsec_other", time(), body),
        2 => signature(WEBHOOK_SECRET, time() - 3_600, body),
        _ => signature(WEBHOOK_SECRET, time(), body),
    };
    Some(("stripe-signature", value))
}

/// The path with its placeholders filled, and a query.
fn path(document: &Value, operation: &Operation, known: &Known) -> BoxedStrategy<String> {
    let segments: Vec<BoxedStrategy<String>> = operation
        .path
        .split('/')
        .skip(1)
        .map(
            |segment| match segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
                None => Just(segment.to_owned()).boxed(),
                Some(name) => parameter(known, name),
            },
        )
        .collect();
    let described = operation.description["parameters"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let asked: Vec<_> = described
        .iter()
        .filter(|parameter| parameter["in"] == "query")
        .map(|parameter| {
            let name = parameter["name"].as_str().expect("a name").to_owned();
            let value = of_schema(document, &parameter["schema"], &name, known);
            (Just(name), value, 0_u8..8)
        })
        .collect();
    let extra = prop::collection::vec(("[a-z]{1,3}", any_text()), 0..3);
    let extra = prop_oneof![6 => Just(Vec::new()), 1 => extra];
    (segments, asked, extra)
        .prop_map(|(segments, asked, extra)| {
            let mut query = Vec::new();
            for (name, value, times) in asked {
                let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                // Mostly once, sometimes not at all or twice.
                let times = [0, 2].get(usize::from(times)).copied().unwrap_or(1);
                query.extend(std::iter::repeat_n((name, value), times));
            }
            query.extend(extra);
            let query: Vec<_> = query
                .iter()
                .map(|(name, value)| format!("{name}={}", escaped(value)))
                .collect();
            let mark = if query.is_empty() { "" } else { "?" };
            format!("/{}{mark}{}", segments.join("/"), query.join("&"))
        })
        .boxed()
}

/// One segment of a path, escaped.
fn parameter(known: &Known, name: &str) -> BoxedStrategy<String> {
    let values: Vec<String> = known
        .of(name)
        .iter()
        .map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
        .map(|text| escaped(&text))
        .collect();
    let other = prop_oneof![
        2 => select(&NUMBERS[..]).prop_map(str::to_owned),
        1 => select(&RAW_SEGMENTS[..]).prop_map(str::to_owned),
        2 => any_text().prop_map(|text| escaped(&text)),
    ];
    if values.is_empty() {
        return other.boxed();
    }
    prop_oneof![3 => select(values), 1 => other].boxed()
}

/// A text as part of an address; cut where no server takes an address of that length.
fn escaped(text: &str) -> String {
    let short: String = text.chars().take(400).collect();
    let signs = short.bytes().map(|byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    });
    signs.collect()
}
