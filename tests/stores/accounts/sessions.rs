//! Sessions: opened, found, ended by age, by disuse, by their owner, and never more than fifty.

use accounts::{
    AccountStore as _, CredentialsChanged, Device, PasswordHash, SESSION_BATCH, SESSION_IDLE, SESSION_LIFE,
    SESSION_TOUCH, SESSIONS_PER_USER, SessionStore as _, SessionToken, SignedIn, StaffUserStore as _,
    change_password, open_session, sign_in, signed_in,
};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{StoreError, UserId};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    databases::tables::{db_count, db_dump},
    samples::{ORIGIN, add_user, bytes, noon, sign_in_attempt},
};

fn token(n: u64) -> SessionToken {
    SessionToken::from_random(bytes(n))
}

fn open(database: &TestDatabase, user: UserId, n: u64, now: DateTime<Utc>) {
    let opened: Result<_, StoreError> = database
        .write(move |store| open_session(store, user, &token(n), Device::named(&format!("device {n}")), now));
    opened.unwrap();
}

fn who(database: &TestDatabase, n: u64, now: DateTime<Utc>) -> Option<SignedIn> {
    database
        .read(|store| signed_in(store, &token(n).hash(), now))
        .unwrap()
}

#[rstest]
fn a_session_is_found_by_its_token_and_by_no_other(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    open(&database, user, 1, noon());
    assert_eq!(who(&database, 1, noon()).unwrap().user.id, user);
    assert!(who(&database, 2, noon()).is_none());
    assert!(
        database
            .read(|s| signed_in(s, &SessionToken::presented("").hash(), noon()))
            .unwrap()
            .is_none()
    );
}

#[rstest]
fn what_the_cookie_holds_is_not_in_the_database(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    open(&database, user, 1, noon());
    let dump = db_dump(&database.address());
    let holds = |text: &str| dump.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(
        holds("trader@example.com"),
        "the dump shows what the database holds"
    );
    assert!(!holds(token(1).as_str()), "the token is in the database");
    let raw: [u8; 32] = bytes(1);
    assert!(!dump.windows(32).any(|window| window == raw));
}

#[rstest]
fn a_session_ends_by_age_and_by_disuse(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    open(&database, user, 1, noon());
    let second = TimeDelta::seconds(1);
    assert!(who(&database, 1, noon() + SESSION_IDLE - second).is_some());
    assert!(
        who(&database, 1, noon() + SESSION_IDLE).is_none(),
        "an unused session lives on"
    );

    let session = who(&database, 1, noon()).unwrap().session;
    let mut now = noon();
    while now + SESSION_IDLE < noon() + SESSION_LIFE {
        now += SESSION_IDLE - second;
        assert!(
            who(&database, 1, now).unwrap().touch,
            "an old use is written down"
        );
        database
            .write(move |store| store.touch_session(session, now))
            .unwrap();
    }
    let end = noon() + SESSION_LIFE;
    assert!(who(&database, 1, end - second).is_some());
    assert!(who(&database, 1, end).is_none(), "a used session lives for ever");
}

#[rstest]
fn use_is_written_down_once_an_hour(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    open(&database, user, 1, noon());
    assert!(
        !who(&database, 1, noon() + SESSION_TOUCH - TimeDelta::seconds(1))
            .unwrap()
            .touch
    );
    let found = who(&database, 1, noon() + SESSION_TOUCH).unwrap();
    assert!(found.touch);
    let now = noon() + SESSION_TOUCH;
    database
        .write(move |store| store.touch_session(found.session, now))
        .unwrap();
    assert!(!who(&database, 1, now).unwrap().touch);
}

#[rstest]
fn a_sign_in_beyond_fifty_ends_the_least_used(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let (user, other) = (add_user(&database, "trader"), add_user(&database, "other"));
    open(&database, other, 1_000, noon());
    let minute = |n: u64| noon() + TimeDelta::minutes(i64::try_from(n).unwrap());
    let most = u64::try_from(SESSIONS_PER_USER).unwrap();
    for n in 0..most {
        open(&database, user, n, minute(n));
    }
    // The oldest was used just now, so the second oldest goes.
    let oldest = who(&database, 0, minute(most)).unwrap().session;
    database
        .write(move |store| store.touch_session(oldest, minute(most)))
        .unwrap();
    open(&database, user, most, minute(most));
    let live = |n| who(&database, n, minute(most)).is_some();
    assert!(live(0) && !live(1) && live(2) && live(most));
    assert_eq!(
        db_count(
            &database.address(),
            &format!("sessions WHERE user_id = {}", user.0)
        ),
        50
    );
    assert!(live(1_000), "another user's session was ended");
}

#[rstest]
fn ending_others_spares_this_one_and_other_users(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let (user, other) = (add_user(&database, "trader"), add_user(&database, "other"));
    for n in 0..4 {
        open(&database, user, n, noon());
    }
    open(&database, other, 9, noon());
    let here = who(&database, 2, noon()).unwrap().session;
    assert_eq!(
        database
            .write(move |store| store.delete_sessions(user, Some(here)))
            .unwrap(),
        3
    );
    assert!(who(&database, 2, noon()).is_some());
    assert!([0, 1, 3].into_iter().all(|n| who(&database, n, noon()).is_none()));
    let theirs = who(&database, 9, noon()).unwrap().session;
    assert!(
        !database
            .write(move |store| store.delete_session_of(user, theirs))
            .unwrap(),
        "another user's session was ended by its number"
    );
    assert!(who(&database, 9, noon()).is_some());
    assert!(
        database
            .write(move |store| store.delete_session_of(user, here))
            .unwrap()
    );
    assert!(who(&database, 2, noon()).is_none());
    assert_eq!(
        database
            .write(move |store| store.delete_sessions(user, None))
            .unwrap(),
        0
    );
}

#[rstest]
fn devices_are_listed_the_latest_used_first(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    for n in 0..3 {
        open(
            &database,
            user,
            n,
            noon() + TimeDelta::minutes(i64::try_from(n).unwrap()),
        );
    }
    let first = who(&database, 0, noon()).unwrap().session;
    let later = noon() + TimeDelta::hours(2);
    database
        .write(move |store| store.touch_session(first, later))
        .unwrap();
    let listed = database.read(|store| store.sessions(user)).unwrap();
    let names: Vec<_> = listed.iter().map(|session| session.device.as_str()).collect();
    assert_eq!(names, ["device 0", "device 2", "device 1"]);
    assert_eq!((listed[0].created_at, listed[0].last_seen_at), (noon(), later));
}

#[rstest]
fn a_purge_removes_what_ended_and_nothing_else(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    let now = noon() + SESSION_LIFE;
    open(&database, user, 1, noon());
    open(&database, user, 2, now - SESSION_IDLE);
    open(&database, user, 3, now - SESSION_IDLE + TimeDelta::seconds(1));
    for (limit, removed) in [(1, 1), (SESSION_BATCH, 1), (SESSION_BATCH, 0)] {
        let purge = database.write(move |store| store.purge_sessions(now, now - SESSION_IDLE, limit));
        assert_eq!(purge.unwrap(), removed);
    }
    assert!(who(&database, 3, now).is_some());
    assert_eq!(db_count(&database.address(), "sessions"), 1);
}

#[rstest]
fn a_password_changed_meanwhile_opens_no_session(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    let proven = database
        .read(|store| store.credentials_of(user))
        .unwrap()
        .unwrap();
    open(&database, user, 1, noon());
    open(&database, user, 2, noon());
    let here = who(&database, 2, noon()).unwrap().session;
    let (changing, new) = (proven.clone(), PasswordHash::stored(String::from("another hash")));
    database
        .write(move |store| change_password(store, &changing, &new, here, &token(4).hash(), noon()))
        .unwrap();
    assert!(
        who(&database, 1, noon()).is_none(),
        "another device lives through a password change"
    );
    assert!(
        who(&database, 2, noon()).is_none(),
        "the token from before the change still signs in"
    );
    assert_eq!(who(&database, 4, noon()).unwrap().session, here);

    let attempt = sign_in_attempt(&proven, 3, "late");
    let late = database.write(move |store| sign_in(store, &attempt, ORIGIN, noon()));
    assert!(matches!(late, Err(CredentialsChanged::Changed)), "{late:?}");
    assert!(who(&database, 3, noon()).is_none());
}

#[rstest]
fn a_deleted_users_sessions_are_gone(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    open(&database, user, 1, noon());
    database.write(move |store| store.delete_user(user)).unwrap();
    assert!(who(&database, 1, noon()).is_none());
    assert_eq!(db_count(&database.address(), "sessions"), 0);
}
