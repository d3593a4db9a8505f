//! Orders over HTTP, as their buyers see them: one by its reference, a member's own, and their receipts.

use std::sync::Arc;

use actix_web::{HttpResponse, http::header::ContentDisposition, web};
use api_macros::operation;
use chrono::{DateTime, Utc};
use kernel::UserId;
use orders::{
    DocumentKind, DocumentNumber, Order, OrderId, OrderReference, OrderStatus as Status, OrderStore,
    PrintError, WithdrawalDecision, WithdrawalPeriod, fresh_keys,
};
use persistence::Store;
use purchase_keys::PurchaseKey;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::SharedApp;
use crate::http::problem::{Problem, TooManyAttempts};
use crate::http::sessions::Caller;
use crate::pools::costly_calls::TurnBody;

/// Where an order stands.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OrderStatus {
    Open,
    AwaitingMoney,
    Paid,
    Failed,
    Expired,
    Refunded,
    Disputed,
    Flagged,
}

impl From<Status> for OrderStatus {
    fn from(status: Status) -> Self {
        match status {
            Status::Open => Self::Open,
            Status::AwaitingMoney => Self::AwaitingMoney,
            Status::Paid => Self::Paid,
            Status::Failed => Self::Failed,
            Status::Expired => Self::Expired,
            Status::Refunded => Self::Refunded,
            Status::Disputed => Self::Disputed,
            Status::Flagged => Self::Flagged,
        }
    }
}

/// An order, for a caller who knows its reference.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderView {
    status: OrderStatus,
    title: String,
    /// Cents.
    total: i32,
    currency: String,
    /// The course that a member bought; null for a visitor's order.
    #[serde(skip_serializing_if = "Option::is_none")]
    course_id: Option<i32>,
    /// Unused keys of a visitor's order, for a day after its payment, and only by the address that the buyer was sent to.
    purchase_keys: Vec<String>,
}

pub fn no_such_order() -> Problem {
    Problem::not_found("There is no such order")
}

pub fn reference(text: &str) -> Result<OrderReference, Problem> {
    text.parse().map_err(|_| no_such_order())
}

/// What became of an order, by its reference or by the longer one in the address that the buyer was sent to after paying.
/// References are random, so knowing one is the right to see this.
#[operation(responses((status = 200, body = OrderView)))]
pub async fn by_reference(app: SharedApp, path: web::Path<String>) -> Result<web::Json<OrderView>, Problem> {
    let signed_reference = app
        .payments
        .context()
        .reference_secret
        .read(&path)
        .ok_or_else(no_such_order)?;
    let view = app
        .read(move |store, now| {
            let order = store
                .order(&signed_reference.reference)?
                .ok_or_else(no_such_order)?;
            let course_id = match order.user {
                Some(_) => store.order_courses(order.id)?.first().map(|sold| sold.course.0),
                None => None,
            };
            let keys = fresh_keys(store, &order, signed_reference.holder, now)?;
            Ok(OrderView {
                status: order.status.into(),
                title: order.shown_title(),
                total: order.amounts.total.0,
                currency: order.currency,
                course_id,
                purchase_keys: keys.iter().map(PurchaseKey::reveal).collect(),
            })
        })
        .await?;
    Ok(web::Json(view))
}

/// One of the caller's orders.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnOrder {
    reference: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    receipt_number: Option<String>,
    title: String,
    /// Cents.
    total: i32,
    currency: String,
    status: OrderStatus,
    created_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    paid_at: Option<DateTime<Utc>>,
    /// Where the receipt is, on this site.
    #[serde(skip_serializing_if = "Option::is_none")]
    receipt_url: Option<String>,
    credit_notes: Vec<OwnCreditNote>,
    /// Whether the caller may withdraw from the contract now.
    can_withdraw: bool,
    /// Until when; null while the money is still under way.
    #[serde(skip_serializing_if = "Option::is_none")]
    withdraw_until: Option<DateTime<Utc>>,
    /// When the buyer withdrew from the contract.
    #[serde(skip_serializing_if = "Option::is_none")]
    withdrawn_at: Option<DateTime<Utc>>,
}

/// A credit note of one of the caller's orders.
#[derive(Serialize, ToSchema)]
pub struct OwnCreditNote {
    number: String,
    /// Where it is, on this site.
    url: String,
}

/// What beside its row an order's view needs.
struct ViewFacts {
    member: UserId,
    period: WithdrawalPeriod,
    now: DateTime<Utc>,
    credit_notes: Vec<(OrderId, DocumentNumber)>,
}

impl OwnOrder {
    /// Without receipt, credit notes and the right to withdraw where another account or a visitor bought it and the member only
    /// used its key.
    fn seen_with(facts: &ViewFacts, order: Order) -> Self {
        let bought = order.is_bought_by(facts.member);
        let receipt = order.receipt.filter(|_| bought);
        let notes = facts
            .credit_notes
            .iter()
            .filter(|(of, _)| bought && *of == order.id);
        let (can_withdraw, withdraw_until) = match order.withdrawal_decision(facts.period, facts.now) {
            WithdrawalDecision::Possible { until } if bought => (true, until),
            _ => (false, None),
        };
        Self {
            credit_notes: notes
                .map(|(_, number)| OwnCreditNote {
                    number: number.to_string(),
                    url: format!("/api/user/orders/{}/credit-notes/{number}", order.reference),
                })
                .collect(),
            can_withdraw,
            withdraw_until,
            withdrawn_at: order.withdrawn_at.filter(|_| bought),
            receipt_number: receipt.map(|number| number.to_string()),
            receipt_url: receipt.map(|_| format!("/api/user/orders/{}/receipt", order.reference)),
            reference: order.reference.as_str().to_owned(),
            title: order.shown_title(),
            total: order.amounts.total.0,
            currency: order.currency,
            status: order.status.into(),
            created_at: order.created_at,
            paid_at: order.paid_at,
        }
    }
}

/// The caller's orders, and the orders whose purchase keys they used; the latest first.
#[operation(operation_id = "own_orders", responses((status = 200, body = [OwnOrder]), TooManyAttempts))]
pub async fn own_orders(app: SharedApp, caller: Caller) -> Result<web::Json<Vec<OwnOrder>>, Problem> {
    let period = app.payments.withdrawal_period();
    let (orders, _) = app
        .read_in_turn(&caller, move |store, me, now| {
            let orders = store.orders_of(me.user.id)?;
            let ids: Vec<_> = orders.iter().map(|order| order.id).collect();
            let facts = ViewFacts {
                member: me.user.id,
                period,
                now,
                credit_notes: store.credit_notes_of(&ids)?,
            };
            Ok(orders
                .into_iter()
                .map(|order| OwnOrder::seen_with(&facts, order))
                .collect())
        })
        .await?;
    Ok(web::Json(orders))
}

/// The receipt of an order that the caller made; not of an order whose purchase key they were given.
#[operation(responses((status = 200, description = "The receipt", content_type = "application/pdf"), TooManyAttempts))]
pub async fn own_receipt(
    app: SharedApp,
    caller: Caller,
    path: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let reference = reference(&path);
    own_document(app, caller, reference, |order| order.receipt).await
}

/// A credit note of an order that the caller made.
#[operation(responses((status = 200, description = "The credit note", content_type = "application/pdf"), TooManyAttempts))]
pub async fn own_credit_note(
    app: SharedApp,
    caller: Caller,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (order, number) = path.into_inner();
    let number = number.parse::<DocumentNumber>().ok();
    let number = number.filter(|number| number.kind == DocumentKind::CreditNote);
    own_document(app, caller, reference(&order), move |_| number).await
}

/// A document of an order that the caller made. Printing takes milliseconds: off the async threads, and after the database's connection was
/// given back.
async fn own_document(
    app: SharedApp,
    caller: Caller,
    order: Result<OrderReference, Problem>,
    number_in: impl FnOnce(&Order) -> Option<DocumentNumber> + Send + 'static,
) -> Result<HttpResponse, Problem> {
    let ((number, issued), turn) = app
        .read_in_turn(&caller, move |store, me, _| {
            let order = bought_order(store, me.user.id, &order?)?;
            let number = number_in(&order).ok_or_else(no_such_order)?;
            let found = store.document(number)?.filter(|(of, _)| *of == order.id);
            let (_, issued) = found.ok_or_else(no_such_order)?;
            Ok((number, issued))
        })
        .await?;
    let printer = Arc::clone(&app.document_printer);
    let printed = web::block(move || issued.sheet(printer.as_ref())).await;
    let sheet = printed.unwrap_or_else(|_| Err(PrintError(String::from("the print panicked"))))?;
    Ok(HttpResponse::Ok()
        .content_type("application/pdf")
        .insert_header(ContentDisposition::attachment(number.file_name()))
        .body(TurnBody::new(sheet, turn)))
}

/// An order that a member made; 404 for any other.
fn bought_order(store: &mut Store<'_>, member: UserId, reference: &OrderReference) -> Result<Order, Problem> {
    let order = store.order(reference)?.filter(|order| order.is_bought_by(member));
    order.ok_or_else(no_such_order)
}
