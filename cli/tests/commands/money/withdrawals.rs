//! `portal orders` and `portal doctor` on withdrawals, whose refunds the server makes.

use chrono::{TimeDelta, Utc};
use kernel::UserId;
use orders::{
    OrderId, OrderReference, Provider, REFUND_JOB, WithdrawalPeriod, due_refund, refund_refused,
    withdraw_as_member,
};

use crate::fixture::CommandFixture;
use crate::money::paid_order;

/// An order that its buyer withdrew from, some time ago.
fn withdrawn(fixture: &CommandFixture, provider: Provider, ago: TimeDelta) -> String {
    let UserId(anna) = fixture.member("Anna");
    let order = paid_order(&fixture.database(), "anna@example.com", None, provider);
    fixture.sql(&format!("UPDATE orders SET user_id = {anna}"));
    let reference: OrderReference = order.parse().unwrap();
    let now = Utc::now() - ago;
    fixture
        .database()
        .write(move |store| {
            withdraw_as_member(
                store,
                WithdrawalPeriod::default(),
                UserId(anna),
                std::net::Ipv4Addr::LOCALHOST.into(),
                &reference,
                now,
            )
        })
        .unwrap();
    order
}

#[test]
fn a_withdrawn_order_is_listed_and_shown_with_its_refund_and_credit_note() {
    let fixture = CommandFixture::with_course();
    let order = withdrawn(&fixture, Provider::Stripe, TimeDelta::hours(1));
    let other = paid_order(&fixture.database(), "bo@example.com", None, Provider::Sandbox);
    let all = fixture.portal(&["orders", "list", "--format", "json"]).json();
    assert_eq!(all.as_array().unwrap().len(), 2);
    let listed = fixture
        .portal(&["orders", "list", "--withdrawn", "--format", "json"])
        .json();
    assert_eq!(listed.as_array().unwrap().len(), 1);
    assert_eq!(listed[0]["reference"], order.as_str());
    assert!(listed[0]["withdrawnAt"].is_string(), "{listed}");
    let shown = fixture
        .portal(&["orders", "show", &order, "--format", "json"])
        .json();
    assert_eq!(
        (&shown["status"], &shown["refund"]),
        (&"refunded".into(), &"pending".into())
    );
    assert!(
        shown["creditNotes"].as_str().unwrap().starts_with("CN-"),
        "{shown}"
    );
    assert_eq!(shown["withdrawnAt"], listed[0]["withdrawnAt"]);
    let shown = fixture
        .portal(&["orders", "show", &other, "--format", "json"])
        .json();
    assert!(
        shown["withdrawnAt"].is_null() && shown["refund"].is_null(),
        "{shown}"
    );
}

#[test]
fn the_doctor_fails_while_a_withdrawals_refund_is_owed_for_more_than_a_day() {
    let fixture = CommandFixture::with_course();
    let line = |fixture: &CommandFixture| {
        let report = fixture.portal(&["doctor"]).out;
        let line = report.lines().find(|line| line.contains("refunds"));
        line.unwrap_or_else(|| panic!("no line on refunds: {report}"))
            .to_owned()
    };
    assert!(line(&fixture).starts_with("ok"));
    let order = withdrawn(&fixture, Provider::Stripe, TimeDelta::hours(25));
    fixture
        .database()
        .write(|store| {
            let now = Utc::now();
            let job = store.claim_due_job(REFUND_JOB, &[], now)?.unwrap();
            let due = due_refund(store, OrderId(job.key.parse().unwrap()))?.unwrap();
            let outcome = refund_refused(store, &due, "the balance is too low", now)?;
            store.settle_job(&job, &outcome)
        })
        .unwrap();
    let late = line(&fixture);
    assert!(late.starts_with("fail") && late.contains(&order), "{late}");
    assert!(late.contains("the balance is too low"), "{late}");
    // Staff gave it back in Stripe's own pages.
    let said = fixture
        .portal(&["orders", "refund", &order, "--by-hand", "--yes"])
        .said();
    assert!(said.contains("anna@example.com"), "{said}");
    assert!(line(&fixture).starts_with("ok"));
    let again = fixture.portal(&["orders", "refund", &order, "--yes"]).said();
    assert!(again.contains("nothing to do"), "{again}");
    let shown = fixture
        .portal(&["orders", "show", &order, "--format", "json"])
        .json();
    assert_eq!(
        (&shown["refund"], &shown["givenBack"]),
        (&serde_json::Value::Null, &30_000.into())
    );
}

#[test]
fn an_owed_refund_is_tried_at_once_when_staff_ask() {
    let fixture = CommandFixture::with_course();
    let order = withdrawn(&fixture, Provider::Stripe, TimeDelta::hours(1));
    let refused = fixture.portal(&["orders", "refund", &order, "--yes"]).refused();
    assert!(refused.contains("PORTAL_STRIPE_SECRET_KEY"), "{refused}");
    fixture.sql("UPDATE orders SET provider = 'sandbox'");
    fixture.portal(&["orders", "refund", &order, "--yes"]).said();
    let shown = fixture
        .portal(&["orders", "show", &order, "--format", "json"])
        .json();
    assert!(shown["refund"].is_null(), "{shown}");
}
