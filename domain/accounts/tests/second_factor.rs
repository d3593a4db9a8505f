//! The second factor: which codes open an account, how often, and what is told.
#![expect(clippy::expect_used, reason = "a test that cannot continue ends with a panic")]

use std::net::IpAddr;

use accounts::{
    AccountStore as _, CodeAttempt, CodeLimit, CodeRefused, Credentials, Device, NewUser, OFFER_LIFE,
    OfferError, PasswordHash, RecoveryCode, SecondFactorStore as _, SessionToken, SignInAttempt,
    StaffUserStore as _, TotpSecret, TurnOnError, TypedCode, Username, delete_own_account,
    offer_second_factor, open_session, reset_password, reset_second_factor, sign_in, signed_in,
    turn_off_second_factor, turn_on_second_factor,
};
use accounts::{ResetToken, issue_reset_link};
use audit::{Act, Action};
use chrono::{DateTime, TimeDelta, Utc};
use fakes::FakeStore;
use kernel::UserId;
use mail::{EmailAddress, MailKind};

const ORIGIN: &str = "https://portal.example";

fn noon() -> DateTime<Utc> {
    "2026-01-31T12:00:00Z".parse().expect("a time")
}

fn seconds(n: i64) -> DateTime<Utc> {
    noon() + TimeDelta::seconds(n)
}

fn secret() -> TotpSecret {
    TotpSecret::from_random([7; 20])
}

fn recovery() -> [RecoveryCode; 10] {
    let mut n = 0;
    [(); 10].map(|()| {
        n += 1;
        RecoveryCode::from_random([n; 15])
    })
}

/// The code that an app shows at a time.
fn code(at: DateTime<Utc>) -> String {
    secret().code_at(at).reveal()
}

fn attempt(text: &str) -> CodeAttempt {
    CodeAttempt {
        code: TypedCode::typed(text),
        limit: CodeLimit::of_account(std::num::NonZeroU32::MIN),
    }
}

/// A user without a second factor, signed in once.
fn store_with_user() -> (FakeStore, Credentials) {
    let mut store = FakeStore::default();
    let new = NewUser {
        username: Username::parse("Trader").expect("a name"),
        email: EmailAddress::parse("trader@example.com").expect("an address"),
        password: PasswordHash::stored(String::from("hash")),
    };
    let user = store.insert_user(&new, noon()).expect("a free name");
    let token = SessionToken::from_random([1; 32]);
    open_session(&mut store, user, &token, Device::named("x"), noon()).expect("a session");
    let proven = store.credentials_of(user).expect("a read").expect("the user");
    (store, proven)
}

fn turn_on(store: &mut FakeStore, user: UserId, text: &str, now: DateTime<Utc>) -> Result<(), TurnOnError> {
    let typed = TypedCode::typed(text);
    store.transaction(|store| turn_on_second_factor(store, user, typed.as_ref(), &recovery(), now))
}

/// A user whose factor was turned on at noon with the code of noon.
fn store_with_factor() -> (FakeStore, Credentials) {
    let (mut store, proven) = store_with_user();
    offer_second_factor(&mut store, &proven, &secret(), noon()).expect("an offer");
    turn_on(&mut store, proven.user, &code(noon()), noon()).expect("the right code");
    (store, proven)
}

fn enter(
    store: &mut FakeStore,
    proven: &Credentials,
    text: &str,
    now: DateTime<Utc>,
) -> Result<(), CodeRefused> {
    let attempt = SignInAttempt {
        proven: proven.clone(),
        code: attempt(text),
        token: SessionToken::from_random([2; 32]),
        device: Device::named("x"),
        replaced: None,
        renewed: None,
    };
    let entered = sign_in(store, &attempt, ORIGIN, now).expect("the password is unchanged");
    entered.map(|_| ())
}

#[test]
fn an_offer_changes_nothing_until_a_code_of_it_turns_it_on() {
    let (mut store, proven) = store_with_user();
    offer_second_factor(&mut store, &proven, &secret(), noon()).unwrap();
    assert_eq!(enter(&mut store, &proven, "", noon()), Ok(()));
    assert!(!store.user(proven.user).unwrap().unwrap().second_factor);
    let other = TotpSecret::from_random([8; 20]).code_at(noon()).reveal();
    for text in ["", "no code", &other, &recovery()[0].reveal()] {
        let refused = turn_on(&mut store, proven.user, text, noon());
        assert!(matches!(refused, Err(TurnOnError::CodeInvalid)), "{text}");
    }
    turn_on(&mut store, proven.user, &code(noon()), noon()).unwrap();
    assert!(store.user(proven.user).unwrap().unwrap().second_factor);
    assert_eq!(store.mail_kinds(), [MailKind::SecondFactorChanged]);
    let token = SessionToken::from_random([1; 32]).hash();
    assert!(
        signed_in(&mut store, &token, noon()).unwrap().is_some(),
        "turning it on ended a session"
    );
}

#[test]
fn an_offer_is_void_after_an_hour_and_by_a_newer_one() {
    let (mut store, proven) = store_with_user();
    offer_second_factor(&mut store, &proven, &secret(), noon()).unwrap();
    let late = noon() + OFFER_LIFE;
    assert!(turn_on(&mut store, proven.user, &code(late), late).is_err());
    let newer = TotpSecret::from_random([9; 20]);
    offer_second_factor(&mut store, &proven, &newer, noon()).unwrap();
    assert!(turn_on(&mut store, proven.user, &code(noon()), noon()).is_err());
    turn_on(&mut store, proven.user, &newer.code_at(noon()).reveal(), noon()).unwrap();
}

#[test]
fn a_factor_that_is_on_is_not_offered_or_turned_on_again() {
    let (mut store, proven) = store_with_factor();
    let again = offer_second_factor(&mut store, &proven, &TotpSecret::from_random([1; 20]), noon());
    assert!(matches!(again, Err(OfferError::On)), "{again:?}");
    assert!(turn_on(&mut store, proven.user, &code(seconds(30)), seconds(30)).is_err());
    assert_eq!(
        enter(&mut store, &proven, &code(seconds(30)), seconds(30)),
        Ok(())
    );
}

#[test]
fn a_password_that_changed_offers_nothing() {
    let (mut store, proven) = store_with_user();
    let other = PasswordHash::stored(String::from("another"));
    store.set_password(proven.user, &other).unwrap();
    let offered = offer_second_factor(&mut store, &proven, &secret(), noon());
    assert!(
        matches!(offered, Err(OfferError::CredentialsChanged)),
        "{offered:?}"
    );
}

#[test]
fn the_code_that_turned_it_on_opens_nothing_and_no_code_counts_twice() {
    let (mut store, proven) = store_with_factor();
    assert_eq!(enter(&mut store, &proven, "", noon()), Err(CodeRefused::Missing));
    assert_eq!(
        enter(&mut store, &proven, &code(noon()), noon()),
        Err(CodeRefused::Wrong)
    );
    // One step early and one late; each once.
    for offset in [30, -30] {
        let text = code(seconds(offset));
        assert_eq!(enter(&mut store, &proven, &text, noon()), Ok(()), "{offset}");
    }
    let used = code(seconds(30));
    let later = noon() + TimeDelta::hours(2);
    assert_eq!(
        enter(&mut store, &proven, &used, seconds(31)),
        Err(CodeRefused::Wrong)
    );
    assert_eq!(enter(&mut store, &proven, &code(later), later), Ok(()));
}

#[test]
fn a_recovery_code_opens_once_however_it_is_typed() {
    let (mut store, proven) = store_with_factor();
    let codes = recovery();
    let typed = codes[3].reveal().to_lowercase().replace('-', " ");
    assert_eq!(enter(&mut store, &proven, &typed, noon()), Ok(()));
    assert_eq!(
        enter(&mut store, &proven, &codes[3].reveal(), noon()),
        Err(CodeRefused::Wrong)
    );
    assert_eq!(store.recovery_codes_left(proven.user).unwrap(), 9);
    let foreign = RecoveryCode::from_random([99; 15]).reveal();
    let later = noon() + TimeDelta::hours(1);
    assert_eq!(
        enter(&mut store, &proven, &foreign, later),
        Err(CodeRefused::Wrong)
    );
}

#[test]
fn wrong_codes_are_counted_and_then_even_the_right_one_waits() {
    let (mut store, proven) = store_with_factor();
    for n in 0..3 {
        let refused = enter(&mut store, &proven, "no code", noon());
        assert_eq!(refused, Err(CodeRefused::Wrong), "{n}");
    }
    let right = code(seconds(30));
    let refused = enter(&mut store, &proven, &right, noon());
    let wait = CodeRefused::TooMany {
        retry_after_seconds: 1_200,
    };
    assert_eq!(refused, Err(wait));
    let later = noon() + TimeDelta::seconds(1_200);
    assert_eq!(enter(&mut store, &proven, &code(later), later), Ok(()));
    // The owner's own browser is counted by itself.
    for _ in 0..3 {
        let _ = enter(&mut store, &proven, "no code", later);
    }
    let attempt = SignInAttempt {
        proven,
        code: CodeAttempt {
            code: TypedCode::typed(&code(later + TimeDelta::seconds(30))),
            limit: CodeLimit::OfDevice,
        },
        token: SessionToken::from_random([3; 32]),
        device: Device::named("x"),
        replaced: None,
        renewed: None,
    };
    assert!(sign_in(&mut store, &attempt, ORIGIN, later).unwrap().is_ok());
}

#[test]
fn a_refused_code_renews_no_hash_and_ends_no_session() {
    let (mut store, proven) = store_with_factor();
    let before = store.accounts.sessions.len();
    let mut entering = SignInAttempt {
        proven: proven.clone(),
        code: attempt("000000"),
        token: SessionToken::from_random([2; 32]),
        device: Device::named("x"),
        replaced: Some(SessionToken::from_random([1; 32]).hash()),
        renewed: Some(PasswordHash::stored(String::from("renewed"))),
    };
    let refused = sign_in(&mut store, &entering, ORIGIN, noon()).unwrap();
    assert_eq!(refused.map(|user| user.id), Err(CodeRefused::Wrong));
    assert_eq!(store.accounts.sessions.len(), before);
    let kept = store.credentials_of(proven.user).unwrap().unwrap();
    assert_eq!(kept.password, proven.password);
    entering.code = attempt(&code(seconds(30)));
    assert!(sign_in(&mut store, &entering, ORIGIN, noon()).unwrap().is_ok());
    assert_eq!(store.accounts.sessions.len(), before, "one ended, one began");
    let renewed = store.credentials_of(proven.user).unwrap().unwrap();
    assert_ne!(renewed.password, proven.password);
}

#[test]
fn it_is_turned_off_by_a_code_and_told_once() {
    let (mut store, proven) = store_with_factor();
    store.mails.clear();
    let mut off = |text: &str| turn_off_second_factor(&mut store, &proven, &attempt(text), noon()).unwrap();
    assert_eq!(off(""), Err(CodeRefused::Missing));
    assert_eq!(off(&code(noon())), Err(CodeRefused::Wrong));
    assert_eq!(off(&recovery()[0].reveal()), Ok(true));
    assert_eq!(off(""), Ok(false), "off already");
    assert_eq!(store.mail_kinds(), [MailKind::SecondFactorChanged]);
    assert_eq!(enter(&mut store, &proven, "", noon()), Ok(()));
    // At once again, by the code of a new secret in the same half minute.
    offer_second_factor(&mut store, &proven, &secret(), noon()).unwrap();
    turn_on(&mut store, proven.user, &code(noon()), noon()).unwrap();
}

#[test]
fn a_reset_by_mail_leaves_it_on_and_staff_turn_it_off() {
    let (mut store, proven) = store_with_factor();
    let token = ResetToken::from_random([5; 32]);
    issue_reset_link(&mut store, proven.user, &token, ORIGIN, noon()).unwrap();
    let password = PasswordHash::stored(String::from("another"));
    reset_password(&mut store, &token.hash(), &password, noon()).unwrap();
    let proven = store.credentials_of(proven.user).unwrap().unwrap();
    assert_eq!(enter(&mut store, &proven, "", noon()), Err(CodeRefused::Missing));
    assert!(reset_second_factor(&mut store, proven.user, noon()).unwrap());
    assert!(!reset_second_factor(&mut store, proven.user, noon()).unwrap());
    assert_eq!(enter(&mut store, &proven, "", noon()), Ok(()));
    let told = store
        .mail_kinds()
        .into_iter()
        .filter(|kind| *kind == MailKind::SecondFactorChanged);
    assert_eq!(told.count(), 2);
}

#[test]
fn an_account_is_deleted_by_password_and_code_with_the_mails_to_it() {
    let (mut store, proven) = store_with_factor();
    let act = Act::by_member(
        Action::AccountDeleted,
        proven.user,
        IpAddr::from([203, 0, 113, 9]),
    );
    let mut delete = |text: &str| {
        let outcome = delete_own_account(&mut store, &proven, &attempt(text), &act, noon()).unwrap();
        (outcome, store.clone())
    };
    for (text, refused) in [("", CodeRefused::Missing), ("000000", CodeRefused::Wrong)] {
        let (outcome, mut after) = delete(text);
        assert_eq!(outcome, Err(refused));
        assert!(after.user(proven.user).unwrap().is_some() && after.mails.len() == 1);
        assert!(after.acts.is_empty(), "a refused deletion was recorded");
    }
    let (outcome, mut after) = delete(&code(seconds(30)));
    assert_eq!(outcome, Ok(()));
    assert!(after.user_record("Trader").unwrap().is_none());
    assert!(after.mails.is_empty() && after.accounts.sessions.is_empty());
    assert!(after.second_factors.factors.is_empty());
    let recorded: Vec<_> = after.acts.iter().map(|act| (act.action, act.user)).collect();
    assert_eq!(recorded, [(Action::AccountDeleted, Some(proven.user))]);
}
