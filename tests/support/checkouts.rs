//! A price_list to buy from without a server: its context, and the way of an order to its payment page.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use ::mail::EmailAddress;
use chrono::{DateTime, Utc};
use courses::{CourseId, CourseType};
use kernel::{AccessTerm, Cents, RandomnessError, StoreError, UserId};
use orders::{
    Buyer, BuyerPlace, CheckoutContext, CheckoutError, CheckoutSessionId, CheckoutStep, CourseCheckout,
    FulfilError, Order, OrderReference, OrderReferenceSecret, OrderStore as _, PaymentEvent,
    PaymentEventKind, PaymentId, PaymentPage, Plan, PlanCheckout, PlanCourses, PlanKey, PlanOpens, PriceList,
    Provider, Quantity, SalesAbroad, Seller, Vat, WithdrawalPeriod, check_out_course, check_out_plan,
    handle_payment_event, keep_page,
};
use persistence::Database;
use purchase_keys::KEY_RANDOM_BYTES;

use crate::samples::{ORIGIN, bytes, noon};

static COUNT: AtomicU64 = AtomicU64::new(1_000_000);

fn next() -> u64 {
    COUNT.fetch_add(1, Ordering::Relaxed)
}

fn draw() -> Result<[u8; KEY_RANDOM_BYTES], RandomnessError> {
    Ok(bytes(next()))
}

/// Sells the basic plan (every futures course for three months, 300.00) and single courses for life; 21 % in the price.
#[must_use]
pub fn context() -> Arc<CheckoutContext> {
    Arc::new(CheckoutContext {
        price_list: PriceList {
            currency: String::from("usd"),
            vat: Vat {
                basis_points: 2_100,
                included: true,
                reverse_charge: true,
                abroad: SalesAbroad::default(),
            },
            course_term: AccessTerm::Lifetime,
            withdrawal: WithdrawalPeriod::default(),
            seller: Seller {
                brand: String::from("Shop"),
                legal_name: String::from("Shop BV"),
                address: vec![String::from("Street 1"), String::from("Belgium")],
                vat_number: String::from("BE 0000.000.000"),
                email: String::from("shop@example.com"),
            },
            e_invoices: None,
            plans: vec![plan(PlanKey::Basic, 30_000, 3), plan(PlanKey::Premium, 42_000, 6)],
        },
        public_url: ORIGIN.to_owned(),
        reference_secret: OrderReferenceSecret([7; 32].into()),
        draw,
    })
}

fn plan(key: PlanKey, price: i32, months: u32) -> Plan {
    Plan {
        key,
        name: format!("{months}-Month Access"),
        price: Cents(price),
        opens: Some(PlanOpens {
            courses: PlanCourses::OfType(CourseType::Futures),
            also: None,
            term: AccessTerm::Months(months),
        }),
    }
}

/// A visitor's checkout for the basic plan.
#[must_use]
pub fn plan_checkout_of(email: &str, coupon: Option<&str>) -> PlanCheckout {
    PlanCheckout {
        plan: PlanKey::Basic,
        buyer: Buyer {
            name: String::from("Anna Buyer"),
            email: EmailAddress::parse(email).expect("an address"),
            vat_number: None,
            place: BuyerPlace::default(),
        },
        quantity: Quantity::ONE,
        coupon: coupon.map(|code| code.parse().expect("a code")),
        provider: Provider::Stripe,
        reference: OrderReference::from_random(bytes(next())),
    }
}

/// A member's checkout for a course.
#[must_use]
pub fn course_checkout_of(user: UserId, course: CourseId) -> CourseCheckout {
    CourseCheckout {
        user,
        course,
        country: None,
        provider: Some(Provider::Stripe),
        reference: OrderReference::from_random(bytes(next())),
    }
}

/// Writes an order of the basic plan and opens its page; the order and its page's name.
pub fn order_plan(
    database: &Database,
    context: &Arc<CheckoutContext>,
    email: &str,
) -> (OrderReference, CheckoutSessionId) {
    let (checkout, context) = (plan_checkout_of(email, None), Arc::clone(context));
    let step = database.write(move |store| check_out_plan(store, &context, checkout, noon()));
    open_page(database, step)
}

/// The same for a member's order of a course.
pub fn order_course(
    database: &Database,
    context: &Arc<CheckoutContext>,
    user: UserId,
    course: CourseId,
) -> (OrderReference, CheckoutSessionId) {
    let (checkout, context) = (course_checkout_of(user, course), Arc::clone(context));
    let step = database.write(move |store| check_out_course(store, &context, checkout, noon()));
    open_page(database, step)
}

/// Does what a provider does: gives the order a page.
pub fn open_page(
    database: &Database,
    step: Result<CheckoutStep, CheckoutError>,
) -> (OrderReference, CheckoutSessionId) {
    let Ok(CheckoutStep::CreateSession(page)) = step else {
        panic!("no page was asked for: {step:?}");
    };
    let reference: OrderReference = page.reference.parse().expect("a reference");
    let session = CheckoutSessionId(format!("cs_{reference}"));
    let (order, page) = (
        reference.clone(),
        PaymentPage {
            session: session.clone(),
            url: format!("https://pay.example.com/{reference}"),
        },
    );
    let kept: Result<bool, StoreError> = database.write(move |store| keep_page(store, &order, &page));
    assert!(
        kept.expect("the order can be written"),
        "the order is open no more"
    );
    (reference, session)
}

/// An event with a name of its own.
#[must_use]
pub fn event(what: PaymentEventKind) -> PaymentEvent {
    PaymentEvent {
        at: noon(),
        id: format!("evt_{}", next()),
        kind: what,
    }
}

/// That a page was paid as it was asked.
#[must_use]
pub fn paid(session: &CheckoutSessionId) -> PaymentEventKind {
    paid_as(session, 30_000, "usd")
}

#[must_use]
pub fn paid_as(session: &CheckoutSessionId, cents: i32, currency: &str) -> PaymentEventKind {
    PaymentEventKind::Paid {
        session: session.clone(),
        payment: Some(payment(session)),
        amount: Cents(cents),
        currency: currency.to_owned(),
        country: None,
    }
}

/// That of 300.00 so much went back.
#[must_use]
pub fn refunded(session: &CheckoutSessionId, cents: i32) -> PaymentEventKind {
    PaymentEventKind::Refunded {
        payment: payment(session),
        charged: Cents(30_000),
        given_back: Cents(cents),
    }
}

/// The name of the payment on a page.
#[must_use]
pub fn payment(session: &CheckoutSessionId) -> PaymentId {
    PaymentId(session.0.replace("cs_", "pi_"))
}

/// Lets an event happen.
pub fn tell(database: &Database, context: &Arc<CheckoutContext>, what: PaymentEventKind) {
    deliver(database, context, event(what), noon());
}

/// Delivers an event, again if need be.
pub fn deliver(database: &Database, context: &Arc<CheckoutContext>, event: PaymentEvent, now: DateTime<Utc>) {
    let context = Arc::clone(context);
    let done: Result<(), FulfilError> =
        database.write(move |store| handle_payment_event(store, &context, &event, now));
    done.expect("the event is taken");
}

/// A paid order of a member for a course, and its page's name.
pub fn bought_course(
    database: &Database,
    context: &Arc<CheckoutContext>,
    user: UserId,
    course: CourseId,
) -> (OrderReference, CheckoutSessionId) {
    let (reference, session) = order_course(database, context, user, course);
    tell(database, context, paid(&session));
    (reference, session)
}

/// The order as it stands.
#[must_use]
pub fn order(database: &Database, reference: &OrderReference) -> Order {
    let found = database.read(|store| store.order(reference)).expect("a look-up");
    found.expect("the order is there")
}
