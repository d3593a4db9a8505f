//! What a start with the demo does, once and again.
#![expect(clippy::unwrap_used, reason = "a test that cannot continue ends with a panic")]

use std::{path::Path, thread};

use ::mail::EmailAddress;
use accounts::{
    AccountStore, HashMemory, NewPassword, SignInName, SiteWords, hash_password, verify_password,
};
use chrono::{DateTime, Utc};
use courses::{AccessStore, CourseStore};
use kernel::{DatabaseUrl, UserId};
use outbound::MediaStore;
use persistence::{Database, DatabaseOptions};
use purchase_keys::{KeyId, KeyState, redeem_key};
use secrecy::{ExposeSecret, SecretString};

const SECRET: [u8; 32] = [7; 32];

fn now() -> DateTime<Utc> {
    "2026-11-21T10:00:00Z".parse().unwrap()
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

#[test]
fn a_second_load_changes_nothing_and_an_empty_catalogue_is_filled_once() {
    let folder = tempfile::tempdir().unwrap();
    let (database, media) = open(folder.path());
    let first = demo::load_if_empty(&database, &media, now()).unwrap();
    assert_eq!(first.len(), 4);
    assert!(first.iter().all(|outcome| outcome.created));
    assert!(demo::load_if_empty(&database, &media, now()).unwrap().is_empty());
    let stored = media.locations().unwrap();
    let again = demo::load(&database, &database, &media, now()).unwrap();
    assert!(
        again
            .iter()
            .all(|outcome| !outcome.created && outcome.withdrawn == 0)
    );
    assert_eq!(media.locations().unwrap(), stored);
    assert_eq!(database.read(|store| store.courses()).unwrap().len(), 4);
}

#[test]
fn without_the_demo_courses_there_is_no_demo_account() {
    let folder = tempfile::tempdir().unwrap();
    let (database, _) = open(folder.path());
    assert!(demo::prepare(&database, SECRET, now()).unwrap().is_none());
    assert!(
        database
            .read(|store| store.user_records_after(UserId(0), 100))
            .unwrap()
            .is_empty()
    );
}

#[test]
fn every_start_shows_the_same_sign_in_and_a_key_that_is_unused() {
    let folder = tempfile::tempdir().unwrap();
    let (database, media) = open(folder.path());
    demo::load(&database, &database, &media, now()).unwrap();
    let first = demo::prepare(&database, SECRET, now()).unwrap().unwrap();
    let again = demo::prepare(&database, SECRET, now()).unwrap().unwrap();
    assert_eq!(first.username, "demo");
    assert_eq!(again.username, first.username);
    assert_eq!(again.password.expose_secret(), first.password.expose_secret());
    assert_eq!(again.key.reveal(), first.key.reveal());
    let key = first.key.clone();
    let user = database
        .read(|store| store.credentials(&SignInName::typed("demo")))
        .unwrap()
        .unwrap();
    assert!(verify_password(
        &first.password,
        &user.password,
        &mut HashMemory::new()
    ));
    let held = database.read(|store| store.held_courses(user.user)).unwrap();
    let held: Vec<_> = held.iter().map(|held| held.course.slug.as_str()).collect();
    assert_eq!(held, ["futures-foundations", "live-room"]);
    database
        .write(move |store| redeem_key(store, user.user, &key, now()))
        .unwrap();
    let third = demo::prepare(&database, SECRET, now()).unwrap().unwrap();
    assert_ne!(third.key.reveal(), first.key.reveal());
    let records = database
        .read(|store| store.key_records_after(KeyId(0), None, 100))
        .unwrap();
    assert_eq!(
        records.iter().filter(|key| key.state == KeyState::Unused).count(),
        1
    );
}

#[test]
fn a_password_that_a_visitor_changed_is_set_back() {
    let folder = tempfile::tempdir().unwrap();
    let (database, media) = open(folder.path());
    demo::load(&database, &database, &media, now()).unwrap();
    let visitor = demo::prepare(&database, SECRET, now()).unwrap().unwrap();
    let address = EmailAddress::parse("demo@example.com").unwrap();
    let user = database
        .read(|store| store.user_by_email(&address))
        .unwrap()
        .unwrap();
    let memory = &mut HashMemory::new();
    let other = NewPassword::parse(SecretString::from("another password"), &SiteWords::default()).unwrap();
    let hash = hash_password(&other, [1; 16], memory);
    database
        .write(move |store| store.set_password(user.id, &hash))
        .unwrap();
    demo::prepare(&database, SECRET, now()).unwrap().unwrap();
    let credentials = database
        .read(|store| store.credentials_of(user.id))
        .unwrap()
        .unwrap();
    assert!(verify_password(&visitor.password, &credentials.password, memory));
}

#[test]
fn servers_that_start_together_make_one_account_and_one_key() {
    let folder = tempfile::tempdir().unwrap();
    open(folder.path());
    let starts: Vec<_> = (0..4)
        .map(|_| {
            let folder = folder.path().to_path_buf();
            thread::spawn(move || {
                let (database, media) = open(&folder);
                demo::load_if_empty(&database, &media, now()).unwrap();
                demo::prepare(&database, SECRET, now())
                    .unwrap()
                    .unwrap()
                    .key
                    .reveal()
            })
        })
        .collect();
    let keys: Vec<_> = starts.into_iter().map(|start| start.join().unwrap()).collect();
    assert!(keys.iter().all(|key| key == &keys[0]));
    let (database, media) = open(folder.path());
    assert_eq!(
        database
            .read(|store| store.user_records_after(UserId(0), 100))
            .unwrap()
            .len(),
        1
    );
    assert_eq!(
        database
            .read(|store| store.key_records_after(KeyId(0), None, 100))
            .unwrap()
            .len(),
        1
    );
    assert_eq!(database.read(|store| store.courses()).unwrap().len(), 4);
    assert!(!media.locations().unwrap().is_empty());
}
