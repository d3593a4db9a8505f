//! What needs Stripe, Discord, a mail or a question: the page and the command leave the same rows, mails, roles and lines of the trail.

use rstest::rstest;
use serde_json::{Value, json};
use staff::Role;
use support::{
    Browser, Engine, Postgres, Server, Sqlite,
    audit::trail,
    catalogue_fixture::sign_in,
    databases::tables::{db_run, db_texts},
    discord::guild::{FUTURES_ROLE, Guild},
    server::run_to_end,
    staff::joined,
    stripe::server::StripeServer,
    waiting::until,
};

const REASON: &str = "asked";

fn command(server: &Server, words: &[&str]) {
    let (code, out, errors) = run_to_end(&mut server.portal("Eva"), words);
    assert_eq!(code, Some(0), "{words:?}: {out}{errors}");
    assert!(
        !errors.contains("as soon as it runs"),
        "{words:?} says that the server, which runs, does not: {errors}"
    );
}

/// What an action left in a table, and in the trail, without numbers, times and references.
fn left(server: &Server, sql: &str, actions: &str) -> (Vec<Option<String>>, Vec<String>) {
    let acts = trail(server.database()).into_iter();
    let acts = acts.filter(|act| act.action.starts_with(actions));
    let shown = |act: ::audit::ActRecord| {
        format!(
            "{:?} {} {:?} {:?}",
            act.actor_name, act.action, act.user_name, act.reason
        )
    };
    (
        db_texts(&server.database().address(), sql),
        acts.map(shown).collect(),
    )
}

/// A paid order, and who may give it back.
struct Sold {
    stripe: StripeServer,
    reference: String,
    page: String,
    owner: Browser,
}

impl Sold {
    fn open(engine: Engine) -> Self {
        let stripe = StripeServer::open(engine);
        let page = stripe.page("jo@example.com");
        stripe.stripe.pay(&page.id).arrive(&stripe.server);
        assert!(stripe.registers("Jo", &stripe.key(&page)));
        let (owner, _) = joined(&stripe.server, "Eva", Role::Owner);
        Self {
            reference: page.reference().to_owned(),
            page: page.id.clone(),
            stripe,
            owner,
        }
    }

    fn left(&self) -> (Vec<Option<String>>, Vec<String>, i64) {
        let rows = "SELECT o.status || ' ' || CAST(o.given_back AS TEXT) || ' ' || CAST(o.kept_open_upto AS TEXT) || ' ' || \
                    CAST((SELECT count(*) FROM user_course_access) AS TEXT) || ' ' || \
                    CAST((SELECT count(*) FROM access_grants WHERE ended_at IS NOT NULL) AS TEXT) || ' ' || \
                    CAST((SELECT count(*) FROM outbox) AS TEXT) || ' ' || \
                    CAST((SELECT count(*) FROM documents WHERE kind = 'credit_note') AS TEXT) AS t FROM orders o";
        let (rows, acts) = left(&self.stripe.server, rows, "orders.");
        (rows, acts, self.stripe.stripe.returned(&self.page))
    }
}

#[rstest]
#[case(json!({ "amount": 5_000, "endAccess": false }), &["--amount", "5000", "--keep-access"])]
#[case(json!({ "endAccess": true }), &[])]
fn a_refund_leaves_the_same(#[case] body: Value, #[case] words: &[&str]) {
    let (mut page, by_command) = (Sold::open(Sqlite), Sold::open(Sqlite));
    let mut body = body;
    body["reason"] = json!(REASON);
    body["refunded"] = json!(0);
    let path = format!("/api/staff/orders/{}/refund", page.reference);
    let _ = page.owner.post(&path, &body).ok(200);
    let refund = [
        "orders",
        "refund",
        &by_command.reference,
        "--reason",
        REASON,
        "--yes",
    ];
    command(&by_command.stripe.server, &[&refund[..], words].concat());
    let left = page.left();
    assert_eq!(left, by_command.left());
    assert!(
        left.1.len() == 1 && left.1[0].contains("Eva") && left.1[0].contains(REASON),
        "{left:?}"
    );
}

#[test]
fn a_reconciliation_leaves_the_same_roles() {
    let guilds = [Guild::open(Sqlite), Guild::open(Sqlite)];
    let _members = guilds.each_ref().map(|guild| {
        let member = guild.linked("Jo", "501");
        guild.discord.seat("501", &[]);
        guild.discord.await_roles("501", &[]);
        member
    });
    let (mut eva, _) = joined(&guilds[0].server, "Eva", Role::Support);
    let reason = json!({ "reason": REASON });
    let _ = eva.post("/api/staff/members/1/discord-sync", &reason).ok(200);
    command(
        &guilds[1].server,
        &["discord", "sync", "--user", "Jo", "--reason", REASON],
    );
    let acts = guilds.each_ref().map(|guild| {
        guild.discord.await_roles("501", &[FUTURES_ROLE]);
        left(
            &guild.server,
            "SELECT discord_roles AS t FROM users",
            "discord.sync",
        )
        .1
    });
    assert_eq!(acts[0], acts[1]);
    assert!(
        acts[0].len() == 1 && acts[0][0].contains("Eva") && acts[0][0].contains(REASON),
        "{acts:?}"
    );
}

#[rstest]
fn a_member_is_found_by_the_name_of_the_linked_account(#[values(Sqlite, Postgres)] engine: Engine) {
    let guild = Guild::open(engine);
    let mut jo = guild.linked("Jo", "501");
    let (mut eva, _) = joined(&guild.server, "Eva", Role::Support);
    let mut search = |q: &str| eva.post("/api/staff/search", &json!({ "q": q })).ok(200);
    // The name that the stand-in gives every account.
    assert_eq!(search("embe")[0]["title"], "Jo");
    assert_eq!(search("501")[0]["title"], "Jo");
    let page = eva.get("/api/staff/members/1").ok(200);
    assert_eq!(
        (&page["discord"]["id"], &page["discord"]["username"]),
        (&json!("501"), &json!("member"))
    );
    assert_eq!(
        jo.get("/api/user/export").ok(200)["discord"]["username"],
        "member"
    );
    db_run(
        &guild.server.database().address(),
        "UPDATE users SET discord_username = 'MaraTrades_X'",
    );
    for q in ["MaraTrades", "maratrades", "trades_x"] {
        assert_eq!(
            eva.post("/api/staff/search", &json!({ "q": q })).ok(200)[0]["title"],
            "Jo",
            "{q}"
        );
    }
    assert_eq!(jo.delete("/api/discord/link").status, 204);
    assert_eq!(
        eva.post("/api/staff/search", &json!({ "q": "embe" })).ok(200),
        json!([])
    );
}

#[test]
fn an_answer_and_a_mail_that_is_tried_again_leave_the_same() {
    let sold = [Sold::open(Sqlite), Sold::open(Sqlite)];
    for sold in &sold {
        let mut jo = sign_in(&sold.stripe.server, "Jo");
        let video = support::samples::videos_of(sold.stripe.server.database(), sold.stripe.futures)[0].0;
        let question = json!({ "text": "Why is a tick a quarter?", "seconds": 3, "private": false });
        let path = format!("/api/videos/{video}/questions");
        let _ = jo.post(&path, &question).ok(201);
    }
    let rows = "SELECT answer || CASE WHEN answer_public THEN ' public ' ELSE ' ' END || \
                CAST((SELECT count(*) FROM outbox WHERE kind = 'question_answered') AS TEXT) || ' ' || \
                CAST((SELECT count(*) FROM search_passages WHERE source = 'answer') AS TEXT) AS t FROM questions";
    let [mut page, by_command] = sold;
    let body = json!({ "text": "So it **is**.", "public": true });
    let _ = page.owner.post("/api/staff/questions/1/answer", &body).ok(200);
    let file = by_command.stripe.server.data().join("answer.md");
    std::fs::write(&file, "So it **is**.").unwrap();
    let server = &by_command.stripe.server;
    command(server, &["questions", "answer", "1", &file.display().to_string()]);
    assert_eq!(
        left(&page.stripe.server, rows, "questions."),
        left(server, rows, "questions.")
    );

    // A mail that was given up; the worker has sent it before, and has no claim on it.
    for server in [&page.stripe.server, server] {
        until("the mail is sent", || {
            let sent = "SELECT CAST(id AS TEXT) AS t FROM outbox WHERE id = 1 AND sent_at IS NOT NULL";
            db_texts(&server.database().address(), sent).len() == 1
        });
    }
    let failed = "UPDATE outbox SET kind = 'reminder', sealed_mail = X'00', sent_at = NULL, tried_since = '2020-01-01 00:00:00' WHERE id = 1; \
                  INSERT INTO jobs (kind, key, rank, generation, last_error, attempts) VALUES ('mail', '1', 2, 1, '550 no', 9)";
    let mails = "SELECT CASE WHEN tried_since < '2021-01-01' THEN 'old' ELSE 'again' END AS t FROM outbox WHERE id = 1";
    for server in [&page.stripe.server, server] {
        db_run(&server.database().address(), failed);
    }
    let _ = page
        .owner
        .post("/api/staff/mails/1/retry", &json!({ "reason": REASON }))
        .ok(200);
    command(server, &["mail", "retry", "1", "--reason", REASON]);
    let tried = |server: &Server| left(server, mails, "mail.").1;
    assert_eq!(tried(&page.stripe.server), tried(server));
    let tried = tried(server);
    assert!(tried.len() == 1 && tried[0].contains("Jo"), "{tried:?}");
}
