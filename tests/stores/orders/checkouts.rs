//! From a checkout to an order: prices, coupons, and clicking twice.

use std::sync::Arc;

use chrono::TimeDelta;
use courses::grant_access;
use kernel::{AccessTerm, Cents};
use orders::{
    CheckoutError, CheckoutStep, CouponStore as _, Discount, NewCoupon, OrderFilter, OrderReference,
    OrderStatus, PaymentEventKind, PlanKey, VatNumber, check_out_course, check_out_plan, page_failed,
};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase, at_once,
    checkouts::{
        context, course_checkout_of, open_page, order, order_course, paid, paid_as, plan_checkout_of, tell,
    },
    databases::tables::{db_count, db_run, db_texts},
    samples::{add_course, add_user, noon},
};

fn coupon(database: &TestDatabase, code: &str, discount: Discount, limit: Option<i32>) {
    let new = NewCoupon {
        code: code.parse().unwrap(),
        discount,
        plan: None,
        limit,
        expires_at: None,
    };
    assert!(
        database
            .write(move |store| store.insert_coupon(&new, noon()))
            .unwrap()
    );
}

fn used(database: &TestDatabase, code: &str) -> i32 {
    let code = code.parse().unwrap();
    database.read(|store| store.coupon(&code)).unwrap().unwrap().used
}

#[rstest]
fn the_server_decides_what_a_plan_costs(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    add_course(&database, "futures");
    coupon(&database, "SPRING-10", Discount::Percent(10), None);
    let mut checkout = plan_checkout_of("anna@example.com", Some(" spring-10 "));
    checkout.buyer.vat_number = Some(VatNumber::parse("NL123456782B01").unwrap());
    let desk = Arc::clone(&context);
    let step = database.write(move |store| check_out_plan(store, &desk, checkout, noon()));
    let Ok(CheckoutStep::CreateSession(page)) = &step else {
        panic!("{step:?}");
    };
    assert_eq!((page.total.0, page.currency.as_str()), (22_314, "usd"));
    assert!(
        page.success_url
            .contains(&format!("/checkout/complete?order={}", page.reference))
    );
    assert!(page.cancel_url.ends_with("/checkout?plan=basic"));
    let (reference, session) = open_page(&database, step);
    tell(&database, &context, paid_as(&session, 22_314, "USD"));
    let paid = order(&database, &reference);
    assert_eq!(paid.status, OrderStatus::Paid);
    let money = paid.amounts;
    assert_eq!((money.price.0, money.discount.0, money.tax.0), (24_793, 2_479, 0));
    assert!(money.reverse_charge);
    assert!(paid.needs_a_look(), "staff ask whether the number is registered");
    assert!(paid.flag.unwrap().contains("NL123456782B01"));
}

#[rstest]
fn a_coupon_holds_its_limit_against_many_buyers_at_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    add_course(&database, "futures");
    coupon(&database, "THREE", Discount::Amount(Cents(5_000)), Some(3));
    let openings = at_once(20, |n| {
        let (context, checkout) = (
            Arc::clone(&context),
            plan_checkout_of(&format!("a{n}@example.com"), Some("THREE")),
        );
        database.write(move |store| check_out_plan(store, &context, checkout, noon()))
    });
    assert_eq!(openings.iter().filter(|step| step.is_ok()).count(), 3);
    for refused in openings.iter().filter_map(|step| step.as_ref().err()) {
        assert!(matches!(refused, CheckoutError::CouponInvalid), "{refused:?}");
    }
    assert_eq!(
        db_count(&database.address(), "orders"),
        3,
        "a refused order was kept"
    );
    assert_eq!(used(&database, "THREE"), 3);
}

#[rstest]
fn an_order_that_comes_to_nothing_gives_its_coupon_back(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    add_course(&database, "futures");
    coupon(&database, "ONCE", Discount::Percent(50), Some(1));
    let open = || {
        let (context, checkout) = (
            Arc::clone(&context),
            plan_checkout_of("anna@example.com", Some("ONCE")),
        );
        database.write(move |store| check_out_plan(store, &context, checkout, noon()))
    };
    let (expired, session) = open_page(&database, open());
    assert!(matches!(open(), Err(CheckoutError::CouponInvalid)));
    let reference = expired.clone();
    database
        .write(move |store| page_failed(store, &reference, noon()))
        .unwrap();
    assert_eq!(used(&database, "ONCE"), 1, "an order with a page lost its coupon");
    tell(
        &database,
        &context,
        PaymentEventKind::Expired {
            session: session.clone(),
        },
    );
    assert_eq!(used(&database, "ONCE"), 0);
    // A page that could not be opened at all.
    let Ok(CheckoutStep::CreateSession(page)) = open() else {
        panic!("the coupon was not given back");
    };
    let failed: OrderReference = page.reference.parse().unwrap();
    let reference = failed.clone();
    database
        .write(move |store| page_failed(store, &reference, noon()))
        .unwrap();
    assert_eq!(order(&database, &failed).status, OrderStatus::Failed);
    assert_eq!(used(&database, "ONCE"), 0);
    // Money that comes late counts all the same.
    tell(&database, &context, paid_as(&session, 15_000, "usd"));
    assert_eq!(order(&database, &expired).status, OrderStatus::Paid);
    assert_eq!(used(&database, "ONCE"), 1);
    tell(
        &database,
        &context,
        PaymentEventKind::Refunded {
            payment: support::checkouts::payment(&session),
            charged: Cents(15_000),
            given_back: Cents(15_000),
        },
    );
    assert_eq!(used(&database, "ONCE"), 1, "a refund makes a coupon good again");
}

#[rstest]
fn what_is_no_good_coupon_is_refused_alike(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    add_course(&database, "futures");
    coupon(&database, "ENDED", Discount::Percent(10), None);
    database
        .write(|store| store.disable_coupon(&"ENDED".parse().unwrap(), noon()))
        .unwrap();
    for (code, plan, days) in [("OTHER", Some(PlanKey::Premium), 1), ("LATE", None, 0)] {
        let new = NewCoupon {
            code: code.parse().unwrap(),
            discount: Discount::Percent(10),
            plan,
            limit: None,
            expires_at: Some(noon() + TimeDelta::days(days)),
        };
        let again = new.clone();
        assert!(
            database
                .write(move |store| store.insert_coupon(&new, noon()))
                .unwrap()
        );
        assert!(
            !database
                .write(move |store| store.insert_coupon(&again, noon()))
                .unwrap()
        );
    }
    for code in ["ENDED", "OTHER", "LATE", "UNKNOWN"] {
        let (context, checkout) = (
            Arc::clone(&context),
            plan_checkout_of("anna@example.com", Some(code)),
        );
        let refused = database.write(move |store| check_out_plan(store, &context, checkout, noon()));
        assert!(
            matches!(refused, Err(CheckoutError::CouponInvalid)),
            "{code}: {refused:?}"
        );
    }
}

#[rstest]
fn where_nothing_is_to_be_paid_the_order_is_paid_at_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    add_course(&database, "futures");
    coupon(&database, "FREE", Discount::Percent(100), Some(1));
    let checkout = plan_checkout_of("anna@example.com", Some("FREE"));
    let step = database.write(move |store| check_out_plan(store, &context, checkout, noon()));
    assert!(
        matches!(&step, Ok(CheckoutStep::Done { url }) if url.contains("/checkout/complete?order=")),
        "{step:?}"
    );
    let orders = database
        .read(|store| store.orders_before(None, &OrderFilter::default(), 100))
        .unwrap();
    assert_eq!((orders.len(), orders[0].status), (1, OrderStatus::Paid));
    assert_eq!(db_count(&database.address(), "purchase_codes"), 1);
    assert_eq!(
        db_count(&database.address(), "documents WHERE kind = 'receipt'"),
        1
    );
}

#[rstest]
fn staff_read_orders_in_pages(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    add_course(&database, "futures");
    // Two in each second, so that pages end between orders of one time.
    for n in 0..7 {
        let (context, checkout) = (Arc::clone(&context), plan_checkout_of("anna@example.com", None));
        let made = noon() + TimeDelta::seconds(n / 2);
        let _ = database
            .write(move |store| check_out_plan(store, &context, checkout, made))
            .unwrap();
    }
    db_run(
        &database.address(),
        "UPDATE orders SET flag = 'look' WHERE id IN (2, 5, 6)",
    );
    db_run(
        &database.address(),
        "UPDATE orders SET status = 'refunded' WHERE id = 5",
    );
    let pages = |filter: OrderFilter| {
        let (mut ids, mut last) = (Vec::new(), None);
        loop {
            let page = database
                .read(|store| store.orders_before(last.as_ref(), &filter, 2))
                .unwrap();
            assert!(page.len() <= 2);
            ids.extend(page.iter().map(|order| order.id.0));
            match page.into_iter().next_back() {
                Some(order) => last = Some(order),
                None => return ids,
            }
        }
    };
    assert_eq!(pages(OrderFilter::default()), [7, 6, 5, 4, 3, 2, 1]);
    let made = Some((noon() + TimeDelta::seconds(1), noon() + TimeDelta::seconds(3)));
    let within = OrderFilter {
        made,
        ..OrderFilter::default()
    };
    assert_eq!(pages(within), [6, 5, 4, 3]);
    let flagged = OrderFilter {
        needs_a_look: true,
        ..OrderFilter::default()
    };
    assert_eq!(pages(flagged), [6, 2]);
    let refunded = OrderFilter {
        status: Some(OrderStatus::Refunded),
        ..flagged
    };
    assert!(pages(refunded).is_empty());
}

#[rstest]
fn a_plan_without_its_courses_is_not_sold(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    let checkout = plan_checkout_of("anna@example.com", None);
    let refused = database.write(move |store| check_out_plan(store, &context, checkout, noon()));
    assert!(
        matches!(refused, Err(CheckoutError::NothingToOpen(PlanKey::Basic))),
        "{refused:?}"
    );
    assert_eq!(db_count(&database.address(), "orders"), 0);
}

#[rstest]
fn twenty_clicks_at_once_make_one_order(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    let (course, user) = (add_course(&database, "futures"), add_user(&database, "anna"));
    let click = |minutes| {
        let (context, checkout) = (Arc::clone(&context), course_checkout_of(user, course));
        let now = noon() + TimeDelta::minutes(minutes);
        database.write(move |store| check_out_course(store, &context, checkout, now))
    };
    let openings = at_once(20, |_| click(0));
    assert!(
        openings
            .iter()
            .all(|step| matches!(step, Ok(CheckoutStep::CreateSession(_))))
    );
    assert_eq!(db_count(&database.address(), "orders"), 1);
    let (reference, _) = open_page(&database, openings.into_iter().next().unwrap());
    let known = format!("https://pay.example.com/{reference}");
    let again = click(9);
    assert!(
        matches!(&again, Ok(CheckoutStep::Page { url }) if *url == known),
        "{again:?}"
    );
    assert!(
        matches!(click(10), Ok(CheckoutStep::CreateSession(_))),
        "an old page is opened again"
    );
    assert_eq!(db_count(&database.address(), "orders"), 2);
}

#[rstest]
fn a_course_whose_money_is_on_its_way_is_not_paid_twice(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    let (course, user) = (add_course(&database, "futures"), add_user(&database, "anna"));
    let (_, session) = order_course(&database, &context, user, course);
    tell(
        &database,
        &context,
        PaymentEventKind::AwaitingMoney {
            session,
            payment: None,
        },
    );
    for days in [0, 3] {
        let (context, checkout) = (Arc::clone(&context), course_checkout_of(user, course));
        let now = noon() + TimeDelta::days(days);
        let again = database.write(move |store| check_out_course(store, &context, checkout, now));
        assert!(
            matches!(&again, Ok(CheckoutStep::Page { url }) if url.contains("/checkout/complete?order=")),
            "{again:?}"
        );
    }
    assert_eq!(db_count(&database.address(), "orders"), 1);
}

#[rstest]
fn a_second_payment_of_a_course_that_is_held_for_good_is_flagged(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    let (course, user) = (add_course(&database, "futures"), add_user(&database, "anna"));
    let (first, session) = order_course(&database, &context, user, course);
    let (desk, checkout) = (Arc::clone(&context), course_checkout_of(user, course));
    let later = noon() + TimeDelta::minutes(20);
    let step = database.write(move |store| check_out_course(store, &desk, checkout, later));
    let (second, again) = open_page(&database, step);
    tell(&database, &context, paid(&session));
    tell(&database, &context, paid(&again));
    let (first, second) = (order(&database, &first), order(&database, &second));
    assert!(!first.needs_a_look());
    assert_eq!(second.status, orders::OrderStatus::Paid);
    assert!(
        second.needs_a_look(),
        "money came for nothing, and staff are not warned"
    );
}

#[rstest]
fn a_coupon_leaves_nothing_to_pay_or_what_can_be_paid(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    add_course(&database, "futures");
    for (code, cents, good) in [
        ("LEAST", 29_950, true),
        ("TOO-MUCH", 29_951, false),
        ("ALL", 30_000, true),
    ] {
        coupon(&database, code, Discount::Amount(Cents(cents)), None);
        let (context, checkout) = (
            Arc::clone(&context),
            plan_checkout_of("anna@example.com", Some(code)),
        );
        let outcome = database.write(move |store| check_out_plan(store, &context, checkout, noon()));
        assert_eq!(outcome.is_ok(), good, "{code}: {outcome:?}");
        assert_eq!(used(&database, code), i32::from(good), "{code}");
    }
}

#[rstest]
fn a_course_that_is_held_now_is_not_sold_again(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    let (course, user) = (add_course(&database, "futures"), add_user(&database, "anna"));
    database
        .write(move |store| grant_access(store, user, course, AccessTerm::Days(1), noon()))
        .unwrap();
    let click = |hours| {
        let (context, checkout) = (Arc::clone(&context), course_checkout_of(user, course));
        let now = noon() + TimeDelta::hours(hours);
        database.write(move |store| check_out_course(store, &context, checkout, now))
    };
    assert!(matches!(click(23), Err(CheckoutError::AlreadyOwned)));
    assert!(
        matches!(click(24), Ok(CheckoutStep::CreateSession(_))),
        "an ended access is not renewed"
    );
    let mut checkout = course_checkout_of(user, courses::CourseId(4_711));
    checkout.provider = None;
    let desk = Arc::clone(&context);
    let refused = database.write(move |store| check_out_course(store, &desk, checkout, noon()));
    assert!(matches!(refused, Err(CheckoutError::NoSuchCourse)), "{refused:?}");
    assert_eq!(
        db_texts(&database.address(), "SELECT status AS t FROM orders"),
        [Some("open".into())]
    );
}
