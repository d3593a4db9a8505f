//! Reset tokens: one winner, the newest only, thirty minutes, few mails, and no sign of which accounts exist.

use ::mail::{EmailAddress, MAIL_JOB, MailKind, MailPart, MailedToken, TokenPurpose};
use accounts::{
    AccountStore as _, Device, PasswordHash, RESET_TOKEN_LIFE, ResetError, SessionToken, issue_reset_link,
    open_session, request_reset, reset_password, signed_in,
};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{StoreError, UserId};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    databases::tables::{db_count, db_dump},
    mailbox::next_mail,
    samples::{ORIGIN, add_user, bytes, noon},
};

use support::at_once;

fn token(n: u64) -> MailedToken {
    MailedToken::from_random(TokenPurpose::ResetPassword, bytes(n))
}

fn request(database: &TestDatabase, address: &str, n: u64, now: DateTime<Utc>) {
    let address = EmailAddress::parse(address).unwrap();
    let token = token(n);
    let asked: Result<(), StoreError> =
        database.write(move |store| request_reset(store, &address, &token, ORIGIN, now));
    asked.unwrap();
}

fn reset(database: &TestDatabase, n: u64, now: DateTime<Utc>) -> Result<UserId, ResetError> {
    let hash = token(n).hash();
    let password = PasswordHash::stored(format!("hash of the new password {n}"));
    database.write(move |store| reset_password(store, &hash, &password, now))
}

#[rstest]
fn a_reset_sets_the_password_once_and_ends_every_session(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let (user, other) = (add_user(&database, "trader"), add_user(&database, "other"));
    for (n, owner) in [(1, user), (2, user), (3, other)] {
        let token = SessionToken::from_random(bytes(n));
        let opened: Result<_, StoreError> =
            database.write(move |store| open_session(store, owner, &token, Device::named("x"), noon()));
        opened.unwrap();
    }
    let live = |n| {
        let hash = SessionToken::from_random(bytes(n)).hash();
        database
            .read(|store| signed_in(store, &hash, noon()))
            .unwrap()
            .is_some()
    };
    request(&database, "Trader@example.com", 10, noon());
    assert!(live(1), "a reset request ends a session");
    assert_eq!(reset(&database, 10, noon()).unwrap(), user);
    assert!(!live(1) && !live(2) && live(3));
    let now = database
        .read(|store| store.credentials_of(user))
        .unwrap()
        .unwrap();
    assert_eq!(now.password.as_str(), "hash of the new password 10");
    assert!(
        matches!(reset(&database, 10, noon()), Err(ResetError::TokenInvalid)),
        "a token worked twice"
    );
}

#[rstest]
fn fifty_resets_by_one_token_have_one_winner(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    request(&database, "trader@example.com", 10, noon());
    let hash = token(10).hash();
    let outcomes = at_once(50, |n| {
        let password = PasswordHash::stored(format!("hash {n}"));
        database.write(move |store| reset_password(store, &hash, &password, noon()))
    });
    let winners: Vec<_> = outcomes
        .iter()
        .enumerate()
        .filter(|(_, outcome)| outcome.is_ok())
        .collect();
    assert_eq!(winners.len(), 1);
    let now = database
        .read(|store| store.credentials_of(user))
        .unwrap()
        .unwrap();
    assert_eq!(
        now.password.as_str(),
        format!("hash {}", winners[0].0),
        "a loser's password was set"
    );
    assert!(
        outcomes
            .iter()
            .filter_map(|o| o.as_ref().err())
            .all(|e| matches!(e, ResetError::TokenInvalid))
    );
}

#[rstest]
fn a_token_works_to_its_last_second(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    request(&database, "trader@example.com", 1, noon());
    let end = noon() + RESET_TOKEN_LIFE;
    assert!(matches!(reset(&database, 1, end), Err(ResetError::TokenInvalid)));
    assert_eq!(reset(&database, 1, end - TimeDelta::seconds(1)).unwrap(), user);
}

#[rstest]
fn a_newer_token_voids_the_older(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    request(&database, "trader@example.com", 1, noon());
    request(&database, "trader@example.com", 2, noon());
    assert!(matches!(
        reset(&database, 1, noon()),
        Err(ResetError::TokenInvalid)
    ));
    let link: Result<_, StoreError> =
        database.write(move |store| issue_reset_link(store, user, &token(3), ORIGIN, noon()));
    assert!(
        link.unwrap()
            .starts_with("https://portal.example.com/reset-password?token=")
    );
    assert!(matches!(
        reset(&database, 2, noon()),
        Err(ResetError::TokenInvalid)
    ));
    assert_eq!(reset(&database, 3, noon()).unwrap(), user);
}

#[rstest]
fn an_hour_brings_three_mails_at_most(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    add_user(&database, "trader");
    for n in 0..10 {
        request(
            &database,
            "trader@example.com",
            n,
            noon() + TimeDelta::minutes(i64::try_from(n).unwrap()),
        );
    }
    assert_eq!(database.read(|store| store.mail_counts()).unwrap(), (3, 0));
    let after = noon() + TimeDelta::minutes(9);
    assert!(
        matches!(reset(&database, 9, after), Err(ResetError::TokenInvalid)),
        "a request that mailed nothing made a token"
    );
    assert!(
        reset(&database, 2, after).is_ok(),
        "a request that mailed nothing voided the token that was mailed"
    );
    request(
        &database,
        "trader@example.com",
        20,
        noon() + TimeDelta::minutes(61),
    );
    assert_eq!(
        database.read(|store| store.mail_counts()).unwrap(),
        (5, 0),
        "the fourth link, and the mail about the new password"
    );
}

#[rstest]
fn a_member_without_a_working_link_is_mailed_one_despite_requests_of_others(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    let ask = |n: u64, minute: i64| {
        request(
            &database,
            "trader@example.com",
            n,
            noon() + TimeDelta::minutes(minute),
        );
    };
    let mails = || database.read(|store| store.mail_counts()).unwrap().0;
    // An attacker uses up the mails of the hour, and asks on.
    (0..20).for_each(|n| ask(n, 0));
    assert_eq!(mails(), 3);
    ask(20, 29);
    assert_eq!(mails(), 3, "a link works, and another was mailed");
    ask(21, 30);
    (22..30).for_each(|n| ask(n, 31));
    assert_eq!(mails(), 4, "one link, and one mail of it");
    let later = noon() + TimeDelta::minutes(59);
    assert_eq!(reset(&database, 21, later).unwrap(), user);
    ask(30, 59);
    assert_eq!(
        reset(&database, 30, later).unwrap(),
        user,
        "the link was used, and the member has none"
    );
}

#[rstest]
fn requests_at_once_bring_three_mails_at_most(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    add_user(&database, "trader");
    at_once(20, |n| request(&database, "trader@example.com", n, noon()));
    assert_eq!(database.read(|store| store.mail_counts()).unwrap().0, 3);
}

#[rstest]
fn an_unknown_address_writes_as_much_and_sends_no_mail(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    add_user(&database, "trader");
    request(&database, "nobody@example.com", 1, noon());
    let address = database.address();
    assert_eq!(db_count(&address, "outbox"), 1, "the work of a mail was not done");
    assert_eq!(database.read(|store| store.mail_counts()).unwrap(), (0, 0));
    assert_eq!(db_count(&address, "jobs"), 1, "the work of a mail was not done");
    let payloads = MailKind::ALL.map(MailKind::as_str);
    let due = database.read(|store| store.next_due(MAIL_JOB, &payloads, noon()));
    assert_eq!(due.unwrap(), None, "a decoy is handed out");
    database.write(|store| store.purge_mails(noon())).unwrap();
    for table in ["outbox", "jobs"] {
        assert_eq!(db_count(&address, table), 0, "decoys pile up in {table}");
    }
    assert!(matches!(
        reset(&database, 1, noon()),
        Err(ResetError::TokenInvalid)
    ));
    let dump = db_dump(&address);
    assert!(
        !dump.windows(18).any(|window| window == b"nobody@example.com"),
        "a stranger's address was kept"
    );
}

#[rstest]
fn the_token_is_in_the_mail_and_nowhere_in_the_database(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    add_user(&database, "trader");
    request(&database, "trader@example.com", 1, noon());
    let link = token(1).link(ORIGIN);
    let token = link.rsplit('=').next().unwrap().to_owned();
    let dump = db_dump(&database.address());
    assert!(!dump.windows(token.len()).any(|window| window == token.as_bytes()));
    let raw: [u8; 32] = bytes(1);
    assert!(!dump.windows(32).any(|window| window == raw));
    let mail = next_mail(&database, noon()).unwrap();
    assert_eq!(mail.to, "trader@example.com");
    let has = |holds: &dyn Fn(&MailPart) -> bool| mail.parts.iter().any(holds);
    assert!(has(
        &|part| matches!(part, MailPart::Button { url, .. } if *url == link)
    ));
    assert!(
        has(&|part| matches!(part, MailPart::Paragraph(text) if text.contains("30 minutes"))),
        "the mail says how long the link works"
    );
}
