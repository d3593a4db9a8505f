//! Withdrawal from the contract over HTTP: by a member, by a mailed link, and what comes of the money and the documents.

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::{Value, json};
use support::{
    Answer, Browser, Engine, Postgres, Sqlite, at_once,
    catalogue_fixture::{member, sign_in},
    databases::tables::db_run,
    mailbox::{mails, text_of},
    stripe::{
        Fault, Page,
        server::{StripeServer, access},
    },
    waiting::{Late, until},
};

/// A member who paid for a course; the member and the page.
fn buy(stripe_server: &StripeServer) -> (Browser, Page) {
    let mut trader = member(
        &stripe_server.server,
        "Trader",
        stripe_server.crypto,
        AccessTerm::Lifetime,
    );
    let page = stripe_server.page_for(&mut trader, stripe_server.futures);
    stripe_server.stripe.pay(&page.id).arrive(&stripe_server.server);
    (trader, page)
}

fn withdraw(browser: &mut Browser, reference: &str) -> Answer {
    let path = format!("/api/user/orders/{reference}/withdraw");
    browser.send("POST", &path, &[], None)
}

fn confirm(stripe_server: &StripeServer, token: &str) -> Answer {
    let mut visitor = stripe_server.server.visitor();
    visitor.post("/api/withdrawals/confirm", &json!({ "token": token }))
}

fn ask(stripe_server: &StripeServer, email: &str, reference: &str) -> Answer {
    let form = json!({ "name": "Jo Trader", "email": email, "reference": reference });
    stripe_server.server.visitor().post("/api/withdrawals", &form)
}

/// Waits until a query finds so many rows.
#[track_caller]
fn await_rows(stripe_server: &StripeServer, from: &str, rows: i64) {
    let now = || stripe_server.count(from);
    let what = Late(|| format!("there are {rows} rows of {from}; there are {}", now()));
    until(what, || now() == rows);
}

/// The text of the only delivered mail of a kind.
fn mail(stripe_server: &StripeServer, kind: &str) -> String {
    await_rows(
        stripe_server,
        &format!("outbox WHERE kind = '{kind}' AND sent_at IS NOT NULL"),
        1,
    );
    let part = format!("-{kind}-");
    let files = mails(&stripe_server.server).into_iter();
    let mut files = files.filter(|file| file.to_string_lossy().contains(&part));
    let text = text_of(&files.next().expect("the mail's file"));
    assert!(files.next().is_none(), "another mail of {kind}");
    text
}

fn own_order(browser: &mut Browser) -> Value {
    browser.get("/api/user/orders").ok(200)[0].clone()
}

#[test]
fn a_member_withdraws_and_the_whole_sum_goes_back_once() {
    let stripe_server = StripeServer::open(Sqlite);
    let (mut trader, page) = buy(&stripe_server);
    let before = own_order(&mut trader);
    assert_eq!(before["canWithdraw"], true);
    assert!(before["withdrawUntil"].is_string() && before.get("withdrawnAt").is_none());

    let withdrawn = withdraw(&mut trader, page.reference()).ok(200);
    assert!(!access(&mut trader, stripe_server.futures).0);
    assert_eq!(
        access(&mut trader, stripe_server.crypto),
        (true, None),
        "another course ended too"
    );
    await_rows(&stripe_server, "owed_refunds WHERE finished_at IS NOT NULL", 1);
    assert_eq!(stripe_server.stripe.returned(&page.id), 30_000);
    // Stripe's own word of it, and asking again, change nothing.
    stripe_server
        .stripe
        .given_back(&page.id)
        .arrive(&stripe_server.server);
    assert_eq!(withdraw(&mut trader, page.reference()).ok(200), withdrawn);
    assert_eq!(stripe_server.stripe.returned(&page.id), 30_000);

    let text = mail(&stripe_server, "withdrawal");
    assert!(text.contains("UTC") && text.contains("credit-note-CN-"), "{text}");
    assert!(
        text.contains("trader@example.com") && text.contains(page.reference()),
        "{text}"
    );
    assert_eq!(
        stripe_server.mails("credit_note"),
        0,
        "the note is in the receipt's mail"
    );
    let after = own_order(&mut trader);
    assert_eq!(
        (&after["canWithdraw"], &after["status"]),
        (&json!(false), &json!("refunded"))
    );
    assert_eq!(after["withdrawnAt"], withdrawn["withdrawnAt"]);
    let note = &after["creditNotes"][0];
    let document = trader.get(note["url"].as_str().unwrap());
    assert_eq!(document.header("content-type"), Some("application/pdf"));
    assert!(document.body.starts_with(b"%PDF-"));
    assert!(note["number"].as_str().unwrap().starts_with("CN-"));
    let exported = &trader.get("/api/user/export").ok(200)["orders"][0];
    assert!(exported["withdrawnAt"].is_string(), "{exported}");
    assert_eq!(exported["creditNotes"], json!([note["number"]]));
}

#[test]
fn an_order_and_a_credit_note_of_another_person_are_404() {
    let stripe_server = StripeServer::open(Sqlite);
    let (mut trader, page) = buy(&stripe_server);
    let mut other = member(
        &stripe_server.server,
        "Other",
        stripe_server.crypto,
        AccessTerm::Lifetime,
    );
    withdraw(&mut other, page.reference()).refused(404, "not_found");
    for reference in ["nonsense", &"0".repeat(32)] {
        withdraw(&mut trader, reference).refused(404, "not_found");
    }
    withdraw(&mut stripe_server.server.visitor(), page.reference()).refused(401, "unauthenticated");
    assert_eq!(stripe_server.status(&page), "paid");

    // A visitor's order, whose key a member used.
    let visitors = stripe_server.page("jo@example.com");
    stripe_server
        .stripe
        .pay(&visitors.id)
        .arrive(&stripe_server.server);
    assert!(stripe_server.registers("Bo", &stripe_server.key(&visitors)));
    let mut bo = sign_in(&stripe_server.server, "Bo");
    withdraw(&mut bo, visitors.reference()).refused(404, "not_found");
    assert_eq!(own_order(&mut bo)["canWithdraw"], false);

    let _ = withdraw(&mut trader, page.reference()).ok(200);
    let note = own_order(&mut trader)["creditNotes"][0]["url"]
        .as_str()
        .unwrap()
        .to_owned();
    let _ = trader.get(&note);
    other.get(&note).refused(404, "not_found");
    let number = note.rsplit('/').next().unwrap();
    for path in [
        format!(
            "/api/user/orders/{}/credit-notes/CN-2026-999999",
            page.reference()
        ),
        format!("/api/user/orders/{}/credit-notes/nonsense", page.reference()),
        format!("/api/user/orders/{}/credit-notes/{number}", "0".repeat(32)),
    ] {
        trader.get(&path).refused(404, "not_found");
    }
}

#[test]
fn the_end_of_the_period_and_an_earlier_refund_are_409() {
    let stripe_server = StripeServer::open(Sqlite);
    let (mut trader, page) = buy(&stripe_server);
    let address = stripe_server.server.database().address();
    let paid = chrono::Utc::now() - chrono::TimeDelta::days(14);
    db_run(
        &address,
        &format!(
            "UPDATE orders SET paid_at = '{}'",
            paid.format("%Y-%m-%d %H:%M:%S")
        ),
    );
    withdraw(&mut trader, page.reference()).refused(409, "withdrawal_over");
    assert_eq!(own_order(&mut trader)["canWithdraw"], false);
    assert!(access(&mut trader, stripe_server.futures).0);
    let nearly = paid + chrono::TimeDelta::minutes(5);
    db_run(
        &address,
        &format!(
            "UPDATE orders SET paid_at = '{}'",
            nearly.format("%Y-%m-%d %H:%M:%S")
        ),
    );
    assert_eq!(own_order(&mut trader)["canWithdraw"], true);
    stripe_server
        .stripe
        .give_back(&page.id, 30_000)
        .arrive(&stripe_server.server);
    withdraw(&mut trader, page.reference()).refused(409, "already_refunded");
    // That refund has its credit note, too.
    let note = mail(&stripe_server, "credit_note");
    assert!(note.contains("credit-note-CN-"), "{note}");
    assert_eq!(stripe_server.mails("withdrawal"), 0);
}

#[test]
fn a_visitor_withdraws_by_the_link_in_the_orders_mailbox() {
    let stripe_server = StripeServer::open(Sqlite);
    let page = stripe_server.page("jo@example.com");
    stripe_server.stripe.pay(&page.id).arrive(&stripe_server.server);
    assert!(stripe_server.registers("Bo", &stripe_server.key(&page)));
    let mut bo = sign_in(&stripe_server.server, "Bo");
    let answer = ask(&stripe_server, "mallory@example.com", page.reference());
    let unknown = ask(&stripe_server, "mallory@example.com", &"0".repeat(32));
    assert_eq!((answer.status, unknown.status), (202, 202));
    assert_eq!(answer.body, unknown.body);

    let text = mail(&stripe_server, "withdrawal_link");
    assert!(
        text.contains("To: jo@example.com") && !text.contains("mallory"),
        "{text}"
    );
    let (_, rest) = text.split_once("/withdraw#token=").expect("a link");
    let token: String = rest
        .chars()
        .take_while(|sign| sign.is_ascii_alphanumeric() || "-_".contains(*sign))
        .collect();
    assert!(access(&mut bo, stripe_server.futures).0, "asking withdrew");
    let times = at_once(4, |_| confirm(&stripe_server, &token).ok(200));
    assert!(times.iter().all(|time| *time == times[0]), "{times:?}");
    assert_eq!(confirm(&stripe_server, &token).ok(200), times[0]);
    assert!(
        !access(&mut bo, stripe_server.futures).0,
        "a key that was passed on lives"
    );
    await_rows(&stripe_server, "owed_refunds WHERE finished_at IS NOT NULL", 1);
    assert_eq!(stripe_server.stripe.returned(&page.id), 30_000);
    assert!(mail(&stripe_server, "withdrawal").contains("Jo Trader"));
}

#[test]
fn what_the_form_or_the_link_lacks_is_said() {
    let stripe_server = StripeServer::with(Sqlite, &[("PORTAL_AUTH_ATTEMPTS_PER_MINUTE", "4")]);
    let form = json!({ "name": " ", "email": "jo", "reference": "" });
    let answer = stripe_server.server.visitor().post("/api/withdrawals", &form);
    let problem = answer.refused(400, "invalid_fields");
    for field in ["name", "email", "reference"] {
        assert!(problem["fields"][field].is_string(), "{field}: {problem}");
    }
    let hidden = json!({ "name": "Jo \u{202e}redarT", "email": "jo jo@example.com", "reference": "0" });
    let answer = stripe_server.server.visitor().post("/api/withdrawals", &hidden);
    let problem = answer.refused(400, "invalid_fields");
    assert_eq!(problem["fields"]["name"], "Please leave out invisible characters");
    assert!(problem["fields"]["email"].is_string(), "{problem}");
    for token in ["", "nonsense", &"0".repeat(64)] {
        confirm(&stripe_server, token).refused(400, "withdrawal_token_invalid");
    }
    for _ in 0..2 {
        assert_eq!(ask(&stripe_server, "jo@example.com", "nonsense").status, 202);
    }
    let refused = ask(&stripe_server, "jo@example.com", "nonsense");
    assert_eq!(refused.status, 429);
    assert!(refused.header("retry-after").is_some());
}

#[rstest]
fn a_lost_answer_and_a_killed_server_give_the_money_back_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let mut stripe_server = StripeServer::open(engine);
    let (mut trader, page) = buy(&stripe_server);
    // The money moves, the answer is lost, and the next try gets an error; then the server is killed while Stripe does not answer.
    stripe_server
        .stripe
        .fail_next(&[Fault::CutAfterWork, Fault::ServerError, Fault::Hang]);
    let withdrawn = withdraw(&mut trader, page.reference()).ok(200);
    let refunds = |stripe_server: &StripeServer| {
        let asked = stripe_server.stripe.asked().into_iter();
        asked
            .filter(|asked| asked.path == "/v1/refunds")
            .collect::<Vec<_>>()
    };
    until("the refund is tried again", || refunds(&stripe_server).len() >= 3);
    stripe_server.server.kill();
    // As if the claim of the killed server had run out.
    db_run(
        &stripe_server.server.database().address(),
        "UPDATE jobs SET claimed_until = NULL, due_at = '2020-01-01 00:00:00'",
    );
    stripe_server.server.start_again();
    await_rows(&stripe_server, "owed_refunds WHERE finished_at IS NOT NULL", 1);
    assert_eq!(stripe_server.stripe.returned(&page.id), 30_000);
    let keys: std::collections::BTreeSet<_> = refunds(&stripe_server)
        .iter()
        .filter_map(|asked| asked.header("idempotency-key").map(str::to_owned))
        .collect();
    assert_eq!(keys.len(), 1, "{keys:?}");
    let mut again = sign_in(&stripe_server.server, "Trader");
    assert_eq!(withdraw(&mut again, page.reference()).ok(200), withdrawn);
    assert_eq!(stripe_server.mails("withdrawal"), 1);
}

#[test]
fn a_bank_transfer_under_way_is_given_back_when_it_arrives() {
    let stripe_server = StripeServer::open(Sqlite);
    let mut trader = member(
        &stripe_server.server,
        "Trader",
        stripe_server.crypto,
        AccessTerm::Lifetime,
    );
    let page = stripe_server.page_for(&mut trader, stripe_server.futures);
    stripe_server
        .stripe
        .promise(&page.id)
        .arrive(&stripe_server.server);
    assert_eq!(own_order(&mut trader)["canWithdraw"], true);
    let withdrawn = withdraw(&mut trader, page.reference()).ok(200);
    assert_eq!(stripe_server.count("owed_refunds"), 0);
    stripe_server
        .stripe
        .money_arrives(&page.id)
        .arrive(&stripe_server.server);
    await_rows(&stripe_server, "owed_refunds WHERE finished_at IS NOT NULL", 1);
    assert_eq!(stripe_server.stripe.returned(&page.id), 30_000);
    assert!(!access(&mut trader, stripe_server.futures).0);
    assert_eq!(withdraw(&mut trader, page.reference()).ok(200), withdrawn);
}
