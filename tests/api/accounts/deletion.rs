//! A member's own data: all of it in one file, and gone with the account.

use kernel::AccessTerm;
use serde_json::json;
use support::{
    Answer, Browser, Server, Sqlite,
    authenticator::Authenticator,
    catalogue_fixture::{
        CatalogueFixture, PASSWORD, credentials, fresh_key, mailed_key, member, registration, sign_in,
    },
    databases::tables::{db_count, db_run},
    discord::guild::{FUTURES_ROLE, Guild},
    stripe::server::StripeServer,
};

fn delete(browser: &mut Browser, body: &serde_json::Value) -> Answer {
    browser.send("DELETE", "/api/user", &[], Some(body.to_string().as_bytes()))
}

#[test]
fn an_account_goes_with_password_and_code_and_leaves_a_free_name() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let key = fresh_key(&server, catalogue.futures, AccessTerm::Lifetime);
    let mut trader = server.visitor();
    let _ = trader
        .post("/api/register", &registration("Trader", &key))
        .ok(201);
    let mut other = member(&server, "Other", catalogue.futures, AccessTerm::Lifetime);
    let _ = trader
        .put(&catalogue.progress(0), &json!({ "watchedSeconds": 5 }))
        .ok(200);
    let mut phone = sign_in(&server, "Trader");
    let app = Authenticator::turned_on(&mut trader);

    delete(
        &mut trader,
        &json!({ "currentPassword": "wrong password", "code": app.next_code() }),
    )
    .wrong_fields(&[("currentPassword", "Current password is incorrect")]);
    delete(&mut trader, &json!({})).wrong_fields(&[("currentPassword", "Current password is incorrect")]);
    delete(&mut trader, &json!({ "currentPassword": PASSWORD })).refused(401, "second_factor_required");
    delete(&mut trader, &json!({ "currentPassword": PASSWORD, "code": "x" }))
        .refused(401, "second_factor_invalid");
    assert!(trader.is_signed_in() && phone.is_signed_in());

    let done = delete(
        &mut trader,
        &json!({ "currentPassword": PASSWORD, "code": app.next_code() }),
    );
    assert_eq!(done.status, 204);
    assert!(!phone.is_signed_in() && !trader.is_signed_in() && other.is_signed_in());
    server
        .visitor()
        .post("/api/login", &credentials("Trader", PASSWORD))
        .refused(401, "invalid_credentials");
    let address = server.database().address();
    for table in ["users", "sessions", "user_course_access"] {
        assert_eq!(db_count(&address, table), 1, "{table}: the other member's alone");
    }
    for table in ["video_progress", "outbox", "second_factors", "recovery_codes"] {
        assert_eq!(db_count(&address, table), 0, "{table}");
    }
    server
        .visitor()
        .post("/api/register", &registration("Trader", &key))
        .refused(400, "purchase_key_invalid");
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
}

#[test]
fn roles_leave_the_discord_account() {
    let guild = Guild::open(Sqlite);
    let mut trader = guild.linked("Trader", "501");
    guild.discord.await_roles("501", &[FUTURES_ROLE]);
    assert_eq!(
        delete(&mut trader, &json!({ "currentPassword": PASSWORD })).status,
        204
    );
    guild.discord.await_roles("501", &[]);
}

#[test]
fn orders_stay_without_the_account() {
    let shop = StripeServer::open(Sqlite);
    let mut trader = member(&shop.server, "Trader", shop.crypto, AccessTerm::Lifetime);
    let page = shop.page_for(&mut trader, shop.futures);
    shop.stripe.pay(&page.id).arrive(&shop.server);
    let export = trader.get("/api/user/export").ok(200);
    assert_eq!(export["orders"][0]["email"], "trader@example.com");
    assert_eq!(export["orders"][0]["status"], "paid");
    assert_eq!(
        delete(&mut trader, &json!({ "currentPassword": PASSWORD })).status,
        204
    );
    let address = shop.server.database().address();
    let kept = "orders WHERE user_id IS NULL AND status = 'paid' AND email = 'trader@example.com'";
    assert_eq!(
        (
            db_count(&address, kept),
            db_count(&address, "documents WHERE kind = 'receipt'")
        ),
        (1, 1)
    );
}

#[test]
fn an_export_is_a_file_of_all_that_is_kept_about_the_caller_and_no_secret() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut trader = member(&server, "Trader", catalogue.futures, AccessTerm::Days(90));
    let _ = member(&server, "Other", catalogue.futures, AccessTerm::Lifetime);
    let _ = trader
        .put(&catalogue.progress(0), &json!({ "watchedSeconds": 5 }))
        .ok(200);
    let app = Authenticator::turned_on(&mut trader);
    let address = server.database().address();
    let video = catalogue.videos[0].0;
    db_run(
        &address,
        &format!(
            "INSERT INTO exercise_answers (user_id, video_id, exercise, answered_at, answer, correct) \
             VALUES (1, {video}, 'tick', '2026-01-02 00:00:00', '[0]', TRUE); \
             INSERT INTO exercise_states (user_id, video_id, exercise, first_correct, ever_correct, last_correct, \
             answered_at, stability_days, difficulty, due_at) \
             VALUES (1, {video}, 'tick', TRUE, TRUE, TRUE, '2026-01-02 00:00:00', 3.5, 5, '2026-01-05 00:00:00'); \
             INSERT INTO access_notices (user_id, course_id, ends_at, kind, created_at) \
             VALUES (1, {course}, '2026-02-01 00:00:00', 'access_ending', '2026-01-25 00:00:00')",
            course = catalogue.futures.0,
        ),
    );
    let answer = trader.get("/api/user/export");
    let disposition = answer.header("content-disposition").unwrap().to_owned();
    assert_eq!(disposition, "attachment; filename=\"course-portal-account.json\"");
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let export = answer.ok(200);
    assert_eq!(export["account"]["email"], "trader@example.com");
    assert_eq!(export["secondFactor"]["recoveryCodesLeft"], 10);
    assert_eq!(export["grants"][0]["by"], "key");
    assert_eq!(export["grants"][0]["access"], "90d");
    assert_eq!(export["reviews"][0]["dueAt"], "2026-01-05T00:00:00Z");
    assert_eq!(export["accessNotices"][0]["kind"], "access_ending");
    assert_eq!(export["mails"][0]["kind"], "second_factor_changed");
    let acts = export["audit"].as_array().unwrap().iter();
    let acts: Vec<_> = acts.map(|act| act["action"].as_str().unwrap()).collect();
    assert_eq!(acts.last(), Some(&"account.second-factor-on"));
    assert!(
        acts.contains(&"account.registered") && acts.contains(&"key.redeemed"),
        "{acts:?}"
    );
    assert_eq!(export["audit"][0]["from"], "127.0.0.1");
    for list in [
        "courses",
        "purchaseKeys",
        "progress",
        "exercises",
        "sessions",
        "browsers",
    ] {
        assert_eq!(export[list].as_array().map(Vec::len), Some(1), "{list}");
    }
    let text = String::from_utf8(answer.body).unwrap();
    let cookie = trader.cookie().unwrap().split_once('=').unwrap().1.to_owned();
    for secret in ["argon2", "Other", "other@", &app.recovery[0], &cookie] {
        assert!(!text.contains(secret), "{secret}");
    }
    server
        .visitor()
        .get("/api/user/export")
        .refused(401, "unauthenticated");
}

#[test]
fn what_an_address_alone_connects_is_exported_once_it_is_proved() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let key = fresh_key(&server, catalogue.futures, AccessTerm::Lifetime);
    let mut trader = server.visitor();
    let _ = trader
        .post("/api/register", &registration("Trader", &key))
        .ok(201);
    // Of the person whose address it is, who may be another one.
    let bought = mailed_key(
        &server,
        catalogue.crypto,
        AccessTerm::Lifetime,
        "trader@example.com",
    );
    let export = trader.get("/api/user/export").ok(200);
    assert_eq!(export["account"]["emailVerified"], false);
    assert_eq!(export["verificationLink"]["email"], "trader@example.com");
    assert_eq!(export["purchaseKeys"].as_array().map(Vec::len), Some(1));
    let text = export.to_string();
    assert!(!text.contains(&bought[..5]), "{text}");

    let proved = "UPDATE users SET verified_email_key = email_key";
    db_run(&server.database().address(), proved);
    let export = trader.get("/api/user/export").ok(200);
    assert_eq!(export["purchaseKeys"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_link_to_a_pending_address_goes_with_the_account_and_no_other_mail_to_it() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut trader = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let other = fresh_key(&server, catalogue.futures, AccessTerm::Lifetime);
    let _ = server
        .visitor()
        .post("/api/register", &registration("Other", &other))
        .ok(201);
    let names = json!({ "username": "Trader", "email": "new@example.com", "currentPassword": PASSWORD });
    let changed = trader.put("/api/user/account", &names).ok(200);
    assert_eq!(changed["pendingEmail"], "new@example.com");
    let address = server.database().address();
    let to_new = "outbox WHERE address_key = 'new@example.com'";
    assert_eq!(db_count(&address, to_new), 1);
    assert_eq!(
        delete(&mut trader, &json!({ "currentPassword": PASSWORD })).status,
        204
    );
    assert_eq!(db_count(&address, to_new), 0);
    assert_eq!(db_count(&address, "mailed_tokens"), 1, "the other member's alone");
    assert_eq!(
        db_count(&address, "outbox WHERE address_key = 'other@example.com'"),
        1
    );
}
