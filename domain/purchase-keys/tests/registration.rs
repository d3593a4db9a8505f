//! Registration: a key, an account and its first session, all or nothing.
#![expect(clippy::expect_used, reason = "a test that cannot continue ends with a panic")]

use accounts::{
    AccountStore as _, Device, NewUser, PasswordHash, SessionToken, Username, VerifyLink, VerifyToken,
    confirm_address, signed_in,
};
use chrono::{DateTime, Utc};
use courses::{CourseImportStore as _, CourseStore as _, CourseType, ImportedCourse};
use fakes::FakeStore;
use kernel::{AccessTerm, Cents};
use mail::{EmailAddress, MailKind};
use purchase_keys::{
    IssueOrder, KEY_RANDOM_BYTES, KeyState, NewAccount, PurchaseKey, RegisterError, issue_key, register,
};

fn noon() -> DateTime<Utc> {
    "2026-01-31T12:00:00Z".parse().expect("a time")
}

fn store_with_key() -> (FakeStore, PurchaseKey) {
    let mut store = FakeStore::default();
    let course = ImportedCourse {
        slug: "futures".parse().expect("a slug"),
        title: String::from("Futures"),
        description: String::new(),
        category: String::from("Futures"),
        course_type: CourseType::Futures,
        price: Cents(30_000),
        image: None,
        discord_role: None,
        discord_channel: None,
        language: String::from("en"),
        draft: false,
        sections: Vec::new(),
    };
    let course = store.put_course(&course, noon()).expect("an import").course;
    let order = IssueOrder {
        course: store.course(course).expect("a read").expect("the course"),
        term: AccessTerm::Months(3),
        email: None,
    };
    let key = issue_key(
        &mut store,
        &order,
        [1; KEY_RANDOM_BYTES],
        "https://portal.example",
        noon(),
    );
    (store, key.expect("a key"))
}

fn account(name: &str, key: &PurchaseKey, n: u8) -> NewAccount {
    NewAccount {
        user: NewUser {
            username: Username::parse(name).expect("a name"),
            email: EmailAddress::parse(&format!("{name}@example.com")).expect("an address"),
            password: PasswordHash::stored(String::from("hash")),
        },
        key: key.clone(),
        token: SessionToken::from_random([n; 32]),
        device: Device::named("test"),
        replaced: None,
        link: VerifyLink {
            token: VerifyToken::from_random([n; 32]),
            public_url: String::from("https://portal.example"),
        },
    }
}

#[test]
fn a_registration_ends_the_session_that_the_browser_had() {
    let (mut store, key) = store_with_key();
    let first = account("anna", &key, 1);
    store
        .transaction(|store| register(store, &first, noon()))
        .unwrap();
    let order = IssueOrder {
        course: store.courses.courses[0].clone(),
        term: AccessTerm::Lifetime,
        email: None,
    };
    let key = issue_key(&mut store, &order, [2; KEY_RANDOM_BYTES], "", noon()).unwrap();
    let second = NewAccount {
        replaced: Some(first.token.hash()),
        ..account("bo", &key, 2)
    };
    store
        .transaction(|store| register(store, &second, noon()))
        .unwrap();
    assert!(
        signed_in(&mut store, &first.token.hash(), noon())
            .unwrap()
            .is_none()
    );
    let here = signed_in(&mut store, &second.token.hash(), noon()).unwrap();
    assert_eq!(here.map(|here| here.user.username), Some(String::from("bo")));
}

#[test]
fn a_used_key_is_refused_and_a_taken_name_leaves_the_key_unused() {
    let (mut store, key) = store_with_key();
    let (first, again) = (account("anna", &key, 1), account("bo", &key, 2));
    store
        .transaction(|store| register(store, &first, noon()))
        .unwrap();
    let refused = store.transaction(|store| register(store, &again, noon()));
    assert!(matches!(refused, Err(RegisterError::KeyInvalid)), "{refused:?}");
    let order = IssueOrder {
        course: store.courses.courses[0].clone(),
        term: AccessTerm::Lifetime,
        email: None,
    };
    let key = issue_key(&mut store, &order, [2; KEY_RANDOM_BYTES], "", noon()).unwrap();
    let taken = NewAccount {
        replaced: Some(first.token.hash()),
        ..account("Anna", &key, 3)
    };
    let refused = store.transaction(|store| register(store, &taken, noon()));
    assert!(
        matches!(refused, Err(RegisterError::UsernameTaken)),
        "{refused:?}"
    );
    assert_eq!(store.keys.keys[1].state(), KeyState::Unused);
    let kept = signed_in(&mut store, &first.token.hash(), noon()).unwrap();
    assert!(kept.is_some(), "a refused registration ended a session");
}

#[test]
fn a_key_that_was_mailed_to_the_address_verifies_it_and_any_other_mails_a_link() {
    for (mailed_to, verified) in [
        (Some("ANNA@example.com"), true),
        (Some("bo@example.com"), false),
        (None, false),
    ] {
        let (mut store, _) = store_with_key();
        let order = IssueOrder {
            course: store.courses.courses[0].clone(),
            term: AccessTerm::Lifetime,
            email: mailed_to.map(|text| EmailAddress::parse(text).expect("an address")),
        };
        let key = issue_key(&mut store, &order, [2; KEY_RANDOM_BYTES], "", noon()).unwrap();
        store.mails.clear();
        let new = account("anna", &key, 1);
        let user = store.transaction(|store| register(store, &new, noon())).unwrap();
        assert_eq!(user.email_verified, verified);
        let expected: &[MailKind] = if verified { &[] } else { &[MailKind::VerifyAddress] };
        assert_eq!(store.mail_kinds(), expected);
        let confirmed = confirm_address(&mut store, &new.link.token.hash(), noon());
        assert_eq!(confirmed.is_ok(), !verified);
        assert!(store.user(user.id).unwrap().unwrap().email_verified);
    }
}
