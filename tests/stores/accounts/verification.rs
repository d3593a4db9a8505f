//! Links that prove an address: until when they work, what ends them, and how many an address is mailed.

use ::mail::{EmailAddress, MailedToken, TokenPurpose};
use accounts::{
    AccountStore as _, ChangeNamesError, ConfirmError, PasswordHash, SendLinkError, User, Username,
    VERIFY_MAILS_PER_HOUR, VERIFY_TOKEN_LIFE, change_names, confirm_address, issue_reset_link, mail_link,
    request_reset, reset_password, send_link_again,
};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{StoreError, UserId};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    databases::tables::db_count,
    samples::{ORIGIN, add_user, bytes, link, noon},
};

fn address(text: &str) -> EmailAddress {
    EmailAddress::parse(text).expect("an address")
}

fn user(database: &TestDatabase, user: UserId) -> User {
    let found = database.read(|store| store.user(user));
    found.expect("a read").expect("the user")
}

/// Asks for another address, with the `n`th link.
fn ask_for(database: &TestDatabase, user: UserId, email: &str, n: u64) -> Result<User, ChangeNamesError> {
    let (name, email) = (Username::parse("trader").expect("a name"), address(email));
    database.write(move |store| {
        let proven = store.credentials_of(user)?.expect("the user");
        change_names(store, &proven, &name, &email, &link(n), noon())
    })
}

fn send_again(
    database: &TestDatabase,
    user: UserId,
    n: u64,
    now: DateTime<Utc>,
) -> Result<(), SendLinkError> {
    database.write(move |store| send_link_again(store, user, &link(n), now))
}

/// The address that the `n`th link proves.
fn confirm(database: &TestDatabase, n: u64, now: DateTime<Utc>) -> Result<String, ConfirmError> {
    let confirmed = database.write(move |store| confirm_address(store, &link(n).token.hash(), now));
    confirmed.map(|confirmed| confirmed.email)
}

fn is_void(confirmed: Result<String, ConfirmError>) -> bool {
    matches!(confirmed, Err(ConfirmError::TokenInvalid))
}

fn links_mailed(database: &TestDatabase) -> i64 {
    db_count(&database.address(), "outbox WHERE kind = 'verify_address'")
}

#[rstest]
fn a_link_works_once_and_to_its_last_second(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let trader = add_user(&database, "trader");
    let email = address("trader@example.com");
    database
        .write(move |store| mail_link(store, trader, &email, &link(1), noon()))
        .unwrap();
    let end = noon() + VERIFY_TOKEN_LIFE;
    assert!(VERIFY_TOKEN_LIFE <= TimeDelta::days(7), "the contract's limit");
    assert!(is_void(confirm(&database, 1, end)));
    let last = end - TimeDelta::seconds(1);
    assert_eq!(confirm(&database, 1, last).unwrap(), "trader@example.com");
    assert!(user(&database, trader).email_verified);
    assert!(is_void(confirm(&database, 1, last)), "a link worked twice");
    assert!(is_void(confirm(&database, 2, last)));
}

#[rstest]
fn a_newer_link_ends_the_older_and_the_old_address_ends_what_is_pending(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let trader = add_user(&database, "trader");
    ask_for(&database, trader, "one@example.com", 1).unwrap();
    ask_for(&database, trader, "two@example.com", 2).unwrap();
    assert!(is_void(confirm(&database, 1, noon())));
    send_again(&database, trader, 3, noon()).unwrap();
    assert!(is_void(confirm(&database, 2, noon())));
    ask_for(&database, trader, "Two@example.com", 4).unwrap();
    assert_eq!(
        links_mailed(&database),
        3,
        "the same address again was mailed another link"
    );
    let kept = ask_for(&database, trader, "Trader@example.com", 5).unwrap();
    assert_eq!(
        (kept.email.as_str(), kept.pending_email),
        ("Trader@example.com", None)
    );
    assert!(is_void(confirm(&database, 3, noon())));
}

#[rstest]
fn an_address_is_mailed_few_links_in_an_hour_and_a_verified_one_none(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let trader = add_user(&database, "trader");
    for n in 0..VERIFY_MAILS_PER_HOUR {
        send_again(&database, trader, u64::try_from(n).unwrap(), noon()).unwrap();
    }
    let refused = send_again(&database, trader, 99, noon());
    assert!(matches!(refused, Err(SendLinkError::TooManyMails)), "{refused:?}");
    let later = noon() + TimeDelta::hours(1);
    send_again(&database, trader, 99, later).unwrap();
    confirm(&database, 99, later).unwrap();
    let refused = send_again(&database, trader, 100, later);
    assert!(
        matches!(refused, Err(SendLinkError::AlreadyVerified)),
        "{refused:?}"
    );
    ask_for(&database, trader, "new@example.com", 101).unwrap();
    send_again(&database, trader, 102, later).unwrap();
    assert_eq!(confirm(&database, 102, later).unwrap(), "new@example.com");
}

#[rstest]
fn a_reset_ends_a_pending_address_and_proves_the_accounts_own_only_by_mail(
    #[values(Sqlite, Postgres)] engine: Engine,
    #[values(true, false)] by_mail: bool,
) {
    let database = TestDatabase::new(engine);
    let trader = add_user(&database, "trader");
    ask_for(&database, trader, "thief@example.com", 1).unwrap();
    let token = MailedToken::from_random(TokenPurpose::ResetPassword, bytes(9));
    let hash = token.hash();
    let asked: Result<(), StoreError> = database.write(move |store| {
        if by_mail {
            let email = address("trader@example.com");
            return request_reset(store, &email, &token, ORIGIN, noon());
        }
        issue_reset_link(store, trader, &token, ORIGIN, noon()).map(|_| ())
    });
    asked.unwrap();
    let new = PasswordHash::stored(String::from("new"));
    database
        .write(move |store| reset_password(store, &hash, &new, noon()))
        .unwrap();
    let after = user(&database, trader);
    assert_eq!(after.email_verified, by_mail);
    assert_eq!(after.pending_email, None);
    assert!(is_void(confirm(&database, 1, noon())));
    let notices = "outbox WHERE kind = 'password_changed'";
    assert_eq!(db_count(&database.address(), notices), 1);
}
