//! Passkeys: who may add one, what signs in, and what is told.
#![expect(clippy::expect_used, reason = "a test that cannot continue ends with a panic")]

use accounts::{
    AccountStore as _, AddPasskeyError, AnsweredChallenge, CHALLENGE_LIFE, ChallengeHash, CodeAttempt,
    CodeLimit, CodeRefused, CredentialId, Credentials, CredentialsChanged, Device, NewPasskey, NewUser,
    OfferPasskeyError, PASSKEYS_PER_USER, PasskeyId, PasskeyRefused, PasskeySignIn, PasskeyStore as _,
    PasswordHash, RecoveryCode, SecondFactorStore as _, SessionToken, StaffUserStore as _, TotpSecret,
    TypedCode, Username, add_passkey, offer_passkey, open_session, remove_passkey, sign_in_with_passkey,
    signed_in, turn_on_second_factor,
};
use chrono::{DateTime, TimeDelta, Utc};
use fakes::FakeStore;
use kernel::UserId;
use mail::{EmailAddress, MailKind};

const ORIGIN: &str = "https://portal.example";

fn noon() -> DateTime<Utc> {
    "2026-01-31T12:00:00Z".parse().expect("a time")
}

fn no_code() -> CodeAttempt {
    CodeAttempt {
        code: None,
        limit: CodeLimit::OfDevice,
    }
}

fn add_user(store: &mut FakeStore, name: &str) -> Credentials {
    let new = NewUser {
        username: Username::parse(name).expect("a name"),
        email: EmailAddress::parse(&format!("{name}@example.com")).expect("an address"),
        password: PasswordHash::stored(String::from("hash")),
    };
    let user = store.insert_user(&new, noon()).expect("a free name");
    store.credentials_of(user).expect("a read").expect("the user")
}

fn store_with_user() -> (FakeStore, Credentials) {
    let mut store = FakeStore::default();
    let proven = add_user(&mut store, "trader");
    (store, proven)
}

fn challenge(n: u8) -> AnsweredChallenge {
    AnsweredChallenge {
        hash: ChallengeHash::of(&[n]),
        expires: noon() + CHALLENGE_LIFE,
    }
}

fn new_passkey(n: u8) -> NewPasskey {
    NewPasskey {
        id: CredentialId(vec![n; 16]),
        credential: format!("credential {n}"),
        counter: 0,
        name: String::from("Firefox on Linux"),
    }
}

fn add(store: &mut FakeStore, user: UserId, n: u8) -> Result<PasskeyId, AddPasskeyError> {
    store
        .transaction(|store| add_passkey(store, user, &new_passkey(n), &challenge(n), noon()))
        .map(|record| record.id)
}

fn sign_in_at(user: UserId, passkey: PasskeyId, counter: u32, n: u8) -> PasskeySignIn {
    PasskeySignIn {
        passkey,
        user,
        counter,
        credential: format!("used {counter}"),
        challenge: challenge(n),
        token: SessionToken::from_random([n; 32]),
        device: Device::named("x"),
        replaced: None,
    }
}

fn enter(store: &mut FakeStore, attempt: &PasskeySignIn) -> Result<(), PasskeyRefused> {
    store
        .transaction(|store| sign_in_with_passkey(store, attempt, ORIGIN, noon()))
        .map(|_| ())
}

#[test]
fn a_passkey_signs_in_without_a_code_and_ends_the_session_before() {
    let (mut store, proven) = store_with_user();
    let user = proven.user;
    let secret = TotpSecret::from_random([7; 20]);
    store.offer_secret(user, &secret, noon()).expect("an offer");
    let code = TypedCode::typed(&secret.code_at(noon()).reveal());
    let recovery = [(); 10].map(|()| RecoveryCode::from_random([1; 15]));
    turn_on_second_factor(&mut store, user, code.as_ref(), &recovery, noon()).expect("the right code");
    let before = SessionToken::from_random([99; 32]);
    open_session(&mut store, user, &before, Device::named("x"), noon()).expect("a session");
    let passkey = add(&mut store, user, 1).expect("a passkey");

    let mut attempt = sign_in_at(user, passkey, 0, 2);
    attempt.replaced = Some(before.hash());
    enter(&mut store, &attempt).expect("a sign-in");
    let live = |store: &mut FakeStore, token: &SessionToken| {
        signed_in(store, &token.hash(), noon()).expect("a read").is_some()
    };
    assert!(live(&mut store, &attempt.token));
    assert!(!live(&mut store, &before));
    let record = store.passkeys(user).expect("a read").remove(0);
    assert_eq!(record.last_used_at, Some(noon()));
    assert_eq!(store.passkeys.rows[0].credential, "used 0");
}

#[test]
fn a_challenge_counts_once_for_whatever_it_was() {
    let (mut store, proven) = store_with_user();
    let user = proven.user;
    let passkey = add(&mut store, user, 1).expect("a passkey");
    let again = add_passkey(&mut store, user, &new_passkey(2), &challenge(1), noon());
    assert!(matches!(again, Err(AddPasskeyError::ChallengeUsed)));
    let replayed = enter(&mut store, &sign_in_at(user, passkey, 0, 1));
    assert!(matches!(replayed, Err(PasskeyRefused::ChallengeUsed)));
    assert!(store.accounts.sessions.is_empty());
    enter(&mut store, &sign_in_at(user, passkey, 0, 3)).expect("a sign-in");
    let replayed = enter(&mut store, &sign_in_at(user, passkey, 0, 3));
    assert!(matches!(replayed, Err(PasskeyRefused::ChallengeUsed)));
    assert_eq!(store.accounts.sessions.len(), 1);
    assert_eq!(store.purge_challenges(noon()).expect("a write"), 0);
    let after = noon() + CHALLENGE_LIFE + TimeDelta::seconds(1);
    assert_eq!(store.purge_challenges(after).expect("a write"), 2);
}

#[test]
fn a_counter_only_rises() {
    let (mut store, proven) = store_with_user();
    let user = proven.user;
    let passkey = add(&mut store, user, 1).expect("a passkey");
    enter(&mut store, &sign_in_at(user, passkey, 5, 2)).expect("it rose");
    for (n, counter) in [(3, 5), (4, 4), (5, 0)] {
        let refused = enter(&mut store, &sign_in_at(user, passkey, counter, n));
        assert!(
            matches!(refused, Err(PasskeyRefused::CounterNotRisen)),
            "{counter}"
        );
    }
    assert_eq!(store.accounts.sessions.len(), 1);
    enter(&mut store, &sign_in_at(user, passkey, 6, 6)).expect("it rose");
}

#[test]
fn a_passkey_or_an_account_that_is_gone_opens_nothing() {
    let (mut store, proven) = store_with_user();
    let user = proven.user;
    let other = add_user(&mut store, "other").user;
    let passkey = add(&mut store, user, 1).expect("a passkey");
    let others = enter(&mut store, &sign_in_at(other, passkey, 0, 2));
    assert!(matches!(others, Err(PasskeyRefused::Gone)), "another account's");
    assert!(remove_passkey(&mut store, &proven, passkey, noon()).expect("a removal"));
    let removed = enter(&mut store, &sign_in_at(user, passkey, 0, 3));
    assert!(matches!(removed, Err(PasskeyRefused::Gone)));
    let passkey = add(&mut store, user, 4).expect("a passkey");
    assert!(store.delete_user(user).expect("a deletion"));
    assert!(store.passkeys.rows.is_empty());
    let deleted = enter(&mut store, &sign_in_at(user, passkey, 0, 5));
    assert!(matches!(deleted, Err(PasskeyRefused::Gone)));
    assert!(store.accounts.sessions.is_empty());
}

#[test]
fn adding_one_wants_the_password_that_is_kept_and_the_code_where_there_is_one() {
    let (mut store, proven) = store_with_user();
    let offered = offer_passkey(&mut store, &proven, &no_code(), noon());
    assert_eq!(offered.expect("the password").expect("no code is wanted"), []);
    let stale = Credentials {
        user: proven.user,
        password: PasswordHash::stored(String::from("another hash")),
    };
    let changed = offer_passkey(&mut store, &stale, &no_code(), noon());
    assert!(matches!(changed, Err(OfferPasskeyError::CredentialsChanged)));

    let secret = TotpSecret::from_random([7; 20]);
    store
        .offer_secret(proven.user, &secret, noon())
        .expect("an offer");
    let recovery = [(); 10].map(|()| RecoveryCode::from_random([1; 15]));
    let code = |at| TypedCode::typed(&secret.code_at(at).reveal());
    turn_on_second_factor(&mut store, proven.user, code(noon()).as_ref(), &recovery, noon())
        .expect("the right code");
    let missing = offer_passkey(&mut store, &proven, &no_code(), noon());
    assert_eq!(missing.expect("the password"), Err(CodeRefused::Missing));
    let later = noon() + TimeDelta::seconds(30);
    let with_code = CodeAttempt {
        code: code(later),
        ..no_code()
    };
    let offered = offer_passkey(&mut store, &proven, &with_code, later);
    assert!(offered.expect("the password").is_ok());
    let again = offer_passkey(&mut store, &proven, &with_code, later);
    assert_eq!(again.expect("the password"), Err(CodeRefused::Wrong));
}

#[test]
fn an_account_has_at_most_ten_and_a_credential_has_one_account() {
    let (mut store, proven) = store_with_user();
    let other = add_user(&mut store, "other");
    for n in 0..u8::try_from(PASSKEYS_PER_USER).expect("a small number") {
        add(&mut store, proven.user, n).expect("a passkey");
    }
    let more = add(&mut store, proven.user, 100);
    assert!(matches!(more, Err(AddPasskeyError::TooMany)));
    let offered = offer_passkey(&mut store, &proven, &no_code(), noon());
    assert!(matches!(offered, Err(OfferPasskeyError::TooMany)));
    let known = add_passkey(&mut store, other.user, &new_passkey(1), &challenge(101), noon());
    assert!(matches!(known, Err(AddPasskeyError::Registered)));
    add(&mut store, other.user, 100).expect("the refused one is free");
}

#[test]
fn a_change_is_told_by_mail_and_a_removal_wants_the_password_that_is_kept() {
    let (mut store, proven) = store_with_user();
    let other = add_user(&mut store, "other");
    let passkey = add(&mut store, proven.user, 1).expect("a passkey");
    assert_eq!(store.mail_kinds(), [MailKind::PasskeyChanged]);
    let stale = Credentials {
        user: proven.user,
        password: PasswordHash::stored(String::from("another hash")),
    };
    let refused = remove_passkey(&mut store, &stale, passkey, noon());
    assert!(matches!(refused, Err(CredentialsChanged::Changed)));
    assert!(!remove_passkey(&mut store, &other, passkey, noon()).expect("another's"));
    assert_eq!(store.mails.len(), 1, "what was not removed was told");
    assert!(remove_passkey(&mut store, &proven, passkey, noon()).expect("its own"));
    assert!(!remove_passkey(&mut store, &proven, passkey, noon()).expect("it is gone"));
    let told: Vec<_> = store
        .mails
        .iter()
        .map(|(mail, _)| (&*mail.to, &*mail.subject))
        .collect();
    assert_eq!(
        told,
        [
            ("trader@example.com", "A passkey was added to your account"),
            ("trader@example.com", "A passkey was removed from your account"),
        ]
    );
}
