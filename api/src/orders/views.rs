//! Orders over HTTP, as their buyers see them: one by its reference, a member's own, and their receipts.

use std::sync::Arc;

use actix_web::{HttpResponse, http::header::ContentDisposition, web};
use api_macros::operation;
use chrono::{DateTime, Utc};
use kernel::UserId;
use orders::{
    Order, OrderLists, OrderReference, OrderStatus as Status, OrderStore, ReceiptError, ReceiptStore,
    fresh_keys,
};
use purchase_keys::PurchaseKey;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::problem::Problem;
use crate::http::sessions::Caller;
use crate::site::SharedSite;

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
    /// The course that a member bought; none for a visitor's order.
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
pub async fn by_reference(
    site: SharedSite,
    path: web::Path<String>,
) -> Result<web::Json<OrderView>, Problem> {
    let signed_reference = site
        .payments
        .context()?
        .reference_secret
        .read(&path)
        .ok_or_else(no_such_order)?;
    let view = site
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
                title: order.title,
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
}

impl OwnOrder {
    /// Without the receipt where another account or a visitor bought it and the member only used its key.
    fn seen_by(member: UserId, order: Order) -> Self {
        let receipt = order.receipt.filter(|_| order.is_bought_by(member));
        Self {
            receipt_number: receipt.map(|number| number.to_string()),
            receipt_url: receipt.map(|_| format!("/api/user/orders/{}/receipt", order.reference)),
            reference: order.reference.as_str().to_owned(),
            title: order.title,
            total: order.amounts.total.0,
            currency: order.currency,
            status: order.status.into(),
            created_at: order.created_at,
            paid_at: order.paid_at,
        }
    }
}

/// The caller's orders, and those whose purchase keys they used; the latest first.
#[operation(operation_id = "own_orders", responses((status = 200, body = [OwnOrder])))]
pub async fn own_orders(site: SharedSite, caller: Caller) -> Result<web::Json<Vec<OwnOrder>>, Problem> {
    let orders = site
        .read_as_member(&caller, |store, me, _| {
            let orders = store.orders_of(me.user.id)?;
            Ok(orders
                .into_iter()
                .map(|order| OwnOrder::seen_by(me.user.id, order))
                .collect())
        })
        .await?;
    Ok(web::Json(orders))
}

/// The receipt of an order that the caller made; not of one whose purchase key they were given.
#[operation(responses((status = 200, description = "The receipt", content_type = "application/pdf")))]
pub async fn own_receipt(
    site: SharedSite,
    caller: Caller,
    path: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let reference = reference(&path);
    let (number, issued) = site
        .read_as_member(&caller, move |store, me, _| {
            let reference = reference?;
            let own = store.orders_of(me.user.id)?;
            let order = own.into_iter().find(|order| order.reference == reference);
            let order = order.filter(|order| order.is_bought_by(me.user.id));
            let order = order.ok_or_else(no_such_order)?;
            let number = order.receipt.ok_or_else(no_such_order)?;
            let issued = store.receipt(number)?.ok_or_else(no_such_order)?;
            Ok((number, issued))
        })
        .await?;
    // Printing takes milliseconds: off the async threads, and after the database's connection was given back.
    let printer = Arc::clone(&site.receipt_printer);
    let printed = web::block(move || issued.document(printer.as_ref())).await;
    let document = printed.unwrap_or_else(|_| Err(ReceiptError(String::from("the print panicked"))))?;
    Ok(HttpResponse::Ok()
        .content_type("application/pdf")
        .insert_header(ContentDisposition::attachment(number.file_name()))
        .body(document))
}
