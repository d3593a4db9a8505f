//! What a withdrawal owes goes back once, whenever its money comes; each refund is credited once, whichever way it is reported.

use ::mail::{Mail, MailKind};
use audit::ActingStaff;
use chrono::TimeDelta;
use courses::AccessStore as _;
use kernel::{Cents, StoreError};
use orders::{
    AccessAfterRefund, AskRefundError, Discount, Document, DocumentReason, IssuedDocument, NewCoupon,
    OrderId, OrderReference, OrderStatus, OrderStore as _, PaymentEventKind, Provider, RefundRefusal,
    RefundStanding, RefundWay, RefundWish, ask_refund, check_out_plan, refund_accepted, refund_unanswered,
};
use persistence::Database;
use purchase_keys::KeyState;
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    checkouts::{
        bought_course, context, order, order_course, order_plan, paid, paid_as, payment, plan_checkout_of,
        refunded, tell,
    },
    databases::tables::{db_count, db_run},
    mailbox::next_mail,
    samples::{add_course, add_user, noon},
};

use super::{Claimed, accepted, claim, withdraw};

fn succeed(database: &Database, due: &Claimed) {
    due.report(database, |store, due| {
        refund_accepted(store, due, &accepted(due, noon()), noon())
    });
}

fn fail(database: &Database, due: &Claimed) {
    due.report(database, |store, due| {
        refund_unanswered(store, due, "cut", noon())
    });
}

fn refund_by_staff(database: &Database, reference: &OrderReference) {
    let reference = reference.clone();
    let done: Result<_, AskRefundError> = database.write(move |store| {
        let refunded = store.order(&reference)?.expect("the order").given_back;
        let wish = RefundWish {
            amount: None,
            access: AccessAfterRefund::Ends,
            refunded,
        };
        let by = ActingStaff::at_command(None, None);
        ask_refund(store, &reference, wish, RefundWay::ByHand, &by, noon())
    });
    match done {
        Ok(_) | Err(AskRefundError::Refused(RefundRefusal::Returned)) => {}
        Err(error) => panic!("{error}"),
    }
}

/// Makes a member the buyer of a visitor's order.
fn give_to(database: &TestDatabase, reference: &OrderReference, member: kernel::UserId) {
    let sql = format!(
        "UPDATE orders SET user_id = {} WHERE reference = '{reference}'",
        member.0
    );
    db_run(&database.address(), &sql);
}

/// The credit notes of an order, in the order of their numbers.
fn notes(database: &Database, order: OrderId) -> Vec<Document> {
    let issued: Result<Vec<_>, StoreError> = database.read(|store| {
        let numbers = store.credit_notes_of(&[order])?;
        numbers
            .into_iter()
            .map(|(_, number)| store.document(number))
            .collect()
    });
    let issued = issued.expect("the notes").into_iter().flatten();
    let facts = issued.map(|(_, issued)| match issued {
        IssuedDocument::Facts(facts) => *facts,
        IssuedDocument::Sheet(_) => panic!("a sheet was printed"),
    });
    facts.collect()
}

fn mails(database: &TestDatabase, kind: &str) -> i64 {
    db_count(&database.address(), &format!("outbox WHERE kind = '{kind}'"))
}

/// The oldest mail of a kind.
fn mailed(database: &Database, kind: MailKind) -> Mail {
    let mut mails = std::iter::from_fn(|| next_mail(database, noon()));
    mails.find(|mail| mail.kind == kind).expect("the mail")
}

#[rstest]
fn money_that_comes_after_the_withdrawal_goes_back_and_opens_nothing(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let (database, context) = (TestDatabase::new(engine), context());
    let (course, anna) = (add_course(&database, "futures"), add_user(&database, "anna"));
    let (reference, session) = order_course(&database, &context, anna, course);
    let promised = PaymentEventKind::AwaitingMoney {
        session: session.clone(),
        payment: Some(payment(&session)),
    };
    tell(&database, &context, promised.clone());
    withdraw(&database, anna, &reference, noon()).unwrap();
    tell(&database, &context, promised);
    assert_eq!(order(&database, &reference).status, OrderStatus::Expired);
    assert!(claim(&database, noon()).is_none(), "there is no money yet");

    for _ in 0..2 {
        tell(&database, &context, paid(&session));
    }
    let late = order(&database, &reference);
    assert_eq!((late.status, late.receipt), (OrderStatus::Refunded, None));
    let grant = database.read(|store| store.grant_of(anna, course)).unwrap();
    assert!(grant.is_none(), "late money opened a course");
    let due = claim(&database, noon()).unwrap();
    assert_eq!(due.payment, payment(&session));
    succeed(&database, &due);
    assert!(claim(&database, noon() + TimeDelta::days(30)).is_none());
    assert!(
        notes(&database, late.id).is_empty(),
        "without a receipt there is nothing to credit"
    );
}

#[rstest]
fn a_bank_transfer_that_fails_after_the_withdrawal_owes_nothing(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    let (course, anna) = (add_course(&database, "futures"), add_user(&database, "anna"));
    let (reference, session) = order_course(&database, &context, anna, course);
    let promised = PaymentEventKind::AwaitingMoney {
        session: session.clone(),
        payment: None,
    };
    tell(&database, &context, promised);
    let at = withdraw(&database, anna, &reference, noon()).unwrap();
    tell(&database, &context, PaymentEventKind::Failed { session });
    assert_eq!(db_count(&database.address(), "owed_refunds"), 0);
    let later = noon() + TimeDelta::days(1);
    assert_eq!(withdraw(&database, anna, &reference, later).unwrap(), at);
}

#[rstest]
fn another_amount_and_an_unnamed_payment_are_owed_too(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    let (course, anna) = (add_course(&database, "futures"), add_user(&database, "anna"));
    let (flagged, session) = order_course(&database, &context, anna, course);
    tell(&database, &context, paid_as(&session, 1, "usd"));
    withdraw(&database, anna, &flagged, noon()).unwrap();
    succeed(&database, &claim(&database, noon()).unwrap());
    assert_eq!(
        order(&database, &flagged).given_back,
        Cents(30_000),
        "the provider says how much"
    );

    let (unnamed, session) = order_course(&database, &context, anna, course);
    let without_name = PaymentEventKind::Paid {
        session,
        payment: None,
        amount: Cents(30_000),
        currency: String::from("usd"),
        country: None,
    };
    tell(&database, &context, without_name);
    withdraw(&database, anna, &unnamed, noon()).unwrap();
    assert!(claim(&database, noon()).is_none(), "no provider can be asked");
    let late = || {
        let tomorrow = noon() + TimeDelta::days(1);
        database.read(|store| store.late_refunds(tomorrow)).unwrap()
    };
    let [refund] = &late()[..] else {
        panic!("one refund is owed: {:?}", late());
    };
    assert!(refund.payment.is_none() && refund.problem.is_some());
    // Staff gave it back in the provider's own pages.
    refund_by_staff(&database, &unnamed);
    assert_eq!(order(&database, &unnamed).given_back, Cents(30_000));
    assert_eq!(late(), []);
}

#[rstest]
fn a_worker_that_lost_its_claim_and_the_providers_event_change_nothing(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let (database, context) = (TestDatabase::new(engine), context());
    let (course, anna) = (add_course(&database, "futures"), add_user(&database, "anna"));
    let (reference, session) = bought_course(&database, &context, anna, course);
    withdraw(&database, anna, &reference, noon()).unwrap();
    let owed = order(&database, &reference);
    assert_eq!(
        (owed.given_back, owed.refund),
        (Cents(30_000), Some(RefundStanding::Pending)),
        "the provider has not given it back yet"
    );
    let lost = claim(&database, noon()).unwrap();
    let due = claim(&database, noon() + persistence::JOB_CLAIM).unwrap();
    assert_eq!(due.key, lost.key);
    succeed(&database, &due);
    fail(&database, &lost);
    tell(&database, &context, refunded(&session, 30_000));
    assert!(claim(&database, noon() + TimeDelta::days(365)).is_none());
    let ended = order(&database, &reference);
    assert_eq!(
        (ended.status, ended.given_back),
        (OrderStatus::Refunded, Cents(30_000))
    );
    assert_eq!(notes(&database, ended.id).len(), 1);
    assert_eq!(
        (mails(&database, "withdrawal"), mails(&database, "credit_note")),
        (1, 0)
    );
}

#[rstest]
fn the_providers_refund_and_a_dispute_end_what_is_owed(
    #[values(Sqlite, Postgres)] engine: Engine,
    #[values(true, false)] by_dispute: bool,
) {
    let (database, context) = (TestDatabase::new(engine), context());
    let (course, anna) = (add_course(&database, "futures"), add_user(&database, "anna"));
    let (reference, session) = bought_course(&database, &context, anna, course);
    let at = withdraw(&database, anna, &reference, noon()).unwrap();
    let event = if by_dispute {
        PaymentEventKind::Disputed {
            payment: payment(&session),
        }
    } else {
        refunded(&session, 30_000)
    };
    tell(&database, &context, event);
    assert!(claim(&database, noon()).is_none());
    assert_eq!(withdraw(&database, anna, &reference, noon()).unwrap(), at);
}

#[rstest]
fn every_refund_is_credited_once_by_staff_and_by_the_provider(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    let (course, anna) = (add_course(&database, "futures"), add_user(&database, "anna"));
    let (by_staff, session) = bought_course(&database, &context, anna, course);
    refund_by_staff(&database, &by_staff);
    let ended = order(&database, &by_staff);
    tell(&database, &context, refunded(&session, 30_000));
    refund_by_staff(&database, &by_staff);
    assert_eq!(
        order(&database, &by_staff),
        ended,
        "one refund ended the order twice"
    );
    let amounts = |order| {
        let notes = notes(&database, order);
        notes.iter().map(|note| note.total.0).collect::<Vec<_>>()
    };
    assert_eq!(amounts(ended.id), [30_000]);

    let (by_provider, session) = order_course(&database, &context, anna, course);
    // The part is reported before the payment.
    tell(&database, &context, refunded(&session, 500));
    tell(&database, &context, paid(&session));
    tell(&database, &context, refunded(&session, 30_000));
    let ended = order(&database, &by_provider);
    assert_eq!(amounts(ended.id), [500, 29_500]);
    assert_eq!(mails(&database, "credit_note"), 3);
    let last = notes(&database, ended.id).remove(1);
    assert_eq!(last.number.to_string(), "CN-2026-000003");
    let (receipt, withdrawn_at) = (ended.receipt.unwrap(), None);
    assert_eq!(
        last.reason,
        DocumentReason::Refund {
            receipt,
            withdrawn_at
        }
    );
    assert_eq!(last.seller, context.price_list.seller);
}

#[rstest]
fn after_a_part_the_rest_goes_back_and_the_notes_are_the_whole(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    let (course, anna) = (add_course(&database, "futures"), add_user(&database, "anna"));
    let (reference, session) = bought_course(&database, &context, anna, course);
    tell(&database, &context, refunded(&session, 10_001));
    assert_eq!(mails(&database, "credit_note"), 1);
    withdraw(&database, anna, &reference, noon()).unwrap();
    let sold = order(&database, &reference);
    let issued = notes(&database, sold.id);
    let amounts: Vec<_> = issued.iter().map(|note| note.total.0).collect();
    assert_eq!(amounts, [10_001, 19_999]);
    let tax: i32 = issued.iter().map(|note| note.tax.0).sum();
    assert_eq!(tax, sold.amounts.tax.0);
    let mail = mailed(&database, MailKind::Withdrawal);
    let words = serde_json::to_string(&mail.parts).unwrap();
    for fact in ["31 January 2026, 12:00 UTC", "199.99 USD", reference.as_str()] {
        assert!(words.contains(fact), "{fact}: {words}");
    }
    assert_eq!(mail.attachments.len(), 1);
    // The provider reports the whole afterwards: it is credited already.
    tell(&database, &context, refunded(&session, 30_000));
    assert_eq!(notes(&database, sold.id).len(), 2);
    assert_eq!(mails(&database, "credit_note"), 1);
}

#[rstest]
fn an_order_for_nothing_ends_and_moves_no_money(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    add_course(&database, "futures");
    let anna = add_user(&database, "anna");
    let coupon = NewCoupon {
        code: "ALL".parse().unwrap(),
        discount: Discount::Percent(100),
        plan: None,
        limit: None,
        expires_at: None,
    };
    let checkout = plan_checkout_of("anna@example.com", Some("ALL"));
    let reference = checkout.reference.clone();
    let bought = database.write(move |store| {
        assert!(store.insert_coupon(&coupon, noon())?);
        check_out_plan(store, &context, checkout, noon())
    });
    bought.unwrap();
    assert_eq!(order(&database, &reference).provider, Provider::Free);
    give_to(&database, &reference, anna);
    withdraw(&database, anna, &reference, noon()).unwrap();
    let ended = order(&database, &reference);
    assert_eq!(ended.status, OrderStatus::Refunded);
    assert_eq!(db_count(&database.address(), "owed_refunds"), 0);
    assert!(notes(&database, ended.id).is_empty());
    assert!(
        mailed(&database, MailKind::Withdrawal).attachments.is_empty(),
        "nothing is credited"
    );
}

#[rstest]
fn an_unused_key_ends_with_the_contract(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    add_course(&database, "futures");
    let anna = add_user(&database, "anna");
    let (reference, session) = order_plan(&database, &context, "anna@example.com");
    tell(&database, &context, paid(&session));
    give_to(&database, &reference, anna);
    withdraw(&database, anna, &reference, noon()).unwrap();
    let id = order(&database, &reference).id;
    let keys = database.read(|store| store.order_keys(id)).unwrap();
    assert_eq!((keys.len(), keys[0].state), (1, KeyState::Revoked));
}
