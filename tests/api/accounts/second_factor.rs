//! The second factor over HTTP: turned on, asked for, each code once, turned off.

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::{Value, json};
use support::{
    Answer, Browser, Engine, Postgres, Server, SmtpSink, Sqlite, at_once,
    authenticator::Authenticator,
    catalogue_fixture::{CatalogueFixture, PASSWORD, credentials, member},
    databases::tables::db_count,
};

const PATH: &str = "/api/user/second-factor";

fn trader(server: &Server) -> Browser {
    let catalogue = CatalogueFixture::open(server);
    member(server, "Trader", catalogue.futures, AccessTerm::Lifetime)
}

fn body(password: &str, code: &str) -> Value {
    json!({ "username": "Trader", "password": password, "code": code })
}

/// Signs in on a device that was never seen.
fn enter(server: &Server, code: &str) -> Answer {
    server.visitor().post("/api/login", &body(PASSWORD, code))
}

fn turn_off(browser: &mut Browser, password: &str, code: &str) -> Answer {
    let body = json!({ "currentPassword": password, "code": code }).to_string();
    browser.send("DELETE", PATH, &[], Some(body.as_bytes()))
}

#[rstest]
fn a_sign_in_wants_a_code_and_each_counts_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let mut trader = trader(&server);
    assert_eq!(trader.get("/api/user").ok(200)["secondFactor"], false);
    let app = Authenticator::turned_on(&mut trader);
    assert_eq!(trader.get("/api/user").ok(200)["secondFactor"], true);

    let mut visitor = server.visitor();
    visitor
        .post("/api/login", &credentials("Trader", PASSWORD))
        .refused(401, "second_factor_required");
    visitor
        .post("/api/login", &body(PASSWORD, " "))
        .refused(401, "second_factor_required");
    assert!(!visitor.is_signed_in());
    for wrong in [app.wrong_code(), String::from("x"), app.first_code.clone()] {
        let answer = enter(&server, &wrong);
        answer.refused(401, "second_factor_invalid");
        assert!(answer.header("set-cookie").is_none());
    }
    let next = app.next_code();
    let user = visitor.post("/api/login", &body(PASSWORD, &next)).ok(200);
    assert_eq!(user["secondFactor"], true);
    assert!(visitor.is_signed_in());
    enter(&server, &next).refused(401, "second_factor_invalid");

    assert_eq!(app.recovery.len(), 10);
    let typed = app.recovery[9].to_lowercase().replace('-', "");
    let _ = enter(&server, &typed).ok(200);
    enter(&server, &app.recovery[9]).refused(401, "second_factor_invalid");
    // A time of the log has six digits too, after a dot.
    let log = server.log().replace(&format!(".{next}Z"), "");
    assert!(!log.contains(&app.recovery[0]) && !log.contains(&next));
}

#[test]
fn a_wrong_password_is_answered_as_ever_with_any_code() {
    let server = Server::start(Sqlite);
    let mut trader = trader(&server);
    let app = Authenticator::turned_on(&mut trader);
    let plain = server
        .visitor()
        .post("/api/login", &credentials("Stranger", "wrong password"));
    for code in [app.next_code(), app.recovery[0].clone(), String::new()] {
        let answer = server
            .visitor()
            .post("/api/login", &body("wrong password", &code));
        answer.refused(401, "invalid_credentials");
        assert_eq!(answer.body, plain.body);
    }
    // Not looked at, so not used up.
    let _ = enter(&server, &app.recovery[0]).ok(200);
}

#[test]
fn nothing_is_on_before_a_code_of_the_secret_was_given() {
    let server = Server::start(Sqlite);
    let mut trader = trader(&server);
    trader
        .put(PATH, &json!({ "code": "123456" }))
        .refused(400, "second_factor_invalid");
    trader
        .post(PATH, &json!({ "currentPassword": "wrong password" }))
        .wrong_fields(&[("currentPassword", "Current password is incorrect")]);
    let offer = trader.post(PATH, &json!({ "currentPassword": PASSWORD })).ok(200);
    let (secret, uri) = (offer["secret"].as_str().unwrap(), offer["uri"].as_str().unwrap());
    assert!(secret.len() == 32 && uri.starts_with("otpauth://totp/") && uri.contains(secret));
    assert!(offer["qr"].as_str().unwrap().contains("<svg"));
    for code in [Value::Null, json!(""), json!("x"), json!("000000000000")] {
        trader
            .put(PATH, &json!({ "code": code }))
            .refused(400, "second_factor_invalid");
    }
    let _ = server
        .visitor()
        .post("/api/login", &credentials("Trader", PASSWORD))
        .ok(200);
    // A newer offer voids the older.
    let app = Authenticator::turned_on(&mut trader);
    let code = Authenticator::typed(secret).next_code();
    enter(&server, &code).refused(401, "second_factor_invalid");
    trader
        .post(PATH, &json!({ "currentPassword": PASSWORD }))
        .refused(409, "second_factor_on");
    trader
        .put(PATH, &json!({ "code": app.next_code() }))
        .refused(400, "second_factor_invalid");
    let _ = enter(&server, &app.next_code()).ok(200);
}

#[test]
fn it_is_turned_on_and_off_with_a_mail_and_ends_no_session() {
    let sink = SmtpSink::start();
    let server = Server::with(Sqlite, &[("PORTAL_SMTP_URL", &sink.url())]);
    let mut trader = trader(&server);
    let mut phone = support::catalogue_fixture::sign_in(&server, "Trader");
    let app = Authenticator::turned_on(&mut trader);
    let mail = sink.mail_to("trader@example.com");
    assert_eq!(mail.subject(), "Your account now asks for a code");
    turn_off(&mut trader, "wrong password", &app.next_code())
        .wrong_fields(&[("currentPassword", "Current password is incorrect")]);
    for code in ["", "x", &app.first_code] {
        turn_off(&mut trader, PASSWORD, code).refused(400, "second_factor_invalid");
    }
    assert_eq!(turn_off(&mut trader, PASSWORD, &app.recovery[5]).status, 204);
    assert_eq!(trader.get("/api/user").ok(200)["secondFactor"], false);
    assert!(phone.is_signed_in());
    let _ = server
        .visitor()
        .post("/api/login", &credentials("Trader", PASSWORD))
        .ok(200);
    let kind = "outbox WHERE kind = 'second_factor_changed'";
    assert_eq!(db_count(&server.database().address(), kind), 2);
    let again = Authenticator::turned_on(&mut trader);
    enter(&server, &app.recovery[0]).refused(401, "second_factor_invalid");
    assert_eq!(turn_off(&mut trader, PASSWORD, &again.next_code()).status, 204);
}

#[rstest]
fn of_requests_at_once_by_one_code_one_is_let_in(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let beside = server.beside();
    let mut trader = trader(&server);
    let app = Authenticator::turned_on(&mut trader);
    for code in [app.next_code(), app.recovery[0].clone()] {
        let answers = at_once(8, |n| enter([&server, &beside][n as usize % 2], &code));
        let entered = answers.iter().filter(|answer| answer.status == 200);
        assert_eq!(entered.count(), 1);
        for loser in answers.iter().filter(|answer| answer.status != 200) {
            loser.refused(401, "second_factor_invalid");
        }
    }
}

#[test]
fn wrong_codes_use_up_the_attempts_as_wrong_passwords_do() {
    let server = Server::with(Sqlite, &[("PORTAL_AUTH_ATTEMPTS_PER_MINUTE", "4")]);
    let mut trader = trader(&server);
    let app = Authenticator::turned_on(&mut trader);
    for _ in 0..4 {
        enter(&server, &app.wrong_code()).refused(401, "second_factor_invalid");
    }
    enter(&server, &app.next_code()).refused(429, "too_many_attempts");
}
