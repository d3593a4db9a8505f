//! The live room of the demo: what its sessions are after the first loading, the second and one a month later.
#![expect(clippy::unwrap_used, reason = "a test that cannot continue ends with a panic")]

use std::path::Path;

use chrono::{DateTime, TimeDelta, Utc};
use courses::{CourseStore as _, VideoId};
use kernel::{DatabaseUrl, StoreError};
use live::{ListedLive, LiveState, SOON, WhichLive};
use outbound::MediaStore;
use persistence::{Database, DatabaseOptions};

const SECRET: [u8; 32] = [7; 32];

fn now() -> DateTime<Utc> {
    "2026-11-21T10:02:03Z".parse().unwrap()
}

fn open(folder: &Path) -> (Database, MediaStore) {
    let options = DatabaseOptions {
        url: DatabaseUrl::Sqlite(folder.join("portal.db")),
        sealing_key: SECRET.into(),
        connections: 2,
    };
    (
        Database::connect(&options).unwrap(),
        MediaStore::in_folder(folder.join("media")),
    )
}

fn listed(database: &Database, which: WhichLive, now: DateTime<Utc>) -> Vec<ListedLive> {
    let listed: Result<_, StoreError> = database.read(|store| store.live_for_staff(which, None, now, 100));
    listed.unwrap()
}

fn all(database: &Database) -> Vec<ListedLive> {
    listed(database, WhichLive::EndingAfter(DateTime::UNIX_EPOCH), now())
}

fn lesson(database: &Database) -> VideoId {
    let sections: Result<_, StoreError> = database.read(|store| {
        let course = store.course_named("live-room")?.unwrap();
        store.sections(course.id)
    });
    sections.unwrap()[0].videos[0].id
}

#[test]
fn three_sessions_come_and_a_past_one_has_its_recording() {
    let folder = tempfile::tempdir().unwrap();
    let (database, media) = open(folder.path());
    demo::load(&database, &database, &media, now()).unwrap();
    let coming = listed(&database, WhichLive::Coming, now());
    let starts: Vec<_> = coming.iter().map(|live| live.session.times.starts_at).collect();
    let first: DateTime<Utc> = "2026-11-21T10:25:00Z".parse().unwrap();
    assert_eq!(starts, [0, 1, 2].map(|week| first + TimeDelta::weeks(week)));
    let past = listed(&database, WhichLive::Past, now());
    assert_eq!(past.len(), 1);
    assert_eq!(past[0].session.state(now()), LiveState::Ended);
    assert_eq!(past[0].session.recording, Some(lesson(&database)));
}

#[test]
fn a_second_loading_changes_no_session_and_a_late_one_plans_three_again() {
    let folder = tempfile::tempdir().unwrap();
    let (database, media) = open(folder.path());
    demo::load(&database, &database, &media, now()).unwrap();
    let first = all(&database);
    demo::load(&database, &database, &media, now() + TimeDelta::hours(1)).unwrap();
    assert_eq!(all(&database), first);
    let later = now() + TimeDelta::days(40);
    demo::load(&database, &database, &media, later).unwrap();
    assert_eq!(listed(&database, WhichLive::Coming, later).len(), 3);
    let recorded: Vec<_> = all(&database)
        .into_iter()
        .filter_map(|live| live.session.recording)
        .collect();
    assert_eq!(recorded, [lesson(&database)]);
}

#[test]
fn the_account_of_the_demo_holds_the_room_and_no_mail_waits() {
    let folder = tempfile::tempdir().unwrap();
    let (database, media) = open(folder.path());
    demo::load(&database, &database, &media, now()).unwrap();
    demo::prepare(&database, SECRET, now()).unwrap().unwrap();
    let to_tell: Result<_, StoreError> = database.read(|store| store.starts_to_tell(now(), now() + SOON));
    assert_eq!(to_tell.unwrap(), []);
    let backlog: Result<_, StoreError> = database.read(|store| store.backlog(now()));
    assert_eq!(backlog.unwrap().mails_waiting, 0);
    let user: Result<_, StoreError> = database.read(|store| {
        use accounts::AccountStore as _;
        let address = ::mail::EmailAddress::parse("demo@example.com").unwrap();
        store.user_by_email(&address)
    });
    let user = user.unwrap().unwrap().id;
    let seen: Result<_, StoreError> = database.read(|store| live::live_of_member(store, user, now()));
    assert_eq!(seen.unwrap().len(), 4);
}
