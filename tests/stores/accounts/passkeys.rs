//! Passkeys as rows: each challenge once and each counter once, also of requests at the same moment.

use accounts::{
    AccountStore as _, AddPasskeyError, AnsweredChallenge, CHALLENGE_LIFE, ChallengeHash, CodeAttempt,
    CodeLimit, CredentialId, CredentialsChanged, Device, KnownPasskey, NewPasskey, OfferPasskeyError,
    PasskeyId, PasskeyRefused, PasskeySignIn, PasskeyStore as _, PasswordHash, SessionToken,
    StaffUserStore as _, add_passkey, offer_passkey, remove_passkey, sign_in_with_passkey, signed_in,
};
use chrono::TimeDelta;
use kernel::{StoreError, UserId};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase, at_once,
    databases::tables::db_count,
    samples::{ORIGIN, add_user, bytes, noon},
};

fn challenge(n: u64) -> AnsweredChallenge {
    AnsweredChallenge {
        hash: ChallengeHash(bytes(n)),
        expires: noon() + CHALLENGE_LIFE,
    }
}

fn new_passkey(n: u8) -> NewPasskey {
    NewPasskey {
        id: CredentialId(vec![n, 0, 255]),
        credential: String::from("{\"é\": \"\\u0000\"}"),
        counter: u32::MAX - 1,
        name: String::from("Firefox on Linux"),
    }
}

fn add(database: &TestDatabase, user: UserId, n: u8) -> PasskeyId {
    let added = database
        .write(move |store| add_passkey(store, user, &new_passkey(n), &challenge(u64::from(n)), noon()));
    added.expect("a passkey").id
}

fn enter(
    database: &TestDatabase,
    user: UserId,
    passkey: PasskeyId,
    counter: u32,
    n: u64,
) -> Result<(), PasskeyRefused> {
    enter_by(database, attempt(user, passkey, counter, n))
}

fn attempt(user: UserId, passkey: PasskeyId, counter: u32, n: u64) -> PasskeySignIn {
    PasskeySignIn {
        passkey,
        user,
        counter,
        credential: format!("{{\"counter\": {counter}}}"),
        challenge: challenge(n),
        token: token(n),
        device: Device::named("x"),
        replaced: None,
    }
}

/// The session's token of the sign-in by the `n`th challenge.
fn token(n: u64) -> SessionToken {
    SessionToken::from_random(bytes(1_000 + n))
}

fn enter_by(database: &TestDatabase, attempt: PasskeySignIn) -> Result<(), PasskeyRefused> {
    database
        .write(move |store| sign_in_with_passkey(store, &attempt, ORIGIN, noon()))
        .map(|_| ())
}

#[rstest]
fn a_passkey_is_kept_found_used_and_removed(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let (user, other) = (add_user(&database, "trader"), add_user(&database, "other"));
    let passkey = add(&database, user, 1);
    let find = |n| {
        let id = new_passkey(n).id;
        database.read(move |store| store.passkey_of(&id)).expect("a read")
    };
    let credential = new_passkey(1).credential;
    let known = |credential| KnownPasskey {
        id: passkey,
        user,
        credential,
    };
    assert_eq!(find(1), Some(known(credential)));
    assert_eq!(find(2), None);
    let listed = database.read(|store| store.passkeys(user)).expect("a read");
    assert_eq!(
        (listed.len(), listed[0].created_at, listed[0].last_used_at),
        (1, noon(), None)
    );
    assert!(
        database
            .read(|store| store.passkeys(other))
            .expect("a read")
            .is_empty()
    );

    enter(&database, user, passkey, u32::MAX, 10).expect("a sign-in");
    let listed = database.read(|store| store.passkeys(user)).expect("a read");
    assert_eq!(listed[0].last_used_at, Some(noon()));
    assert_eq!(find(1), Some(known(format!("{{\"counter\": {}}}", u32::MAX))));
    let counter = database.read(|store| store.passkey_counter(user, passkey));
    assert_eq!(counter.expect("a read"), Some(u32::MAX));

    let remove = |of| {
        let removed: Result<_, StoreError> = database.write(move |store| store.delete_passkey(of, passkey));
        removed.expect("a write")
    };
    assert_eq!(remove(other), None);
    assert_eq!(remove(user).as_deref(), Some("Firefox on Linux"));
    assert_eq!(remove(user), None);
    assert_eq!(find(1), None);
}

#[rstest]
fn a_challenge_of_any_purpose_counts_once_and_a_sign_in_ends_the_session_before(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    let passkey = add(&database, user, 1);
    let again = database.write(move |store| add_passkey(store, user, &new_passkey(2), &challenge(1), noon()));
    assert!(matches!(again, Err(AddPasskeyError::ChallengeUsed)), "{again:?}");
    let replayed = enter(&database, user, passkey, u32::MAX - 1, 1);
    assert!(
        matches!(replayed, Err(PasskeyRefused::ChallengeUsed)),
        "a challenge to add signed in: {replayed:?}"
    );

    enter(&database, user, passkey, u32::MAX, 2).expect("a sign-in");
    let is_live = |n| {
        let found = database.read(|store| signed_in(store, &token(n).hash(), noon()));
        found.unwrap().is_some()
    };
    let replacing = |n| PasskeySignIn {
        replaced: Some(token(2).hash()),
        ..attempt(user, passkey, 0, n)
    };
    let refused = enter_by(&database, replacing(3));
    assert!(
        matches!(refused, Err(PasskeyRefused::CounterNotRisen)),
        "{refused:?}"
    );
    assert!(is_live(2), "a refused sign-in ended a session");
    let passkey = add(&database, user, 4);
    let replacing = PasskeySignIn {
        passkey,
        counter: u32::MAX,
        ..replacing(5)
    };
    enter_by(&database, replacing).expect("a sign-in");
    assert!(!is_live(2) && is_live(5));
}

#[rstest]
fn a_password_that_changed_meanwhile_adds_and_removes_none(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    let passkey = add(&database, user, 1);
    let proven = database
        .read(|store| store.credentials_of(user))
        .unwrap()
        .unwrap();
    let other = PasswordHash::stored(String::from("another"));
    database
        .write(move |store| store.set_password(user, &other))
        .unwrap();
    let stale = proven.clone();
    let offered = database.write(move |store| {
        let no_code = CodeAttempt {
            code: None,
            limit: CodeLimit::OfDevice,
        };
        offer_passkey(store, &stale, &no_code, noon())
    });
    assert!(
        matches!(offered, Err(OfferPasskeyError::CredentialsChanged)),
        "{offered:?}"
    );
    let removed = database.write(move |store| remove_passkey(store, &proven, passkey, noon()));
    assert!(matches!(removed, Err(CredentialsChanged::Changed)), "{removed:?}");
    assert_eq!(db_count(&database.address(), "passkeys"), 1);
    assert_eq!(
        db_count(&database.address(), "outbox WHERE kind = 'passkey_changed'"),
        1,
        "of the addition alone"
    );
}

#[rstest]
fn a_credential_is_registered_once_and_goes_with_its_account(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let (user, other) = (add_user(&database, "trader"), add_user(&database, "other"));
    let insert = |of| {
        let inserted: Result<_, StoreError> =
            database.write(move |store| store.insert_passkey(of, &new_passkey(1), noon()));
        inserted.expect("a write")
    };
    let inserted = at_once(4, |n| insert(if n % 2 == 0 { user } else { other }));
    assert_eq!(inserted.iter().flatten().count(), 1, "{inserted:?}");
    let gone: Result<_, StoreError> = database.write(move |store| {
        store.delete_user(user)?;
        store.delete_user(other)
    });
    assert!(gone.expect("a write"));
    assert_eq!(db_count(&database.address(), "passkeys"), 0);
}

#[rstest]
fn of_requests_at_the_same_moment_one_uses_a_challenge_and_one_a_counter(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    let passkey = add(&database, user, 1);
    let one_challenge = at_once(6, |_| enter(&database, user, passkey, u32::MAX, 20).is_ok());
    assert_eq!(one_challenge.into_iter().filter(|entered| *entered).count(), 1);
    let one_counter = at_once(6, |n| enter(&database, user, passkey, u32::MAX, 30 + n).is_ok());
    assert!(!one_counter.contains(&true), "a counter was taken twice");
    assert_eq!(db_count(&database.address(), "sessions"), 1);
}

#[rstest]
fn used_challenges_are_forgotten_once_they_have_expired(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    add(&database, user, 1);
    let purge = |at| {
        let purged: Result<_, StoreError> = database.write(move |store| store.purge_challenges(at));
        purged.expect("a write")
    };
    assert_eq!(purge(noon() + CHALLENGE_LIFE - TimeDelta::microseconds(1)), 0);
    assert_eq!(purge(noon() + CHALLENGE_LIFE), 1);
    assert_eq!(purge(noon() + CHALLENGE_LIFE), 0);
}
