//! `portal orders` and `portal coupons`.

mod countries;
mod e_invoices;
mod withdrawals;

use std::{process::Command, sync::Arc};

use ::mail::EmailAddress;
use courses::CourseType;
use kernel::{AccessTerm, Cents};
use orders::{
    Buyer, BuyerPlace, CheckoutContext, CheckoutSessionId, CheckoutStep, OrderReference,
    OrderReferenceSecret, PaymentEvent, PaymentEventKind, PaymentId, PaymentPage, Plan, PlanCheckout,
    PlanCourses, PlanKey, PlanOpens, PriceList, Provider, Quantity, SalesAbroad, Seller, Vat,
    WithdrawalPeriod, check_out_plan, handle_payment_event, keep_page,
};
use persistence::Database;
use support::waiting::on_one_day;

use crate::fixture::{CommandFixture, run};

fn context() -> Arc<CheckoutContext> {
    Arc::new(CheckoutContext {
        price_list: PriceList {
            currency: String::from("eur"),
            vat: Vat {
                basis_points: 2_100,
                included: true,
                reverse_charge: false,
                abroad: SalesAbroad::default(),
            },
            course_term: AccessTerm::Lifetime,
            withdrawal: WithdrawalPeriod::default(),
            seller: Seller {
                brand: String::from("B"),
                legal_name: String::from("B"),
                address: Vec::new(),
                vat_number: String::from("BE 0403.170.701"),
                email: String::from("b@example.com"),
            },
            e_invoices: None,
            plans: vec![Plan {
                key: PlanKey::Basic,
                name: String::from("Basic"),
                price: Cents(30_000),
                opens: Some(PlanOpens {
                    courses: PlanCourses::OfType(CourseType::Futures),
                    also: None,
                    term: AccessTerm::Months(3),
                }),
            }],
        },
        public_url: String::from("https://portal.example.com"),
        reference_secret: OrderReferenceSecret([7; 32].into()),
        draw: || {
            let mut bytes = [0; purchase_keys::KEY_RANDOM_BYTES];
            getrandom::fill(&mut bytes).unwrap();
            Ok(bytes)
        },
    })
}

/// An order of the one plan, paid at a provider.
pub fn paid_order(database: &Database, email: &str, coupon: Option<&str>, provider: Provider) -> String {
    paid_order_of(database, email, coupon, provider, |_| {})
}

/// The same of a checkout that is changed before.
pub fn paid_order_of(
    database: &Database,
    email: &str,
    coupon: Option<&str>,
    provider: Provider,
    change: impl Fn(&mut PlanCheckout),
) -> String {
    let mut random = [0; 16];
    getrandom::fill(&mut random).unwrap();
    let reference = OrderReference::from_random(random);
    let mut checkout = PlanCheckout {
        plan: PlanKey::Basic,
        buyer: Buyer {
            name: String::from("=Anna"),
            email: EmailAddress::parse(email).unwrap(),
            vat_number: None,
            place: BuyerPlace::default(),
        },
        quantity: Quantity::ONE,
        coupon: coupon.map(|code| code.parse().unwrap()),
        provider,
        reference: reference.clone(),
    };
    change(&mut checkout);
    let named = reference.as_str().to_owned();
    database
        .write(move |store| {
            let now = chrono::Utc::now();
            let CheckoutStep::CreateSession(page) = check_out_plan(store, &context(), checkout, now)? else {
                return Ok(());
            };
            let session = CheckoutSessionId(format!("cs_{}", page.reference));
            let opened = PaymentPage {
                session: session.clone(),
                url: String::from("https://pay.example.com"),
            };
            keep_page(store, &reference, &opened)?;
            let event = PaymentEvent {
                id: format!("evt_{}", page.reference),
                at: now,
                kind: PaymentEventKind::Paid {
                    session,
                    payment: Some(PaymentId(format!("pi_{}", page.reference))),
                    amount: page.total,
                    currency: String::from("eur"),
                    country: None,
                },
            };
            handle_payment_event(store, &context(), &event, now)?;
            Ok::<_, orders::CheckoutError>(())
        })
        .unwrap();
    named
}

#[test]
fn an_order_is_listed_shown_and_refunded_once() {
    let fixture = CommandFixture::with_course();
    fixture
        .portal(&["coupons", "create", "spring", "--percent", "10", "--limit", "5"])
        .said();
    let order = paid_order(
        &fixture.database(),
        "anna@example.com",
        Some("SPRING"),
        Provider::Sandbox,
    );
    let listed = fixture.portal(&["orders", "list", "--format", "json"]).json();
    assert_eq!(listed[0]["reference"], order.as_str());
    assert_eq!(
        (&listed[0]["status"], &listed[0]["total"]),
        (&"paid".into(), &27_000.into())
    );
    assert_eq!(listed[0]["coupon"], "SPRING");
    let number = listed[0]["receipt"].as_str().unwrap();
    let shown = fixture
        .portal(&["orders", "show", number, "--format", "json"])
        .json();
    assert_eq!(
        (&shown["reference"], &shown["courses"]),
        (&order.as_str().into(), &"first-steps".into())
    );
    assert_eq!((&shown["price"], &shown["tax"]), (&30_000.into(), &4_686.into()));
    let csv = fixture
        .portal(&["orders", "show", &order, "--format", "csv"])
        .done();
    assert!(csv.contains("'=Anna"), "a name is a formula: {csv}");

    let said = fixture.portal(&["orders", "refund", &order, "--yes"]).said();
    assert!(
        said.contains("270.00 eur") && said.contains("anna@example.com"),
        "{said}"
    );
    let again = fixture.portal(&["orders", "refund", number]).said();
    assert!(again.contains("nothing to do"), "{again}");
    let rows = fixture.portal(&["audit", "list", "--format", "json"]).json();
    let of_order: Vec<_> = rows
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["subject"] == order.as_str())
        .map(|row| (row["actor"].as_str().unwrap(), row["action"].as_str().unwrap()))
        .collect();
    assert_eq!(of_order, [("provider", "order.paid"), ("staff", "orders.refund")]);
    let keys = fixture.portal(&["codes", "list", "--format", "json"]).json();
    assert_eq!(keys[0]["state"], "revoked");
    let refunded = ["orders", "list", "--status", "refunded", "--format", "json"];
    assert_eq!(fixture.portal(&refunded).json().as_array().unwrap().len(), 1);
    let paid = fixture.portal(&["orders", "list", "--status", "paid"]);
    assert_eq!(paid.out, "");
}

#[test]
fn what_cannot_be_refunded_is_refused_and_what_cannot_be_asked_is_owed() {
    let fixture = CommandFixture::with_course();
    let order = paid_order(&fixture.database(), "anna@example.com", None, Provider::Stripe);
    let line = fixture.portal(&["orders", "refund", &order, "--yes"]).refused();
    assert!(line.contains("PORTAL_STRIPE_SECRET_KEY"), "{line}");
    let kept = ["orders", "list", "--status", "paid", "--format", "json"];
    assert_eq!(fixture.portal(&kept).json()[0]["givenBack"], 0);
    let mut command: Command = fixture.command();
    command
        .env("PORTAL_STRIPE_SECRET_KEY", "sk_test_nobody")
        .env("PORTAL_STRIPE_WEBHOOK_SECRET", "whsec_nobody")
        .env("PORTAL_STRIPE_API_URL", "http://127.0.0.1:1")
        .args(["orders", "refund", &order, "--yes"]);
    let line = run(&mut command).refused();
    assert!(line.contains("the refund is owed"), "{line}");
    let shown = fixture
        .portal(&["orders", "show", &order, "--format", "json"])
        .json();
    assert_eq!(
        (&shown["status"], &shown["refund"]),
        (&"refunded".into(), &"pending".into())
    );
    assert!(
        shown["refundProblem"]
            .as_str()
            .unwrap()
            .contains("cannot be reached"),
        "{shown}"
    );
    for name in ["2026-999999", "nonsense", &"0".repeat(32)] {
        let line = fixture.portal(&["orders", "show", name]).refused();
        assert!(line.contains("portal orders list"), "{line}");
    }
    fixture.portal(&["orders", "list", "--status", "lost"]).misused();
    fixture
        .portal(&["orders", "list", "--month", "2026-13"])
        .misused();
    fixture
        .portal(&["orders", "list", "--month", "november"])
        .misused();
}

#[test]
fn totals_add_up_by_month_and_by_course() {
    on_one_day();
    let fixture = CommandFixture::with_course();
    fixture.write_course("second", "second-steps", "Second steps");
    fixture.portal(&["courses", "import", "second"]).done();
    let database = fixture.database();
    paid_order(&database, "anna@example.com", None, Provider::Sandbox);
    let back = paid_order(&database, "bert@example.com", None, Provider::Sandbox);
    fixture.portal(&["orders", "refund", &back, "--yes"]).said();
    fixture.sql("UPDATE orders SET paid_at = '2026-01-15 00:00:00' WHERE email = 'anna@example.com'");
    fixture.sql("UPDATE orders SET paid_at = '2026-02-15 00:00:00' WHERE email = 'bert@example.com'");
    let csv = fixture.portal(&["orders", "totals", "--format", "csv"]).done();
    assert_eq!(
        csv,
        "month,currency,orders,paid,tax,givenBack,kept\n2026-01,eur,1,30000,5207,0,30000\n2026-02,eur,1,30000,5207,30000,0\n"
    );
    let courses = fixture
        .portal(&["orders", "totals", "--by", "course", "--format", "json"])
        .json();
    let sum = |name: &str| {
        let rows = courses.as_array().unwrap();
        rows.iter().map(|row| row[name].as_i64().unwrap()).sum::<i64>()
    };
    assert_eq!((sum("paid"), sum("tax"), sum("kept")), (60_000, 10_414, 30_000));
    assert_eq!(courses[0]["course"], "first-steps");
    assert_eq!(courses[0]["tax"], 2_604 * 2, "{courses}");
    let january = [
        "orders", "totals", "--by", "course", "--month", "2026-01", "--format", "csv",
    ];
    assert_eq!(
        fixture.portal(&january).done(),
        "course,currency,orders,paid,tax,givenBack,kept\n\
         first-steps,eur,1,15000,2604,0,15000\nsecond-steps,eur,1,15000,2603,0,15000\n"
    );
    let none = fixture.portal(&["orders", "totals", "--month", "2026-03"]);
    assert!(
        none.out.is_empty() && none.err.contains("in this month"),
        "{}",
        none.err
    );
    let this_month = chrono::Utc::now().format("%Y-%m").to_string();
    let made = fixture
        .portal(&["orders", "list", "--month", &this_month, "--format", "json"])
        .json();
    assert_eq!(made.as_array().unwrap().len(), 2);
    let before = fixture
        .portal(&["orders", "list", "--month", "2020-01", "--format", "json"])
        .json();
    assert_eq!(before, serde_json::json!([]));
}

#[test]
fn a_coupon_is_made_listed_and_ended() {
    let fixture = CommandFixture::with_course();
    let create = [
        "coupons",
        "create",
        "half-off",
        "--amount",
        "5000",
        "--plan",
        "premium",
        "--expires",
        "2099-12-31",
    ];
    fixture.portal(&create).said();
    let taken = fixture
        .portal(&["coupons", "create", "HALF-OFF", "--percent", "5"])
        .refused();
    assert!(taken.contains("HALF-OFF"), "{taken}");
    let listed = fixture.portal(&["coupons", "list", "--format", "json"]).json();
    assert_eq!(
        (&listed[0]["code"], &listed[0]["amount"]),
        (&"HALF-OFF".into(), &5_000.into())
    );
    assert_eq!(listed[0]["expiresAt"], "2100-01-01T00:00:00Z");
    fixture.portal(&["coupons", "disable", "half-off"]).said();
    let again = fixture.portal(&["coupons", "disable", "half-off"]).said();
    assert!(again.contains("nothing to do"), "{again}");
    fixture.portal(&["coupons", "disable", "unknown"]).refused();
    let past = [
        "coupons",
        "create",
        "late",
        "--percent",
        "5",
        "--expires",
        "2020-01-01",
    ];
    assert!(fixture.portal(&past).refused().contains("over already"));
    for wrong in [
        &["coupons", "create", "none"][..],
        &["coupons", "create", "both", "--percent", "5", "--amount", "5"],
        &["coupons", "create", "much", "--percent", "101"],
        &["coupons", "create", "a b", "--percent", "5"],
        &["coupons", "create", "gold", "--percent", "5", "--plan", "gold"],
        &[
            "coupons",
            "create",
            "never",
            "--percent",
            "5",
            "--expires",
            "tomorrow",
        ],
        &["coupons", "create", "zero", "--percent", "5", "--limit", "0"],
    ] {
        fixture.portal(wrong).misused();
    }
}

#[test]
fn an_export_names_the_buyer_to_the_account_that_bought_and_to_no_other() {
    let fixture = CommandFixture::with_course();
    let anna = fixture.member("Anna");
    let reference = paid_order(&fixture.database(), "Anna@Example.com", None, Provider::Sandbox);
    // The address is the account's, but it was never verified.
    let export = fixture.portal(&["users", "export", "Anna"]).json();
    assert_eq!(
        export["orders"],
        serde_json::json!([]),
        "an order shown by its address alone"
    );

    // A purchase key of the order, used by the account.
    fixture.sql(&format!(
        "UPDATE purchase_codes SET used = TRUE, used_by = {0}, used_at = '2026-01-01 00:00:00' WHERE id IN \
         (SELECT purchase_code_id FROM order_courses)",
        anna.0
    ));
    let export = fixture.portal(&["users", "export", "Anna"]).json();
    let order = &export["orders"][0];
    assert_eq!(order["reference"], reference.as_str());
    for detail in ["name", "email", "vatNumber", "receipt"] {
        assert!(order[detail].is_null(), "{detail} of the buyer: {order}");
    }

    fixture.sql(&format!("UPDATE orders SET user_id = {}", anna.0));
    let export = fixture.portal(&["users", "export", "Anna"]).json();
    let order = &export["orders"][0];
    assert_eq!(
        (&order["name"], &order["email"]),
        (&"=Anna".into(), &"Anna@Example.com".into())
    );
    assert!(order["receipt"].is_string());
}
