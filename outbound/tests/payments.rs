//! Stripe's events: only what Stripe signed a moment ago is read, and what is read says no more than it does.

use chrono::{DateTime, Utc};
use hmac::{Hmac, Mac};
use kernel::Cents;
use orders::{
    CheckoutSessionId, InquiryId, InquiryState, PaymentEvent, PaymentEventKind, PaymentId, ProviderRefund,
    RefundId, RefundState,
};
use outbound::{EventError, StripeEvents};
use proptest::prelude::*;
use rstest::rstest;
use serde_json::{Value, json};
use sha2::Sha256;

use crate::settings::variables::read;

const SECRET: &str = "whsec_test_secret";
const SIGNED_AT: i64 = 1_790_000_000;
/// A body and the signature that Stripe's own library for Python gives it under [`SECRET`] at [`SIGNED_AT`].
const RECORDED: &str = r#"{"id":"evt_1","object":"event","type":"checkout.session.completed","data":{"object":{"id":"cs_test_1","object":"checkout.session","mode":"payment","payment_status":"paid","payment_intent":"pi_1","amount_total":30000,"currency":"usd"}}}"#;
const RECORDED_CODE: &str = "49966dc210c20da989f78c2ca17f2e66a89bb307e459443ad842bdb93e293317";

fn events(secrets: &str) -> StripeEvents {
    let settings = read(&[
        ("PORTAL_STRIPE_SECRET_KEY", "sk_test_1"),
        ("PORTAL_STRIPE_WEBHOOK_SECRET", secrets),
    ]);
    StripeEvents::new(&settings.unwrap().stripe.unwrap())
}

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(seconds, 0).unwrap()
}

fn sign(secret: &str, time: &str, body: &[u8]) -> String {
    let mut code = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    code.update(time.as_bytes());
    code.update(b".");
    code.update(body);
    hex::encode(code.finalize().into_bytes())
}

/// Reads a body that is signed as it should be.
fn read_signed(body: &[u8]) -> Result<PaymentEvent, EventError> {
    let header = format!("t={SIGNED_AT},v1={}", sign(SECRET, &SIGNED_AT.to_string(), body));
    events(SECRET).read(Some(&header), body, at(SIGNED_AT))
}

fn handle_payment_event(kind: &str, object: &Value) -> PaymentEventKind {
    let event = json!({ "id": "evt_1", "type": kind, "data": { "object": object } });
    read_signed(event.to_string().as_bytes()).unwrap().kind
}

fn paid() -> PaymentEvent {
    PaymentEvent {
        id: String::from("evt_1"),
        at: at(SIGNED_AT),
        kind: PaymentEventKind::Paid {
            session: CheckoutSessionId(String::from("cs_test_1")),
            payment: Some(PaymentId(String::from("pi_1"))),
            amount: Cents(30_000),
            currency: String::from("usd"),
            country: None,
        },
    }
}

#[test]
fn a_signature_of_stripes_own_library_is_taken() {
    let header = format!("t={SIGNED_AT},v1={RECORDED_CODE},v0=00ff");
    let read = events(SECRET).read(Some(&header), RECORDED.as_bytes(), at(SIGNED_AT));
    assert_eq!(read, Ok(paid()));
}

#[rstest]
#[case::missing(None)]
#[case::empty(Some(""))]
#[case::without_time(Some("v1=CODE"))]
#[case::without_code(Some("t=1790000000"))]
#[case::other_scheme(Some("t=1790000000,v0=CODE"))]
#[case::other_time(Some("t=1790000001,v1=CODE"))]
#[case::two_times(Some("t=1790000000,t=1790000000,v1=CODE"))]
#[case::signed_time(Some("t=+1790000000,v1=CODE"))]
#[case::no_number(Some("t=now,v1=CODE"))]
#[case::huge_time(Some("t=99999999999999999999,v1=CODE"))]
#[case::short(Some("t=1790000000,v1=4996"))]
#[case::no_hex(Some("t=1790000000,v1=zz"))]
#[case::noise(Some("====,,,;"))]
fn a_wrong_signature_is_refused(#[case] header: Option<&str>) {
    let header = header.map(|header| header.replace("CODE", RECORDED_CODE));
    let read = events(SECRET).read(header.as_deref(), RECORDED.as_bytes(), at(SIGNED_AT));
    assert_eq!(read, Err(EventError::Signature));
}

#[rstest]
#[case(-300, true)]
#[case(300, true)]
#[case(-301, false)]
#[case(301, false)]
#[case(86_400, false)]
fn a_signature_is_good_for_five_minutes(#[case] age: i64, #[case] taken: bool) {
    let header = format!("t={SIGNED_AT},v1={RECORDED_CODE}");
    let read = events(SECRET).read(Some(&header), RECORDED.as_bytes(), at(SIGNED_AT + age));
    assert_eq!(read.is_ok(), taken);
}

#[test]
fn a_changed_byte_or_another_secret_is_refused() {
    let header = format!("t={SIGNED_AT},v1={RECORDED_CODE}");
    let changed = RECORDED.replace("30000", "30001");
    let read = events(SECRET).read(Some(&header), changed.as_bytes(), at(SIGNED_AT));
    assert_eq!(read, Err(EventError::Signature));
    let read = events("whsec_other").read(Some(&header), RECORDED.as_bytes(), at(SIGNED_AT));
    assert_eq!(read, Err(EventError::Signature));
}

#[test]
fn while_a_secret_is_replaced_both_are_good() {
    let body = RECORDED.as_bytes();
    let time = SIGNED_AT.to_string();
    let [old, new, foreign] =
        ["whsec_old", "whsec_new", "whsec_foreign"].map(|secret| sign(secret, &time, body));
    let two_ours = events("whsec_old,whsec_new");
    for code in [&old, &new] {
        let header = format!("t={time},v1={code}");
        assert_eq!(two_ours.read(Some(&header), body, at(SIGNED_AT)), Ok(paid()));
    }
    let two_theirs = format!("t={time},v1={foreign},v1={new}");
    assert_eq!(
        events("whsec_new").read(Some(&two_theirs), body, at(SIGNED_AT)),
        Ok(paid())
    );
    let header = format!("t={time},v1={foreign}");
    assert_eq!(
        two_ours.read(Some(&header), body, at(SIGNED_AT)),
        Err(EventError::Signature)
    );
}

#[test]
fn an_empty_secret_is_refused_at_the_start() {
    for secrets in [",", "whsec_a,", ",whsec_a", "whsec_a,,whsec_b"] {
        let refused = read(&[
            ("PORTAL_STRIPE_SECRET_KEY", "sk_test_1"),
            ("PORTAL_STRIPE_WEBHOOK_SECRET", secrets),
        ]);
        let line = refused.unwrap_err().to_string();
        assert!(line.starts_with("PORTAL_STRIPE_WEBHOOK_SECRET "), "{line}");
    }
}

fn session(payment_status: &str) -> Value {
    json!({
        "id": "cs_1", "mode": "payment", "payment_status": payment_status, "payment_intent": "pi_1",
        "amount_total": 30_000, "currency": "usd",
    })
}

fn session_id() -> CheckoutSessionId {
    CheckoutSessionId(String::from("cs_1"))
}

fn payment_id() -> PaymentId {
    PaymentId(String::from("pi_1"))
}

#[test]
fn a_page_that_was_completed_without_money_waits_for_it() {
    let waiting = PaymentEventKind::AwaitingMoney {
        session: session_id(),
        payment: Some(payment_id()),
    };
    for status in ["unpaid", "", "something new"] {
        assert_eq!(
            handle_payment_event("checkout.session.completed", &session(status)),
            waiting
        );
    }
    let mut silent = session("paid");
    silent.as_object_mut().unwrap().remove("payment_status");
    assert_eq!(
        handle_payment_event("checkout.session.completed", &silent),
        waiting
    );
}

#[test]
fn money_is_there_when_stripe_says_so_at_once_or_later() {
    let paid = PaymentEventKind::Paid {
        session: session_id(),
        payment: Some(payment_id()),
        amount: Cents(30_000),
        currency: String::from("usd"),
        country: None,
    };
    assert_eq!(
        handle_payment_event("checkout.session.completed", &session("paid")),
        paid
    );
    let later = "checkout.session.async_payment_succeeded";
    assert_eq!(handle_payment_event(later, &session("paid")), paid);
    let mut whole = session("paid");
    whole["payment_intent"] = json!({ "id": "pi_1", "object": "payment_intent" });
    assert_eq!(handle_payment_event(later, &whole), paid);
}

#[rstest]
#[case(json!(null), json!("usd"))]
#[case(json!(-1), json!("usd"))]
#[case(json!("30000"), json!("usd"))]
#[case(json!(3e99), json!("usd"))]
#[case(json!(9_000_000_000_000_i64), json!("usd"))]
#[case(json!(30_000), json!(null))]
#[case(json!(30_000), json!("u\u{0}d"))]
fn an_odd_amount_or_currency_matches_no_order(#[case] amount: Value, #[case] currency: Value) {
    let mut session = session("paid");
    session["amount_total"] = amount;
    session["currency"] = currency;
    let PaymentEventKind::Paid { amount, currency, .. } =
        handle_payment_event("checkout.session.completed", &session)
    else {
        panic!("it is a payment still, to be looked at");
    };
    assert_ne!((amount, currency.as_str()), (Cents(30_000), "usd"));
}

#[test]
fn an_ended_checkout_and_a_refund_are_reported() {
    assert_eq!(
        handle_payment_event("checkout.session.async_payment_failed", &session("unpaid")),
        PaymentEventKind::Failed {
            session: session_id()
        }
    );
    assert_eq!(
        handle_payment_event("checkout.session.expired", &session("unpaid")),
        PaymentEventKind::Expired {
            session: session_id()
        }
    );
    let charge = json!({ "id": "ch_1", "payment_intent": "pi_1", "amount": 30_000, "amount_refunded": 500 });
    assert_eq!(
        handle_payment_event("charge.refunded", &charge),
        PaymentEventKind::Refunded {
            payment: payment_id(),
            charged: Cents(30_000),
            given_back: Cents(500)
        }
    );
    let dispute = json!({ "id": "dp_1", "charge": "ch_1", "payment_intent": "pi_1", "amount": 30_000 });
    assert_eq!(
        handle_payment_event("charge.dispute.created", &dispute),
        PaymentEventKind::Disputed {
            payment: payment_id()
        }
    );
}

/// Stripe, "Dispute object", `status`. Which event says so does not count.
#[rstest]
#[case("warning_needs_response", Some(InquiryState::Open))]
#[case("warning_under_review", Some(InquiryState::Open))]
#[case("warning_closed", Some(InquiryState::Closed))]
#[case("needs_response", None)]
#[case("under_review", None)]
#[case("lost", None)]
fn a_dispute_is_what_its_status_says(
    #[case] status: &str,
    #[case] inquiry: Option<InquiryState>,
    #[values("created", "updated", "closed", "funds_withdrawn")] event: &str,
) {
    let dispute = json!({ "id": "dp_1", "charge": "ch_1", "payment_intent": "pi_1", "status": status });
    let payment = payment_id();
    let expected = match inquiry {
        Some(state) => PaymentEventKind::Inquiry {
            payment,
            id: InquiryId(String::from("dp_1")),
            state,
        },
        None => PaymentEventKind::Disputed { payment },
    };
    let read = handle_payment_event(&format!("charge.dispute.{event}"), &dispute);
    assert_eq!(read, expected);
}

/// Stripe, "The Refund object", `status`. Which event says so does not count.
#[rstest]
#[case(json!("pending"), RefundState::Pending)]
#[case(json!("requires_action"), RefundState::Pending)]
#[case(json!("something new"), RefundState::Pending)]
#[case(json!(null), RefundState::Pending)]
#[case(json!("succeeded"), RefundState::Succeeded)]
#[case(json!("failed"), RefundState::Failed { at: at(SIGNED_AT - 60) })]
#[case(json!("canceled"), RefundState::Failed { at: at(SIGNED_AT - 60) })]
fn a_refund_is_what_its_status_says(
    #[case] status: Value,
    #[case] state: RefundState,
    #[values("refund.updated", "refund.failed", "refund.created", "charge.refund.updated")] event: &str,
) {
    let refund = json!({ "id": "re_1", "payment_intent": "pi_1", "amount": 500, "status": status });
    let event =
        json!({ "id": "evt_1", "type": event, "created": SIGNED_AT - 60, "data": { "object": refund } });
    let read = read_signed(event.to_string().as_bytes()).unwrap();
    let refund = ProviderRefund {
        id: RefundId(String::from("re_1")),
        amount: Cents(500),
        state,
    };
    let payment = payment_id();
    assert_eq!(read.kind, PaymentEventKind::RefundChanged { payment, refund });
}

#[rstest]
#[case("refund.updated", json!({ "payment_intent": "pi_1", "amount": 1, "status": "failed" }))]
#[case("refund.updated", json!({ "id": "re_1", "amount": 1, "status": "failed" }))]
#[case("refund.failed", json!({ "id": "re_1", "payment_intent": "pi_1", "status": "failed" }))]
#[case("charge.dispute.closed", json!({ "id": "dp_1", "payment_intent": "pi_1", "status": "won" }))]
#[case("charge.dispute.updated", json!({ "payment_intent": "pi_1", "status": "warning_closed" }))]
#[case("checkout.session.completed", json!({ "id": "cs_1", "mode": "subscription", "payment_status": "paid" }))]
#[case("checkout.session.completed", json!({ "mode": "payment", "payment_status": "paid" }))]
#[case("checkout.session.completed", json!({ "id": "cs_\u{0}", "payment_status": "paid" }))]
#[case("checkout.session.completed", json!({ "id": "c".repeat(256), "payment_status": "paid" }))]
#[case("checkout.session.expired", json!([]))]
#[case("charge.refunded", json!({ "id": "ch_1", "payment_intent": null, "amount": 1, "amount_refunded": 1 }))]
#[case("charge.refunded", json!({ "payment_intent": "pi_1", "amount": "all" }))]
#[case("charge.dispute.created", json!(null))]
#[case("charge.dispute.closed", json!({ "payment_intent": "pi_1" }))]
#[case("customer.created", json!({ "id": "cus_1" }))]
#[case("", json!(7))]
fn what_concerns_no_order_is_acknowledged(#[case] kind: &str, #[case] object: Value) {
    assert_eq!(handle_payment_event(kind, &object), PaymentEventKind::Other);
}

#[rstest]
#[case("")]
#[case("null")]
#[case("[]")]
#[case("{}")]
#[case("{\"id\":1,\"type\":\"charge.refunded\"}")]
#[case("{\"id\":\"\",\"type\":\"charge.refunded\"}")]
#[case("{\"id\":\"evt 1\",\"type\":\"charge.refunded\"}")]
#[case("{\"id\":\"evt_1\"}")]
#[case("<html>")]
fn what_is_signed_and_no_event_is_refused(#[case] body: &str) {
    assert_eq!(read_signed(body.as_bytes()), Err(EventError::NotAnEvent));
}

#[test]
fn json_without_end_is_refused() {
    let deep = format!(
        "{{\"id\":\"evt_1\",\"type\":\"x\",\"data\":{}",
        "[".repeat(60_000)
    );
    assert_eq!(read_signed(deep.as_bytes()), Err(EventError::NotAnEvent));
}

/// JSON of any shape with the names that are looked for.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
        prop_oneof![Just("payment"), Just("paid"), Just("unpaid"), Just("usd")].prop_map(Value::from),
    ];
    let names = prop_oneof![
        Just("id"),
        Just("mode"),
        Just("payment_status"),
        Just("payment_intent"),
        Just("amount_total"),
        Just("amount"),
        Just("amount_refunded"),
        Just("currency"),
        Just("object"),
    ];
    leaf.prop_recursive(3, 32, 8, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::hash_map(names.clone().prop_map(String::from), inner, 0..8)
                .prop_map(Value::from_iter),
        ]
    })
}

proptest! {
    #[test]
    fn every_signed_event_is_read_without_a_failure(kind in 0..outbound::STRIPE_EVENTS.len(), object in any_json()) {
        let kind = outbound::STRIPE_EVENTS[kind];
        let _ = handle_payment_event(kind, &object);
    }

    #[test]
    fn no_header_of_chance_is_a_signature(header in "(t=[0-9]{1,10}|v1=[0-9a-f]{64}|v0=x|,|=|\\PC){0,12}", body in any::<Vec<u8>>()) {
        prop_assert_eq!(events(SECRET).read(Some(&header), &body, at(SIGNED_AT)), Err(EventError::Signature));
    }
}
