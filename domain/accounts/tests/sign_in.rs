//! Signing in: which sessions it opens and ends, and what it reports.
#![expect(clippy::expect_used, reason = "a test that cannot continue ends with a panic")]

use accounts::{
    AccountStore as _, CodeAttempt, CodeLimit, Credentials, CredentialsChanged, Device, NewUser,
    PasswordHash, SessionToken, SignInAttempt, Username, open_session, sign_in, signed_in,
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

/// A sign-in without a code.
fn attempt(proven: &Credentials, n: u8, agent: &str, replaced: Option<u8>) -> SignInAttempt {
    SignInAttempt {
        proven: proven.clone(),
        code: CodeAttempt {
            code: None,
            limit: CodeLimit::OfDevice,
        },
        token: token(n),
        device: Device::named(agent),
        replaced: replaced.map(|n| token(n).hash()),
        renewed: None,
    }
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
    let attempt = attempt(&proven, 3, "Firefox/2 Linux", Some(1));
    let entered = sign_in(&mut store, &attempt, ORIGIN, noon()).unwrap();
    assert_eq!(entered.map(|user| user.id), Ok(user));
    assert!(!is_signed_in(&mut store, 1), "the replaced session still lives");
    assert!(is_signed_in(&mut store, 2) && is_signed_in(&mut store, 3));
}

#[test]
fn a_renewed_hash_takes_the_place_of_the_one_that_was_proven() {
    let (mut store, user, proven) = store_with_user();
    let renewed = PasswordHash::stored(String::from("renewed"));
    let mut attempt = attempt(&proven, 3, "x", None);
    attempt.renewed = Some(renewed.clone());
    let entered = sign_in(&mut store, &attempt, ORIGIN, noon()).unwrap();
    assert!(entered.is_ok(), "{entered:?}");
    let stored = store.credentials_of(user).unwrap().unwrap();
    assert_eq!(stored.password, renewed);
    assert!(is_signed_in(&mut store, 1), "a renewed hash ends no session");
}

#[test]
fn a_refused_sign_in_opens_and_ends_nothing() {
    let (mut store, user, proven) = store_with_user();
    store
        .set_password(user, &PasswordHash::stored(String::from("another")))
        .unwrap();
    let late = sign_in(&mut store, &attempt(&proven, 3, "x", Some(1)), ORIGIN, noon());
    assert!(matches!(late, Err(CredentialsChanged::Changed)), "{late:?}");
    assert!(is_signed_in(&mut store, 1) && !is_signed_in(&mut store, 3));
}

#[test]
fn only_a_browser_that_the_user_never_used_is_reported_and_only_five_in_an_hour() {
    let (mut store, _, proven) = store_with_user();
    let mut enter = |agent: &str, n| {
        let entered = sign_in(&mut store, &attempt(&proven, n, agent, None), ORIGIN, noon());
        assert!(entered.unwrap().is_ok());
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
