//! Signing in: which sessions it ends, and which browsers it reports.

use accounts::{
    AccountStore as _, Credentials, CredentialsChanged, Device, PasswordHash, SessionToken, SignInAttempt,
    open_session, sign_in, signed_in,
};
use kernel::StoreError;
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    databases::tables::db_count,
    samples::{ORIGIN, add_user, bytes, noon, sign_in_attempt},
};

fn token(n: u64) -> SessionToken {
    SessionToken::from_random(bytes(n))
}

fn enter(database: &TestDatabase, attempt: SignInAttempt) -> Result<(), CredentialsChanged> {
    let entered = database.write(move |store| sign_in(store, &attempt, ORIGIN, noon()));
    entered.map(|entered| {
        entered.expect("no code is asked for");
    })
}

#[rstest]
fn a_sign_in_ends_the_session_of_its_browser_alone_and_a_refused_one_ends_none(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    for n in [1, 2] {
        let opened: Result<_, StoreError> =
            database.write(move |store| open_session(store, user, &token(n), Device::named("phone"), noon()));
        opened.unwrap();
    }
    let is_live = |n| {
        let found = database.read(|store| signed_in(store, &token(n).hash(), noon()));
        found.unwrap().is_some()
    };
    let proven = || {
        let found = database.read(|store| store.credentials_of(user));
        found.unwrap().unwrap()
    };
    let replacing = |proven: &Credentials, n, with: &str| SignInAttempt {
        replaced: Some(token(1).hash()),
        renewed: Some(PasswordHash::stored(with.to_owned())),
        ..sign_in_attempt(proven, n, "Firefox/2 Linux")
    };
    let late = replacing(&proven(), 3, "of the late one");
    database
        .write(move |store| store.set_password(user, &PasswordHash::stored(String::from("changed"))))
        .unwrap();
    let refused = enter(&database, late);
    assert!(matches!(refused, Err(CredentialsChanged::Changed)), "{refused:?}");
    assert!(
        is_live(1) && !is_live(3),
        "a refused sign-in ended or opened a session"
    );
    assert_eq!(proven().password.as_str(), "changed");

    enter(&database, replacing(&proven(), 4, "renewed")).unwrap();
    assert!(!is_live(1), "the browser's session before lives on");
    assert!(is_live(2) && is_live(4));
    assert_eq!(proven().password.as_str(), "renewed");
}

#[rstest]
fn five_new_browsers_are_reported_in_an_hour_and_the_first_one_is_not(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    let proven = database
        .read(|store| store.credentials_of(user))
        .unwrap()
        .unwrap();
    let agents = [
        "Firefox/1 Linux",
        "Firefox/2 Linux",
        "Chrome/1 Windows",
        "Edg Windows",
        "OPR/ Windows",
        "Safari/ iPhone",
        "Safari/ iPad",
        "CriOS/ iPad",
        "FxiOS/ iPad",
    ];
    let mails = agents.into_iter().zip(0..).map(|(agent, n)| {
        enter(&database, sign_in_attempt(&proven, n, agent)).unwrap();
        db_count(&database.address(), "outbox WHERE kind = 'new_device'")
    });
    assert_eq!(mails.collect::<Vec<_>>(), [0, 0, 1, 2, 3, 4, 5, 5, 5]);
}
