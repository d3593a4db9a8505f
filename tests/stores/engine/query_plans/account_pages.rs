//! What an account's own pages ask of the stores: second factor, withdrawal, export, deletion.

use std::net::{IpAddr, Ipv4Addr};

use ::mail::{EmailAddress, MailedToken, TokenPurpose};
use accounts::{ContactLine, RecoveryCodeHash, SecondFactorStore as _, TimeStep, TotpSecret, delete_account};
use audit::{Act, Action};
use kernel::StoreError;
use orders::{
    NamedOrder, WithdrawalPeriod, WithdrawalRequest, confirm_withdrawal, request_withdrawal,
    withdraw_as_member,
};
use persistence::export_account;
use support::{
    TestDatabase,
    checkouts::{bought_course, context},
    samples::{ORIGIN, add_course, add_user, bytes, noon},
};

use super::QUERIES;

pub(super) fn ask(database: &TestDatabase) {
    let context = context();
    let (course, user) = (add_course(database, "futures"), add_user(database, "trader"));
    let (first, _) = bought_course(database, &context, user, course);
    let (second, _) = bought_course(database, &context, user, add_course(database, "crypto"));
    QUERIES.lock().unwrap().clear();

    let factor: Result<(), StoreError> = database.write(move |store| {
        let code = RecoveryCodeHash([1; 32]);
        store.offer_secret(user, &TotpSecret::from_random([7; 20]), noon())?;
        store.turn_on(user, &[code], noon())?;
        store.second_factor(user)?;
        store.take_step(user, TimeStep(1))?;
        store.take_recovery_code(user, &code, noon())?;
        store.set_codes_full_at(user, noon())?;
        store.recovery_codes_left(user)?;
        Ok(())
    });
    factor.unwrap();
    let from = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let period = WithdrawalPeriod::from_days(14).unwrap();
    database
        .write(move |store| withdraw_as_member(store, period, user, from, &first, noon()))
        .unwrap();
    let token = MailedToken::from_random(TokenPurpose::Withdraw, bytes(3));
    let hash = token.hash();
    let form = WithdrawalRequest {
        name: ContactLine::parse_name("Jo Trader").unwrap(),
        email: EmailAddress::parse("trader@example.com").unwrap(),
        order: NamedOrder::Reference(second),
    };
    database
        .write(move |store| request_withdrawal(store, &form, &token, ORIGIN, noon()))
        .unwrap();
    database
        .write(move |store| confirm_withdrawal(store, period, &hash, from, noon()))
        .unwrap();
    database.write(|store| store.purge_tokens(noon())).unwrap();
    let exported = database.read(|store| export_account(store, user, noon()));
    assert_eq!(exported.unwrap().unwrap()["orders"].as_array().unwrap().len(), 2);
    let factor: Result<bool, StoreError> = database.write(move |store| store.turn_off(user));
    assert!(factor.unwrap());
    let act = Act::by_member(Action::AccountDeleted, user, from);
    assert!(
        database
            .write(move |store| delete_account(store, user, &act, noon()))
            .unwrap()
    );
}
