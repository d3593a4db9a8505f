//! A buyer without an account withdraws by a link that is mailed to the order's address.

use std::net::Ipv4Addr;

use accounts::ContactLine;
use chrono::{DateTime, TimeDelta, Utc};
use fakes::FakeStore;
use mail::{EmailAddress, MailKind, MailPart};
use orders::{
    ConfirmWithdrawalError, OrderReference, OrderStatus, WITHDRAWAL_LINK_LIFE, WithdrawalError,
    WithdrawalPeriod, WithdrawalRequest, WithdrawalToken, confirm_withdrawal, forget_withdrawal_links,
    request_withdrawal,
};

use crate::setup::{context, deliver, next, noon, order, paid, store_with_course, visitor_order};

fn request(store: &mut FakeStore, named: &str, email: &str, now: DateTime<Utc>) -> WithdrawalToken {
    let token = WithdrawalToken::from_random([next(); 32]);
    let form = WithdrawalRequest {
        name: ContactLine::parse_name("Anna B.").expect("a form that is right"),
        email: EmailAddress::parse(email).expect("a form that is right"),
        order: named.parse().expect("a form that is right"),
    };
    request_withdrawal(store, &form, &token, &context().public_url, now).expect("a form that is right");
    token
}

fn confirm(
    store: &mut FakeStore,
    token: &WithdrawalToken,
    now: DateTime<Utc>,
) -> Result<DateTime<Utc>, ConfirmWithdrawalError> {
    let period = WithdrawalPeriod::default();
    store.transaction(|store| {
        confirm_withdrawal(store, period, &token.hash(), Ipv4Addr::LOCALHOST.into(), now)
    })
}

/// The addresses that links were mailed to.
fn links(store: &FakeStore) -> Vec<&str> {
    let mails = store.mails.iter().map(|(mail, _)| mail);
    let links = mails.filter(|mail| mail.kind == MailKind::WithdrawalLink);
    links.map(|mail| mail.to.as_str()).collect()
}

fn bought(store: &mut FakeStore) -> OrderReference {
    let (reference, session) = visitor_order(store, None);
    deliver(store, paid(&session));
    reference
}

#[test]
fn the_mailed_link_withdraws_once_and_answers_the_same_again() {
    let (mut store, _) = store_with_course();
    let reference = bought(&mut store);
    let token = request(&mut store, reference.as_str(), "anna@example.com", noon());
    assert_eq!(
        order(&mut store, &reference).status,
        OrderStatus::Paid,
        "asking withdrew"
    );
    let (mail, _) = store.mails.last().unwrap();
    let secret = format!("{:?}", token.hash());
    let button = mail.parts.iter().find_map(|part| match part {
        MailPart::Button { url, .. } => Some(url.clone()),
        _ => None,
    });
    let (page, given) = button.as_deref().unwrap().split_once("#token=").unwrap();
    assert_eq!(page, "https://portal.example/withdraw");
    assert_eq!(format!("{:?}", WithdrawalToken::presented(given).hash()), secret);

    let now = noon() + TimeDelta::hours(1);
    assert_eq!(confirm(&mut store, &token, now).unwrap(), now);
    let (mail, _) = store.mails.last().unwrap();
    assert!(mail.kind == MailKind::Withdrawal && mail.to == "anna@example.com");
    assert!(serde_json::to_string(&mail.parts).unwrap().contains("Anna B."));
    let mails = store.mails.len();
    let later = noon() + TimeDelta::days(20);
    assert_eq!(confirm(&mut store, &token, later).unwrap(), now);
    assert_eq!(store.mails.len(), mails);
}

#[test]
fn a_link_goes_to_the_orders_address_alone() {
    let (mut store, _) = store_with_course();
    let reference = bought(&mut store);
    request(&mut store, reference.as_str(), "mallory@example.com", noon());
    assert_eq!(links(&store), ["anna@example.com"]);
    // The number of a receipt can be guessed, so it needs the order's address.
    let number = order(&mut store, &reference).receipt.unwrap().to_string();
    request(&mut store, &number, "mallory@example.com", noon());
    assert_eq!(links(&store).len(), 1);
    request(&mut store, &number, "Anna@Example.com", noon());
    assert_eq!(links(&store), ["anna@example.com"; 2]);
}

#[test]
fn what_is_no_order_gets_no_mail_and_a_mailbox_is_not_flooded() {
    let (mut store, _) = store_with_course();
    let (open, _) = visitor_order(&mut store, None);
    for named in [open.as_str(), "nonsense", "2026-999999", &"0".repeat(32)] {
        let token = request(&mut store, named, "anna@example.com", noon());
        let done = confirm(&mut store, &token, noon());
        assert!(
            matches!(done, Err(ConfirmWithdrawalError::TokenInvalid)),
            "{named}: {done:?}"
        );
    }
    assert_eq!(links(&store).len(), 0);
    let reference = bought(&mut store);
    for _ in 0..5 {
        request(&mut store, reference.as_str(), "anna@example.com", noon());
    }
    assert_eq!(links(&store).len(), 3);
    let later = noon() + TimeDelta::hours(1) + TimeDelta::seconds(1);
    request(&mut store, reference.as_str(), "anna@example.com", later);
    assert_eq!(links(&store).len(), 4);
}

#[test]
fn a_request_within_the_period_may_be_confirmed_a_day_long() {
    let end = noon() + TimeDelta::days(14);
    let last = end - TimeDelta::seconds(1);
    for (asked, confirmed, over) in [
        (last, last + TimeDelta::hours(23), false),
        (last, last + TimeDelta::hours(24), true),
        (end, end, true),
        (noon(), end, true),
        (noon(), last, false),
    ] {
        let (mut store, _) = store_with_course();
        let reference = bought(&mut store);
        let token = request(&mut store, reference.as_str(), "anna@example.com", asked);
        let done = confirm(&mut store, &token, confirmed);
        if over {
            let refused = matches!(
                done,
                Err(ConfirmWithdrawalError::Withdrawal(WithdrawalError::Over))
            );
            assert!(refused, "{asked} {confirmed}: {done:?}");
        } else {
            assert_eq!(done.unwrap(), confirmed);
        }
    }
}

#[test]
fn a_link_is_forgotten_in_the_end() {
    let (mut store, _) = store_with_course();
    let reference = bought(&mut store);
    let token = request(&mut store, reference.as_str(), "anna@example.com", noon());
    let end = noon() + WITHDRAWAL_LINK_LIFE;
    let late = confirm(&mut store, &token, end - TimeDelta::seconds(1));
    assert!(matches!(
        late,
        Err(ConfirmWithdrawalError::Withdrawal(WithdrawalError::Over))
    ));
    let gone = confirm(&mut store, &token, end);
    assert!(matches!(gone, Err(ConfirmWithdrawalError::TokenInvalid)));
    forget_withdrawal_links(&mut store, end + TimeDelta::seconds(1)).unwrap();
    let forgotten = confirm(&mut store, &token, noon());
    assert!(matches!(forgotten, Err(ConfirmWithdrawalError::TokenInvalid)));
}
