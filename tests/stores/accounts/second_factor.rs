//! Second factors: each code once, also of requests at the same moment, and nothing in the database that makes a code.

use ::mail::{MailedToken, TokenPurpose};
use accounts::{
    AccountStore as _, CodeAttempt, CodeLimit, CodeRefused, Credentials, CredentialsChanged, OFFER_LIFE,
    OfferError, PasswordHash, RecoveryCode, SecondFactorStore as _, SessionToken, SignInAttempt,
    StaffUserStore as _, TotpSecret, TurnOnError, TypedCode, issue_reset_link, offer_second_factor,
    reset_password, reset_second_factor, sign_in, signed_in, turn_on_second_factor,
};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{StoreError, UserId};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase, at_once,
    databases::tables::{db_count, db_dump, db_run},
    samples::{ORIGIN, add_user, bytes, noon, sign_in_attempt},
};

fn secret() -> TotpSecret {
    TotpSecret::from_random(bytes(77))
}

fn recovery() -> [RecoveryCode; 10] {
    std::array::from_fn(|n| RecoveryCode::from_random(bytes(100 + n as u64)))
}

fn code(at: DateTime<Utc>) -> String {
    secret().code_at(at).reveal()
}

fn proven(database: &TestDatabase, user: UserId) -> Credentials {
    let found = database.read(|store| store.credentials_of(user)).unwrap();
    found.expect("the user")
}

fn offer(database: &TestDatabase, user: UserId) {
    let proven = proven(database, user);
    let offered = database.write(move |store| offer_second_factor(store, &proven, &secret(), noon()));
    offered.expect("an offer");
}

fn turn_on(database: &TestDatabase, user: UserId, text: &str, now: DateTime<Utc>) -> Result<(), TurnOnError> {
    let typed = TypedCode::typed(text);
    database.write(move |store| turn_on_second_factor(store, user, typed.as_ref(), &recovery(), now))
}

/// A user whose second factor was turned on by the code of noon.
fn with_factor(database: &TestDatabase, name: &str) -> UserId {
    let user = add_user(database, name);
    offer(database, user);
    turn_on(database, user, &code(noon()), noon()).expect("the right code");
    user
}

fn attempt(proven: &Credentials, n: u64, text: &str) -> SignInAttempt {
    SignInAttempt {
        code: CodeAttempt {
            code: TypedCode::typed(text),
            limit: CodeLimit::of_account(std::num::NonZeroU32::MIN),
        },
        ..sign_in_attempt(proven, n, "x")
    }
}

fn enter(database: &TestDatabase, user: UserId, n: u64, text: &str) -> Result<(), CodeRefused> {
    let attempt = attempt(&proven(database, user), n, text);
    enter_by(database, attempt, noon())
}

fn enter_by(database: &TestDatabase, attempt: SignInAttempt, now: DateTime<Utc>) -> Result<(), CodeRefused> {
    let entered: Result<_, CredentialsChanged> =
        database.write(move |store| sign_in(store, &attempt, ORIGIN, now));
    entered.expect("the password is unchanged").map(|_| ())
}

#[rstest]
fn an_offer_ends_after_an_hour_and_wants_the_password_that_is_kept(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    let before = proven(&database, user);
    offer(&database, user);
    let late = noon() + OFFER_LIFE;
    assert!(turn_on(&database, user, &code(late), late).is_err());
    let last = late - TimeDelta::seconds(1);
    turn_on(&database, user, &code(last), last).unwrap();

    let other = PasswordHash::stored(String::from("another"));
    database
        .write(move |store| store.set_password(user, &other))
        .unwrap();
    let offered = database.write(move |store| offer_second_factor(store, &before, &secret(), noon()));
    assert!(
        matches!(offered, Err(OfferError::CredentialsChanged)),
        "{offered:?}"
    );
}

#[rstest]
#[case(code(noon() + TimeDelta::seconds(30)))]
#[case(recovery()[4].reveal())]
fn of_twenty_sign_ins_by_one_code_one_is_let_in(
    #[case] text: String,
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let user = with_factor(&database, "trader");
    let known = proven(&database, user);
    let entered = at_once(20, |n| {
        let attempt = SignInAttempt {
            code: CodeAttempt {
                code: TypedCode::typed(&text),
                limit: CodeLimit::OfDevice,
            },
            ..sign_in_attempt(&known, n, "x")
        };
        let outcome: Result<_, CredentialsChanged> =
            database.write(move |store| sign_in(store, &attempt, ORIGIN, noon()));
        outcome.expect("no failure of the database").map(|user| user.id)
    });
    assert_eq!(entered.iter().filter(|outcome| **outcome == Ok(user)).count(), 1);
    let refused = entered
        .iter()
        .filter(|outcome| **outcome == Err(CodeRefused::Wrong));
    assert_eq!(refused.count(), 19);
    assert_eq!(db_count(&database.address(), "sessions"), 1);
}

#[rstest]
fn of_ten_requests_to_turn_it_on_one_gets_its_recovery_codes(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    offer(&database, user);
    let outcomes = at_once(10, |_| turn_on(&database, user, &code(noon()), noon()));
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
    assert_eq!(db_count(&database.address(), "recovery_codes"), 10);
    assert_eq!(
        enter(&database, user, 1, &code(noon())),
        Err(CodeRefused::Wrong),
        "the code that turned it on counted again"
    );
}

#[rstest]
fn wrong_codes_at_once_are_each_counted(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let user = with_factor(&database, "trader");
    let outcomes = at_once(12, |n| enter(&database, user, n, "000000"));
    let wrong = outcomes
        .iter()
        .filter(|outcome| **outcome == Err(CodeRefused::Wrong));
    assert_eq!(wrong.count(), 3, "three in an hour");
    let waits = outcomes
        .iter()
        .filter(|outcome| matches!(outcome, Err(CodeRefused::TooMany { .. })));
    assert_eq!(waits.count(), 9);
    assert_eq!(db_count(&database.address(), "sessions"), 0);
}

#[rstest]
fn after_its_wrong_codes_an_account_waits_and_a_known_device_does_not(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let user = with_factor(&database, "trader");
    let known = proven(&database, user);
    for n in 0..3 {
        assert_eq!(
            enter(&database, user, n, "no code"),
            Err(CodeRefused::Wrong),
            "{n}"
        );
    }
    let right = code(noon() + TimeDelta::seconds(30));
    let waits = CodeRefused::TooMany {
        retry_after_seconds: 1_200,
    };
    assert_eq!(enter(&database, user, 4, &right), Err(waits));
    let mut by_device = attempt(&known, 5, &right);
    by_device.code.limit = CodeLimit::OfDevice;
    assert_eq!(enter_by(&database, by_device, noon()), Ok(()));
    let later = noon() + TimeDelta::seconds(1_200);
    assert_eq!(
        enter_by(&database, attempt(&known, 6, &code(later)), later),
        Ok(())
    );
}

#[rstest]
fn a_refused_code_renews_no_hash_and_ends_no_session(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let user = with_factor(&database, "trader");
    assert_eq!(enter(&database, user, 1, &recovery()[0].reveal()), Ok(()));
    let known = proven(&database, user);
    let before = SessionToken::from_random(bytes(1)).hash();
    let is_live = || {
        let found = database.read(|store| signed_in(store, &before, noon()));
        found.unwrap().is_some()
    };
    let replacing = |n, text: &str| SignInAttempt {
        replaced: Some(before),
        renewed: Some(PasswordHash::stored(String::from("renewed"))),
        ..attempt(&known, n, text)
    };
    assert_eq!(
        enter_by(&database, replacing(2, "000000"), noon()),
        Err(CodeRefused::Wrong)
    );
    assert!(is_live(), "a refused code ended a session");
    assert_eq!(proven(&database, user).password.as_str(), known.password.as_str());
    let right = recovery()[1].reveal();
    assert_eq!(enter_by(&database, replacing(3, &right), noon()), Ok(()));
    assert!(!is_live());
    assert_eq!(proven(&database, user).password.as_str(), "renewed");
    let left = database.read(|store| store.recovery_codes_left(user));
    assert_eq!(left.unwrap(), 8);
}

#[rstest]
fn nothing_in_the_database_makes_a_code(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let user = with_factor(&database, "trader");
    let dump = db_dump(&database.address());
    let codes = recovery().map(|code| code.reveal().replace('-', "").into_bytes());
    let mut secrets = vec![secret().as_bytes().to_vec(), secret().base32().into_bytes()];
    secrets.extend(codes);
    for bytes in &secrets {
        assert!(!dump.windows(bytes.len()).any(|window| window == bytes));
    }
    let kept = database.read(|store| store.second_factor(user)).unwrap().unwrap();
    assert!(kept.secret == Some(secret()));
}

#[rstest]
fn a_secret_opens_for_its_own_user_only_and_then_recovery_codes_do(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let (user, other) = (with_factor(&database, "trader"), with_factor(&database, "other"));
    let copied = format!(
        "UPDATE second_factors SET sealed_secret = \
         (SELECT sealed_secret FROM second_factors WHERE user_id = {}) WHERE user_id = {}",
        other.0, user.0
    );
    db_run(&database.address(), &copied);
    let next = code(noon() + TimeDelta::seconds(30));
    assert_eq!(enter(&database, user, 1, &next), Err(CodeRefused::Wrong));
    assert_eq!(enter(&database, user, 2, &recovery()[0].reveal()), Ok(()));
}

#[rstest]
fn turned_off_or_deleted_nothing_of_it_is_kept(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let (user, other) = (with_factor(&database, "trader"), with_factor(&database, "other"));
    let token = MailedToken::from_random(TokenPurpose::ResetPassword, bytes(9));
    let hash = token.hash();
    let link: Result<_, StoreError> =
        database.write(move |store| issue_reset_link(store, user, &token, ORIGIN, noon()));
    link.unwrap();
    let password = PasswordHash::stored(String::from("another"));
    database
        .write(move |store| reset_password(store, &hash, &password, noon()))
        .unwrap();
    assert_eq!(
        enter(&database, user, 1, ""),
        Err(CodeRefused::Missing),
        "a reset turned it off"
    );
    let reset: Result<bool, StoreError> =
        database.write(move |store| reset_second_factor(store, user, noon()));
    assert!(reset.unwrap());
    let rows = |table: &str| db_count(&database.address(), table);
    assert_eq!((rows("second_factors"), rows("recovery_codes")), (1, 10));
    assert_eq!(enter(&database, user, 1, ""), Ok(()));
    assert!(database.write(move |store| store.delete_user(other)).unwrap());
    for table in ["second_factors", "second_factor_steps", "recovery_codes"] {
        assert_eq!(rows(table), 0, "{table}");
    }
}
