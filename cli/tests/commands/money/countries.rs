//! What was sold in each country, and what `portal doctor` says of it.

use std::{fs, sync::Arc};

use ::mail::EmailAddress;
use chrono::{DateTime, Datelike, Utc};
use orders::{
    Buyer, BuyerPlace, CheckoutContext, CheckoutStep, Country, OrderReference, PaymentEvent,
    PaymentEventKind, PaymentId, PlanCheckout, PlanKey, Provider, Quantity, check_out_plan,
    handle_payment_event, keep_page,
};
use persistence::Database;
use support::waiting::on_one_day;

use super::context;
use crate::fixture::CommandFixture;

/// A paid order from a country, at a time, in the currency of its site.
fn sell(
    database: &Database,
    site: &Arc<CheckoutContext>,
    country: &str,
    quantity: i64,
    now: DateTime<Utc>,
) -> String {
    let mut random = [0; 16];
    getrandom::fill(&mut random).unwrap();
    let reference = OrderReference::from_random(random);
    let checkout = PlanCheckout {
        plan: PlanKey::Basic,
        buyer: Buyer {
            name: String::from("Anna"),
            email: EmailAddress::parse("anna@example.com").unwrap(),
            vat_number: None,
            place: BuyerPlace {
                country: Country::parse(country).ok(),
                ..BuyerPlace::default()
            },
        },
        quantity: Quantity::try_from(quantity).unwrap(),
        coupon: None,
        provider: Provider::Sandbox,
        reference: reference.clone(),
    };
    let (site, named) = (Arc::clone(site), reference.as_str().to_owned());
    database
        .write(move |store| {
            let CheckoutStep::CreateSession(page) = check_out_plan(store, &site, checkout, now)? else {
                panic!("a page is asked for");
            };
            let session = orders::CheckoutSessionId(format!("cs_{}", page.reference));
            let opened = orders::PaymentPage {
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
                    currency: page.currency.clone(),
                    country: Some(String::from("FR")),
                },
            };
            handle_payment_event(store, &site, &event, now)?;
            Ok::<_, orders::CheckoutError>(())
        })
        .unwrap();
    named
}

/// A site with the One Stop Shop.
fn everywhere() -> Arc<CheckoutContext> {
    let mut site = CheckoutContext::clone(&context());
    site.price_list.seller.vat_number = String::from("BE 0403.019.261");
    site.price_list.vat.abroad.oss = true;
    let rate = |code, rate| (Country::parse(code).unwrap(), rate);
    site.price_list.vat.abroad.rates = [rate("FR", 2_000), rate("FI", 2_550)].into();
    Arc::new(site)
}

#[test]
fn totals_add_up_by_country_rate_and_currency() {
    on_one_day();
    let fixture = CommandFixture::with_course();
    let (database, site, now) = (fixture.database(), everywhere(), Utc::now());
    sell(&database, &site, "FR", 1, now);
    let flagged = sell(&database, &site, "FI", 2, now);
    sell(&database, &site, "US", 1, now);
    sell(&database, &site, "MC", 1, now);
    let last_year = now - chrono::TimeDelta::days(500);
    sell(&database, &site, "FR", 1, last_year);
    fixture
        .portal(&[
            "orders",
            "refund",
            &flagged,
            "--amount",
            "10000",
            "--keep-access",
            "--yes",
        ])
        .said();
    let quarter = format!("{}Q{}", now.year(), now.month0() / 3 + 1);
    let totals = |more: &[&str]| {
        let mut words = vec!["orders", "totals", "--by", "country", "--format", "json"];
        words.extend(more);
        fixture.portal(&words).json()
    };
    let expected = serde_json::json!([
        { "country": "FI", "percent": 25.5, "currency": "eur", "orders": 1, "net": 47_809, "tax": 12_191,
          "refundedNet": 7_968, "refundedTax": 2_032 },
        { "country": "FR", "percent": 20, "currency": "eur", "orders": 2, "net": 50_000, "tax": 10_000,
          "refundedNet": 0, "refundedTax": 0 },
        { "country": "US", "percent": 0, "currency": "eur", "orders": 1, "net": 30_000, "tax": 0,
          "refundedNet": 0, "refundedTax": 0 },
    ]);
    assert_eq!(totals(&["--quarter", &quarter]), expected);
    assert_eq!(totals(&["--month", &now.format("%Y-%m").to_string()]), expected);
    assert_eq!(totals(&[])[1]["orders"], 3);
    assert_eq!(totals(&["--quarter", "2019Q1"]), serde_json::json!([]));
    let both = [
        "orders",
        "totals",
        "--by",
        "country",
        "--quarter",
        &quarter,
        "--month",
        "2026-11",
    ];
    fixture.portal(&both).misused();
    fixture
        .portal(&["orders", "totals", "--by", "country", "--quarter", "2026Q5"])
        .misused();
}

#[test]
fn an_order_paid_from_another_country_is_flagged_shows_its_keys_and_loses_all_of_them() {
    let fixture = CommandFixture::with_course();
    let (database, site, now) = (fixture.database(), everywhere(), Utc::now());
    // The billing address of each payment is in France.
    for (country, quantity) in [("FR", 1), ("MC", 1), ("US", 1)] {
        sell(&database, &site, country, quantity, now);
    }
    let flagged = sell(&database, &site, "FI", 2, now);
    let listed = fixture
        .portal(&["orders", "list", "--flagged", "--format", "json"])
        .json();
    assert_eq!(listed.as_array().unwrap().len(), 2, "{listed}");
    let shown = fixture
        .portal(&["orders", "show", &flagged, "--format", "json"])
        .json();
    assert_eq!(
        (&shown["country"], &shown["paymentCountry"], &shown["quantity"]),
        (&"FI".into(), &"FR".into(), &2.into())
    );
    assert_eq!(
        shown["keys"].as_str().unwrap().matches(" unused").count(),
        2,
        "{shown}"
    );
    assert_eq!(shown["courses"], "first-steps");
    assert_eq!(shown["status"], "paid");
    fixture.portal(&["orders", "refund", &flagged, "--yes"]).said();
    let listed = fixture
        .portal(&["orders", "list", "--flagged", "--format", "json"])
        .json();
    assert_eq!(listed.as_array().unwrap().len(), 1, "a refund ends it");
    let shown = fixture
        .portal(&["orders", "show", &flagged, "--format", "json"])
        .json();
    assert_eq!(
        shown["keys"].as_str().unwrap().matches(" revoked").count(),
        2,
        "{shown}"
    );
}

#[test]
fn the_doctor_warns_before_the_threshold_and_names_missing_rates() {
    let fixture = CommandFixture::with_course();
    fs::create_dir_all(fixture.path("data/site")).unwrap();
    let settings = |text: &str| fs::write(fixture.path("data/site/site.toml"), text).unwrap();
    let tax = || {
        let out = fixture.portal(&["doctor"]).out;
        out.lines()
            .find(|line| line.contains("  tax "))
            .map(str::to_owned)
    };
    settings("currency = \"eur\"\n");
    let (database, now) = (fixture.database(), Utc::now());
    let mut site = CheckoutContext::clone(&everywhere());
    site.price_list.vat.abroad.oss = false;
    let site = Arc::new(site);
    assert_eq!(tax(), None);
    // 20 × 300.00 with 21 % in it are 4,958.68 net.
    sell(&database, &site, "FR", 20, now);
    assert_eq!(tax(), None, "4,958.68");
    sell(&database, &site, "FR", 20, now);
    let line = tax().unwrap();
    assert!(
        line.starts_with("warn") && line.contains("9917.36 EUR net in") && line.contains("oss"),
        "{line}"
    );
    settings("[vat]\noss = true\n[vat.countries]\nNL = 21\n");
    let line = tax().unwrap();
    assert!(
        line.starts_with("fail") && line.contains("AT, BG, CY") && !line.contains("BE,"),
        "{line}"
    );
    assert!(!line.contains("NL"), "{line}");
}
