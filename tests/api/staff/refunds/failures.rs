//! Refunds that are pending, refused, or fail after the provider took them.

use rstest::rstest;
use serde_json::{Value, json};
use support::{Sqlite, waiting::until};

use super::{Sold, refunds_in_the_trail, standing};

#[rstest]
fn a_refund_is_pending_until_the_provider_says_that_it_succeeded(
    #[values("refund.updated", "charge.refund.updated")] event: &str,
) {
    let mut sold = Sold::open(Sqlite);
    sold.stripe.stripe.refund_is("pending");
    let row = sold.refund(0, &json!({ "endAccess": true })).ok(200);
    assert_eq!(
        standing(&row),
        (&json!("refunded"), &json!(30_000), &json!("pending"))
    );
    assert!(!sold.is_open());
    assert_eq!(sold.credited(), [Some(String::from("30000"))]);
    sold.event();
    assert_eq!(
        sold.row()["refund"],
        "pending",
        "the charge's event says nothing of it"
    );
    let succeeded = sold.stripe.stripe.refund_becomes(&sold.page, event, "succeeded");
    succeeded.arrive(&sold.stripe.server);
    assert_eq!(
        standing(&sold.row()),
        (&json!("refunded"), &json!(30_000), &json!(null))
    );
    assert_eq!(sold.credited().len(), 1);
}

#[rstest]
#[case(json!({ "endAccess": true }), 30_000)]
#[case(json!({ "amount": 5_000, "endAccess": false }), 5_000)]
fn a_refund_that_fails_is_owed_again(
    #[case] body: Value,
    #[case] sum: i64,
    #[values("refund.failed", "refund.updated", "charge.refund.updated")] event: &str,
    #[values("pending", "succeeded")] answer: &'static str,
) {
    let mut sold = Sold::open(Sqlite);
    sold.stripe.stripe.refund_is(answer);
    let _ = sold.refund(0, &body).ok(200);
    sold.event();
    let was_open = sold.is_open();
    let failed = sold.stripe.stripe.refund_becomes(&sold.page, event, "failed");
    failed.arrive_at_once(&sold.stripe.server, 3);
    let row = sold.row();
    assert_eq!((&row["refunded"], &row["refund"]), (&json!(0), &json!("failed")));
    assert_eq!(
        sold.is_open(),
        was_open,
        "a failure does not give the access back"
    );
    let troubles = sold.troubles();
    assert!(
        troubles.iter().any(|detail| detail.contains("refund")),
        "{troubles:?}"
    );
    assert_eq!(sold.keys().len(), 1, "it is not asked for by itself");

    let row = sold.refund(0, &body).ok(200);
    assert_eq!((&row["refunded"], &row["refund"]), (&json!(sum), &json!(null)));
    assert_eq!(sold.stripe.stripe.returned(&sold.page), sum);
    let keys = sold.keys();
    assert!(keys.len() == 2 && keys[0] != keys[1], "{keys:?}");
    assert_eq!(sold.credited(), [Some(sum.to_string())], "credited once");
    sold.event();
    let late = sold.stripe.stripe.given_back(&sold.page);
    late.arrive(&sold.stripe.server);
    let row = sold.row();
    assert_eq!((&row["refunded"], &row["refund"]), (&json!(sum), &json!(null)));
    assert!(sold.troubles().is_empty(), "{:?}", sold.troubles());
}

#[rstest]
fn a_refund_of_the_providers_pages_that_fails_is_owed(
    #[values(30_000, 4_000)] sum: i64,
    #[values(true, false)] failure_first: bool,
) {
    let mut sold = Sold::open(Sqlite);
    let given_back = sold.stripe.stripe.give_back(&sold.page, sum);
    let failed = sold
        .stripe
        .stripe
        .refund_becomes(&sold.page, "refund.failed", "failed");
    let events = if failure_first {
        [failed, given_back]
    } else {
        [given_back, failed]
    };
    for event in events {
        event.arrive(&sold.stripe.server);
    }
    let row = sold.row();
    assert_eq!((&row["refunded"], &row["refund"]), (&json!(0), &json!("failed")));
    let body = json!({ "amount": sum, "endAccess": true });
    let row = sold.refund(0, &body).ok(200);
    assert_eq!((&row["refunded"], &row["refund"]), (&json!(sum), &json!(null)));
    assert_eq!(sold.stripe.stripe.returned(&sold.page), sum);
    assert_eq!(sold.credited(), [Some(sum.to_string())]);
}

#[test]
fn a_refusal_is_owed_and_made_when_its_cause_is_gone() {
    let mut sold = Sold::open(Sqlite);
    sold.stripe.stripe.refund_is("failed");
    let row = sold.refund(0, &json!({ "endAccess": true })).ok(200);
    assert_eq!((&row["refunded"], &row["refund"]), (&json!(0), &json!("failed")));
    let troubles = sold.troubles();
    assert!(
        troubles.iter().any(|detail| detail.contains("refund")),
        "{troubles:?}"
    );
    until("it is asked for again", || sold.row()["refund"].is_null());
    let keys = sold.keys();
    assert!(keys.len() == 2 && keys[0] != keys[1], "{keys:?}");
    assert_eq!(sold.stripe.stripe.returned(&sold.page), 30_000);
    assert_eq!(sold.credited().len(), 1);
}

#[test]
fn a_refused_part_that_is_asked_for_again_goes_back_once() {
    let mut sold = Sold::open(Sqlite);
    for _ in 0..2 {
        sold.stripe.stripe.refund_is("failed");
    }
    let part = json!({ "amount": 5_000, "endAccess": false });
    let _ = sold.refund(0, &part).ok(200);
    for _ in 0..6 {
        let answer = sold.refund(0, &part);
        assert!([200, 409].contains(&answer.status), "{}", answer.status);
    }
    until("it is made", || sold.row()["refund"].is_null());
    assert_eq!(sold.stripe.stripe.returned(&sold.page), 5_000);
    assert_eq!(refunds_in_the_trail(&sold), 1);
}
