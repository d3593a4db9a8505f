//! A COMMIT whose answer does not come: the write has happened, its caller is told to look, and sent again it is not done twice
//! (contract, "What changes in what stands").

use chrono::Utc;
use kernel::AccessTerm;
use serde_json::json;
use staff::Role;
use support::{
    Answer, Browser, Postgres, Server, TestDatabase,
    catalogue_fixture::{fresh_key, member, registration, sign_in},
    courses::lesson_folder::{
        LessonFolder,
        exercises::{add_exercises, answers, exercise_path},
        replay::add_replay,
    },
    databases::{
        commit_proxy::{CommitProxy, Interference},
        tables::db_count,
    },
    http::available_again,
    samples::{add_course, videos_of},
    server::database_setting,
    staff::joined,
    stripe::server::StripeServer,
    waiting::until,
};

/// A database, a proxy in front of it, and the setting by which a server reaches it through the proxy.
fn proxied() -> (TestDatabase, CommitProxy, String) {
    let database = TestDatabase::new(Postgres);
    let url = database_setting(&database.address());
    let proxy = CommitProxy::start(&url);
    let through = proxy.url(&url);
    (database, proxy, through)
}

fn served() -> (Server, CommitProxy) {
    let (database, proxy, through) = proxied();
    (Server::over(database, &[("DATABASE_URL", &through)]), proxy)
}

fn selling() -> (StripeServer, CommitProxy) {
    let (database, proxy, through) = proxied();
    (StripeServer::over(database, &[("DATABASE_URL", &through)]), proxy)
}

/// Asks while the answer to a COMMIT is held back, that of the transaction with these words.
#[track_caller]
fn outcome_unknown(proxy: &CommitProxy, words: &str, ask: impl FnOnce() -> Answer) {
    proxy.interfere(Interference::Hold, words);
    let answer = ask();
    assert!(proxy.has_interfered(), "no commit was held");
    assert_eq!(
        answer.refused(503, "outcome_unknown")["message"],
        "This may have been saved. Look before you send it again."
    );
    proxy.let_go();
}

fn count(server: &Server, from: &str) -> i64 {
    db_count(&server.database().address(), from)
}

fn acts(server: &Server, action: &str) -> i64 {
    count(server, &format!("audit_acts WHERE action = '{action}'"))
}

#[track_caller]
fn assert_registered_once(server: &Server) {
    for rows in [
        "users",
        "user_course_access",
        "sessions",
        "purchase_codes WHERE used",
    ] {
        assert_eq!(count(server, rows), 1, "{rows}");
    }
}

const NEW_USER: &str = "INSERT INTO \"users\"";

#[test]
fn a_commit_that_held_is_acknowledged_although_its_connection_was_cut() {
    let (server, proxy) = served();
    let course = add_course(server.database(), "futures");
    let body = registration("Trader", &fresh_key(&server, course, AccessTerm::Lifetime));
    let mut visitor = server.visitor();
    proxy.interfere(Interference::Cut, NEW_USER);
    let _ = visitor.post("/api/register", &body).ok(201);
    assert!(proxy.has_interfered(), "no commit was cut");
    assert!(visitor.is_signed_in());
    assert_registered_once(&server);
}

#[test]
fn a_registration_that_did_happen_is_409() {
    let (server, proxy) = served();
    let course = add_course(server.database(), "futures");
    let key = fresh_key(&server, course, AccessTerm::Lifetime);
    let body = registration("Trader", &key);
    let mut visitor = server.visitor();
    outcome_unknown(&proxy, NEW_USER, || visitor.post("/api/register", &body));
    assert_eq!(visitor.cookie(), None);
    let again = available_again(|| visitor.post("/api/register", &body));
    let _ = again.refused(409, "username_taken");
    assert_registered_once(&server);
    assert!(sign_in(&server, "Trader").is_signed_in());
    // Of another name the key tells nothing.
    let other = server
        .visitor()
        .post("/api/register", &registration("Other", &key));
    let _ = other.refused(400, "purchase_key_invalid");
}

#[test]
fn a_report_is_kept_once() {
    let (server, proxy) = served();
    let course = add_course(server.database(), "futures");
    let mut trader = member(&server, "Trader", course, AccessTerm::Lifetime);
    let video = videos_of(server.database(), course)[0].0;
    let (path, report) = (
        format!("/api/videos/{video}/progress"),
        json!({ "watchedSeconds": 50 }),
    );
    outcome_unknown(&proxy, "INSERT INTO \"video_progress\"", || {
        trader.put(&path, &report)
    });
    let again = available_again(|| trader.put(&path, &report)).ok(200);
    assert_eq!(again["watchedSeconds"], 50);
    assert_eq!(count(&server, "video_progress"), 1);
}

#[test]
fn an_answer_of_one_time_counts_once() {
    let (server, proxy) = served();
    let folder = LessonFolder::new();
    add_exercises(&folder);
    let lessons = folder.import(server.database(), &server.media());
    let mut trader = member(&server, "Trader", lessons.course, AccessTerm::Lifetime);
    let (exercise, right, _) = answers().swap_remove(0);
    let path = exercise_path(lessons.video, exercise);
    let body = json!({ "answer": right, "answeredAt": Utc::now().to_rfc3339() });
    outcome_unknown(&proxy, "INSERT INTO \"exercise_answers\"", || {
        trader.post(&path, &body)
    });
    let again = available_again(|| trader.post(&path, &body)).ok(200);
    assert_eq!(again["correct"], true);
    assert_eq!(count(&server, "exercise_answers"), 1);
}

#[test]
fn a_step_is_made_once() {
    let (server, proxy) = served();
    let folder = LessonFolder::new();
    add_replay(&folder);
    let lessons = folder.import(server.database(), &server.media());
    let mut trader = member(&server, "Trader", lessons.course, AccessTerm::Lifetime);
    let runs = format!("/api/videos/{}/replay/runs", lessons.video.0);
    let run = trader.post(&runs, &json!({})).ok(201)["id"].clone();
    let (path, step) = (
        format!("/api/replay-runs/{run}/steps"),
        json!({ "at": 2, "steps": 1 }),
    );
    outcome_unknown(&proxy, "UPDATE \"replay_runs\"", || trader.post(&path, &step));
    let again = available_again(|| trader.post(&path, &step));
    let _ = again.refused(409, "run_moved");
    let seen = trader.get(&format!("/api/replay-runs/{run}")).ok(200);
    assert_eq!(seen["at"], 3);
}

#[test]
fn a_key_that_was_redeemed_answers_its_course() {
    let (server, proxy) = served();
    let [futures, crypto] = ["futures", "crypto"].map(|slug| add_course(server.database(), slug));
    let mut trader = member(&server, "Trader", futures, AccessTerm::Lifetime);
    let body = json!({ "purchaseKey": fresh_key(&server, crypto, AccessTerm::Days(10)) });
    let redeem = |browser: &mut Browser| browser.post("/api/user/redeem", &body);
    // As the trail has it.
    outcome_unknown(&proxy, "-… crypto", || redeem(&mut trader));
    let again = available_again(|| redeem(&mut trader)).ok(200);
    assert_eq!(again["id"], crypto.0);
    assert_eq!(count(&server, "access_grants"), 2);
    assert_eq!(acts(&server, "key.redeemed"), 2, "one at the registration");
}

#[test]
fn an_order_is_withdrawn_from_once() {
    let (selling, proxy) = selling();
    let mut trader = member(&selling.server, "Trader", selling.crypto, AccessTerm::Lifetime);
    let page = selling.page_for(&mut trader, selling.futures);
    selling.stripe.pay(&page.id).arrive(&selling.server);
    let path = format!("/api/user/orders/{}/withdraw", page.reference());
    let withdraw = |browser: &mut Browser| browser.send("POST", &path, &[], None);
    outcome_unknown(&proxy, "order.withdrawn", || withdraw(&mut trader));
    let again = available_again(|| withdraw(&mut trader)).ok(200);
    assert!(again["withdrawnAt"].is_string(), "{again}");
    assert_returned_once(&selling, &page.id);
    assert_eq!(acts(&selling.server, "order.withdrawn"), 1);
}

#[test]
fn a_refund_is_asked_for_once() {
    let (selling, proxy) = selling();
    let page = selling.page("jo@example.com");
    selling.stripe.pay(&page.id).arrive(&selling.server);
    let (mut owner, _) = joined(&selling.server, "Eva", Role::Owner);
    let path = format!("/api/staff/orders/{}/refund", page.reference());
    let body = json!({ "refunded": 0, "endAccess": true, "reason": "asked" });
    outcome_unknown(&proxy, "orders.refund", || owner.post(&path, &body));
    assert_returned_once(&selling, &page.id);
    let again = available_again(|| owner.post(&path, &body));
    assert_eq!(again.status, 409, "{}", again.json());
    assert_returned_once(&selling, &page.id);
    assert_eq!(acts(&selling.server, "orders.refund"), 1);
}

/// The whole price, as one owed sum, with one credit note.
#[track_caller]
fn assert_returned_once(selling: &StripeServer, page: &str) {
    until("the money goes back", || selling.stripe.returned(page) > 0);
    until("the outcome is written down", || {
        selling.count("owed_refunds WHERE finished_at IS NULL") == 0
    });
    assert_eq!(selling.stripe.returned(page), 30_000);
    assert_eq!(selling.count("owed_refunds"), 1);
    assert_eq!(selling.count("documents WHERE kind = 'credit_note'"), 1);
}

#[test]
fn a_payment_counts_once() {
    let (selling, proxy) = selling();
    let page = selling.page("jo@example.com");
    let event = selling.stripe.pay(&page.id);
    outcome_unknown(&proxy, "INSERT INTO \"payment_events\"", || {
        event.deliver(&selling.server)
    });
    event.arrive(&selling.server);
    assert_eq!(selling.status(&page), "paid");
    assert!(!selling.key(&page).is_empty());
    for rows in [
        "payment_events",
        "purchase_codes",
        "documents WHERE kind = 'receipt'",
    ] {
        assert_eq!(selling.count(rows), 1, "{rows}");
    }
}
