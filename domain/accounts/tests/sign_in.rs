//! Signing in: which sessions it opens and ends, and what it reports.
#![expect(clippy::expect_used, reason = "a test that cannot continue ends with a panic")]

use accounts::{
    AccountStore as _, Credentials, CredentialsChanged, Device, NewUser, PasswordHash, SessionToken,
    Username, open_session, sign_in, signed_in,
};
use chrono::{DateTime, Utc};
use fakes::FakeStore;
use kernel::UserId;
use mail::{EmailAddress, MailKind};

const ORIGIN: &str = "https://portal.example";

fn noon() -> DateTime<Utc> {
    "2026-01-31T12:00:00Z".parse().expect("a time")
}

fn token(n: u8) -> SessionToken {
    SessionToken::from_random([n; 32])
}

fn is_signed_in(store: &mut FakeStore, n: u8) -> bool {
    signed_in(store, &token(n).hash(), noon())
        .expect("a read")
        .is_some()
}

/// A user with an open session, 1.
fn store_with_user() -> (FakeStore, UserId, Credentials) {
    let mut store = FakeStore::default();
    let new = NewUser {
        username: Username::parse("Trader").expect("a name"),
        email: EmailAddress::parse("trader@example.com").expect("an address"),
        password: PasswordHash::stored(String::from("hash")),
    };
    let user = store.insert_user(&new, noon()).expect("a free name");
    open_session(
        &mut store,
        user,
        &token(1),
        Device::named("Firefox/1 Linux"),
        noon(),
    )
    .expect("a session");
    let proven = store.credentials_of(user).expect("a read").expect("the user");
    (store, user, proven)
}

#[test]
fn a_sign_in_ends_the_session_that_the_browser_had_and_no_other() {
    let (mut store, user, proven) = store_with_user();
    open_session(&mut store, user, &token(2), Device::named("phone"), noon()).unwrap();
    let replaced = token(1).hash();
    let device = Device::named("Firefox/2 Linux");
    sign_in(
        &mut store,
        &proven,
        &token(3),
        device,
        Some(&replaced),
        ORIGIN,
        noon(),
    )
    .unwrap();
    assert!(!is_signed_in(&mut store, 1), "the replaced session still lives");
    assert!(is_signed_in(&mut store, 2) && is_signed_in(&mut store, 3));
}

#[test]
fn a_refused_sign_in_opens_and_ends_nothing() {
    let (mut store, user, proven) = store_with_user();
    store
        .set_password(user, &PasswordHash::stored(String::from("another")))
        .unwrap();
    let replaced = token(1).hash();
    let late = sign_in(
        &mut store,
        &proven,
        &token(3),
        Device::named("x"),
        Some(&replaced),
        ORIGIN,
        noon(),
    );
    assert!(matches!(late, Err(CredentialsChanged::Changed)), "{late:?}");
    assert!(is_signed_in(&mut store, 1) && !is_signed_in(&mut store, 3));
}

#[test]
fn only_a_browser_that_the_user_never_used_is_reported_and_only_five_in_an_hour() {
    let (mut store, _, proven) = store_with_user();
    let mut enter = |agent: &str, n| {
        sign_in(
            &mut store,
            &proven,
            &token(n),
            Device::named(agent),
            None,
            ORIGIN,
            noon(),
        )
        .unwrap();
        store.mail_kinds()
    };
    assert_eq!(enter("Firefox/2 Linux", 2), []);
    assert_eq!(enter("Chrome/1 Windows", 3), [MailKind::NewDevice]);
    let others = [
        "Edg Windows",
        "OPR/ Windows",
        "Safari/ iPhone",
        "Safari/ iPad",
        "CriOS/ iPad",
        "FxiOS/ iPad",
    ];
    for (agent, n) in others.into_iter().zip(4..) {
        enter(agent, n);
    }
    assert_eq!(store.mails.len(), 5);
}
