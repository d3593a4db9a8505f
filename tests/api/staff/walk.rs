//! Who of staff may do what, walked over the API's description, which says it from the domain's table.

use kernel::AccessTerm;
use staff::Role;
use support::{
    Answer, Browser, Server, Sqlite,
    catalogue_fixture::{CatalogueFixture, member},
    databases::tables::db_run,
    http::contract::{Contract, Operation},
    staff::joined,
};

fn operations() -> Vec<Operation> {
    let of_staff = |operation: &Operation| ["staff", "owner"].contains(&operation.who_may());
    let found: Vec<_> = Contract::shared()
        .operations()
        .into_iter()
        .filter(of_staff)
        .collect();
    assert!(found.len() > 1, "no call is for staff");
    found
}

/// Sends a call with a body that it cannot use, so that nothing is changed.
fn send(browser: &mut Browser, operation: &Operation) -> Answer {
    let path = operation
        .path
        .replace("{id}", "1")
        .replace("{reference}", &"0".repeat(32));
    let path = path.replace("{courseId}", "1");
    let body = (operation.method != "GET").then_some(&b"{\"unknown\":1}"[..]);
    browser.send(&operation.method, &path, &[], body)
}

fn code(answer: &Answer) -> String {
    let json: serde_json::Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    json["code"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_call_of_staff_is_closed_to_strangers_and_members() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let _ = joined(&server, "Eva", Role::Owner);
    let trader = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    for operation in operations() {
        let mut forged = server.visitor();
        forged.set_staff_cookie(Some("portal-staff=not-a-session"));
        for mut browser in [server.visitor(), trader.clone(), forged] {
            let answer = send(&mut browser, &operation);
            let _ = answer.refused(401, "unauthenticated");
        }
    }
}

#[test]
fn each_role_may_do_what_the_table_says_and_nothing_else() {
    let server = Server::start(Sqlite);
    for role in Role::ALL {
        for (at, operation) in operations().into_iter().enumerate() {
            // One of the calls signs out.
            let (mut browser, _) = joined(&server, &format!("{role}{at}"), role);
            let answer = send(&mut browser, &operation);
            if operation.who_may() == "owner" && role == Role::Support {
                let _ = answer.refused(403, "owner_only");
            } else {
                assert!(
                    !["unauthenticated", "owner_only", "passkey_required"].contains(&code(&answer).as_str()),
                    "{role}: {} is answered {}",
                    operation.name(),
                    answer.status
                );
            }
        }
    }
}

#[test]
fn a_refusal_comes_before_a_fresh_passkey_is_asked_for() {
    let server = Server::start(Sqlite);
    let fresh = [
        "PUT /api/staff/members/{id}/email",
        "POST /api/staff/orders/{reference}/refund",
    ];
    for role in Role::ALL {
        for (at, operation) in operations().into_iter().enumerate() {
            let (mut browser, _) = joined(&server, &format!("{role}{at}"), role);
            db_run(
                &server.database().address(),
                "UPDATE staff_sessions SET fresh_at = '2026-01-01 00:00:00'",
            );
            let found = code(&send(&mut browser, &operation));
            let name = operation.name();
            if operation.who_may() == "owner" && role == Role::Support {
                assert_eq!(found, "owner_only", "{name}");
            } else {
                assert_eq!(
                    found == "passkey_required",
                    fresh.contains(&name.as_str()),
                    "{role}: {name}: {found}"
                );
            }
        }
    }
}
