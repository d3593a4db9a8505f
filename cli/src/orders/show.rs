//! `portal orders show`

use std::collections::HashMap;

use ::courses::CourseStore;
use ::orders::{Order, OrderLists, OrderStore, RefundRecord};
use clap::Args;
use kernel::StoreError;
use purchase_keys::{KeyRecord, PurchaseKey};

use super::find::find_order;
use crate::{
    installation::Installation,
    output::{Cell, Column, Format, Records, Refusal, counted},
};

const COLUMNS: &[Column] = &[
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
    ("company", "COMPANY"),
    ("billingAddress", "BILLING ADDRESS"),
    ("zipCode", "ZIP CODE"),
    ("city", "CITY"),
    ("country", "COUNTRY"),
    ("paymentCountry", "COUNTRY OF THE PAYMENT"),
    ("quantity", "QUANTITY"),
    ("keys", "KEYS"),
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
    ("withdrawnAt", "WITHDRAWN"),
    ("refund", "REFUND"),
    ("refundProblem", "REFUND PROBLEM"),
    ("creditNotes", "CREDIT NOTES"),
];

/// Show one order
#[derive(Debug, Args)]
#[command(after_help = "Example: portal orders show 2026-000001")]
pub struct Show {
    /// Its reference, or the number of its receipt such as 2026-000001
    order: String,
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Show {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let order = find_order(&here, &self.order)?;
        let facts = here.database.read(|store| {
            let known: HashMap<_, _> = store.course_slugs()?.into_iter().collect();
            let sold = store.courses_of_orders(&[order.id])?.into_iter();
            let slugs: Vec<_> = sold
                .filter_map(|(_, course)| known.get(&course).cloned())
                .collect();
            let keys = store.order_keys(order.id)?;
            let keys: Vec<_> = keys.iter().map(key_and_state).collect();
            let notes = store.credit_notes_of(&[order.id])?;
            let notes: Vec<_> = notes.iter().map(|(_, number)| number.to_string()).collect();
            Ok::<_, StoreError>(Facts {
                courses: slugs.join(" "),
                keys: keys.join(", "),
                credit_notes: notes.join(" "),
                refund: store.refund_record(order.id)?,
            })
        })?;
        let records = Records {
            columns: COLUMNS,
            rows: vec![row(&order, facts)],
        };
        records.print_one(self.format)
    }
}

/// What is shown of an order beside its row.
struct Facts {
    courses: String,
    /// Each with its state.
    keys: String,
    credit_notes: String,
    refund: Option<RefundRecord>,
}

fn key_and_state(record: &KeyRecord) -> String {
    let key = record.key.as_ref().map(PurchaseKey::reveal);
    let key = key.unwrap_or_else(|| format!("{}-…", record.hint));
    format!("{key} {}", record.state.as_str())
}

/// Why a refund that is owed was not made yet.
fn refund_problem(facts: &Facts) -> Option<String> {
    let refund = facts
        .refund
        .as_ref()
        .filter(|refund| refund.finished_at.is_none())?;
    let problem = refund.problem.as_ref()?;
    let credited = match facts.credit_notes.is_empty() {
        true => "",
        false => "; its credit note stays, and a refund that is asked for again uses it",
    };
    Some(format!(
        "tried {}: {problem}{credited}",
        counted(
            usize::try_from(refund.attempts).unwrap_or_default(),
            "time",
            "times"
        )
    ))
}

fn row(order: &Order, facts: Facts) -> Vec<Cell> {
    let problem = refund_problem(&facts);
    let place = &order.buyer.place;
    let address = place.address.as_ref();
    vec![
        Cell::Whole(order.reference.to_string()),
        order.receipt.map(|number| number.to_string()).into(),
        Cell::text(order.status.as_str()),
        order.flag.clone().into(),
        Cell::text(&order.title),
        Cell::text(order.term.to_string()),
        order.plan.map(|plan| plan.to_string()).into(),
        Cell::Text(facts.courses),
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
        place.company.clone().into(),
        address.map(|address| address.street.clone()).into(),
        address.map(|address| address.zip_code.clone()).into(),
        address.map(|address| address.city.clone()).into(),
        place.country.map(String::from).into(),
        order.payment_country.clone().into(),
        Cell::Number(order.quantity.get().into()),
        Cell::Text(facts.keys.clone()),
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
        order.withdrawn_at.into(),
        order.refund.map(|refund| refund.as_str().to_owned()).into(),
        problem.into(),
        Cell::Text(facts.credit_notes),
    ]
}
