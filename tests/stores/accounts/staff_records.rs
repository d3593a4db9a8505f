//! What staff see of users and keys.

use accounts::StaffUserStore as _;
use kernel::{AccessTerm, UserId};
use purchase_keys::{KeyId, KeyState, PurchaseKeyStore as _, redeem_key, register};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    samples::{account, add_course, add_key, add_user, noon},
};

#[rstest]
fn keys_are_listed_oldest_first_with_their_state(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let (futures, crypto) = (add_course(&database, "futures"), add_course(&database, "crypto"));
    let used = add_key(&database, futures, AccessTerm::Months(3), 1);
    let revoked = add_key(&database, futures, AccessTerm::Days(90), 2);
    let fresh = add_key(&database, crypto, AccessTerm::Lifetime, 3);
    let new = account("Trader", &used, 1);
    database
        .write(move |store| register(store, &new, noon()))
        .unwrap();
    let hash = revoked.hash();
    database
        .write(move |store| store.revoke_key(&hash, noon()))
        .unwrap();

    let all = database
        .read(|store| store.key_records_after(KeyId(0), None, 100))
        .unwrap();
    let seen: Vec<_> = all
        .iter()
        .map(|r| (r.hint.clone(), r.state, r.term, r.course_slug.as_str()))
        .collect();
    let expected = vec![
        (used.hint(), KeyState::Used, AccessTerm::Months(3), "futures"),
        (revoked.hint(), KeyState::Revoked, AccessTerm::Days(90), "futures"),
        (fresh.hint(), KeyState::Unused, AccessTerm::Lifetime, "crypto"),
    ];
    assert_eq!(seen, expected);
    assert!(
        all.iter()
            .zip([&used, &revoked, &fresh])
            .all(|(record, key)| record.key.as_ref() == Some(key))
    );
    let of_one = database
        .read(|store| store.key_records_after(KeyId(0), Some(crypto), 100))
        .unwrap();
    assert_eq!(of_one.len(), 1);
    assert_eq!(of_one[0].course, crypto);
}

#[rstest]
fn a_deleted_users_key_stays_used_without_a_user(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let key = add_key(&database, course, AccessTerm::Lifetime, 1);
    let user = add_user(&database, "trader");
    let (redeemed, hash) = (key.clone(), key.hash());
    database
        .write(move |store| redeem_key(store, user, &redeemed, noon()))
        .unwrap();
    let email = ::mail::EmailAddress::parse("trader@example.com").unwrap();
    assert_eq!(
        database
            .read(|store| store.key_records_of(user, &email))
            .unwrap()
            .len(),
        1
    );
    database.write(move |store| store.delete_user(user)).unwrap();
    let record = database.read(|store| store.key_record(&hash)).unwrap().unwrap();
    assert_eq!(
        (record.state, record.used_by, record.used_at),
        (KeyState::Used, None, Some(noon()))
    );
    assert!(
        database.read(|store| store.usable_key(&hash)).unwrap().is_none(),
        "the key works again"
    );
}

#[rstest]
fn a_user_is_found_by_number_name_and_address(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let first = add_user(&database, "Trader");
    // A name of digits only stands before the number that it reads as.
    let named = add_user(&database, &first.0.to_string());
    let find = |name: &str| {
        database
            .read(|store| store.user_record(name))
            .unwrap()
            .map(|r| r.user.id)
    };
    assert_eq!(find("tRADER"), Some(first));
    assert_eq!(find("Trader@EXAMPLE.com"), Some(first));
    assert_eq!(find(&first.0.to_string()), Some(named));
    assert_eq!(find(&named.0.to_string()), Some(named));
    assert_eq!(find("4711"), None);
    assert_eq!(find("nobody"), None);
    let all = database
        .read(|store| store.user_records_after(UserId(0), 100))
        .unwrap();
    assert_eq!(all.iter().map(|r| r.user.id).collect::<Vec<_>>(), [first, named]);
    assert!(
        all.iter()
            .all(|r| !r.is_subscribed && r.discord_roles.is_empty() && r.created_at == noon())
    );
}
