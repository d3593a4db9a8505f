//! `portal orders` and `portal coupons`.

use std::{process::Command, sync::Arc};

use accounts::EmailAddress;
use courses::{AccessTerm, Cents, CourseType};
use orders::{
    Buyer, Happened, Opening, OrderReference, PaymentEvent, PaymentId, PaymentPage, Plan, PlanCheckout,
    PlanCourses, PlanKey, PlanOpens, Provider, Receipt, ReceiptError, ReceiptPrinter, Seller, SessionId,
    Shop as Selling, TicketSecret, Till, Vat, check_out_plan, happened, keep_page,
};
use persistence::Database;

use crate::shop::{Shop, run};

/// A printer that needs no typeface.
struct PlainPrinter;

impl ReceiptPrinter for PlainPrinter {
    fn print(&self, receipt: &Receipt) -> Result<Vec<u8>, ReceiptError> {
        Ok(receipt.number.clone().into_bytes())
    }
}

fn till() -> Arc<Till> {
    Arc::new(Till {
        shop: Selling {
            currency: String::from("eur"),
            vat: Vat {
                basis_points: 2_100,
                included: true,
                reverse_charge: false,
            },
            course_term: AccessTerm::Lifetime,
            seller: Seller {
                brand: String::from("B"),
                legal_name: String::from("B"),
                address: Vec::new(),
                vat_number: String::from("BE"),
                email: String::from("b@example.com"),
            },
            plans: vec![Plan {
                key: PlanKey::Basic,
                name: String::from("Basic"),
                price: Cents(30_000),
                opens: Some(PlanOpens {
                    courses: PlanCourses::OfType(CourseType::Futures),
                    term: AccessTerm::Months(3),
                }),
            }],
        },
        printer: Arc::new(PlainPrinter),
        public_url: String::from("https://portal.example.com"),
        tickets: TicketSecret([7; 32]),
        draw: || {
            let mut bytes = [0; purchase_keys::KEY_RANDOM_BYTES];
            getrandom::fill(&mut bytes).unwrap();
            Ok(bytes)
        },
    })
}

/// An order of the one plan, paid at a provider.
fn paid_order(database: &Database, email: &str, coupon: Option<&str>, provider: Provider) -> String {
    let mut random = [0; 16];
    getrandom::fill(&mut random).unwrap();
    let reference = OrderReference::from_random(random);
    let wish = PlanCheckout {
        plan: PlanKey::Basic,
        buyer: Buyer {
            name: String::from("=Anna"),
            email: EmailAddress::parse(email).unwrap(),
            vat_number: None,
        },
        coupon: coupon.map(|code| code.parse().unwrap()),
        provider,
        reference: reference.clone(),
    };
    let named = reference.as_str().to_owned();
    database
        .write(move |store| {
            let now = chrono::Utc::now();
            let Opening::Ask(page) = check_out_plan(store, &till(), wish, now)? else {
                return Ok(());
            };
            let session = SessionId(format!("cs_{}", page.reference));
            let opened = PaymentPage {
                session: session.clone(),
                url: String::from("https://pay.example.com"),
            };
            keep_page(store, &reference, &opened)?;
            let event = PaymentEvent {
                id: format!("evt_{}", page.reference),
                happened: Happened::Paid {
                    session,
                    payment: Some(PaymentId(format!("pi_{}", page.reference))),
                    amount: page.total,
                    currency: String::from("eur"),
                },
            };
            happened(store, &till(), &event, now)?;
            Ok::<_, orders::CheckoutError>(())
        })
        .unwrap();
    named
}

#[test]
fn an_order_is_listed_shown_and_refunded_once() {
    let shop = Shop::with_course();
    shop.portal(&["coupons", "create", "spring", "--percent", "10", "--limit", "5"])
        .said();
    let order = paid_order(
        &shop.database(),
        "anna@example.com",
        Some("SPRING"),
        Provider::Sandbox,
    );
    let listed = shop.portal(&["orders", "list", "--format", "json"]).json();
    assert_eq!(listed[0]["reference"], order.as_str());
    assert_eq!(
        (&listed[0]["status"], &listed[0]["total"]),
        (&"paid".into(), &27_000.into())
    );
    assert_eq!(listed[0]["coupon"], "SPRING");
    let number = listed[0]["receipt"].as_str().unwrap();
    let shown = shop
        .portal(&["orders", "show", number, "--format", "json"])
        .json();
    assert_eq!(
        (&shown["reference"], &shown["courses"]),
        (&order.as_str().into(), &"first-steps".into())
    );
    assert_eq!((&shown["price"], &shown["tax"]), (&30_000.into(), &4_686.into()));
    let csv = shop.portal(&["orders", "show", &order, "--format", "csv"]).done();
    assert!(csv.contains("'=Anna"), "a name is a formula: {csv}");

    let said = shop.portal(&["orders", "refund", &order, "--yes"]).said();
    assert!(
        said.contains("270.00 eur") && said.contains("anna@example.com"),
        "{said}"
    );
    let again = shop.portal(&["orders", "refund", number]).said();
    assert!(again.contains("nothing to do"), "{again}");
    let keys = shop.portal(&["codes", "list", "--format", "json"]).json();
    assert_eq!(keys[0]["state"], "revoked");
    let refunded = ["orders", "list", "--status", "refunded", "--format", "json"];
    assert_eq!(shop.portal(&refunded).json().as_array().unwrap().len(), 1);
    let paid = shop.portal(&["orders", "list", "--status", "paid"]);
    assert_eq!(paid.out, "");
}

#[test]
fn what_cannot_be_refunded_is_refused_and_changes_nothing() {
    let shop = Shop::with_course();
    let order = paid_order(&shop.database(), "anna@example.com", None, Provider::Stripe);
    let line = shop.portal(&["orders", "refund", &order]).refused();
    assert!(line.contains("PORTAL_STRIPE_SECRET_KEY"), "{line}");
    let mut command: Command = shop.command();
    command
        .env("PORTAL_STRIPE_SECRET_KEY", "sk_test_nobody")
        .env("PORTAL_STRIPE_WEBHOOK_SECRET", "whsec_nobody")
        .env("PORTAL_STRIPE_API_URL", "http://127.0.0.1:1")
        .args(["orders", "refund", &order]);
    let line = run(&mut command).refused();
    assert!(line.contains("nothing was changed"), "{line}");
    let shown = shop
        .portal(&["orders", "show", &order, "--format", "json"])
        .json();
    assert_eq!(
        (&shown["status"], &shown["givenBack"]),
        (&"paid".into(), &0.into())
    );
    for name in ["2026-999999", "nonsense", &"0".repeat(32)] {
        let line = shop.portal(&["orders", "show", name]).refused();
        assert!(line.contains("portal orders list"), "{line}");
    }
    shop.portal(&["orders", "list", "--status", "lost"]).misused();
    shop.portal(&["orders", "list", "--month", "2026-13"]).misused();
    shop.portal(&["orders", "list", "--month", "november"]).misused();
}

#[test]
fn totals_add_up_by_month_and_by_course() {
    let shop = Shop::with_course();
    shop.write_course("second", "second-steps", "Second steps");
    shop.portal(&["courses", "import", "second"]).done();
    let database = shop.database();
    paid_order(&database, "anna@example.com", None, Provider::Sandbox);
    let back = paid_order(&database, "bert@example.com", None, Provider::Sandbox);
    shop.portal(&["orders", "refund", &back, "--yes"]).said();
    shop.sql("UPDATE orders SET paid_at = '2026-01-15 00:00:00' WHERE email = 'anna@example.com'");
    shop.sql("UPDATE orders SET paid_at = '2026-02-15 00:00:00' WHERE email = 'bert@example.com'");
    let csv = shop.portal(&["orders", "totals", "--format", "csv"]).done();
    assert_eq!(
        csv,
        "month,currency,orders,paid,tax,givenBack,kept\n2026-01,eur,1,30000,5207,0,30000\n2026-02,eur,1,30000,5207,30000,0\n"
    );
    let courses = shop
        .portal(&["orders", "totals", "--by", "course", "--format", "json"])
        .json();
    let sum = |name: &str| {
        let rows = courses.as_array().unwrap();
        rows.iter().map(|row| row[name].as_i64().unwrap()).sum::<i64>()
    };
    assert_eq!((sum("paid"), sum("tax"), sum("kept")), (60_000, 10_414, 30_000));
    assert_eq!(courses[0]["course"], "first-steps");
    assert_eq!(courses[0]["tax"], 2_604 * 2, "{courses}");
    let this_month = chrono::Utc::now().format("%Y-%m").to_string();
    let made = shop
        .portal(&["orders", "list", "--month", &this_month, "--format", "json"])
        .json();
    assert_eq!(made.as_array().unwrap().len(), 2);
    let before = shop
        .portal(&["orders", "list", "--month", "2020-01", "--format", "json"])
        .json();
    assert_eq!(before, serde_json::json!([]));
}

#[test]
fn a_coupon_is_made_listed_and_ended() {
    let shop = Shop::with_course();
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
    shop.portal(&create).said();
    let taken = shop
        .portal(&["coupons", "create", "HALF-OFF", "--percent", "5"])
        .refused();
    assert!(taken.contains("HALF-OFF"), "{taken}");
    let listed = shop.portal(&["coupons", "list", "--format", "json"]).json();
    assert_eq!(
        (&listed[0]["code"], &listed[0]["amount"]),
        (&"HALF-OFF".into(), &5_000.into())
    );
    assert_eq!(listed[0]["expiresAt"], "2100-01-01T00:00:00Z");
    shop.portal(&["coupons", "disable", "half-off"]).said();
    let again = shop.portal(&["coupons", "disable", "half-off"]).said();
    assert!(again.contains("nothing to do"), "{again}");
    shop.portal(&["coupons", "disable", "unknown"]).refused();
    let past = [
        "coupons",
        "create",
        "late",
        "--percent",
        "5",
        "--expires",
        "2020-01-01",
    ];
    assert!(shop.portal(&past).refused().contains("over already"));
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
        shop.portal(wrong).misused();
    }
}

#[test]
fn what_is_told_about_a_person_holds_their_orders() {
    let shop = Shop::with_course();
    shop.member("Anna");
    let order = paid_order(&shop.database(), "Anna@Example.com", None, Provider::Sandbox);
    let told = shop.portal(&["users", "export", "Anna"]).json();
    assert_eq!(told["orders"][0]["reference"], order.as_str());
}
