use ::mail::{MAIL_JOB, Mail, MailKind, MailPart, MailStore as _};
use chrono::{TimeDelta, Utc};
use kernel::{JobOutcome, StoreError};
use persistence::{DueMail, Job, Store};

use crate::fixture::CommandFixture;

fn enqueue(fixture: &CommandFixture, to: &str) {
    let mail = Mail {
        kind: MailKind::AccessEnding,
        to: to.to_owned(),
        reply_to: None,
        subject: String::from("a subject"),
        parts: vec![MailPart::Paragraph(String::from("canary-text"))],
        attachments: Vec::new(),
        turn_off: None,
    };
    fixture
        .database()
        .write(move |store| store.enqueue_mail(&mail, Utc::now()))
        .unwrap();
}

/// The next mail, as the server claims it.
fn claim(store: &mut Store<'_>) -> Result<(Job, DueMail, Mail), StoreError> {
    let payloads = MailKind::ALL.map(MailKind::as_str);
    let job = store.claim_due_job(MAIL_JOB, &payloads, Utc::now())?.unwrap();
    let (due, mail) = store.due_mail(&job.key)?.unwrap();
    Ok((job, due, mail.unwrap()))
}

/// One mail sent, one given up, one put off for an hour, and a new one.
fn fixture_with_mails() -> CommandFixture {
    let fixture = CommandFixture::installed();
    for name in ["Sent", "Failed", "Later", "New"] {
        enqueue(&fixture, &format!("{name}@example.com"));
    }
    let done: Result<(), StoreError> = fixture.database().write(|store| {
        let now = Utc::now();
        for at in 0..3 {
            let (job, due, _) = claim(store)?;
            let outcome = match at {
                0 => {
                    store.mail_sent(due.id, 1, now)?;
                    JobOutcome::Done
                }
                1 => JobOutcome::Never {
                    because: String::from("550 no such user"),
                },
                _ => JobOutcome::Again {
                    at: now + TimeDelta::hours(1),
                    because: Some(String::from("451 later")),
                    attempts: 1,
                },
            };
            store.settle_job(&job, &outcome)?;
        }
        store.enqueue_decoy(now)
    });
    done.unwrap();
    fixture
}

#[test]
fn every_mail_is_listed_with_its_state_and_without_its_text() {
    let fixture = fixture_with_mails();
    let mails = fixture.portal(&["mail", "list", "--format", "json"]).json();
    let seen: Vec<_> = mails
        .as_array()
        .unwrap()
        .iter()
        .map(|mail| {
            let word = |name: &str| mail[name].as_str().unwrap_or("-").to_owned();
            (word("recipient"), word("state"), word("lastError"))
        })
        .collect();
    let expected = [
        // What is left of a sent mail is the form of the address by which it is counted.
        ("sent@example.com", "sent", "-"),
        ("Failed@example.com", "failed", "550 no such user"),
        ("Later@example.com", "waiting", "451 later"),
        ("New@example.com", "waiting", "-"),
    ];
    let expected = expected.map(|(to, state, error)| (to.to_owned(), state.to_owned(), error.to_owned()));
    assert_eq!(seen, expected);
    assert_eq!(mails[1]["kind"], "access_ending");
    assert_eq!(mails[1]["attempts"], 1);
    assert!(mails[0]["sentAt"].is_string() && mails[2]["nextTryAt"].is_string());
    let table = fixture.portal(&["mail", "list"]).done();
    assert_eq!(table.lines().count(), 5, "{table}");
    assert!(!table.contains("canary-text") && !mails.to_string().contains("canary-text"));
    for (filter, recipients) in [
        ("--failed", &["Failed@example.com"][..]),
        ("--waiting", &["Later@example.com", "New@example.com"]),
        ("--sent", &["sent@example.com"]),
    ] {
        let mails = fixture
            .portal(&["mail", "list", filter, "--format", "json"])
            .json();
        let found: Vec<_> = mails
            .as_array()
            .unwrap()
            .iter()
            .map(|mail| &mail["recipient"])
            .collect();
        assert_eq!(found, recipients, "{filter}");
    }
}

#[test]
fn a_failed_mail_is_tried_again_when_staff_say_so() {
    let fixture = fixture_with_mails();
    assert!(fixture.portal(&["doctor"]).done().contains("1 failed"));
    let failed = fixture
        .portal(&["mail", "list", "--failed", "--format", "json"])
        .json()[0]["id"]
        .to_string();
    let said = fixture.portal(&["mail", "retry", &failed]).said();
    assert!(said.contains("1 mail will be tried again"), "{said}");
    assert_eq!(
        fixture
            .portal(&["mail", "list", "--failed", "--format", "csv"])
            .done()
            .lines()
            .count(),
        1
    );
    let (_, due, mail) = fixture.database().write(claim).unwrap();
    assert_eq!(mail.to, "Failed@example.com");
    assert!(
        Utc::now() - due.since < TimeDelta::minutes(1),
        "its three days are over already"
    );

    let said = fixture.portal(&["mail", "retry", "--all"]).said();
    assert!(
        said.contains("1 mail "),
        "not only the one that was put off: {said}"
    );
    let said = fixture.portal(&["mail", "retry", "--all"]).said();
    assert!(said.contains("nothing to do"), "{said}");
}

#[test]
fn what_cannot_be_tried_again_is_said() {
    let fixture = fixture_with_mails();
    let line = fixture.portal(&["mail", "retry", "4711"]).refused();
    assert!(line.contains("no mail 4711"), "{line}");
    let outcome = fixture.portal(&["mail", "retry", "1"]);
    assert_eq!(outcome.code, Some(0));
    assert!(outcome.err.contains("mail 1 was sent"), "{}", outcome.err);
    fixture.portal(&["mail", "retry"]).misused();
    fixture.portal(&["mail", "retry", "1", "--all"]).misused();
    fixture.portal(&["mail", "list", "--failed", "--sent"]).misused();
}
