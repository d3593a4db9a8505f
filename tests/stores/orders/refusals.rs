//! What an order is refused for, and that nothing of it is kept.

use std::sync::Arc;

use kernel::RandomnessError;
use orders::{
    CheckoutContext, CheckoutError, Discount, FulfilError, NewCoupon, OrderStatus, SandboxButton,
    SandboxError, check_out_plan, handle_payment_event, press_sandbox_button, sandbox_order,
};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    checkouts::{context, deliver, event, order, order_course, order_plan, paid, plan_checkout_of},
    databases::tables::db_count,
    samples::{add_course, add_user, noon},
};

/// The context of a machine whose randomness cannot be read.
fn without_randomness() -> CheckoutContext {
    CheckoutContext {
        draw: || Err(RandomnessError("no entropy".into())),
        ..Arc::unwrap_or_clone(context())
    }
}

#[rstest]
fn missing_randomness_has_its_own_name_and_undoes_a_payment(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    add_course(&database, "futures");
    let (reference, session) = order_plan(&database, &context, "anna@example.com");
    let event = event(paid(&session));
    let refused = event.clone();
    let failed =
        database.write(move |store| handle_payment_event(store, &without_randomness(), &refused, noon()));
    assert!(matches!(failed, Err(FulfilError::NoRandomness(_))), "{failed:?}");
    assert_eq!(order(&database, &reference).status, OrderStatus::Open);
    for table in ["purchase_codes", "outbox", "payment_events"] {
        assert_eq!(db_count(&database.address(), table), 0, "{table}");
    }
    // The provider sends the event again, and now it succeeds.
    deliver(&database, &context, event, noon());
    assert_eq!(order(&database, &reference).status, OrderStatus::Paid);
}

#[rstest]
fn an_order_with_nothing_to_pay_that_cannot_be_fulfilled_says_why(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    add_course(&database, "futures");
    let coupon = NewCoupon {
        code: "FREE".parse().unwrap(),
        discount: Discount::Percent(100),
        plan: None,
        limit: None,
        expires_at: None,
    };
    database
        .write(move |store| store.insert_coupon(&coupon, noon()))
        .unwrap();
    let checkout = plan_checkout_of("anna@example.com", Some("FREE"));
    let failed = database.write(move |store| check_out_plan(store, &without_randomness(), checkout, noon()));
    assert!(
        matches!(
            failed,
            Err(CheckoutError::NotFulfilled(FulfilError::NoRandomness(_)))
        ),
        "{failed:?}"
    );
    assert_eq!(db_count(&database.address(), "orders"), 0);
    assert_eq!(db_count(&database.address(), "coupons WHERE used = 0"), 1);
}

#[rstest]
fn an_order_of_a_real_provider_has_no_sandbox_page(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    let (course, anna) = (add_course(&database, "futures"), add_user(&database, "anna"));
    let (reference, _) = order_course(&database, &context, anna, course);
    let page = database.read(|store| sandbox_order(store, &reference));
    assert!(matches!(page, Err(SandboxError::NoSuchPage)), "{page:?}");
    let pressed = reference.clone();
    let pressed = database.write(move |store| {
        press_sandbox_button(store, &context, &pressed, SandboxButton::Pay, None, noon())
    });
    assert!(matches!(pressed, Err(SandboxError::NoSuchPage)), "{pressed:?}");
    assert_eq!(order(&database, &reference).status, OrderStatus::Open);
}
