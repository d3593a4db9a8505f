//! From a plan or a course to an order and its page.

use chrono::TimeDelta;
use courses::AccessStore as _;
use kernel::{Cents, RandomnessError};
use mail::MailKind;
use orders::{
    CheckoutContext, CheckoutError, CheckoutStep, Discount, OrderStatus, PaymentEventKind, PlanKey, Provider,
    check_out_course, check_out_plan, expire_order, page_failed, quote_plan, stale_orders,
};

use crate::setup::{
    PRICE, add_coupon, add_user, context, course_checkout, deliver, member_order, noon, open_page, order,
    paid, payment, plan_checkout, store_with_course, visitor_order,
};

#[test]
fn a_quote_writes_nothing_and_names_the_price_with_its_coupon() {
    let (mut store, _) = store_with_course();
    add_coupon(&mut store, "SPRING", Discount::Percent(10), None);
    let coupon = "spring".parse().unwrap();
    let list = context().price_list;
    let quote = quote_plan(&mut store, &list, PlanKey::Basic, Some(&coupon), None, noon()).unwrap();
    assert_eq!((quote.amounts.price, quote.amounts.total), (PRICE, Cents(27_000)));
    assert!(store.orders.orders.is_empty() && store.orders.coupons[0].used == 0);
}

#[test]
fn a_plan_without_terms_an_unknown_coupon_and_an_empty_catalogue_are_refused() {
    let (mut store, _) = store_with_course();
    let mentorship = orders::PlanCheckout {
        plan: PlanKey::Mentorship,
        ..plan_checkout(None, Provider::Stripe)
    };
    let refused = check_out_plan(&mut store, &context(), mentorship, noon());
    assert!(matches!(refused, Err(CheckoutError::NoSuchPlan)), "{refused:?}");
    let unknown = plan_checkout(Some("NOTHING"), Provider::Stripe);
    let refused = check_out_plan(&mut store, &context(), unknown, noon());
    assert!(
        matches!(refused, Err(CheckoutError::CouponInvalid)),
        "{refused:?}"
    );
    let mut empty = fakes::FakeStore::default();
    let refused = check_out_plan(
        &mut empty,
        &context(),
        plan_checkout(None, Provider::Stripe),
        noon(),
    );
    assert!(
        matches!(refused, Err(CheckoutError::NothingToOpen(PlanKey::Basic))),
        "{refused:?}"
    );
    assert!(store.orders.orders.is_empty() && empty.orders.orders.is_empty());
}

#[test]
fn the_last_use_of_a_coupon_is_given_once_and_comes_back_when_no_page_opens() {
    let (mut store, _) = store_with_course();
    add_coupon(&mut store, "ONCE", Discount::Percent(50), Some(1));
    let (first, _) = visitor_order(&mut store, Some("ONCE"));
    let second = check_out_plan(
        &mut store,
        &context(),
        plan_checkout(Some("ONCE"), Provider::Stripe),
        noon(),
    );
    assert!(matches!(second, Err(CheckoutError::CouponInvalid)), "{second:?}");
    // An order with a page keeps its coupon until the page ends.
    page_failed(&mut store, &first, noon()).unwrap();
    assert_eq!(store.orders.coupons[0].used, 1);
    expire_order(&mut store, &first, noon()).unwrap();
    assert_eq!(store.orders.coupons[0].used, 0);
    let third = plan_checkout(Some("ONCE"), Provider::Stripe);
    let reference = third.reference.clone();
    check_out_plan(&mut store, &context(), third, noon()).unwrap();
    page_failed(&mut store, &reference, noon()).unwrap();
    assert_eq!(order(&mut store, &reference).status, OrderStatus::Failed);
    assert_eq!(store.orders.coupons[0].used, 0);
}

#[test]
fn a_coupon_that_leaves_less_than_a_provider_takes_is_refused() {
    let (mut store, _) = store_with_course();
    add_coupon(&mut store, "ALMOST", Discount::Amount(Cents(PRICE.0 - 49)), None);
    let checkout = plan_checkout(Some("ALMOST"), Provider::Stripe);
    let refused = check_out_plan(&mut store, &context(), checkout, noon());
    assert!(
        matches!(refused, Err(CheckoutError::CouponInvalid)),
        "{refused:?}"
    );
}

#[test]
fn an_order_with_nothing_to_pay_is_fulfilled_at_once() {
    let (mut store, _) = store_with_course();
    add_coupon(&mut store, "FREE", Discount::Percent(100), None);
    let checkout = plan_checkout(Some("FREE"), Provider::Stripe);
    let reference = checkout.reference.clone();
    let step = check_out_plan(&mut store, &context(), checkout, noon()).unwrap();
    assert!(matches!(step, CheckoutStep::Done { .. }), "{step:?}");
    let order = order(&mut store, &reference);
    assert_eq!(
        (order.status, order.provider),
        (OrderStatus::Paid, Provider::Free)
    );
    assert_eq!(store.mail_kinds(), [MailKind::PurchaseKey, MailKind::Receipt]);
}

#[test]
fn an_order_with_nothing_to_pay_that_cannot_be_fulfilled_says_why() {
    let (mut store, _) = store_with_course();
    add_coupon(&mut store, "FREE", Discount::Percent(100), None);
    let context = CheckoutContext {
        draw: || Err(RandomnessError("no entropy".into())),
        ..context()
    };
    let checkout = plan_checkout(Some("FREE"), Provider::Stripe);
    let failed = store.transaction(|store| check_out_plan(store, &context, checkout, noon()));
    assert!(
        matches!(
            failed,
            Err(CheckoutError::NotFulfilled(orders::FulfilError::NoRandomness(_)))
        ),
        "{failed:?}"
    );
    assert!(store.orders.orders.is_empty() && store.orders.coupons[0].used == 0);
}

#[test]
fn a_member_gets_the_same_page_within_ten_minutes_and_a_new_one_after() {
    let (mut store, course) = store_with_course();
    let user = add_user(&mut store, "anna");
    let (reference, _) = member_order(&mut store, user, course);
    let again = |store: &mut fakes::FakeStore, minutes| {
        let now = noon() + TimeDelta::minutes(minutes);
        check_out_course(store, &context(), course_checkout(user, course), now).unwrap()
    };
    let step = again(&mut store, 9);
    assert!(
        matches!(&step, CheckoutStep::Page { url } if url.ends_with(reference.as_str())),
        "{step:?}"
    );
    let step = again(&mut store, 10);
    assert!(matches!(step, CheckoutStep::CreateSession(_)), "{step:?}");
    assert_eq!(store.orders.orders.len(), 2);
}

#[test]
fn a_member_whose_money_is_awaited_gets_no_second_page() {
    let (mut store, course) = store_with_course();
    let user = add_user(&mut store, "anna");
    let (_, session) = member_order(&mut store, user, course);
    deliver(
        &mut store,
        PaymentEventKind::AwaitingMoney {
            payment: Some(payment(&session)),
            session,
        },
    );
    let later = noon() + TimeDelta::days(3);
    let step = check_out_course(&mut store, &context(), course_checkout(user, course), later).unwrap();
    assert!(
        matches!(&step, CheckoutStep::Page { url } if url.contains("/checkout/complete")),
        "{step:?}"
    );
    assert_eq!(store.orders.orders.len(), 1);
}

#[test]
fn a_member_who_has_the_course_is_sold_nothing() {
    let (mut store, course) = store_with_course();
    let user = add_user(&mut store, "anna");
    let (_, session) = member_order(&mut store, user, course);
    deliver(&mut store, paid(&session));
    let refused = check_out_course(&mut store, &context(), course_checkout(user, course), noon());
    assert!(matches!(refused, Err(CheckoutError::AlreadyOwned)), "{refused:?}");
    assert!(store.grant_of(user, course).unwrap().is_some());
}

#[test]
fn an_order_without_a_page_is_stale_before_one_with_a_page() {
    let (mut store, _) = store_with_course();
    let (with_page, _) = visitor_order(&mut store, None);
    let step = check_out_plan(
        &mut store,
        &context(),
        plan_checkout(None, Provider::Stripe),
        noon(),
    );
    let Ok(CheckoutStep::CreateSession(page)) = &step else {
        panic!("no page was asked for: {step:?}");
    };
    let without = page.reference.parse().unwrap();
    let stale = |store: &mut fakes::FakeStore, minutes| {
        stale_orders(store, noon() + TimeDelta::minutes(minutes)).unwrap()
    };
    assert_eq!(stale(&mut store, 29), []);
    assert_eq!(stale(&mut store, 31), [without]);
    assert!(!stale(&mut store, 239).contains(&with_page));
    assert!(stale(&mut store, 241).contains(&with_page));
    let _ = open_page(&mut store, step);
}
