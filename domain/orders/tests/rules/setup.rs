//! A catalogue with one course, a price list, and orders that are ready to be paid.

use std::{
    net::Ipv4Addr,
    sync::atomic::{AtomicU8, Ordering},
};

use accounts::{AccountStore as _, NewUser, PasswordHash, Username};
use chrono::{DateTime, Utc};
use courses::{CourseId, CourseImportStore as _, CourseType, ImportedCourse};
use fakes::FakeStore;
use kernel::{AccessTerm, Cents, RandomnessError, UserId};
use mail::{EmailAddress, MailKind};
use orders::{
    Buyer, CheckoutContext, CheckoutError, CheckoutSessionId, CheckoutStep, CourseCheckout, Discount,
    NewCoupon, Order, OrderReference, OrderReferenceSecret, OrderStore as _, PaymentEvent, PaymentEventKind,
    PaymentId, PaymentPage, Plan, PlanCheckout, PlanCourses, PlanKey, PlanOpens, PriceList, Provider, Seller,
    Vat, WithdrawalError, WithdrawalPeriod, check_out_course, check_out_plan, handle_payment_event,
    keep_page, withdraw_as_member,
};
use purchase_keys::KEY_RANDOM_BYTES;

pub const PRICE: Cents = Cents(30_000);

static COUNT: AtomicU8 = AtomicU8::new(1);

pub fn next() -> u8 {
    COUNT.fetch_add(1, Ordering::Relaxed)
}

pub fn noon() -> DateTime<Utc> {
    "2026-01-31T12:00:00Z".parse().expect("a time")
}

fn draw() -> Result<[u8; KEY_RANDOM_BYTES], RandomnessError> {
    Ok([next(); KEY_RANDOM_BYTES])
}

/// Sells the basic plan (every futures course for three months) and single courses for life.
pub fn context() -> CheckoutContext {
    CheckoutContext {
        price_list: PriceList {
            currency: String::from("usd"),
            vat: Vat {
                basis_points: 2_100,
                included: true,
                reverse_charge: true,
            },
            course_term: AccessTerm::Lifetime,
            withdrawal: WithdrawalPeriod::default(),
            seller: Seller {
                brand: String::from("Portal"),
                legal_name: String::from("Portal BV"),
                address: vec![String::from("Street 1")],
                vat_number: String::from("BE 0000.000.000"),
                email: String::from("seller@example.com"),
            },
            plans: vec![Plan {
                key: PlanKey::Basic,
                name: String::from("3-Month Access"),
                price: PRICE,
                opens: Some(PlanOpens {
                    courses: PlanCourses::OfType(CourseType::Futures),
                    term: AccessTerm::Months(3),
                }),
            }],
        },
        public_url: String::from("https://portal.example"),
        reference_secret: OrderReferenceSecret([7; 32].into()),
        draw,
    }
}

pub fn store_with_course() -> (FakeStore, CourseId) {
    let mut store = FakeStore::default();
    let course = ImportedCourse {
        slug: "futures".parse().expect("a slug"),
        title: String::from("Futures"),
        description: String::new(),
        category: String::from("Futures"),
        course_type: CourseType::Futures,
        price: PRICE,
        image: None,
        discord_role: None,
        discord_channel: None,
        language: String::from("en"),
        draft: false,
        sections: Vec::new(),
    };
    let course = store.put_course(&course, noon()).expect("an import").course;
    (store, course)
}

pub fn add_user(store: &mut FakeStore, name: &str) -> UserId {
    let new = NewUser {
        username: Username::parse(name).expect("a name"),
        email: EmailAddress::parse(&format!("{name}@example.com")).expect("an address"),
        password: PasswordHash::stored(String::from("hash")),
    };
    store.insert_user(&new, noon()).expect("a free name")
}

pub fn add_coupon(store: &mut FakeStore, code: &str, discount: Discount, limit: Option<i32>) {
    use orders::CouponStore as _;
    let new = NewCoupon {
        code: code.parse().expect("a code"),
        discount,
        plan: None,
        limit,
        expires_at: None,
    };
    assert!(store.insert_coupon(&new, noon()).expect("a coupon"));
}

pub fn plan_checkout(coupon: Option<&str>, provider: Provider) -> PlanCheckout {
    PlanCheckout {
        plan: PlanKey::Basic,
        buyer: Buyer {
            name: String::from("Anna Buyer"),
            email: EmailAddress::parse("anna@example.com").expect("an address"),
            vat_number: None,
        },
        coupon: coupon.map(|code| code.parse().expect("a code")),
        provider,
        reference: OrderReference::from_random([next(); 16]),
    }
}

pub fn course_checkout(user: UserId, course: CourseId) -> CourseCheckout {
    CourseCheckout {
        user,
        course,
        provider: Some(Provider::Stripe),
        reference: OrderReference::from_random([next(); 16]),
    }
}

/// Gives an order the page that its checkout asks for.
pub fn open_page(
    store: &mut FakeStore,
    step: Result<CheckoutStep, CheckoutError>,
) -> (OrderReference, CheckoutSessionId) {
    let Ok(CheckoutStep::CreateSession(page)) = step else {
        panic!("no page was asked for: {step:?}");
    };
    let reference: OrderReference = page.reference.parse().expect("a reference");
    let page = PaymentPage {
        session: CheckoutSessionId(format!("cs_{reference}")),
        url: format!("https://pay.example/{reference}"),
    };
    assert!(keep_page(store, &reference, &page).expect("a page"));
    (reference, page.session)
}

/// A visitor's order of the basic plan with its page.
pub fn visitor_order(store: &mut FakeStore, coupon: Option<&str>) -> (OrderReference, CheckoutSessionId) {
    let checkout = plan_checkout(coupon, Provider::Stripe);
    let step = check_out_plan(store, &context(), checkout, noon());
    open_page(store, step)
}

/// A member's order of a course with its page.
pub fn member_order(
    store: &mut FakeStore,
    user: UserId,
    course: CourseId,
) -> (OrderReference, CheckoutSessionId) {
    let step = check_out_course(store, &context(), course_checkout(user, course), noon());
    open_page(store, step)
}

pub fn payment(session: &CheckoutSessionId) -> PaymentId {
    PaymentId(session.0.replace("cs_", "pi_"))
}

pub fn paid(session: &CheckoutSessionId) -> PaymentEventKind {
    paid_as(session, PRICE, "usd")
}

pub fn paid_as(session: &CheckoutSessionId, amount: Cents, currency: &str) -> PaymentEventKind {
    PaymentEventKind::Paid {
        session: session.clone(),
        payment: Some(payment(session)),
        amount,
        currency: currency.to_owned(),
    }
}

pub fn refunded(session: &CheckoutSessionId, given_back: Cents) -> PaymentEventKind {
    PaymentEventKind::Refunded {
        payment: payment(session),
        charged: PRICE,
        given_back,
    }
}

/// Delivers an event with an id of its own.
pub fn deliver(store: &mut FakeStore, kind: PaymentEventKind) {
    let event = PaymentEvent {
        id: format!("evt_{}", next()),
        kind,
    };
    store
        .transaction(|store| handle_payment_event(store, &context(), &event, noon()))
        .expect("the event is handled");
}

pub fn order(store: &mut FakeStore, reference: &OrderReference) -> Order {
    store.order(reference).expect("a read").expect("the order")
}

/// Withdraws as a member does, within the period of [`context`].
pub fn withdraw(
    store: &mut FakeStore,
    member: UserId,
    reference: &OrderReference,
    now: DateTime<Utc>,
) -> Result<DateTime<Utc>, WithdrawalError> {
    let period = WithdrawalPeriod::default();
    store.transaction(|store| {
        withdraw_as_member(store, period, member, Ipv4Addr::LOCALHOST.into(), reference, now)
    })
}

/// How many mails of a kind there are.
pub fn count(store: &FakeStore, kind: MailKind) -> usize {
    store
        .mail_kinds()
        .into_iter()
        .filter(|mail| *mail == kind)
        .count()
}

/// The amounts and taxes of all credit notes.
pub fn credited(store: &FakeStore) -> Vec<(i32, i32)> {
    let notes = store.orders.withdrawals.credit_notes.iter();
    notes.map(|(.., note)| (note.amount.0, note.tax.0)).collect()
}
