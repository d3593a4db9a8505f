//! Money that staff give back in their pages.

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

    fn refund(&mut self, body: &Value) -> Answer {
        self.owner
            .post(&format!("/api/staff/orders/{}/refund", self.reference), body)
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

#[rstest]
fn what_is_left_goes_back_and_the_access_ends(#[values(Sqlite, Postgres)] engine: Engine) {
    let mut sold = Sold::open(engine);
    let row = sold
        .refund(&json!({ "endAccess": true, "reason": "asked" }))
        .ok(200);
    assert_eq!(
        (&row["state"], &row["refunded"]),
        (&json!("refunded"), &json!(30_000))
    );
    assert_eq!(sold.stripe.stripe.returned(&sold.page), 30_000);
    assert!(!sold.is_open());
    let _ = sold
        .refund(&json!({ "endAccess": true, "reason": "asked" }))
        .refused(409, "already_refunded");
    assert_eq!(sold.stripe.stripe.returned(&sold.page), 30_000);
}

#[rstest]
#[case(json!({ "endAccess": false, "reason": "asked" }), 30_000, "refunded")]
#[case(json!({ "amount": 5_000, "endAccess": false, "reason": "asked" }), 5_000, "paid")]
fn the_access_stays_where_staff_say_so_also_when_the_event_comes(
    #[case] body: Value,
    #[case] returned: i64,
    #[case] state: &str,
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let mut sold = Sold::open(engine);
    let row = sold.refund(&body).ok(200);
    assert_eq!(
        (&row["state"], &row["refunded"]),
        (&json!(state), &json!(returned))
    );
    assert_eq!(sold.stripe.stripe.returned(&sold.page), returned);
    assert!(sold.is_open());
    sold.event();
    assert!(sold.is_open(), "the provider's event closed it");
}

#[rstest]
fn a_part_ends_the_access_where_staff_say_so(#[values(Sqlite, Postgres)] engine: Engine) {
    let mut sold = Sold::open(engine);
    let row = sold
        .refund(&json!({ "amount": 5_000, "endAccess": true, "reason": "asked" }))
        .ok(200);
    assert_eq!((&row["state"], &row["refunded"]), (&json!("paid"), &json!(5_000)));
    assert!(!sold.is_open());
    let refused = sold.refund(&json!({ "amount": 25_001, "endAccess": true, "reason": "asked" }));
    assert!(refused.refused(400, "invalid_fields")["fields"]["amount"].is_string());
}

#[rstest]
fn what_the_provider_does_not_give_back_changes_nothing(#[values(Sqlite, Postgres)] engine: Engine) {
    let mut sold = Sold::open(engine);
    sold.stripe.stripe.fail_next(&[Fault::ServerError]);
    let failed = sold.refund(&json!({ "endAccess": false, "reason": "asked" }));
    let _ = failed.refused(503, "payments_unavailable");
    assert_eq!(sold.stripe.stripe.returned(&sold.page), 0);
    // A whole refund in the provider's own pages still ends the access.
    let _ = sold
        .refund(&json!({ "endAccess": true, "reason": "asked" }))
        .ok(200);
    assert!(!sold.is_open());
    for (body, field) in [
        (json!({ "reason": "asked" }), "endAccess"),
        (json!({ "endAccess": true }), "reason"),
    ] {
        assert!(sold.refund(&body).refused(400, "invalid_fields")["fields"][field].is_string());
    }
}

fn refunds_in_the_trail(sold: &Sold) -> usize {
    let acts = actions(sold.stripe.server.database());
    acts.iter().filter(|action| *action == "orders.refund").count()
}

#[rstest]
fn a_withdrawal_after_a_part_ends_the_access_that_stayed(#[values(Sqlite, Postgres)] engine: Engine) {
    let mut sold = Sold::open(engine);
    let part = json!({ "amount": 1_000, "endAccess": false, "reason": "late start" });
    let _ = sold.refund(&part).ok(200);
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
#[case(json!({ "endAccess": false, "reason": "asked" }), 30_000)]
#[case(json!({ "amount": 1_000, "endAccess": false, "reason": "asked" }), 1_000)]
fn a_refund_whose_answer_was_lost_is_made_once(
    #[case] body: Value,
    #[case] returned: i64,
    #[values(true, false)] event_first: bool,
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let mut sold = Sold::open(engine);
    sold.stripe
        .stripe
        .fail_next(&[Fault::CutAfterWork, Fault::CutAfterWork]);
    let _ = sold.refund(&body).refused(503, "payments_unavailable");
    assert_eq!(sold.stripe.stripe.returned(&sold.page), returned, "it was made");
    assert_eq!(refunds_in_the_trail(&sold), 0);
    if event_first {
        sold.event();
        assert!(sold.is_open(), "the provider's event closed it");
    } else {
        let other = json!({ "amount": 700, "endAccess": false, "reason": "asked" });
        let _ = sold.refund(&other).refused(409, "refund_pending");
    }
    let row = sold.refund(&body).ok(200);
    assert_eq!(row["refunded"], returned);
    assert_eq!(
        sold.stripe.stripe.returned(&sold.page),
        returned,
        "it was made twice"
    );
    assert_eq!(refunds_in_the_trail(&sold), 1);
    sold.event();
    assert!(sold.is_open());
}

#[rstest]
fn after_the_event_of_an_unanswered_part_another_part_goes_back(#[values(Sqlite, Postgres)] engine: Engine) {
    let mut sold = Sold::open(engine);
    let part = |amount: i32| json!({ "amount": amount, "endAccess": false, "reason": "asked" });
    sold.stripe
        .stripe
        .fail_next(&[Fault::CutAfterWork, Fault::CutAfterWork]);
    let _ = sold.refund(&part(1_000)).refused(503, "payments_unavailable");
    sold.event();
    let row = sold.refund(&part(700)).ok(200);
    assert_eq!(row["refunded"], 1_700);
    assert_eq!(sold.stripe.stripe.returned(&sold.page), 1_700);
    sold.event();
    assert!(sold.is_open());
}

#[rstest]
fn a_failure_after_a_lost_answer_forgets_nothing(#[values(Sqlite, Postgres)] engine: Engine) {
    let mut sold = Sold::open(engine);
    let part = json!({ "amount": 1_000, "endAccess": true, "reason": "asked" });
    sold.stripe
        .stripe
        .fail_next(&[Fault::CutAfterWork, Fault::CutAfterWork, Fault::ServerError]);
    for _ in 0..2 {
        let _ = sold.refund(&part).refused(503, "payments_unavailable");
    }
    sold.event();
    let _ = sold.refund(&part).ok(200);
    assert_eq!(sold.stripe.stripe.returned(&sold.page), 1_000);
    assert!(!sold.is_open(), "the part ends the access");
    assert_eq!(refunds_in_the_trail(&sold), 1);
}

#[rstest]
fn refunds_at_once_give_back_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let sold = Sold::open(engine);
    let names = ["Finn", "Gil", "Hana", "Ida"];
    let owners = names.map(|name| Mutex::new(joined(&sold.stripe.server, name, Role::Owner).0));
    let path = format!("/api/staff/orders/{}/refund", sold.reference);
    let body = json!({ "amount": 4_000, "endAccess": false, "reason": "asked" });
    let answers = at_once(4, |number| {
        let owner = &owners[usize::try_from(number).unwrap()];
        owner.lock().unwrap().post(&path, &body).status
    });
    // A request that begins after another has ended is another refund.
    let made = sold.stripe.stripe.returned(&sold.page) / 4_000;
    assert_eq!(
        refunds_in_the_trail(&sold),
        usize::try_from(made).unwrap(),
        "{answers:?}"
    );
    assert!(answers.iter().all(|status| *status == 200), "{answers:?}");
    let order = &sold
        .stripe
        .texts("SELECT CAST(given_back AS TEXT) AS t FROM orders")[0];
    assert_eq!(order.as_deref(), Some(&*(made * 4_000).to_string()));
}
