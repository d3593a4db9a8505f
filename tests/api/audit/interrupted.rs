//! An act that a kill cuts off leaves neither act nor row; an act that is done has both.

use std::sync::atomic::{AtomicBool, Ordering};

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::json;
use support::{
    Engine, Postgres, Server, Sqlite,
    catalogue_fixture::{CatalogueFixture, fresh_key, member, sign_in},
    databases::tables::db_count,
    waiting::until,
};

#[rstest]
fn a_kill_separates_no_act_from_its_row(#[values(Sqlite, Postgres)] engine: Engine) {
    let mut server = Server::start(engine);
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let address = server.database().address();
    for round in 1..=3_i64 {
        let keys: Vec<Vec<_>> = (0..4)
            .map(|_| {
                (0..60)
                    .map(|_| fresh_key(&server, catalogue.futures, AccessTerm::Months(1)))
                    .collect()
            })
            .collect();
        let before = db_count(&address, "purchase_codes WHERE used");
        let killed = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for keys in &keys {
                let (mut browser, killed) = (sign_in(&server, "Trader"), &killed);
                scope.spawn(move || {
                    for key in keys {
                        let body = json!({ "purchaseKey": key }).to_string();
                        match browser.try_send("POST", "/api/user/redeem", &[], Some(body.as_bytes())) {
                            Ok(answer) => assert_eq!(answer.status, 200),
                            Err(_) if killed.load(Ordering::SeqCst) => return,
                            Err(error) => panic!("a redemption failed before the kill: {error}"),
                        }
                    }
                });
            }
            until("some keys are redeemed", || {
                db_count(&address, "purchase_codes WHERE used") >= before + 10 * round
            });
            killed.store(true, Ordering::SeqCst);
            server.kill();
        });
        server.start_again();
        let (used, rows) = (
            db_count(&address, "purchase_codes WHERE used"),
            db_count(&address, "audit_acts WHERE action = 'key.redeemed'"),
        );
        assert_eq!(used, rows, "keys and rows differ");
        assert!(used < before + 240, "the kill came after everything");
    }
}
