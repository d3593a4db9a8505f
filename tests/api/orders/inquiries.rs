//! What a buyer's bank asks about a payment.

use serde_json::json;
use staff::Role;
use support::{
    Browser, Sqlite,
    staff::joined,
    stripe::{events::Event, server::StripeServer},
};

#[test]
fn an_inquiry_of_the_bank_closes_nothing_and_is_listed_until_it_is_closed() {
    let stripe_server = StripeServer::open(Sqlite);
    let server = &stripe_server.server;
    let (asked, closed_first, lost) = (
        stripe_server.page("jo@example.com"),
        stripe_server.page("bo@example.com"),
        stripe_server.page("al@example.com"),
    );
    let pages = [&asked, &closed_first, &lost];
    for page in pages {
        stripe_server.stripe.pay(&page.id).arrive(server);
    }
    let inquiries = pages.map(|page| stripe_server.stripe.inquiry(&page.id));
    let later = |inquiry: &Event, id: &str, status: &str| {
        let mut event = inquiry.clone().with("status", json!(status));
        event.json["id"] = json!(id);
        event.json["type"] = json!("charge.dispute.updated");
        event
    };
    inquiries[0].arrive(server);
    inquiries[0].arrive(server);
    later(&inquiries[1], "evt_early", "warning_closed").arrive(server);
    inquiries[1].arrive(server);
    inquiries[2].arrive(server);
    let (mut staff, _) = joined(server, "Eva", Role::Support);
    let listed = |staff: &mut Browser| -> Vec<String> {
        let today = staff.get("/api/staff/today").ok(200);
        let rows = today["payments"].as_array().unwrap().iter();
        let mut rows: Vec<_> = rows
            .map(|row| {
                format!(
                    "{} {}",
                    row["reference"].as_str().unwrap(),
                    row["detail"].as_str().unwrap()
                )
            })
            .collect();
        rows.sort();
        rows
    };
    let mut expected = [&asked, &lost].map(|page| {
        let detail = "The buyer's bank asks about the payment: answer in the provider's own pages";
        format!("{} {detail}", page.reference())
    });
    expected.sort();
    assert_eq!(listed(&mut staff), expected);
    for page in pages {
        assert_eq!(stripe_server.status(page), "paid");
    }
    assert!(stripe_server.registers("Jo", &stripe_server.key(&asked)));
    later(&inquiries[0], "evt_closed", "warning_closed").arrive(server);
    later(&inquiries[2], "evt_lost", "needs_response").arrive(server);
    assert_eq!(
        listed(&mut staff),
        [format!(
            "{} The buyer's bank took the payment back",
            lost.reference()
        )]
    );
    assert_eq!(stripe_server.status(&asked), "paid");
    assert_eq!(stripe_server.status(&lost), "disputed");
}
