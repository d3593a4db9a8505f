//! Reminders after a while without watching: one for each pause, one in 30 days, and none to a member who turned them off.

use accounts::{AccountStore as _, ReminderSecret};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{AccessTerm, StoreError, UserId};
use mail::{Mail, MailKind, MailPart};
use persistence::Database;
use progress::{QuietCourse, ReminderLinks, quiet_courses, remind};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase, at_once,
    databases::tables::db_count,
    mailbox::next_mail,
    samples::{ORIGIN, add_course, noon, videos_of},
};

use super::{member, report};

fn secret() -> ReminderSecret {
    ReminderSecret([7; 32].into())
}

fn days(days: i64) -> TimeDelta {
    TimeDelta::days(days)
}

fn quiet(database: &Database, now: DateTime<Utc>) -> Vec<QuietCourse> {
    let quiet: Result<_, StoreError> = database.read(|store| quiet_courses(store, 100, now));
    quiet.unwrap()
}

fn send(database: &Database, quiet: &[QuietCourse], now: DateTime<Utc>) {
    let quiet = quiet.to_vec();
    let sent: Result<(), StoreError> = database.write(move |store| {
        let links = ReminderLinks {
            public_url: ORIGIN,
            secret: &secret(),
        };
        quiet
            .iter()
            .try_for_each(|quiet| remind(store, *quiet, links, now))
    });
    sent.unwrap();
}

/// What every server does each minute.
fn sweep(database: &Database, now: DateTime<Utc>) {
    send(database, &quiet(database, now), now);
}

/// The reminders so far.
fn reminders(database: &TestDatabase) -> Vec<Mail> {
    let mut reminders = Vec::new();
    let soon = Utc::now() + days(36_500);
    while let Some(mail) = next_mail(database, soon) {
        assert_eq!(mail.kind, MailKind::Reminder);
        reminders.push(mail);
    }
    reminders
}

fn text(mail: &Mail) -> String {
    let parts = mail.parts.iter().map(|part| match part {
        MailPart::Paragraph(text) => text.clone(),
        MailPart::Button { url, .. } => url.clone(),
        _ => String::new(),
    });
    parts.collect::<Vec<_>>().join("\n")
}

fn turn(database: &Database, user: UserId, on: bool) {
    let turned: Result<bool, StoreError> = database.write(move |store| store.set_reminders(user, on));
    assert!(turned.unwrap());
}

#[rstest]
fn a_pause_is_mailed_once_with_the_lesson_and_the_second(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let user = member(&database, "trader", course, AccessTerm::Lifetime);
    let videos = videos_of(&database, course);
    report(&database, user, videos[0], 100, None, noon()).unwrap();
    report(&database, user, videos[1], 42, None, noon() + days(1)).unwrap();
    sweep(&database, noon() + days(15) - TimeDelta::seconds(1));
    assert!(reminders(&database).is_empty(), "not fourteen days yet");
    for minute in 0..3 {
        sweep(&database, noon() + days(15) + TimeDelta::minutes(minute));
    }
    let sent = reminders(&database);
    assert_eq!(sent.len(), 1);
    let mail = text(&sent[0]);
    let link = format!("{ORIGIN}/portal/course/{}?lesson={}&t=42", course.0, videos[1].0);
    assert!(
        mail.contains("\"Title of b.mp4\" at 0:42") && mail.contains(&link),
        "{mail}"
    );
    let off = sent[0].turn_off.as_deref().unwrap();
    let token = off.strip_prefix(&format!("{ORIGIN}/reminders?token=")).unwrap();
    assert_eq!(secret().read(token), Some(user));
    sweep(&database, noon() + days(200));
    assert!(reminders(&database).is_empty(), "the same pause a second time");
    // A later pause is another one.
    report(&database, user, videos[1], 50, None, noon() + days(201)).unwrap();
    sweep(&database, noon() + days(215));
    assert_eq!(reminders(&database).len(), 1);
}

#[rstest]
fn a_pause_begins_with_the_access_where_nothing_was_watched(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let _ = member(&database, "trader", course, AccessTerm::Lifetime);
    sweep(&database, noon() + days(14) - TimeDelta::seconds(1));
    assert!(reminders(&database).is_empty());
    sweep(&database, noon() + days(14));
    let sent = reminders(&database);
    assert!(sent.len() == 1 && text(&sent[0]).contains("The next lesson is \"Title of a.mp4\""));
}

#[rstest]
fn two_courses_are_mailed_about_thirty_days_apart(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let (first, second) = (add_course(&database, "futures"), add_course(&database, "crypto"));
    let user = member(&database, "trader", first, AccessTerm::Lifetime);
    database
        .write(move |store| courses::grant_access(store, user, second, AccessTerm::Lifetime, noon()))
        .unwrap();
    sweep(&database, noon() + days(14));
    sweep(&database, noon() + days(44) - TimeDelta::seconds(1));
    assert_eq!(reminders(&database).len(), 1, "at most one in 30 days");
    sweep(&database, noon() + days(44));
    assert_eq!(reminders(&database).len(), 1);
    sweep(&database, noon() + days(100));
    assert!(reminders(&database).is_empty(), "both pauses have their mail");
}

#[rstest]
fn who_turned_them_off_has_finished_or_has_no_access_is_left_alone(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let off = member(&database, "off", course, AccessTerm::Lifetime);
    turn(&database, off, false);
    let _ = member(&database, "ended", course, AccessTerm::Days(10));
    let finished = member(&database, "finished", course, AccessTerm::Lifetime);
    for video in videos_of(&database, course) {
        report(&database, finished, video, 0, Some(true), noon()).unwrap();
    }
    sweep(&database, noon() + days(20));
    assert!(reminders(&database).is_empty());
    turn(&database, off, true);
    sweep(&database, noon() + days(20));
    assert_eq!(reminders(&database).len(), 1);
}

#[rstest]
fn what_changed_since_the_look_is_not_mailed(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let now = noon() + days(20);
    let [off, back, gone] =
        ["off", "back", "gone"].map(|name| member(&database, name, course, AccessTerm::Lifetime));
    let seen = quiet(&database, now);
    assert_eq!(seen.len(), 3);
    turn(&database, off, false);
    report(&database, back, videos_of(&database, course)[0], 5, None, now).unwrap();
    database
        .write(move |store| courses::revoke_access(store, gone, course, now))
        .unwrap();
    send(&database, &seen, now);
    assert!(reminders(&database).is_empty());
}

#[rstest]
fn servers_that_look_at_once_mail_a_pause_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    for number in 0..5 {
        let _ = member(
            &database,
            &format!("trader{number}"),
            course,
            AccessTerm::Lifetime,
        );
    }
    at_once(4, |_| sweep(&database, noon() + days(14)));
    assert_eq!(reminders(&database).len(), 5);
    assert_eq!(db_count(&database.address(), "course_reminders"), 5);
}
