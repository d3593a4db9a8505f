//! Mailed tokens as rows: found until they expire, used once, one of each user and purpose.

use ::mail::{MailStore as _, MailedToken, StoredToken, TokenHash, TokenPurpose, TokenSubject};
use chrono::TimeDelta;
use kernel::UserId;
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase, at_once,
    checkouts::{bought_course, context, order},
    databases::tables::db_count,
    samples::{add_course, add_user, bytes, noon},
};

const LIFE: TimeDelta = TimeDelta::days(30);

fn hash(purpose: TokenPurpose, n: u64) -> TokenHash {
    MailedToken::from_random(purpose, bytes(n)).hash()
}

fn token_of(subject: TokenSubject) -> StoredToken {
    StoredToken {
        subject,
        email_key: Some(String::from("anna@example.com")),
        name: Some(String::from("Anna")),
        requested_at: noon(),
        expires_at: noon() + LIFE,
    }
}

fn put(database: &TestDatabase, hash: TokenHash, token: &StoredToken) {
    let token = token.clone();
    database
        .write(move |store| store.put_token(&hash, &token))
        .unwrap();
}

fn found(database: &TestDatabase, hash: TokenHash, after: TimeDelta) -> Option<StoredToken> {
    database.read(|store| store.token(&hash, noon() + after)).unwrap()
}

fn user(database: &TestDatabase) -> TokenSubject {
    TokenSubject::User(add_user(database, "anna"))
}

#[rstest]
fn a_token_is_found_for_its_purpose_alone_until_it_expires_and_then_deleted(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let (course, member) = (add_course(&database, "futures"), add_user(&database, "anna"));
    let (reference, _) = bought_course(&database, &context(), member, course);
    let token = token_of(TokenSubject::Order(order(&database, &reference).id.0));
    let link = hash(TokenPurpose::Withdraw, 1);
    put(&database, link, &token);
    let last = LIFE - TimeDelta::microseconds(1);
    assert_eq!(found(&database, link, last), Some(token));
    assert_eq!(found(&database, link, LIFE), None);
    assert_eq!(found(&database, hash(TokenPurpose::Withdraw, 2), last), None);
    let elsewhere = TokenHash {
        purpose: TokenPurpose::ResetPassword,
        ..link
    };
    assert_eq!(found(&database, elsewhere, last), None);
    let taken = database.write(move |store| store.take_token(&elsewhere, noon()));
    assert_eq!(taken.unwrap(), None);
    for (after, left) in [(last, 1), (LIFE, 0)] {
        database
            .write(move |store| store.purge_tokens(noon() + after))
            .unwrap();
        assert_eq!(db_count(&database.address(), "mailed_tokens"), left);
    }
}

#[rstest]
fn a_user_has_one_token_of_each_purpose_and_an_order_several(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let (course, member) = (add_course(&database, "futures"), add_user(&database, "anna"));
    let (reference, _) = bought_course(&database, &context(), member, course);
    let bought = TokenSubject::Order(order(&database, &reference).id.0);
    for (purpose, subject, first) in [
        (TokenPurpose::ResetPassword, TokenSubject::User(member), 1),
        (TokenPurpose::VerifyAddress, TokenSubject::User(member), 3),
        (TokenPurpose::Withdraw, bought, 5),
    ] {
        let [older, newer] = [first, first + 1].map(|n| hash(purpose, n));
        put(&database, older, &token_of(subject));
        put(&database, newer, &token_of(subject));
        let kept = found(&database, older, TimeDelta::zero()).is_some();
        assert_eq!(kept, purpose == TokenPurpose::Withdraw, "{purpose:?}");
        assert!(found(&database, newer, TimeDelta::zero()).is_some());
    }
    let has = |user, purpose| {
        database
            .read(move |store| store.has_token(user, purpose, noon()))
            .unwrap()
    };
    assert!(has(member, TokenPurpose::ResetPassword) && !has(UserId(4711), TokenPurpose::ResetPassword));
    database
        .write(move |store| store.end_token(member, TokenPurpose::ResetPassword))
        .unwrap();
    assert!(!has(member, TokenPurpose::ResetPassword) && has(member, TokenPurpose::VerifyAddress));
}

#[rstest]
fn a_token_is_used_once_by_however_many_at_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let link = hash(TokenPurpose::VerifyAddress, 1);
    put(&database, link, &token_of(user(&database)));
    let taken = at_once(20, |_| {
        database
            .write(move |store| store.take_token(&link, noon()))
            .unwrap()
            .is_some()
    });
    assert_eq!(taken.into_iter().filter(|taken| *taken).count(), 1);
}
