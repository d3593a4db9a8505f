//! Names and addresses are unique however they are spelled, and found however they are spelled.

use ::mail::EmailAddress;
use accounts::{AccountStore as _, NameTaken, SignInName, StaffUserStore as _, Username};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    databases::tables::{db_count, db_run},
    samples::{add_user, new_user_at, noon},
};

fn insert(database: &TestDatabase, name: &str, address: &str) -> Result<kernel::UserId, NameTaken> {
    let new = new_user_at(name, address);
    database.write(move |store| store.insert_user(&new, noon()))
}

#[rstest]
#[case("Trader", "tRADER")]
#[case("Stra\u{df}e", "STRASSE")]
#[case("Jos\u{e9}", "Jose\u{301}")]
#[case("JOS\u{c9}", "jos\u{e9}")]
#[case("Trader", "\u{ff34}rader")]
#[case("\u{fb01}sh", "FISH")]
#[case(
    "\u{3a3}\u{3af}\u{3c3}\u{3c5}\u{3c6}\u{3bf}\u{3c2}",
    "\u{3c3}\u{3af}\u{3c3}\u{3c5}\u{3c6}\u{3bf}\u{3c3}"
)]
fn a_name_in_another_case_or_unicode_form_is_taken(
    #[case] first: &str,
    #[case] second: &str,
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let user = insert(&database, first, "first@example.com").unwrap();
    let refused = insert(&database, second, "second@example.com");
    assert!(
        matches!(refused, Err(NameTaken::Username)),
        "{second} stands beside {first}: {refused:?}"
    );
    let found = database
        .read(|store| store.credentials(&SignInName::typed(second)))
        .unwrap()
        .unwrap();
    assert_eq!(found.user, user);
    let shown = database.read(|store| store.user(user)).unwrap().unwrap();
    assert_eq!(
        shown.username,
        Username::parse(first).unwrap().as_str(),
        "the name is kept as it was written"
    );
}

#[rstest]
#[case("anna@b\u{fc}cher.example", "Anna@xn--bcher-kva.example")]
#[case("anna@xn--bcher-kva.example", "anna@BU\u{308}CHER.example")]
#[case("anna@example.com", "anna\u{ff20}example.com\u{200b}")]
fn an_address_in_another_spelling_of_its_domain_is_taken(
    #[case] first: &str,
    #[case] second: &str,
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let user = insert(&database, "Anna", first).unwrap();
    let refused = insert(&database, "Other", second);
    assert!(
        matches!(refused, Err(NameTaken::Email)),
        "{second} stands beside {first}: {refused:?}"
    );
    for text in [first, second] {
        let found = database.read(|store| store.credentials(&SignInName::typed(text)));
        assert_eq!(found.unwrap().unwrap().user, user, "{text}");
        let address = EmailAddress::parse(text).unwrap();
        let found = database.read(|store| store.user_by_email(&address)).unwrap();
        assert_eq!(
            found.unwrap().email,
            first,
            "the address is kept as it was written"
        );
    }
}

#[rstest]
fn an_address_that_version_1_0_stored_is_found_as_it_was_typed_then(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let user = insert(&database, "Anna", "anna@b\u{fc}cher.example").unwrap();
    db_run(
        &database.address(),
        "UPDATE users SET email_key = 'anna@b\u{fc}cher.example'",
    );
    let typed = "Anna@B\u{fc}cher.example";
    let found = database.read(|store| store.credentials(&SignInName::typed(typed)));
    assert_eq!(found.unwrap().unwrap().user, user);
    let address = EmailAddress::parse(typed).unwrap();
    let found = database.read(|store| store.user_by_email(&address)).unwrap();
    assert_eq!(found.unwrap().id, user);
    let found = database.read(|store| store.user_record(typed)).unwrap();
    assert_eq!(found.unwrap().user.id, user);
}

#[rstest]
fn names_that_differ_stand_side_by_side(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    for (n, name) in ["trader", "trader1", "tr\u{e4}der", "t rader", "trader_"]
        .iter()
        .enumerate()
    {
        insert(&database, name, &format!("{n}@example.com")).unwrap();
    }
    assert_eq!(db_count(&database.address(), "users"), 5);
}

#[rstest]
fn an_address_in_another_case_is_taken_and_signs_in(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let user = insert(&database, "first", "Trader@Example.com").unwrap();
    let refused = insert(&database, "second", "trader@EXAMPLE.com");
    assert!(matches!(refused, Err(NameTaken::Email)), "{refused:?}");
    let found = database
        .read(|store| store.credentials(&SignInName::typed(" tRADER@example.COM ")))
        .unwrap();
    assert_eq!(found.unwrap().user, user);
    let mailed = EmailAddress::parse("TRADER@example.com").unwrap();
    assert_eq!(
        database
            .read(|store| store.user_by_email(&mailed))
            .unwrap()
            .unwrap()
            .id,
        user
    );
}

#[rstest]
fn a_renaming_keeps_to_the_same_rules(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    add_user(&database, "first");
    let second = add_user(&database, "second");
    let rename = |name: &str, address: &str| {
        let (name, address) = (
            Username::parse(name).unwrap(),
            EmailAddress::parse(address).unwrap(),
        );
        database.write(move |store| {
            store.set_username(second, &name)?;
            store.set_email(second, &address)
        })
    };
    assert!(matches!(
        rename("FIRST", "second@example.com"),
        Err(NameTaken::Username)
    ));
    assert!(matches!(
        rename("second", "First@example.com"),
        Err(NameTaken::Email)
    ));
    rename("SECOND", "Second@Example.com").expect("one's own name in another case is free");
    let shown = database.read(|store| store.user(second)).unwrap().unwrap();
    assert_eq!(
        (shown.username.as_str(), shown.email.as_str()),
        ("SECOND", "Second@Example.com")
    );
}

#[rstest]
fn a_text_that_no_name_can_be_finds_no_user(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    add_user(&database, "trader");
    for text in [
        "",
        "\0",
        "trader\0",
        "%",
        "' OR 1=1 --",
        "\u{fffd}",
        &"x".repeat(100_000),
    ] {
        let found = database
            .read(|store| store.credentials(&SignInName::typed(text)))
            .unwrap();
        assert!(found.is_none(), "{text:.20?} found a user");
    }
}

#[rstest]
fn a_deleted_users_name_is_free_and_its_number_never_used_again(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let first = add_user(&database, "trader");
    assert!(database.write(move |store| store.delete_user(first)).unwrap());
    assert!(
        !database.write(move |store| store.delete_user(first)).unwrap(),
        "a user is deleted twice"
    );
    assert_ne!(add_user(&database, "trader"), first);
}
