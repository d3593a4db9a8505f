//! `portal orders`: what was bought, and giving it back.

pub mod totals;

use ::orders::{
    Order, OrderFilter, OrderReference, OrderStatus, OrderStore, PaymentPages, Provider, ReceiptNumber,
    refund_order,
};
use chrono::Utc;
use kernel::StoreError;
use outbound::{SandboxPages, StripePages};

use crate::{
    arguments_orders::Month,
    installation::Installation,
    output::{Cell, minute},
    output::{Column, Format, Records},
    output::{Refusal, refused},
    output::{confirm, say},
};

const COLUMNS: &[Column] = &[
    ("reference", "ORDER"),
    ("receipt", "RECEIPT"),
    ("status", "STATUS"),
    ("title", "BOUGHT"),
    ("email", "BUYER"),
    ("total", "TOTAL"),
    ("currency", "IN"),
    ("givenBack", "GIVEN BACK"),
    ("coupon", "COUPON"),
    ("createdAt", "MADE"),
    ("paidAt", "PAID"),
    ("flag", "FLAG"),
];

const MORE_COLUMNS: &[Column] = &[
    ("reference", "ORDER"),
    ("receipt", "RECEIPT"),
    ("status", "STATUS"),
    ("flag", "FLAG"),
    ("title", "BOUGHT"),
    ("access", "ACCESS"),
    ("plan", "PLAN"),
    ("courses", "COURSES"),
    ("name", "NAME"),
    ("email", "E-MAIL"),
    ("member", "MEMBER"),
    ("vatNumber", "VAT NUMBER"),
    ("price", "PRICE"),
    ("discount", "DISCOUNT"),
    ("coupon", "COUPON"),
    ("tax", "TAX"),
    ("reverseCharge", "REVERSE CHARGE"),
    ("total", "TOTAL"),
    ("currency", "CURRENCY"),
    ("givenBack", "GIVEN BACK"),
    ("provider", "PROVIDER"),
    ("session", "SESSION"),
    ("payment", "PAYMENT"),
    ("createdAt", "MADE"),
    ("paidAt", "PAID"),
    ("endedAt", "ENDED"),
];

pub fn list(
    status: Option<OrderStatus>,
    month: Option<Month>,
    flagged: bool,
    format: Format,
) -> Result<(), Refusal> {
    let here = Installation::open()?;
    let filter = OrderFilter {
        status,
        made: month.map(|Month(from, to)| (from, to)),
    };
    let mut orders = here.database.read(|store| store.orders(&filter))?;
    orders.retain(|order| !flagged || order.needs_a_look());
    if orders.is_empty() {
        say("no such orders; an order is made when somebody goes to pay");
    }
    let records = Records {
        columns: COLUMNS,
        rows: orders.iter().map(row).collect(),
    };
    records.print(format)
}

pub fn show(name: &str, format: Format) -> Result<(), Refusal> {
    let here = Installation::open()?;
    let order = find(&here, name)?;
    let courses = here.database.read(|store| {
        let mut slugs = Vec::new();
        for sold in store.order_courses(order.id)? {
            let course = ::courses::CourseStore::course(store, sold.course)?;
            slugs.extend(course.map(|course| course.slug.to_string()));
        }
        Ok::<_, StoreError>(slugs.join(" "))
    })?;
    let records = Records {
        columns: MORE_COLUMNS,
        rows: vec![whole_row(&order, courses)],
    };
    records.print_one(format)
}

pub fn refund(name: &str, yes: bool) -> Result<(), Refusal> {
    let here = Installation::open()?;
    let order = find(&here, name)?;
    match order.status {
        OrderStatus::Refunded | OrderStatus::Disputed => {
            let when = order
                .ended_at
                .map_or_else(String::new, |time| format!(" on {}", minute(time)));
            say(&format!(
                "the order was {} before{when}; nothing to do",
                order.status.as_str()
            ));
            return Ok(());
        }
        OrderStatus::Paid | OrderStatus::Flagged => {}
        OrderStatus::Failed if order.payment.is_some() => {}
        status => {
            return Err(refused(format!(
                "the order is {}, so there is no money to give back; see `portal orders show {}`",
                status.as_str(),
                order.reference
            )));
        }
    }
    let amount = match order.status {
        OrderStatus::Flagged => String::from("what was paid"),
        _ => Cell::money(order.amounts.total).shown() + " " + &order.currency,
    };
    let question = format!(
        "Give {amount} back to {} for {} and take back what it opened?",
        order.buyer.email.as_str(),
        order.title
    );
    confirm(&question, yes)?;
    match (&order.payment, order.provider) {
        // Before anything is written: what the provider refuses has not happened.
        (Some(payment), _) => provider(&here, order.provider)?
            .refund(payment)
            .map_err(|error| refused(format!("{error}; nothing was changed")))?,
        (None, Provider::Stripe) => {
            return Err(refused(
                "Stripe never said the payment's name; give it back in Stripe's own pages",
            ));
        }
        (None, Provider::Sandbox | Provider::Free) => {}
    }
    let (reference, now) = (order.reference.clone(), Utc::now());
    here.database
        .write(move |store| refund_order(store, &reference, now))
        .map_err(|error: StoreError| {
            refused(format!(
                "the money is on its way back, but what the order opened could not be closed: {error}; ask again, or wait for the \
                 payment provider's own word of it"
            ))
        })?;
    let email = order.buyer.email.as_str();
    say(&match order.status {
        OrderStatus::Flagged => format!("what was paid goes back to {email}"),
        _ => format!(
            "refunded {} {} to {email}; what the order opened is closed",
            Cell::money(order.amounts.total).shown(),
            order.currency
        ),
    });
    Ok(())
}

fn provider(here: &Installation, provider: Provider) -> Result<Box<dyn PaymentPages>, Refusal> {
    match (provider, &here.settings.stripe) {
        (Provider::Stripe, Some(stripe)) => {
            let pages = StripePages::new(stripe).map_err(|error| refused(error.to_string()))?;
            Ok(Box::new(pages))
        }
        (Provider::Stripe, None) => Err(refused(
            "the order was paid at Stripe, and PORTAL_STRIPE_SECRET_KEY is not set; set it as for the server",
        )),
        (Provider::Sandbox | Provider::Free, _) => {
            Ok(Box::new(SandboxPages::new(here.settings.public_url.origin())))
        }
    }
}

/// An order by its reference or by the number of its receipt.
fn find(here: &Installation, name: &str) -> Result<Order, Refusal> {
    let found = match (name.parse::<OrderReference>(), name.parse::<ReceiptNumber>()) {
        (Ok(reference), _) => here.database.read(|store| store.order(&reference))?,
        (_, Ok(number)) => here.database.read(|store| store.order_of_receipt(number))?,
        _ => None,
    };
    found.ok_or_else(|| {
        refused(format!(
            "there is no order {name:?}; `portal orders list` shows them all"
        ))
    })
}

fn row(order: &Order) -> Vec<Cell> {
    vec![
        Cell::Whole(order.reference.to_string()),
        order.receipt.map(|number| number.to_string()).into(),
        Cell::Whole(order.status.as_str().to_owned()),
        Cell::text(&order.title),
        Cell::text(order.buyer.email.as_str()),
        Cell::money(order.amounts.total),
        Cell::text(&order.currency),
        Cell::money(order.given_back),
        order.coupon.clone().map(|(_, code)| code).into(),
        order.created_at.into(),
        order.paid_at.into(),
        order.flag.clone().into(),
    ]
}

fn whole_row(order: &Order, courses: String) -> Vec<Cell> {
    vec![
        Cell::Whole(order.reference.to_string()),
        order.receipt.map(|number| number.to_string()).into(),
        Cell::text(order.status.as_str()),
        order.flag.clone().into(),
        Cell::text(&order.title),
        Cell::text(order.term.to_string()),
        order.plan.map(|plan| plan.to_string()).into(),
        Cell::Text(courses),
        Cell::text(&order.buyer.name),
        Cell::text(order.buyer.email.as_str()),
        order
            .user
            .map_or(Cell::Nothing, |user| Cell::Number(user.0.into())),
        order
            .buyer
            .vat_number
            .as_ref()
            .map(|number| number.as_str().to_owned())
            .into(),
        Cell::money(order.amounts.price),
        Cell::money(order.amounts.discount),
        order.coupon.clone().map(|(_, code)| code).into(),
        Cell::money(order.amounts.tax),
        Cell::Flag(order.amounts.reverse_charge),
        Cell::money(order.amounts.total),
        Cell::text(&order.currency),
        Cell::money(order.given_back),
        Cell::text(order.provider.as_str()),
        order.page.as_ref().map(|page| page.session.0.clone()).into(),
        order.payment.as_ref().map(|payment| payment.0.clone()).into(),
        order.created_at.into(),
        order.paid_at.into(),
        order.ended_at.into(),
    ]
}
