//! The session key while another one replaces it: no member is signed out, and what was sealed before opens.

use std::sync::Arc;

use kernel::{AccessTerm, DatabaseUrl, KeyRing};
use outbound::{SessionKey, Settings};
use persistence::{Database, DatabaseOptions};
use purchase_keys::{PurchaseKey, PurchaseKeyStore as _};
use rstest::rstest;
use serde_json::json;
use support::{
    Browser, Engine, Postgres, Server, Sqlite, TestDatabase,
    authenticator::Authenticator,
    catalogue_fixture::{CatalogueFixture, PASSWORD, credentials, fresh_key, member},
    keys::SESSION_KEY,
};

use super::starting::refused;

/// 64 other bytes.
const NEW_KEY: &str =
    "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQ==";

fn sealing_key(session_key: &str) -> KeyRing<32> {
    let lookup = |name: &str| (name == "PORTAL_SESSION_KEY").then(|| session_key.into());
    let settings = Settings::read(&lookup).expect("a key");
    SessionKey::load(&settings).expect("a key").sealing_key()
}

fn with_cookies(server: &Server, of: &Browser) -> Browser {
    let mut browser = server.visitor();
    browser.set_cookie(of.cookie());
    browser.set_device_cookie(of.device_cookie());
    browser
}

#[rstest]
fn a_planned_change_of_the_key_signs_no_member_out(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = Arc::new(TestDatabase::new(engine));
    let mut first = Server::over(Arc::clone(&database), &[]);
    let catalogue = CatalogueFixture::open(&first);
    let mut before = member(&first, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let app = Authenticator::turned_on(&mut before);
    let key = fresh_key(&first, catalogue.futures, AccessTerm::Lifetime);
    first.kill();

    let both = format!("{NEW_KEY},{SESSION_KEY}");
    let mut second = Server::over(Arc::clone(&database), &[("PORTAL_SESSION_KEY", both.as_str())]);
    let mut during = with_cookies(&second, &before);
    assert!(during.is_signed_in(), "a cookie of the older key is refused");
    second.wait_for_log("every purchase key and second factor is sealed under the newest session key");
    let mut forged = second.visitor();
    let cookie = before.cookie().unwrap();
    let flipped = if cookie.ends_with('A') { "B" } else { "A" };
    forged.set_cookie(Some(&format!("{}{flipped}", &cookie[..cookie.len() - 1])));
    assert!(!forged.is_signed_in());
    second.kill();

    let third = Server::over(Arc::clone(&database), &[("PORTAL_SESSION_KEY", NEW_KEY)]);
    assert!(
        with_cookies(&third, &before).is_signed_in(),
        "a planned change of the key signs a member out"
    );
    let signing_in = json!({ "username": "Trader", "password": PASSWORD, "code": app.next_code() });
    let _ = third.visitor().post("/api/login", &signing_in).ok(200);
    let options = DatabaseOptions {
        url: database.address(),
        sealing_key: sealing_key(NEW_KEY),
        connections: 4,
    };
    let under_new = Database::connect(&options).expect("the database");
    let parsed = PurchaseKey::parse(&key).unwrap();
    let hash = parsed.hash();
    let record = under_new.read(move |store| store.key_record(&hash)).unwrap();
    let shown = record.unwrap().key.map(|key| key.reveal());
    assert_eq!(shown, Some(parsed.reveal()), "the key cannot be shown any more");
}

#[rstest]
fn signing_in_and_out_works_while_a_key_is_replaced(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = Arc::new(TestDatabase::new(engine));
    let mut first = Server::over(Arc::clone(&database), &[]);
    let catalogue = CatalogueFixture::open(&first);
    let before = member(&first, "Trader", catalogue.futures, AccessTerm::Lifetime);
    first.kill();
    let both = format!("{NEW_KEY},{SESSION_KEY}");
    let second = Server::over(Arc::clone(&database), &[("PORTAL_SESSION_KEY", both.as_str())]);
    let mut out = with_cookies(&second, &before);
    assert_eq!(out.post("/api/logout", &json!({})).status, 204);
    assert!(!out.is_signed_in() && !with_cookies(&second, &before).is_signed_in());
    let mut again = with_cookies(&second, &before);
    let _ = again.post("/api/login", &credentials("Trader", PASSWORD)).ok(200);
    assert!(again.is_signed_in());
    let change = json!({ "currentPassword": PASSWORD, "newPassword": "another password" });
    assert_eq!(again.put("/api/user/password", &change).status, 204);
    assert!(again.is_signed_in());
}

#[rstest]
fn a_server_with_another_session_key_or_none_is_refused_and_makes_none(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = Arc::new(TestDatabase::new(engine));
    let mut first = Server::over(Arc::clone(&database), &[]);
    first.kill();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let address = database.address();
    let place = match &address {
        DatabaseUrl::Sqlite(path) => path.display().to_string(),
        DatabaseUrl::Postgres(_) => String::from("on PostgreSQL"),
    };
    for (key, named) in [
        (NEW_KEY, "PORTAL_SESSION_KEY is not the one"),
        ("", "session.key (PORTAL_DATA_DIR)"),
    ] {
        let line = refused(
            &address,
            &[("PORTAL_SESSION_KEY", key), ("PORTAL_DATA_DIR", data)],
        );
        assert!(
            line.contains(named)
                && line.contains(&place)
                && line.contains("`portal session-key replace --yes`"),
            "{line}"
        );
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    let both = format!("{NEW_KEY},{SESSION_KEY}");
    let mut both = Server::over(Arc::clone(&database), &[("PORTAL_SESSION_KEY", both.as_str())]);
    both.kill();
    assert!(
        refused(&address, &[]).contains("is not the one"),
        "the older key alone is taken"
    );
    let _ = Server::over(Arc::clone(&database), &[("PORTAL_SESSION_KEY", NEW_KEY)]);
}

/// What a build before this one leaves where no server was started: something sealed, and no fingerprint.
#[rstest]
fn a_database_without_a_fingerprint_is_taken_by_the_key_that_opens_it(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = Arc::new(TestDatabase::new(engine));
    let course = support::samples::add_course(&database, "futures");
    let _ = support::samples::add_key(&database, course, AccessTerm::Lifetime, 1);
    let address = database.address();
    for key in [NEW_KEY, ""] {
        let line = refused(&address, &[("PORTAL_SESSION_KEY", key)]);
        assert!(line.contains("session key"), "{line}");
    }
    let mut server = Server::over(Arc::clone(&database), &[]);
    server.kill();
    assert!(refused(&address, &[("PORTAL_SESSION_KEY", NEW_KEY)]).contains("is not the one"));
}
