//! One key, one winner: by registration and by redemption.

use ::mail::EmailAddress;
use accounts::{
    AccountStore as _, ChangeNamesError, SessionStore as _, SessionTokenHash, SignInName, Username,
    change_names, signed_in,
};
use courses::{AccessStore as _, access_now};
use kernel::AccessTerm;
use purchase_keys::{
    KeyState, NewAccount, PurchaseKey, PurchaseKeyStore as _, RedeemError, RegisterError, redeem_key,
    register, verify_key,
};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    databases::tables::db_count,
    samples::{account, add_course, add_key, add_user, bytes, link, new_user_at, noon},
};

use support::at_once;

#[rstest]
fn a_registration_makes_the_user_uses_the_key_grants_and_signs_in(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let key = add_key(&database, course, AccessTerm::Months(1), 1);
    let new = account("Trader", &key, 1);
    let token = new.token.hash();
    let user = database
        .write(move |store| register(store, &new, noon()))
        .unwrap();

    assert_eq!(
        (user.username.as_str(), user.email.as_str()),
        ("Trader", "trader@example.com")
    );
    let (session, signed_in) = database.read(|store| store.session(&token)).unwrap().unwrap();
    assert_eq!(signed_in, user);
    assert!(session.is_live(noon()));
    let grant = database.read(|store| store.grant_of(user.id, course)).unwrap();
    assert!(access_now(grant.as_ref(), noon()).is_open());
    let record = database
        .read(|store| store.key_record(&key.hash()))
        .unwrap()
        .unwrap();
    assert_eq!(
        (record.state, record.used_by.as_deref()),
        (KeyState::Used, Some("Trader"))
    );
    assert_eq!(record.used_at, Some(noon()));
}

#[rstest]
fn fifty_registrations_with_one_key_make_one_user(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let key = add_key(&database, course, AccessTerm::Lifetime, 1);
    let outcomes = at_once(50, |n| {
        let new = account(&format!("trader{n}"), &key, n);
        database.write(move |store| register(store, &new, noon()))
    });

    let winners: Vec<_> = outcomes
        .iter()
        .filter_map(|outcome| outcome.as_ref().ok())
        .collect();
    assert_eq!(winners.len(), 1);
    for loser in outcomes.iter().filter_map(|outcome| outcome.as_ref().err()) {
        assert!(matches!(loser, RegisterError::KeyInvalid), "{loser:?}");
    }
    let address = database.address();
    assert_eq!(db_count(&address, "users"), 1, "a loser left a user");
    assert_eq!(db_count(&address, "sessions"), 1, "a loser left a session");
    assert_eq!(db_count(&address, "user_course_access"), 1);
    let used_by = format!("purchase_codes WHERE used AND used_by = {}", winners[0].id.0);
    assert_eq!(db_count(&address, &used_by), 1);
}

#[rstest]
fn fifty_redemptions_of_one_key_grant_one_member(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let key = add_key(&database, course, AccessTerm::Months(3), 1);
    let users: Vec<_> = (0..50)
        .map(|n| add_user(&database, &format!("trader{n}")))
        .collect();
    let outcomes = at_once(50, |n| {
        let (user, key) = (users[usize::try_from(n).unwrap()], key.clone());
        database.write(move |store| redeem_key(store, user, &key, noon()))
    });

    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
    for loser in outcomes.iter().filter_map(|outcome| outcome.as_ref().err()) {
        assert!(matches!(loser, RedeemError::KeyInvalid), "{loser:?}");
    }
    assert_eq!(
        db_count(&database.address(), "user_course_access"),
        1,
        "a loser was granted the course"
    );
}

#[rstest]
fn one_member_who_redeems_a_key_fifty_times_at_once_is_granted_it_once(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let key = add_key(&database, course, AccessTerm::Days(10), 1);
    let user = add_user(&database, "trader");
    let outcomes = at_once(50, |_| {
        let key = key.clone();
        database.write(move |store| redeem_key(store, user, &key, noon()))
    });
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
    let grant = database
        .read(|store| store.grant_of(user, course))
        .unwrap()
        .unwrap();
    assert_eq!(grant.expires_at, Some(noon() + chrono::TimeDelta::days(10)));
}

#[rstest]
fn two_keys_of_one_course_redeemed_at_once_both_count(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let user = add_user(&database, "trader");
    let keys: Vec<_> = (0..10)
        .map(|n| add_key(&database, course, AccessTerm::Days(10), n))
        .collect();
    let outcomes = at_once(10, |n| {
        let key = keys[usize::try_from(n).unwrap()].clone();
        database.write(move |store| redeem_key(store, user, &key, noon()))
    });
    assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
    let grant = database
        .read(|store| store.grant_of(user, course))
        .unwrap()
        .unwrap();
    assert_eq!(
        grant.expires_at,
        Some(noon() + chrono::TimeDelta::days(100)),
        "a key was lost"
    );
}

#[rstest]
fn redemptions_and_renames_of_one_user_at_once_all_succeed(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let user = add_user(&database, "trader");
    let proven = database
        .read(|store| store.credentials_of(user))
        .unwrap()
        .unwrap();
    for round in 0..10 {
        let keys: Vec<_> = (0..4)
            .map(|n| add_key(&database, course, AccessTerm::Days(1), round * 4 + n))
            .collect();
        let failures = at_once(8, |n| {
            if n % 2 == 0 {
                let key = keys[usize::try_from(n / 2).unwrap()].clone();
                let redeemed = database.write(move |store| redeem_key(store, user, &key, noon()));
                return redeemed.err().map(|error| format!("{error:?}"));
            }
            let name = Username::parse(&format!("trader{n}")).unwrap();
            let address = EmailAddress::parse("trader@example.com").unwrap();
            let proven = proven.clone();
            let renamed: Result<_, ChangeNamesError> =
                database.write(move |store| change_names(store, &proven, &name, &address, &link(1), noon()));
            renamed.err().map(|error| format!("{error:?}"))
        });
        let failures: Vec<_> = failures.into_iter().flatten().collect();
        assert!(failures.is_empty(), "round {round}: {failures:?}");
    }
    let grant = database
        .read(|store| store.grant_of(user, course))
        .unwrap()
        .unwrap();
    assert_eq!(grant.expires_at, Some(noon() + chrono::TimeDelta::days(40)));
}

#[rstest]
fn fifty_registrations_of_one_name_with_fifty_keys_use_one_key(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let keys: Vec<_> = (0..50)
        .map(|n| add_key(&database, course, AccessTerm::Lifetime, n))
        .collect();
    let outcomes = at_once(50, |n| {
        let mut new = account("Trader", &keys[usize::try_from(n).unwrap()], n);
        new.user = new_user_at("Trader", &format!("trader{n}@example.com"));
        database.write(move |store| register(store, &new, noon()))
    });
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
    for loser in outcomes.iter().filter_map(|outcome| outcome.as_ref().err()) {
        assert!(matches!(loser, RegisterError::UsernameTaken), "{loser:?}");
    }
    assert_eq!(
        db_count(&database.address(), "purchase_codes WHERE used"),
        1,
        "a loser's key was used"
    );
}

#[rstest]
fn a_registration_that_fails_leaves_the_key_unused(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let key = add_key(&database, course, AccessTerm::Lifetime, 1);
    add_user(&database, "Trader");

    let taken = account("TRADER", &key, 1);
    let refused = database.write(move |store| register(store, &taken, noon()));
    assert!(
        matches!(
            refused,
            Err(RegisterError::EmailTaken | RegisterError::UsernameTaken)
        ),
        "{refused:?}"
    );
    let mut taken = account("Other", &key, 2);
    taken.user = new_user_at("Other", "TRADER@Example.com");
    let token = taken.token.hash();
    let refused = database.write(move |store| register(store, &taken, noon()));
    assert!(matches!(refused, Err(RegisterError::EmailTaken)), "{refused:?}");

    let verified = database.read(|store| verify_key(store, &key)).unwrap();
    assert_eq!(verified.id, course);
    let other = SignInName::typed("Other");
    assert!(
        database
            .read(|store| store.credentials(&other))
            .unwrap()
            .is_none()
    );
    assert_no_session(&database, &token);
    let new = account("Other", &key, 3);
    assert!(database.write(move |store| register(store, &new, noon())).is_ok());
}

#[rstest]
fn a_registration_ends_the_session_that_the_browser_had_and_a_refused_one_ends_none(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let [key, unused] = [1, 2].map(|n| add_key(&database, course, AccessTerm::Lifetime, n));
    let first = account("anna", &key, 1);
    let before = first.token.hash();
    database
        .write(move |store| register(store, &first, noon()))
        .unwrap();
    let here = |token| database.read(|store| signed_in(store, token, noon())).unwrap();

    let taken = NewAccount {
        replaced: Some(before),
        user: new_user_at("Anna", "other@example.com"),
        ..account("other", &unused, 2)
    };
    let refused = database.write(move |store| register(store, &taken, noon()));
    assert!(
        matches!(refused, Err(RegisterError::UsernameTaken)),
        "{refused:?}"
    );
    assert!(here(&before).is_some(), "a refused registration ended a session");
    let second = NewAccount {
        replaced: Some(before),
        ..account("bo", &unused, 3)
    };
    let token = second.token.hash();
    database
        .write(move |store| register(store, &second, noon()))
        .unwrap();
    assert!(
        here(&before).is_none(),
        "two accounts are signed in in one browser"
    );
    assert_eq!(here(&token).unwrap().user.username, "bo");
}

#[rstest]
fn a_caller_without_a_key_gets_no_sign_of_known_names(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    add_user(&database, "Trader");
    let revoked = add_key(&database, course, AccessTerm::Lifetime, 1);
    let hash = revoked.hash();
    database
        .write(move |store| store.revoke_key(&hash, noon()))
        .unwrap();
    let used = add_key(&database, course, AccessTerm::Lifetime, 2);
    let first = account("First", &used, 1);
    database
        .write(move |store| register(store, &first, noon()))
        .unwrap();

    for key in [PurchaseKey::from_random(bytes(99)), revoked, used] {
        for name in ["Trader", "Nobody"] {
            let new = account(name, &key, 7);
            let refused = database.write(move |store| register(store, &new, noon()));
            assert!(
                matches!(refused, Err(RegisterError::KeyInvalid)),
                "{name}: {refused:?}"
            );
        }
        assert!(matches!(
            database.read(|s| verify_key(s, &key)),
            Err(RedeemError::KeyInvalid)
        ));
    }
}

#[rstest]
fn a_used_key_is_not_revoked_and_a_revoked_one_not_used(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let user = add_user(&database, "trader");
    let key = add_key(&database, course, AccessTerm::Lifetime, 1);
    let hash = key.hash();
    let revoke = || {
        database
            .write(move |store| store.revoke_key(&hash, noon()))
            .unwrap()
    };
    assert_eq!(revoke(), Some(KeyState::Unused));
    assert_eq!(revoke(), Some(KeyState::Revoked), "already done is done");
    let again = key.clone();
    let refused = database.write(move |store| redeem_key(store, user, &again, noon()));
    assert!(matches!(refused, Err(RedeemError::KeyInvalid)), "{refused:?}");

    let key = add_key(&database, course, AccessTerm::Lifetime, 2);
    let hash = key.hash();
    database
        .write(move |store| redeem_key(store, user, &key, noon()))
        .unwrap();
    let state = database
        .write(move |store| store.revoke_key(&hash, noon()))
        .unwrap();
    assert_eq!(state, Some(KeyState::Used));
    let unknown = PurchaseKey::from_random(bytes(50)).hash();
    assert_eq!(
        database
            .write(move |store| store.revoke_key(&unknown, noon()))
            .unwrap(),
        None
    );
}

fn assert_no_session(database: &TestDatabase, token: &SessionTokenHash) {
    assert!(
        database.read(|store| store.session(token)).unwrap().is_none(),
        "a failed registration signed in"
    );
}
