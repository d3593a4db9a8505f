//! Mails that notify members of what was done to their account.

use kernel::AccessTerm;
use serde_json::json;
use support::{
    Browser, Engine, Server, SmtpSink, Sqlite,
    catalogue_fixture::{CatalogueFixture, PASSWORD, credentials, mailed_key, member, registration},
    databases::tables::db_count,
};

const WINDOWS: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const NEWER: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:141.0) Gecko/20100101 Firefox/141.0";
const PHONE: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 \
                     (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

fn send(browser: &mut Browser, path: &str, agent: &str, body: &serde_json::Value) -> u16 {
    let body = body.to_string();
    browser
        .send("POST", path, &[("user-agent", agent)], Some(body.as_bytes()))
        .status
}

fn with_sink(engine: Engine, sink: &SmtpSink) -> Server {
    Server::with(engine, &[("PORTAL_SMTP_URL", &sink.url())])
}

#[test]
fn a_sign_in_from_a_new_device_is_mailed_and_from_a_known_device_is_not() {
    let sink = SmtpSink::start();
    let server = with_sink(Sqlite, &sink);
    let catalogue = CatalogueFixture::open(&server);
    let key = mailed_key(
        &server,
        catalogue.futures,
        AccessTerm::Lifetime,
        "trader@example.com",
    );
    let mut home = server.visitor();
    assert_eq!(
        send(&mut home, "/api/register", WINDOWS, &registration("Trader", &key)),
        201
    );
    let _ = home.post("/api/logout", &json!({}));
    for agent in [WINDOWS, NEWER] {
        let status = send(
            &mut server.visitor(),
            "/api/login",
            agent,
            &credentials("Trader", PASSWORD),
        );
        assert_eq!(status, 200);
    }
    let address = server.database().address();
    assert_eq!(
        db_count(&address, "outbox"),
        0,
        "a known browser, and a newer version of it"
    );
    let wrong = send(
        &mut server.visitor(),
        "/api/login",
        PHONE,
        &credentials("Trader", "wrong password"),
    );
    assert_eq!(wrong, 401);
    for _ in 0..2 {
        let status = send(
            &mut server.visitor(),
            "/api/login",
            PHONE,
            &credentials("Trader", PASSWORD),
        );
        assert_eq!(status, 200);
    }
    let mail = sink.mail_to("trader@example.com");
    assert_eq!(mail.subject(), "A sign-in from a new device");
    assert!(mail.text().contains("Safari on iPhone"), "{}", mail.text());
    assert_eq!(
        db_count(&address, "outbox"),
        1,
        "the device is known from then on"
    );
}

#[test]
fn the_new_address_is_mailed_a_link_and_the_old_address_a_notice_once_it_is_opened() {
    let sink = SmtpSink::start();
    let server = with_sink(Sqlite, &sink);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let mut change = |name: &str, email: &str| {
        let body = json!({ "username": name, "email": email, "currentPassword": PASSWORD });
        let _ = browser.put("/api/user/account", &body).ok(200);
    };
    change("<b>Trader</b>", "Trader@Example.com");
    assert_eq!(
        db_count(&server.database().address(), "outbox"),
        0,
        "the address is the same"
    );
    change("<b>Trader</b>", "other@example.com");
    let new = sink.mail_to("other@example.com");
    assert_eq!(new.subject(), "Confirm your e-mail address");
    assert_eq!(
        db_count(&server.database().address(), "outbox"),
        1,
        "the old address is notified before anything changed"
    );
    let text = new.text();
    let (_, link) = text
        .split_once("http://portal.example/verify-email?token=")
        .unwrap();
    let token: String = link.chars().take_while(|c| !c.is_whitespace()).collect();
    let confirmed = server
        .visitor()
        .post("/api/verify-email", &json!({ "token": token }));
    assert_eq!(confirmed.ok(200), json!({ "email": "other@example.com" }));
    let old = sink.mail_to("Trader@Example.com");
    assert!(!String::from_utf8_lossy(&old.raw).contains("other@example.com"));
    assert!(old.text().contains("no longer belongs to it"));
    for mail in [&old, &new] {
        assert!(mail.text().contains("Hello,"), "{}", mail.text());
        let page = mail.html();
        // Neither address is verified: a name would be free text in a mail to any address.
        assert!(
            !String::from_utf8_lossy(&mail.raw).contains("Trader</b>") && !mail.text().contains("Trader"),
            "{}",
            mail.text()
        );
        assert!(!page.contains("Trader") && !page.contains("<b>"), "{page}");
        assert!(page.contains(r#"<meta name="color-scheme" content="light dark">"#));
        assert!(page.contains("prefers-color-scheme: dark"));
        assert!(
            page.contains("You get this mail because") && mail.text().contains("You get this mail because")
        );
    }
}
