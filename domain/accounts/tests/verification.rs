//! Proving an address: what a link confirms, what ends it, and what a verified address brings.
#![expect(clippy::expect_used, reason = "a test that cannot continue ends with a panic")]

use accounts::{
    AccountStore as _, ChangeNamesError, ConfirmError, Credentials, NewUser, PasswordHash, ResetToken,
    SendLinkError, SessionId, SessionToken, User, Username, VERIFY_MAILS_PER_HOUR, VERIFY_TOKEN_LIFE,
    VerifyLink, VerifyToken, change_names, change_password, confirm_address, issue_reset_link, mail_link,
    request_reset, reset_password, send_link_again,
};
use chrono::{DateTime, TimeDelta, Utc};
use fakes::FakeStore;
use kernel::UserId;
use mail::{EmailAddress, MailKind};

const ORIGIN: &str = "https://portal.example";

fn noon() -> DateTime<Utc> {
    "2026-01-31T12:00:00Z".parse().expect("a time")
}

fn address(text: &str) -> EmailAddress {
    EmailAddress::parse(text).expect("an address")
}

fn link(n: u8) -> VerifyLink {
    VerifyLink {
        token: VerifyToken::from_random([n; 32]),
        public_url: ORIGIN.to_owned(),
    }
}

fn add(store: &mut FakeStore, name: &str) -> Credentials {
    let new = NewUser {
        username: Username::parse(name).expect("a name"),
        email: address(&format!("{name}@example.com")),
        password: PasswordHash::stored(String::from("hash")),
    };
    let user = store.insert_user(&new, noon()).expect("a free name");
    store.credentials_of(user).expect("a read").expect("the user")
}

fn ask_for(
    store: &mut FakeStore,
    proven: &Credentials,
    email: &str,
    n: u8,
) -> Result<User, ChangeNamesError> {
    let name = Username::parse("trader").expect("a name");
    store.transaction(|store| change_names(store, proven, &name, &address(email), &link(n), noon()))
}

fn confirm(store: &mut FakeStore, n: u8, now: DateTime<Utc>) -> Result<String, ConfirmError> {
    let confirmed = store.transaction(|store| confirm_address(store, &link(n).token.hash(), now))?;
    Ok(confirmed.email)
}

fn user(store: &mut FakeStore, id: UserId) -> User {
    store.user(id).expect("a read").expect("the user")
}

fn addresses(store: &FakeStore, kind: MailKind) -> Vec<String> {
    let mails = store.mails.iter().filter(|(mail, _)| mail.kind == kind);
    mails.map(|(mail, _)| mail.to.clone()).collect()
}

#[test]
fn a_link_verifies_its_address_once_and_until_its_end() {
    let mut store = FakeStore::default();
    let proven = add(&mut store, "trader");
    let email = address("trader@example.com");
    assert!(!user(&mut store, proven.user).email_verified);
    mail_link(&mut store, proven.user, &email, &link(1), noon()).unwrap();
    let end = noon() + VERIFY_TOKEN_LIFE;
    assert!(matches!(
        confirm(&mut store, 1, end),
        Err(ConfirmError::TokenInvalid)
    ));
    assert!(VERIFY_TOKEN_LIFE <= TimeDelta::days(7), "the contract's limit");
    let last = end - TimeDelta::seconds(1);
    assert_eq!(confirm(&mut store, 1, last).unwrap(), "trader@example.com");
    assert!(user(&mut store, proven.user).email_verified);
    assert!(matches!(
        confirm(&mut store, 1, last),
        Err(ConfirmError::TokenInvalid)
    ));
    assert!(matches!(
        confirm(&mut store, 2, last),
        Err(ConfirmError::TokenInvalid)
    ));
}

#[test]
fn a_new_address_is_the_accounts_only_when_its_link_is_opened() {
    let mut store = FakeStore::default();
    let proven = add(&mut store, "trader");
    let asked = ask_for(&mut store, &proven, "new@example.com", 1).unwrap();
    assert_eq!(asked.email, "trader@example.com");
    assert_eq!(asked.pending_email.as_deref(), Some("new@example.com"));
    assert_eq!(addresses(&store, MailKind::VerifyAddress), ["new@example.com"]);
    assert_eq!(confirm(&mut store, 1, noon()).unwrap(), "new@example.com");
    let changed = user(&mut store, proven.user);
    assert!(changed.email_verified && changed.pending_email.is_none());
    assert_eq!(changed.email, "new@example.com");
    assert_eq!(
        addresses(&store, MailKind::AddressChanged),
        ["trader@example.com"]
    );
}

#[test]
fn a_newer_link_ends_the_older_and_the_old_address_ends_what_is_pending() {
    let mut store = FakeStore::default();
    let proven = add(&mut store, "trader");
    ask_for(&mut store, &proven, "one@example.com", 1).unwrap();
    ask_for(&mut store, &proven, "two@example.com", 2).unwrap();
    assert!(matches!(
        confirm(&mut store, 1, noon()),
        Err(ConfirmError::TokenInvalid)
    ));
    send_link_again(&mut store, proven.user, &link(3), noon()).unwrap();
    assert!(matches!(
        confirm(&mut store, 2, noon()),
        Err(ConfirmError::TokenInvalid)
    ));
    // The same address again mails no second link, and its link still works.
    ask_for(&mut store, &proven, "Two@example.com", 4).unwrap();
    assert_eq!(
        addresses(&store, MailKind::VerifyAddress),
        ["one@example.com", "two@example.com", "two@example.com"]
    );
    let kept = ask_for(&mut store, &proven, "Trader@example.com", 5).unwrap();
    assert_eq!(
        (kept.email.as_str(), kept.pending_email),
        ("Trader@example.com", None)
    );
    assert!(matches!(
        confirm(&mut store, 3, noon()),
        Err(ConfirmError::TokenInvalid)
    ));
}

#[test]
fn an_address_of_another_account_is_refused_when_asked_for_and_when_confirmed() {
    let mut store = FakeStore::default();
    let proven = add(&mut store, "trader");
    ask_for(&mut store, &proven, "Other@example.com", 1).unwrap();
    add(&mut store, "other");
    assert!(matches!(
        confirm(&mut store, 1, noon()),
        Err(ConfirmError::EmailTaken)
    ));
    assert_eq!(user(&mut store, proven.user).email, "trader@example.com");
    let refused = ask_for(&mut store, &proven, "other@example.com", 2);
    assert!(
        matches!(refused, Err(ChangeNamesError::EmailTaken)),
        "{refused:?}"
    );
}

#[test]
fn a_verified_account_is_mailed_no_link_and_one_address_few() {
    let mut store = FakeStore::default();
    let proven = add(&mut store, "trader");
    for n in 0..VERIFY_MAILS_PER_HOUR {
        let n = u8::try_from(n).unwrap();
        send_link_again(&mut store, proven.user, &link(n), noon()).unwrap();
    }
    let refused = send_link_again(&mut store, proven.user, &link(99), noon());
    assert!(matches!(refused, Err(SendLinkError::TooManyMails)), "{refused:?}");
    let later = noon() + TimeDelta::hours(1);
    send_link_again(&mut store, proven.user, &link(99), later).unwrap();
    confirm(&mut store, 99, later).unwrap();
    let refused = send_link_again(&mut store, proven.user, &link(100), later);
    assert!(
        matches!(refused, Err(SendLinkError::AlreadyVerified)),
        "{refused:?}"
    );
    ask_for(&mut store, &proven, "new@example.com", 101).unwrap();
    send_link_again(&mut store, proven.user, &link(102), later).unwrap();
    assert_eq!(confirm(&mut store, 102, later).unwrap(), "new@example.com");
}

#[test]
fn a_reset_by_mail_proves_the_address_and_ends_a_pending_one_and_one_from_staff_proves_nothing() {
    for by_mail in [true, false] {
        let mut store = FakeStore::default();
        let proven = add(&mut store, "trader");
        ask_for(&mut store, &proven, "thief@example.com", 1).unwrap();
        let token = ResetToken::from_random([9; 32]);
        if by_mail {
            let email = address("trader@example.com");
            request_reset(&mut store, &email, &token, ORIGIN, noon()).unwrap();
        } else {
            issue_reset_link(&mut store, proven.user, &token, ORIGIN, noon()).unwrap();
        }
        let new = PasswordHash::stored(String::from("new"));
        reset_password(&mut store, &token.hash(), &new, noon()).unwrap();
        let after = user(&mut store, proven.user);
        assert_eq!(after.email_verified, by_mail);
        assert_eq!(after.pending_email, None);
        assert!(matches!(
            confirm(&mut store, 1, noon()),
            Err(ConfirmError::TokenInvalid)
        ));
        assert_eq!(
            addresses(&store, MailKind::PasswordChanged),
            ["trader@example.com"]
        );
    }
}

#[test]
fn a_changed_password_is_told_and_ends_a_pending_address() {
    let mut store = FakeStore::default();
    let proven = add(&mut store, "trader");
    ask_for(&mut store, &proven, "thief@example.com", 1).unwrap();
    let token = SessionToken::from_random([1; 32]).hash();
    let new = PasswordHash::stored(String::from("new"));
    change_password(&mut store, &proven, &new, SessionId(1), &token, noon()).unwrap();
    assert_eq!(user(&mut store, proven.user).pending_email, None);
    assert!(matches!(
        confirm(&mut store, 1, noon()),
        Err(ConfirmError::TokenInvalid)
    ));
    assert_eq!(
        addresses(&store, MailKind::PasswordChanged),
        ["trader@example.com"]
    );
}
