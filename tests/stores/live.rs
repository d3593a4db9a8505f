//! Live sessions as rows: what members are told, once and with the newest time; who joined; which sessions are listed.

mod cut_off;
mod lists;
mod right_time;

use accounts::{AccountStore as _, ReminderSecret};
use audit::{ActingStaff, Reason};
use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use courses::{AccessStore as _, CourseId, CourseStore as _, grant_access};
use kernel::{AccessTerm, StoreError, UserId};
use live::{
    CancelError, EditError, JoinAddress, JoinError, LiveEdit, LiveId, LiveSession, LiveStore as _, LiveText,
    LiveTitle, Minutes, NewLive, Place, PlanError, SOON, WallTime, WhichLive, Zone, cancel_live, edit_live,
    join_live, plan_live, tell_soon,
};
use mail::{Mail, MailKind, MailPart};
use persistence::Database;
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase, at_once,
    databases::tables::db_count,
    mailbox::next_mail,
    samples::{ORIGIN, add_course, add_user, noon},
};

fn wall(time: DateTime<Utc>) -> NaiveDateTime {
    time.naive_utc()
}

fn by() -> ActingStaff {
    ActingStaff::at_command(None, None)
}

fn new(start: DateTime<Utc>) -> NewLive {
    NewLive {
        title: LiveTitle::parse("Open floor").unwrap(),
        text: LiveText::parse("Bring a **chart**.").unwrap(),
        start: WallTime(wall(start)),
        zone: Zone::parse("UTC").unwrap(),
        minutes: Minutes::new(90).unwrap(),
        place: Place::Address(JoinAddress::parse("https://meet.example/secret").unwrap()),
        weekly: None,
    }
}

fn plan_in(
    database: &Database,
    course: CourseId,
    new: NewLive,
    now: DateTime<Utc>,
) -> Result<Vec<LiveId>, PlanError> {
    database.write(move |store| {
        let course = store.course(course)?.expect("the course");
        plan_live(store, &course, &new, &by(), now)
    })
}

fn plan(database: &Database, course: CourseId, start: DateTime<Utc>, now: DateTime<Utc>) -> LiveId {
    plan_in(database, course, new(start), now).unwrap()[0]
}

fn holder(database: &TestDatabase, course: CourseId, name: &str) -> UserId {
    let user = add_user(database, name);
    let granted =
        database.write(move |store| grant_access(store, user, course, AccessTerm::Lifetime, noon()));
    granted.unwrap();
    user
}

fn edit(
    database: &Database,
    id: LiveId,
    edit: LiveEdit,
    now: DateTime<Utc>,
) -> Result<LiveSession, EditError> {
    database.write(move |store| edit_live(store, id, &edit, ORIGIN, &by(), now))
}

fn moved_to(start: DateTime<Utc>) -> LiveEdit {
    LiveEdit {
        start: Some(WallTime(wall(start))),
        ..LiveEdit::default()
    }
}

/// What every server does each round.
fn sweep(database: &Database, now: DateTime<Utc>) {
    let due: Result<_, StoreError> = database.read(|store| store.starts_to_tell(now, now + SOON));
    for id in due.unwrap() {
        let told: Result<(), StoreError> =
            database.write(move |store| tell_soon(store, id, ORIGIN, &ReminderSecret([7; 32].into()), now));
        told.unwrap();
    }
}

/// The mails that leave now: kind, address and text, in the order of the addresses.
fn left(database: &TestDatabase) -> Vec<(MailKind, String, String)> {
    let later = noon() + TimeDelta::days(36_500);
    let mut mails: Vec<_> = std::iter::from_fn(|| next_mail(database, later))
        .map(|mail| (mail.kind, mail.to.clone(), text(&mail)))
        .collect();
    mails.sort_by(|one, other| one.1.cmp(&other.1));
    mails
}

fn text(mail: &Mail) -> String {
    let parts = mail.parts.iter().map(|part| match part {
        MailPart::Paragraph(text) | MailPart::Quote(text) | MailPart::Note(text) => text.clone(),
        MailPart::Facts(facts) => facts
            .iter()
            .map(|(name, value)| format!("{name}: {value}\n"))
            .collect(),
        MailPart::Button { url, .. } => url.clone(),
        MailPart::Code(code) => code.clone(),
    });
    parts.collect::<Vec<_>>().join("\n")
}

fn days(days: i64) -> TimeDelta {
    TimeDelta::days(days)
}

#[rstest]
fn a_start_is_told_a_day_before_once_to_members_with_access_then(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "live-room");
    let _ = holder(&database, course, "Anna");
    let quiet = holder(&database, course, "Quiet");
    let turned: Result<bool, StoreError> = database.write(move |store| store.set_reminders(quiet, false));
    assert!(turned.unwrap());
    let ended = holder(&database, course, "Ended");
    let taken: Result<bool, StoreError> = database.write(move |store| store.delete_grant(ended, course));
    assert!(taken.unwrap());
    let start = noon() + days(3);
    let id = plan(&database, course, start, noon());
    sweep(&database, start - SOON - TimeDelta::seconds(1));
    assert_eq!(left(&database), [], "it is more than a day away");
    at_once(4, |_| sweep(&database, start - SOON));
    let told = left(&database);
    assert_eq!(told.len(), 1, "{told:?}");
    let (kind, to, text) = &told[0];
    assert_eq!((*kind, to.as_str()), (MailKind::LiveSoon, "anna@example.com"));
    assert!(
        text.contains("\"Open floor\"") && text.contains(&format!("{ORIGIN}/portal/live/{}", id.0)),
        "{text}"
    );
    assert!(!text.contains("meet.example"), "{text}");
    let _ = holder(&database, course, "Late");
    sweep(&database, start - TimeDelta::hours(1));
    assert_eq!(left(&database), [], "none to a member who gets access later");
}

#[rstest]
fn a_session_that_is_planned_within_a_day_is_told_at_once_and_none_after_its_start() {
    let database = TestDatabase::new(Sqlite);
    let course = add_course(&database, "live-room");
    let _ = holder(&database, course, "Anna");
    let _ = plan(&database, course, noon() + TimeDelta::hours(2), noon());
    let _ = plan(&database, course, noon() + TimeDelta::hours(1), noon());
    sweep(&database, noon() + TimeDelta::hours(1));
    assert_eq!(left(&database).len(), 1, "the other one has begun");
}

#[rstest]
fn moves_that_follow_each_other_are_one_mail_with_the_first_and_the_newest_time(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "live-room");
    let _ = holder(&database, course, "Anna");
    let start = noon() + days(3);
    let id = plan(&database, course, start, noon());
    edit(&database, id, moved_to(start + days(1)), noon()).unwrap();
    let moved = edit(&database, id, moved_to(start + days(2)), noon()).unwrap();
    assert_eq!(moved.sequence, 2);
    let told = left(&database);
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0].0, MailKind::LiveMoved);
    let day = |time: DateTime<Utc>| time.format("%A %-d %B %Y").to_string();
    assert!(
        told[0].2.contains(&format!("New: {}", day(start + days(2)))),
        "{told:?}"
    );
    assert!(told[0].2.contains(&format!("Old: {}", day(start))), "{told:?}");

    // The member knows of the second time now.
    edit(&database, id, moved_to(start), noon()).unwrap();
    assert!(
        left(&database)[0]
            .2
            .contains(&format!("Old: {}", day(start + days(2))))
    );
    // Away and back before it left.
    edit(&database, id, moved_to(start + days(4)), noon()).unwrap();
    edit(&database, id, moved_to(start), noon()).unwrap();
    assert_eq!(left(&database), []);
    assert_eq!(
        db_count(&database.address(), "live_mails WHERE from_starts_at IS NOT NULL"),
        2
    );
}

#[rstest]
fn a_longer_session_is_mailed_and_another_title_is_not() {
    let database = TestDatabase::new(Sqlite);
    let course = add_course(&database, "live-room");
    let _ = holder(&database, course, "Anna");
    let id = plan(&database, course, noon() + days(3), noon());
    let title = LiveEdit {
        title: LiveTitle::parse("Questions").ok(),
        ..LiveEdit::default()
    };
    assert_eq!(edit(&database, id, title.clone(), noon()).unwrap().sequence, 1);
    assert_eq!(
        edit(&database, id, title, noon()).unwrap().sequence,
        1,
        "nothing changed"
    );
    let place = LiveEdit {
        place: Some(Place::Address(
            JoinAddress::parse("https://meet.example/other").unwrap(),
        )),
        ..LiveEdit::default()
    };
    assert_eq!(edit(&database, id, place, noon()).unwrap().sequence, 1);
    assert_eq!(left(&database), []);
    let longer = LiveEdit {
        minutes: Minutes::new(120).ok(),
        ..LiveEdit::default()
    };
    assert_eq!(edit(&database, id, longer, noon()).unwrap().sequence, 2);
    let told = left(&database);
    assert!(
        told[0].2.contains("12:00 to 14:00 UTC") && told[0].2.contains("12:00 to 13:30 UTC"),
        "{told:?}"
    );
}

#[rstest]
fn a_move_to_within_a_day_is_the_notice_of_the_new_start(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "live-room");
    let _ = holder(&database, course, "Anna");
    let id = plan(&database, course, noon() + days(3), noon());
    edit(&database, id, moved_to(noon() + TimeDelta::hours(5)), noon()).unwrap();
    sweep(&database, noon() + TimeDelta::minutes(1));
    let told = left(&database);
    assert_eq!(
        told.iter().map(|told| told.0).collect::<Vec<_>>(),
        [MailKind::LiveMoved]
    );
    // A later start has its own notice again.
    edit(&database, id, moved_to(noon() + days(5)), noon()).unwrap();
    assert_eq!(left(&database).len(), 1);
    sweep(&database, noon() + days(4));
    assert_eq!(left(&database)[0].0, MailKind::LiveSoon);
}

#[rstest]
fn a_cancelled_session_is_mailed_with_its_reason_in_place_of_what_had_not_left(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "live-room");
    let user = holder(&database, course, "Anna");
    let start = noon() + TimeDelta::hours(20);
    let id = plan(&database, course, start, noon());
    sweep(&database, noon());
    edit(&database, id, moved_to(start + TimeDelta::hours(1)), noon()).unwrap();
    let cancel = |now| {
        database.write(move |store| {
            cancel_live(
                store,
                id,
                &Reason::parse("the speaker is ill").unwrap(),
                ORIGIN,
                &by(),
                now,
            )
        })
    };
    assert!(cancel(noon()).unwrap().cancelled.is_some());
    let told = left(&database);
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0].0, MailKind::LiveCancelled);
    assert!(told[0].2.contains("the speaker is ill"), "{told:?}");
    assert!(matches!(cancel(noon()), Err(CancelError::Cancelled)));
    assert!(matches!(
        edit(&database, id, moved_to(start + days(1)), noon()),
        Err(EditError::Cancelled)
    ));
    let joined = database.write(move |store| join_live(store, user, id, start));
    assert!(matches!(joined, Err(JoinError::Cancelled)));
    sweep(&database, noon() + TimeDelta::hours(2));
    assert_eq!(left(&database), []);
    let past: Result<_, StoreError> =
        database.read(|store| store.live_for_staff(WhichLive::Past, Some(course), noon(), 10));
    assert_eq!(past.unwrap()[0].session.id, id, "the row stays");
}
