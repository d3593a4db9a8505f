//! Money that staff give back in their pages.

use rstest::rstest;
use serde_json::{Value, json};
use staff::Role;
use support::{
    Answer, Browser, Engine, Postgres, Sqlite,
    catalogue_fixture::sign_in,
    staff::joined,
    stripe::{
        Fault,
        server::{StripeServer, access},
    },
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
