//! CheckoutStep pages and giving money back at a Stripe that does not always behave.

use std::{
    collections::HashSet,
    sync::LazyLock,
    time::{Duration, Instant},
};

use chrono::{DateTime, TimeDelta, Utc};
use kernel::Cents;
use orders::{PageOrder, PaymentError, PaymentId, PaymentPages as _, RefundKey};
use outbound::{STRIPE_EVENTS, StripePages, StripeSettings, WebhookEndpoint};
use rstest::rstest;
use secrecy::SecretString;
use support::{
    at_once,
    stripe::{FakeStripe, Fault, SECRET_KEY, WEBHOOK_SECRET},
    waiting::allowed,
};

fn pages_at(url: &str, key: &str) -> StripePages {
    let settings = StripeSettings {
        secret_key: SecretString::from(key),
        webhook_secret: SecretString::from(WEBHOOK_SECRET),
        api_url: url.to_owned(),
    };
    StripePages::new(&settings).unwrap()
}

fn pages(stripe: &FakeStripe) -> StripePages {
    pages_at(&stripe.url(), SECRET_KEY)
}

/// The same at every asking, as an order's is.
static UNTIL: LazyLock<DateTime<Utc>> = LazyLock::new(|| Utc::now() + TimeDelta::hours(2));

fn order(reference: &str) -> PageOrder {
    PageOrder {
        reference: reference.to_owned(),
        title: String::from("Ünïcode & symbols = 100 % [x]"),
        total: Cents(30_000),
        currency: String::from("usd"),
        email: String::from("trader+1@example.com"),
        asks_address: false,
        success_url: String::from("https://portal.example/checkout/complete?order=a&b=1"),
        cancel_url: String::from("https://portal.example/checkout?plan=basic"),
        expires_at: *UNTIL,
    }
}

#[test]
fn a_page_is_opened_for_exactly_the_order() {
    let stripe = FakeStripe::start();
    let page = pages(&stripe).open(&order("ref-1")).unwrap();
    let opened = stripe.page_at(&page.url);
    assert_eq!(opened.id, page.session.0);
    assert_eq!((opened.amount(), opened.currency()), (30_000, "usd"));
    for (name, value) in [
        ("mode", "payment"),
        ("client_reference_id", "ref-1"),
        ("metadata[order]", "ref-1"),
        ("payment_intent_data[metadata][order]", "ref-1"),
        ("customer_email", "trader+1@example.com"),
        ("line_items[0][quantity]", "1"),
        (
            "line_items[0][price_data][product_data][name]",
            "Ünïcode & symbols = 100 % [x]",
        ),
        (
            "success_url",
            "https://portal.example/checkout/complete?order=a&b=1",
        ),
        ("adaptive_pricing[enabled]", "false"),
    ] {
        assert_eq!(opened.form[name], value, "{name}");
    }
    assert_eq!(stripe.asked()[0].header("idempotency-key"), Some("ref-1"));
}

#[test]
fn many_tries_of_one_order_are_one_page() {
    let stripe = FakeStripe::start();
    let pages = pages(&stripe);
    stripe.fail_next(&[Fault::Busy, Fault::Busy, Fault::CutAfterWork]);
    let urls = at_once(10, |_| pages.open(&order("ref-1")).unwrap().url);
    assert!(urls.iter().all(|url| *url == urls[0]), "{urls:?}");
    assert_eq!(stripe.pages().len(), 1);
    let other = pages.open(&order("ref-2")).unwrap();
    assert_ne!(other.url, urls[0]);
}

#[rstest]
#[case(&[Fault::TooManyRequests])]
#[case(&[Fault::ServerError])]
#[case(&[Fault::HtmlError])]
#[case(&[Fault::HtmlOk])]
#[case(&[Fault::Redirect])]
#[case(&[Fault::Cut, Fault::Cut])]
#[case(&[Fault::CutHalf])]
#[case(&[Fault::Nonsense])]
#[case(&[Fault::Busy; 5])]
fn a_stripe_that_misbehaves_is_unavailable_and_works_again_afterwards(#[case] faults: &[Fault]) {
    let stripe = FakeStripe::start();
    let pages = pages(&stripe);
    stripe.fail_next(faults);
    let failed = pages.open(&order("ref-1")).unwrap_err();
    assert!(matches!(failed, PaymentError::Unavailable(_)), "{failed}");
    let line = failed.to_string();
    assert!(!line.contains('\n') && !line.contains(SECRET_KEY), "{line}");
    assert!(pages.open(&order("ref-2")).is_ok());
    assert_eq!(stripe.pages().len(), 1);
}

#[test]
fn a_connection_that_was_cut_once_is_made_again() {
    let stripe = FakeStripe::start();
    stripe.fail_next(&[Fault::Cut]);
    assert!(pages(&stripe).open(&order("ref-1")).is_ok());
    assert_eq!(stripe.pages().len(), 1);
}

#[test]
fn a_silent_stripe_is_given_up_in_seconds() {
    let stripe = FakeStripe::start();
    stripe.fail_next(&[Fault::Hang]);
    let start = Instant::now();
    let failed = pages(&stripe).open(&order("ref-1")).unwrap_err();
    assert!(matches!(failed, PaymentError::Unavailable(_)), "{failed}");
    assert!(
        start.elapsed() < allowed(Duration::from_secs(15)),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn a_stripe_that_is_gone_was_not_reached() {
    let pages = pages(&FakeStripe::start());
    let failed = pages.open(&order("ref-1")).unwrap_err();
    assert!(matches!(failed, PaymentError::Unreachable(_)), "{failed}");
}

#[test]
fn what_stripe_refuses_is_refused() {
    let stripe = FakeStripe::start();
    let small = PageOrder {
        total: Cents(49),
        ..order("ref-1")
    };
    let failed = pages(&stripe).open(&small).unwrap_err();
    assert!(
        matches!(&failed, PaymentError::Refused(why) if why.contains("amount_too_small")),
        "{failed}"
    );
    // The same reference for another order is a mistake of ours, and Stripe says so.
    let _ = pages(&stripe).open(&order("ref-2")).unwrap();
    let other = PageOrder {
        total: Cents(60),
        ..order("ref-2")
    };
    assert!(matches!(
        pages(&stripe).open(&other),
        Err(PaymentError::Refused(_))
    ));
    let stranger = pages_at(&stripe.url(), "sk_test_wrong");
    assert!(matches!(
        stranger.open(&order("ref-3")),
        Err(PaymentError::Refused(_))
    ));
}

/// The key of a refund, such as staff's.
fn key(number: u8) -> RefundKey {
    RefundKey::stored(format!("refund-pi-{number}"))
}

#[test]
fn money_goes_back_once() {
    let stripe = FakeStripe::start();
    let pages = pages(&stripe);
    let session = pages.open(&order("ref-1")).unwrap().session;
    let _ = stripe.pay(&session.0);
    let payment = PaymentId(stripe.pages()[0].payment.clone().unwrap());
    stripe.fail_next(&[Fault::CutAfterWork, Fault::Cut]);
    assert!(matches!(
        pages.refund(&payment, None, &key(0)),
        Err(PaymentError::Unavailable(_))
    ));
    for number in 1..4 {
        pages.refund(&payment, None, &key(number)).unwrap();
    }
    assert_eq!(stripe.returned(&session.0), 30_000);
    // Stripe would answer a key that it knows as it did before, a refusal whose cause is mended too.
    let keys: HashSet<_> = stripe
        .asked()
        .iter()
        .filter(|asked| asked.path == "/v1/refunds")
        .filter_map(|asked| asked.header("idempotency-key").map(str::to_owned))
        .collect();
    assert_eq!(keys.len(), 4, "one key for each of four checkouts: {keys:?}");
    // Under one key the first answer comes again, and nothing moves.
    pages.refund(&payment, None, &key(3)).unwrap();
    assert_eq!(stripe.returned(&session.0), 30_000);
    let unknown = pages.refund(&PaymentId(String::from("pi_unknown")), None, &key(9));
    assert!(matches!(unknown, Err(PaymentError::Refused(_))));
}

#[test]
fn the_rest_goes_back_after_a_part() {
    let stripe = FakeStripe::start();
    let pages = pages(&stripe);
    let session = pages.open(&order("ref-1")).unwrap().session;
    let _ = stripe.pay(&session.0);
    let payment = PaymentId(stripe.pages()[0].payment.clone().unwrap());
    let _ = stripe.give_back(&session.0, 1_000);
    pages.refund(&payment, None, &key(0)).unwrap();
    assert_eq!(stripe.returned(&session.0), 30_000);
    // The owner gave everything back in Stripe's own pages: done is done.
    let second = pages.open(&order("ref-2")).unwrap().session;
    let _ = stripe.pay(&second.0);
    let _ = stripe.give_back(&second.0, 30_000);
    pages
        .refund(
            &PaymentId(stripe.pages()[1].payment.clone().unwrap()),
            None,
            &key(1),
        )
        .unwrap();
    assert_eq!(stripe.returned(&second.0), 30_000);
}

#[test]
fn a_check_finds_the_key_and_the_endpoint() {
    const URL: &str = "https://portal.example/api/webhooks/stripe";
    let stripe = FakeStripe::start();
    let pages = pages(&stripe);
    let found = |pages: &StripePages| pages.check(URL).unwrap().endpoint;
    assert_eq!(pages.check(URL).unwrap().live, Some(false));
    stripe.add_endpoint("https://elsewhere.example/hook", &["*"], "enabled");
    assert_eq!(found(&pages), WebhookEndpoint::Missing);
    stripe.add_endpoint(URL, &["*"], "disabled");
    assert_eq!(found(&pages), WebhookEndpoint::Disabled);
    stripe.add_endpoint(URL, &STRIPE_EVENTS[..5], "enabled");
    assert_eq!(found(&pages), WebhookEndpoint::Lacks(STRIPE_EVENTS[5..].to_vec()));
    stripe.add_endpoint(URL, &STRIPE_EVENTS[5..], "enabled");
    assert_eq!(found(&pages), WebhookEndpoint::Complete);
    let stranger = pages_at(&stripe.url(), "sk_test_wrong");
    assert!(matches!(stranger.check(URL), Err(PaymentError::Refused(_))));
}
