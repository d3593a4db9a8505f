//! Money that staff give back in their pages.

mod failures;

use std::sync::Mutex;

use rstest::rstest;
use serde_json::{Value, json};
use staff::Role;
use support::{
    Answer, Browser, Engine, Postgres, Sqlite,
    audit::actions,
    catalogue_fixture::sign_in,
    parallel::at_once,
    staff::joined,
    stripe::{
        Fault,
        server::{StripeServer, access},
    },
    waiting::until,
};

struct Sold {
    stripe: StripeServer,
    reference: String,
    page: String,
    owner: Browser,
    jo: Browser,
}

impl Sold {
    fn open(engine: Engine) -> Self {
        let stripe = StripeServer::open(engine);
        let page = stripe.page("jo@example.com");
        stripe.stripe.pay(&page.id).arrive(&stripe.server);
        assert!(stripe.registers("Jo", &stripe.key(&page)));
        let jo = sign_in(&stripe.server, "Jo");
        let (owner, _) = joined(&stripe.server, "Eva", Role::Owner);
        Self {
            reference: page.reference().to_owned(),
            page: page.id.clone(),
            stripe,
            owner,
            jo,
        }
    }

    /// Asks for a refund as a page that saw this much given back.
    fn refund(&mut self, refunded: i64, body: &Value) -> Answer {
        let mut body = body.clone();
        body["refunded"] = json!(refunded);
        body["reason"] = json!("asked");
        self.owner
            .post(&format!("/api/staff/orders/{}/refund", self.reference), &body)
    }

    /// The order's row on the member's page.
    fn row(&mut self) -> Value {
        let jo = self.jo.get("/api/user").ok(200)["id"].clone();
        let page = self.owner.get(&format!("/api/staff/members/{jo}")).ok(200);
        page["orders"][0].clone()
    }

    /// What today says of payments.
    fn troubles(&mut self) -> Vec<String> {
        let today = self.owner.get("/api/staff/today").ok(200);
        let rows = today["payments"].as_array().unwrap().clone();
        rows.iter()
            .map(|row| row["detail"].as_str().unwrap().to_owned())
            .collect()
    }

    /// The keys under which refunds were asked for, each once.
    fn keys(&self) -> Vec<String> {
        let asked = self.stripe.stripe.asked();
        let asked = asked.iter().filter(|asked| asked.path == "/v1/refunds");
        let mut keys: Vec<_> = asked
            .filter_map(|asked| asked.header("idempotency-key").map(str::to_owned))
            .collect();
        keys.dedup();
        keys
    }

    fn credited(&self) -> Vec<Option<String>> {
        self.stripe
            .texts("SELECT CAST(amount AS TEXT) AS t FROM documents WHERE kind = 'credit_note' ORDER BY id")
    }

    fn is_open(&mut self) -> bool {
        access(&mut self.jo, self.stripe.futures).0
    }

    fn event(&self) {
        self.stripe
            .stripe
            .given_back(&self.page)
            .arrive(&self.stripe.server);
    }
}

fn standing(row: &Value) -> (&Value, &Value, &Value) {
    (&row["state"], &row["refunded"], &row["refund"])
}

#[test]
fn what_is_left_goes_back_and_the_access_ends() {
    let mut sold = Sold::open(Sqlite);
    let body = json!({ "endAccess": true });
    let row = sold.refund(0, &body).ok(200);
    assert_eq!(standing(&row), (&json!("refunded"), &json!(30_000), &json!(null)));
    assert_eq!(sold.stripe.stripe.returned(&sold.page), 30_000);
    assert!(!sold.is_open());
    for refunded in [0, 30_000] {
        let _ = sold.refund(refunded, &body).refused(409, "already_refunded");
    }
    assert_eq!(sold.stripe.stripe.returned(&sold.page), 30_000);
}

#[rstest]
#[case(json!({ "endAccess": false }), 30_000, "refunded")]
#[case(json!({ "amount": 5_000, "endAccess": false }), 5_000, "paid")]
fn the_access_stays_where_staff_say_so_also_when_the_event_comes(
    #[case] body: Value,
    #[case] returned: i64,
    #[case] state: &str,
) {
    let mut sold = Sold::open(Sqlite);
    let row = sold.refund(0, &body).ok(200);
    assert_eq!(standing(&row), (&json!(state), &json!(returned), &json!(null)));
    assert_eq!(sold.stripe.stripe.returned(&sold.page), returned);
    assert!(sold.is_open());
    sold.event();
    assert!(sold.is_open(), "the provider's event closed it");
}

#[test]
fn a_part_ends_the_access_where_staff_say_so() {
    let mut sold = Sold::open(Sqlite);
    let row = sold
        .refund(0, &json!({ "amount": 5_000, "endAccess": true }))
        .ok(200);
    assert_eq!(standing(&row), (&json!("paid"), &json!(5_000), &json!(null)));
    assert!(!sold.is_open());
    let refused = sold.refund(5_000, &json!({ "amount": 25_001, "endAccess": true }));
    assert!(refused.refused(400, "invalid_fields")["fields"]["amount"].is_string());
}

#[test]
fn a_part_that_is_asked_for_again_goes_back_once() {
    let mut sold = Sold::open(Sqlite);
    let part = json!({ "amount": 1_000, "endAccess": false });
    let _ = sold.refund(0, &part).ok(200);
    for refunded in [0, 999, 30_000] {
        let _ = sold.refund(refunded, &part).refused(409, "refund_moved");
    }
    assert_eq!(sold.stripe.stripe.returned(&sold.page), 1_000);
    let row = sold.refund(1_000, &part).ok(200);
    assert_eq!(row["refunded"], 2_000);
    assert_eq!(refunds_in_the_trail(&sold), 2);
}

#[test]
fn what_is_missing_is_named_and_changes_nothing() {
    let mut sold = Sold::open(Sqlite);
    let path = format!("/api/staff/orders/{}/refund", sold.reference);
    for (body, field) in [
        (json!({ "refunded": 0, "reason": "asked" }), "endAccess"),
        (json!({ "refunded": 0, "endAccess": true }), "reason"),
        (json!({ "endAccess": true, "reason": "asked" }), "refunded"),
    ] {
        let refused = sold.owner.post(&path, &body);
        assert!(refused.refused(400, "invalid_fields")["fields"][field].is_string());
    }
    assert_eq!(sold.stripe.stripe.returned(&sold.page), 0);
    assert!(sold.is_open());
}

fn refunds_in_the_trail(sold: &Sold) -> usize {
    let acts = actions(sold.stripe.server.database());
    acts.iter().filter(|action| *action == "orders.refund").count()
}

#[test]
fn a_withdrawal_after_a_part_ends_the_access_that_stayed() {
    let mut sold = Sold::open(Sqlite);
    let part = json!({ "amount": 1_000, "endAccess": false });
    let _ = sold.refund(0, &part).ok(200);
    assert!(sold.is_open());
    let path = format!("/api/user/orders/{}/withdraw", sold.reference);
    let _ = sold.jo.post(&path, &json!({})).ok(200);
    assert!(!sold.is_open());
    until("the rest went back", || {
        sold.stripe.stripe.returned(&sold.page) == 30_000
    });
    sold.event();
    assert!(!sold.is_open());
}

#[rstest]
#[case(json!({ "endAccess": false }), 30_000, "refunded")]
#[case(json!({ "amount": 1_000, "endAccess": false }), 1_000, "paid")]
fn a_refund_whose_answer_was_lost_is_pending_and_made_once(
    #[case] body: Value,
    #[case] returned: i64,
    #[case] state: &str,
    #[values(true, false)] event_first: bool,
) {
    let mut sold = Sold::open(Sqlite);
    sold.stripe
        .stripe
        .fail_next(&[Fault::CutAfterWork, Fault::CutAfterWork]);
    let row = sold.refund(0, &body).ok(200);
    assert_eq!(
        standing(&row),
        (&json!(state), &json!(returned), &json!("pending"))
    );
    if event_first {
        sold.event();
        assert!(sold.is_open(), "the provider's event closed it");
    }
    until("the refund is made", || sold.row()["refund"].is_null());
    assert_eq!(sold.row()["refunded"], returned);
    assert_eq!(
        sold.stripe.stripe.returned(&sold.page),
        returned,
        "it was made twice"
    );
    assert_eq!(sold.keys().len(), 1);
    assert_eq!(refunds_in_the_trail(&sold), 1);
    sold.event();
    assert!(sold.is_open());
    assert_eq!(sold.credited(), [Some(returned.to_string())]);
}

#[rstest]
fn while_a_part_has_no_outcome_another_sum_waits(#[values(Sqlite, Postgres)] engine: Engine) {
    let mut sold = Sold::open(engine);
    sold.stripe.stripe.fail_next(&[Fault::ServerError; 3]);
    let part = |amount: i32| json!({ "amount": amount, "endAccess": false });
    let _ = sold.refund(0, &part(1_000)).ok(200);
    let other = sold.refund(0, &part(700));
    if other.status != 409 {
        panic!(
            "another sum went back beside a part without an outcome: {}",
            other.status
        );
    }
    until("the part is made", || sold.row()["refund"].is_null());
    let row = sold.refund(1_000, &part(700)).ok(200);
    assert_eq!(row["refunded"], 1_700);
    assert_eq!(sold.stripe.stripe.returned(&sold.page), 1_700);
}

#[rstest]
fn refunds_at_once_give_back_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let sold = Sold::open(engine);
    let names = ["Finn", "Gil", "Hana", "Ida"];
    let owners = names.map(|name| Mutex::new(joined(&sold.stripe.server, name, Role::Owner).0));
    let path = format!("/api/staff/orders/{}/refund", sold.reference);
    let body = json!({ "amount": 4_000, "endAccess": false, "reason": "asked", "refunded": 0 });
    let answers = at_once(4, |number| {
        let owner = &owners[usize::try_from(number).unwrap()];
        owner.lock().unwrap().post(&path, &body).status
    });
    assert_eq!(sold.stripe.stripe.returned(&sold.page), 4_000, "{answers:?}");
    assert_eq!(refunds_in_the_trail(&sold), 1, "{answers:?}");
    assert!(answers.contains(&200), "{answers:?}");
    assert!(
        answers.iter().all(|status| [200, 409].contains(status)),
        "{answers:?}"
    );
    assert_eq!(sold.credited(), [Some(String::from("4000"))]);
}
