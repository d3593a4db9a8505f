//! The calls that the fake Stripe answers, and everything that it refuses.

use std::collections::HashMap;

use serde_json::{Value, json};
use url::form_urlencoded;

use crate::{
    http::stub::{Asked, Reply},
    stripe::{
        Fault, Page, SECRET_KEY, State,
        events::{page_object, refund_object},
        make_refund,
    },
};

/// Of `POST /v1/checkout/sessions`: what may be asked, and whether it must.
const SESSION_FIELDS: [(&str, bool); 15] = [
    ("mode", true),
    ("success_url", true),
    ("cancel_url", false),
    ("expires_at", false),
    ("client_reference_id", false),
    ("customer_email", false),
    ("metadata[order]", false),
    ("payment_intent_data[metadata][order]", false),
    ("payment_intent_data[description]", false),
    ("line_items[0][quantity]", true),
    ("line_items[0][price_data][currency]", true),
    ("line_items[0][price_data][unit_amount]", true),
    ("line_items[0][price_data][product_data][name]", true),
    ("adaptive_pricing[enabled]", false),
    ("billing_address_collection", false),
];

type Refusal = (u16, Value);

fn refuse(status: u16, kind: &str, code: &str, message: &str) -> Refusal {
    let error = json!({ "type": kind, "code": code, "message": message });
    (status, json!({ "error": error }))
}

fn invalid(code: &str, message: &str) -> Refusal {
    refuse(400, "invalid_request_error", code, message)
}

pub(crate) fn answer(state: &mut State, asked: Asked) -> Reply {
    state.asked.push(asked.clone());
    let fault = if asked.method == "POST" {
        state.next_fault()
    } else {
        None
    };
    match fault {
        Some(Fault::TooManyRequests) => {
            let (status, body) = refuse(429, "invalid_request_error", "rate_limit", "Too many requests");
            Reply::Json(status, body)
        }
        Some(Fault::ServerError) => Reply::Json(500, json!({ "error": { "type": "api_error" } })),
        Some(Fault::HtmlError) => Reply::Html(403, String::from("<html><h1>Access denied</h1></html>")),
        Some(Fault::HtmlOk) => Reply::Html(200, String::from("<html><h1>Maintenance</h1></html>")),
        Some(Fault::Redirect) => Reply::Redirect(String::from("http://127.0.0.1:9/")),
        Some(Fault::Cut) => Reply::Cut,
        Some(Fault::CutHalf) => Reply::CutHalf,
        Some(Fault::Hang) => Reply::Hang,
        Some(Fault::Busy) => {
            let (status, body) = refuse(409, "idempotency_error", "idempotency_key_in_use", "Under way");
            Reply::Json(status, body)
        }
        Some(Fault::Nonsense) => Reply::Json(
            200,
            json!({ "object": "checkout.session", "url": "javascript:alert(1)" }),
        ),
        Some(Fault::CutAfterWork) => {
            let _ = work(state, &asked);
            Reply::Cut
        }
        None => {
            let (status, body) = work(state, &asked).unwrap_or_else(|refusal| refusal);
            Reply::Json(status, body)
        }
    }
}

fn work(state: &mut State, asked: &Asked) -> Result<(u16, Value), Refusal> {
    if asked.header("authorization") != Some(&format!("Bearer {SECRET_KEY}")) {
        return Err(refuse(
            401,
            "invalid_request_error",
            "",
            "Invalid API Key provided",
        ));
    }
    if asked.header("stripe-version").is_none() {
        return Err(invalid(
            "",
            "This fake wants to know for which version a request was written",
        ));
    }
    let path = asked.path.split('?').next().unwrap_or_default();
    match (asked.method.as_str(), path) {
        ("GET", "/v1/balance") => Ok((200, json!({ "object": "balance", "livemode": false }))),
        ("GET", "/v1/webhook_endpoints") => Ok((
            200,
            json!({ "object": "list", "has_more": false, "data": state.endpoints }),
        )),
        ("POST", "/v1/checkout/sessions") => once(state, asked, open),
        ("POST", "/v1/refunds") => once(state, asked, refund),
        (method, path) => Err(refuse(
            404,
            "invalid_request_error",
            "",
            &format!("Unrecognized request URL ({method}: {path})"),
        )),
    }
}

/// Does a key's work once; the same again is answered the same, and another under the same key is refused.
fn once(
    state: &mut State,
    asked: &Asked,
    work: impl Fn(&mut State, &HashMap<String, String>) -> Result<Value, Refusal>,
) -> Result<(u16, Value), Refusal> {
    if asked.header("content-type") != Some("application/x-www-form-urlencoded") {
        return Err(invalid("", "Not a form"));
    }
    let key = asked
        .header("idempotency-key")
        .filter(|key| (1..=255).contains(&key.len()));
    let key = key.ok_or_else(|| invalid("", "This fake wants a key of every request that moves money"))?;
    let checkout = format!("{} {}", asked.path, String::from_utf8_lossy(&asked.body));
    if let Some((before, status, body)) = state.repeated.get(key) {
        if *before != checkout {
            return Err(refuse(
                400,
                "idempotency_error",
                "",
                "Keys for idempotent requests can only be used with the same parameters they were first used with.",
            ));
        }
        return Ok((*status, body.clone()));
    }
    let form = form_urlencoded::parse(&asked.body).into_owned().collect();
    let (status, body) = match work(state, &form) {
        Ok(body) => (200, body),
        Err(refusal) => refusal,
    };
    state
        .repeated
        .insert(key.to_owned(), (checkout, status, body.clone()));
    Ok((status, body))
}

fn open(state: &mut State, form: &HashMap<String, String>) -> Result<Value, Refusal> {
    for name in form.keys() {
        if !SESSION_FIELDS.iter().any(|(known, _)| known == name) {
            return Err(invalid(
                "parameter_unknown",
                &format!("Received unknown parameter: {name}"),
            ));
        }
    }
    for (name, _) in SESSION_FIELDS.iter().filter(|(_, required)| *required) {
        if form.get(*name).is_none_or(String::is_empty) {
            return Err(invalid(
                "parameter_missing",
                &format!("Missing required param: {name}"),
            ));
        }
    }
    let amount: Option<i64> = form["line_items[0][price_data][unit_amount]"].parse().ok();
    if amount.is_none_or(|amount| amount < 50) {
        return Err(invalid("amount_too_small", "The amount is too small"));
    }
    let currency = &form["line_items[0][price_data][currency]"];
    if currency.len() != 3 || form["mode"] != "payment" || form["line_items[0][quantity]"] != "1" {
        return Err(invalid("parameter_invalid", "Invalid currency, mode or quantity"));
    }
    for name in ["success_url", "cancel_url"] {
        let url = form.get(name).map(|text| url::Url::parse(text));
        if url.is_some_and(|url| url.is_err()) {
            return Err(invalid("url_invalid", "Not a valid URL"));
        }
    }
    if form
        .get("customer_email")
        .is_some_and(|email| !email.contains('@'))
    {
        return Err(invalid("email_invalid", "Invalid email address"));
    }
    if let Some(text) = form.get("expires_at") {
        let lasts = text.parse::<i64>().map(|at| at - chrono::Utc::now().timestamp());
        if !lasts.is_ok_and(|seconds| (1_800..=86_400).contains(&seconds)) {
            return Err(invalid(
                "parameter_invalid",
                "The `expires_at` timestamp must be between 30 minutes and 24 hours from now",
            ));
        }
    }
    let id = state.name("cs_test");
    let page = Page {
        url: format!("http://pay.example/c/{id}"),
        id,
        form: form.clone(),
        payment: None,
        status: "open",
        payment_status: "unpaid",
    };
    state.pages.push(page.clone());
    Ok(page_object(&page))
}

fn refund(state: &mut State, form: &HashMap<String, String>) -> Result<Value, Refusal> {
    if form
        .keys()
        .any(|name| name != "payment_intent" && name != "amount")
    {
        return Err(invalid("parameter_unknown", "Received unknown parameter"));
    }
    let wanted = form.get("payment_intent");
    let found = state
        .payments
        .iter_mut()
        .find(|payment| Some(&payment.id) == wanted);
    let payment = found.ok_or_else(|| {
        refuse(
            404,
            "invalid_request_error",
            "resource_missing",
            "No such payment_intent",
        )
    })?;
    let rest = payment.amount - payment.given_back;
    if rest == 0 {
        let message = format!("Charge {} has already been refunded.", payment.charge);
        return Err(invalid("charge_already_refunded", &message));
    }
    let amount = form.get("amount").map_or(Ok(rest), |text| text.parse());
    let amount = amount.ok().filter(|amount| (1..=rest).contains(amount));
    let amount = amount.ok_or_else(|| invalid("parameter_invalid_integer", "Invalid amount"))?;
    let id = payment.id.clone();
    Ok(refund_object(&make_refund(state, &id, amount)))
}
