//! Mails on their way to a real mail server: each of them once, also if that server fails.

use ::mail::MailStore as _;
use ::mail::{Mail, MailKind, MailPart};
use chrono::{TimeDelta, Utc};
use rstest::rstest;
use support::{
    Engine, Postgres, Server, SmtpFault, SmtpSink, Sqlite,
    databases::tables::{db_count, db_run, db_texts},
    mailbox::mail_with,
    server::server_command,
    smtp::{Received, tls::Certificate},
    waiting::{Late, until},
};

fn mail(to: &str, subject: &str) -> Mail {
    Mail {
        kind: MailKind::PurchaseKey,
        to: to.to_owned(),
        reply_to: None,
        subject: subject.to_owned(),
        parts: vec![
            MailPart::Paragraph(String::from("A text.\r\n.\r\nA line that was a single dot.")),
            MailPart::Button {
                label: String::from("Open"),
                url: String::from("http://portal.example/reset-password?token=canary-token"),
            },
        ],
        attachments: Vec::new(),
        turn_off: None,
    }
}

fn enqueue(server: &Server, to: &str, subject: &str) {
    let mail = mail(to, subject);
    server
        .database()
        .write(move |store| store.enqueue_mail(&mail, Utc::now()))
        .unwrap();
}

fn with_sink(engine: Engine, sink: &SmtpSink) -> Server {
    Server::with(engine, &[("PORTAL_SMTP_URL", &sink.url())])
}

#[test]
fn a_link_is_read_from_the_file_as_it_was_mailed() {
    let server = Server::start(Sqlite);
    let link = "http://portal.example/verify-email?token=3D-canary";
    let mut mail = mail("trader@example.com", "A link");
    mail.parts = vec![MailPart::Button {
        label: String::from("Confirm"),
        url: link.to_owned(),
    }];
    let enqueued = server
        .database()
        .write(move |store| store.enqueue_mail(&mail, Utc::now()));
    enqueued.unwrap();
    let text = mail_with(&server, "A link");
    assert!(text.contains(&format!("Confirm:\r\n{link}\r\n")), "{text}");
    assert!(text.contains(&format!("href=\"{link}\"")), "{text}");
}

/// Waits until the outbox has at least that many rows of a kind.
#[track_caller]
fn wait_for_rows(server: &Server, rows: &str, count: i64) {
    let address = server.database().address();
    let errors = || db_texts(&address, "SELECT last_error AS t FROM jobs");
    let what = Late(|| format!("{count} of {rows}: {:?}", errors()));
    until(what, || db_count(&address, rows) >= count);
}

/// Makes every waiting mail due, as the passing of time would.
fn pass_the_pauses(server: &Server) {
    let past = (Utc::now() - TimeDelta::seconds(1)).naive_utc();
    db_run(
        &server.database().address(),
        &format!("UPDATE jobs SET due_at = '{past}', claimed_until = NULL WHERE due_at IS NOT NULL"),
    );
}

fn subjects(mails: &[Received]) -> Vec<String> {
    let mut subjects: Vec<_> = mails.iter().map(Received::subject).collect();
    subjects.sort();
    subjects
}

#[rstest]
fn two_servers_deliver_each_mail_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let sink = SmtpSink::start();
    let first = with_sink(engine, &sink);
    let mut second = server_command(first.data(), &first.database().address())
        .env("PORTAL_SMTP_URL", sink.url())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    for n in 0..40 {
        enqueue(
            &first,
            &format!("trader{}@example.com", n % 7),
            &format!("mail {n:02}"),
        );
    }
    wait_for_rows(&first, "outbox WHERE sent_at IS NOT NULL", 40);
    second.kill().unwrap();
    second.wait().unwrap();
    let expected: Vec<_> = (0..40).map(|n| format!("mail {n:02}")).collect();
    assert_eq!(subjects(&sink.received()), expected);
    assert!(
        sink.connections() < 20,
        "{} connections for 40 mails",
        sink.connections()
    );
}

#[test]
fn a_mail_arrives_as_it_was_written() {
    let sink = SmtpSink::start();
    let server = with_sink(Sqlite, &sink);
    enqueue(&server, "trader@example.com", "A subject with \u{20ac}");
    let mail = sink.mail_to("trader@example.com");
    assert_eq!(mail.sender, "support@example.com");
    assert_eq!(mail.subject(), "A subject with \u{20ac}");
    assert!(
        mail.text()
            .replace('\r', "")
            .contains("\n.\nA line that was a single dot.")
    );
    let message = mail.message();
    assert_eq!(message.text_body_count(), 1);
    assert_eq!(message.html_body_count(), 1);
    let whole = "\nhttp://portal.example/reset-password?token=canary-token\r\n";
    assert!(
        String::from_utf8_lossy(&mail.raw).contains(whole),
        "a link is cut"
    );
    assert!(
        mail.raw
            .split(|byte| *byte == b'\n')
            .all(|line| line.len() <= 999)
    );
}

#[test]
fn one_bad_recipient_delays_no_other_mail() {
    let sink = SmtpSink::start();
    sink.always(
        "gone@example.com",
        SmtpFault::Recipient("550 5.1.1 <gone@example.com>: no such user"),
    );
    sink.always(
        "later@example.com",
        SmtpFault::Recipient("451 4.7.1 try again later"),
    );
    sink.always("silent@example.com", SmtpFault::Silence);
    sink.always(
        "spam@example.com",
        SmtpFault::Content("554 5.7.1 looks like spam"),
    );
    let server = with_sink(Sqlite, &sink);
    for to in ["gone", "later", "silent", "spam", "good", "better"] {
        enqueue(&server, &format!("{to}@example.com"), to);
    }
    assert_eq!(subjects(&sink.wait_for(2)), ["better", "good"]);
    let address = server.database().address();
    wait_for_rows(&server, "jobs WHERE due_at IS NULL", 2);
    let refused = db_texts(
        &address,
        "SELECT last_error AS t FROM jobs WHERE due_at IS NULL ORDER BY id",
    );
    assert_eq!(
        refused,
        [
            Some(String::from("550 5.1.1 ... no such user")),
            Some(String::from("554 5.7.1 looks like spam"))
        ]
    );
    wait_for_rows(&server, "jobs WHERE last_error LIKE '451%'", 1);
    assert_eq!(sink.tries("gone@example.com"), 1);
    assert!(
        sink.tries("later@example.com") == 1,
        "a mail that was put off waits a minute"
    );

    sink.clear_faults("later@example.com");
    pass_the_pauses(&server);
    assert_eq!(sink.mail_to("later@example.com").subject(), "later");
    assert_eq!(
        sink.tries("gone@example.com"),
        1,
        "a mail refused for good was tried again"
    );
    let log = server.log();
    for secret in ["gone@example.com", "later@example.com", "canary-token"] {
        assert!(!log.contains(secret), "{secret} is in the log");
    }
}

#[test]
fn a_server_that_was_away_gets_everything_soon_after() {
    let mut sink = SmtpSink::start();
    let server = with_sink(Sqlite, &sink);
    enqueue(&server, "trader@example.com", "before");
    wait_for_rows(&server, "outbox WHERE sent_at IS NOT NULL", 1);
    sink.stop_listening();
    for n in 0..10 {
        enqueue(&server, "trader@example.com", &format!("meanwhile {n}"));
    }
    wait_for_rows(&server, "jobs WHERE last_error IS NOT NULL", 1);
    assert_eq!(
        db_count(&server.database().address(), "outbox WHERE sent_at IS NULL"),
        10
    );
    sink.listen_again();
    sink.wait_for(11);
    wait_for_rows(&server, "outbox WHERE sent_at IS NOT NULL", 11);
    assert_eq!(sink.received().len(), 11);
}

#[test]
fn a_connection_that_is_lost_loses_no_mail() {
    let sink = SmtpSink::start();
    sink.once("before@example.com", SmtpFault::LostBeforeKeeping);
    sink.once("after@example.com", SmtpFault::LostAfterKeeping);
    let server = with_sink(Sqlite, &sink);
    enqueue(&server, "before@example.com", "before");
    enqueue(&server, "after@example.com", "after");
    wait_for_rows(&server, "jobs WHERE last_error IS NOT NULL", 2);
    assert_eq!(subjects(&sink.received()), ["after"]);
    pass_the_pauses(&server);
    wait_for_rows(&server, "outbox WHERE sent_at IS NOT NULL", 2);
    let mails = sink.received();
    assert_eq!(subjects(&mails), ["after", "after", "before"]);
    let names: Vec<_> = mails
        .iter()
        .filter(|mail| mail.subject() == "after")
        .map(|mail| mail.message().message_id().map(str::to_owned))
        .collect();
    assert!(
        names[0].is_some() && names[0] == names[1],
        "a mailbox cannot tell that it is one mail"
    );
}

#[rstest]
fn a_kill_while_sending_repeats_a_mail_at_most(#[values(Sqlite, Postgres)] engine: Engine) {
    let sink = SmtpSink::start();
    sink.once("trader@example.com", SmtpFault::SilenceAfterKeeping);
    let mut server = with_sink(engine, &sink);
    enqueue(&server, "trader@example.com", "first");
    sink.wait_for(1);
    server.kill();
    let address = server.database().address();
    assert_eq!(db_count(&address, "jobs WHERE due_at IS NOT NULL"), 1);
    // The claim of a server that is gone is not renewed.
    pass_the_pauses(&server);
    server.start_again();
    wait_for_rows(&server, "outbox WHERE sent_at IS NOT NULL", 1);
    assert_eq!(subjects(&sink.received()), ["first", "first"]);
}

#[test]
fn a_server_that_is_stopped_finishes_the_mail_under_way() {
    let sink = SmtpSink::start();
    let mut server = with_sink(Sqlite, &sink);
    for n in 0..20 {
        enqueue(&server, "trader@example.com", &format!("{n}"));
    }
    sink.wait_for(1);
    assert!(server.terminate().success());
    let sent = sink.received().len();
    let address = server.database().address();
    assert_eq!(
        db_count(&address, "outbox WHERE sent_at IS NOT NULL"),
        i64::try_from(sent).unwrap(),
        "a mail was sent and not written down"
    );
    pass_the_pauses(&server);
    server.start_again();
    assert_eq!(sink.wait_for(20).len(), 20);
    wait_for_rows(&server, "outbox WHERE sent_at IS NOT NULL", 20);
    assert_eq!(sink.received().len(), 20, "a mail was sent twice");
}

#[test]
fn after_three_days_and_many_tries_a_mail_is_given_up() {
    let sink = SmtpSink::start();
    sink.always("later@example.com", SmtpFault::Recipient("451 later"));
    let server = with_sink(Sqlite, &sink);
    enqueue(&server, "later@example.com", "late");
    sink.wait_for_tries("later@example.com", 1);
    wait_for_rows(&server, "jobs WHERE last_error IS NOT NULL", 1);
    let long_ago = (Utc::now() - TimeDelta::days(3)).naive_utc();
    let make_old = |tries: i32| {
        db_run(
            &server.database().address(),
            &format!(
                "UPDATE outbox SET tried_since = '{long_ago}'; \
                 UPDATE jobs SET due_at = '{long_ago}', claimed_until = NULL, last_error = NULL, attempts = {tries}"
            ),
        );
    };
    make_old(2);
    wait_for_rows(&server, "jobs WHERE last_error IS NOT NULL", 1);
    assert_eq!(
        db_count(&server.database().address(), "jobs WHERE due_at IS NULL"),
        0,
        "a mail that is old and was tried three times was given up"
    );
    make_old(19);
    wait_for_rows(&server, "jobs WHERE due_at IS NULL", 1);
    assert_eq!(sink.tries("later@example.com"), 3);
}

#[test]
fn a_refused_password_ends_no_mail() {
    let sink = SmtpSink::start();
    sink.require_password("right");
    let url = sink.url().replace("smtp://", "smtp://me:wrong@");
    let mut server = Server::with(Sqlite, &[("PORTAL_SMTP_URL", &url)]);
    enqueue(&server, "trader@example.com", "first");
    wait_for_rows(
        &server,
        "jobs WHERE last_error LIKE '535%' AND due_at IS NOT NULL",
        1,
    );
    server.kill();
    sink.require_password("wrong");
    pass_the_pauses(&server);
    server.start_again();
    let mail = sink.mail_to("trader@example.com");
    assert_eq!(mail.signed_in.as_deref(), Some("\0me\0wrong"));
    assert!(!server.log().contains("wrong"), "the password is in the log");
}

#[rstest]
#[case("", true, true)]
#[case("?tls=required", true, true)]
#[case("", false, true)]
#[case("?tls=required", false, false)]
fn mail_travels_under_tls_where_it_must(#[case] option: &str, #[case] trusted: bool, #[case] sent: bool) {
    let certificate = Certificate::new();
    let sink = SmtpSink::with_starttls(&certificate);
    let url = format!("{}{option}", sink.url());
    let authority = certificate.authority();
    let mut settings = vec![("PORTAL_SMTP_URL", url.as_str())];
    if trusted {
        settings.push(("SSL_CERT_FILE", authority.to_str().unwrap()));
    }
    let server = Server::with(Sqlite, &settings);
    enqueue(&server, "trader@example.com", "first");
    if sent {
        assert!(sink.mail_to("trader@example.com").protected);
    } else {
        wait_for_rows(
            &server,
            "jobs WHERE last_error IS NOT NULL AND due_at IS NOT NULL",
            1,
        );
        assert!(sink.received().is_empty(), "mail went to a stranger");
    }
}

#[test]
fn mail_that_must_travel_under_tls_does_not_travel_without() {
    let sink = SmtpSink::start();
    let url = format!("{}?tls=required", sink.url());
    let server = Server::with(Sqlite, &[("PORTAL_SMTP_URL", &url)]);
    enqueue(&server, "trader@example.com", "first");
    wait_for_rows(&server, "jobs WHERE last_error LIKE '%STARTTLS%'", 1);
    assert!(sink.received().is_empty());
}
