//! The sandbox over HTTP: a demo's payment page, where no money moves. What is pressed there becomes the same events that a real
//! provider sends.

use actix_web::web;
use orders::{
    Order, OrderStore, PaymentEvent, PaymentEventKind, PaymentId, Provider, handle_payment_event, page_order,
};
use persistence::Store;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    body::Body,
    order_views::{no_such_order, reference},
    problem::{Problem, ProblemBody},
    site::{SharedSite, Site},
};

/// What the page asks money for.
#[derive(Serialize, ToSchema)]
pub struct SandboxOrder {
    title: String,
    /// Cents.
    total: i32,
    currency: String,
    email: String,
}

#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SandboxOutcome {
    Pay,
    Decline,
    Abandon,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SandboxBody {
    outcome: SandboxOutcome,
}

/// Where the browser goes on.
#[derive(Serialize, ToSchema)]
pub struct SandboxAnswer {
    url: String,
}

/// 404 where no demo runs: then there is no such page.
fn open(site: &Site) -> Result<(), Problem> {
    if site.payments.has_sandbox() {
        Ok(())
    } else {
        Err(no_such_order())
    }
}

fn order(store: &mut Store<'_>, reference: &orders::OrderReference) -> Result<Order, Problem> {
    let order = store.order(reference)?;
    order
        .filter(|order| order.provider == Provider::Sandbox && order.page.is_some())
        .ok_or_else(no_such_order)
}

/// What is to be paid on the sandbox page; only in a demo.
#[utoipa::path(get, path = "/api/sandbox/{reference}", tag = "orders", params(("reference" = String, Path,)), responses(
    (status = 200, body = SandboxOrder), (status = 404, body = ProblemBody), (status = 503, body = ProblemBody),
))]
pub async fn look(site: SharedSite, path: web::Path<String>) -> Result<web::Json<SandboxOrder>, Problem> {
    open(&site)?;
    let reference = reference(&path)?;
    let order = site.read(move |store, _| order(store, &reference)).await?;
    Ok(web::Json(SandboxOrder {
        title: order.title,
        total: order.amounts.total.0,
        currency: order.currency,
        email: order.buyer.email.as_str().to_owned(),
    }))
}

/// Pay, decline or abandon on the sandbox page; only in a demo.
#[utoipa::path(
    post, path = "/api/sandbox/{reference}", tag = "orders", params(("reference" = String, Path,)),
    request_body = SandboxBody,
    responses(
        (status = 200, body = SandboxAnswer),
        (status = 400, body = ProblemBody),
        (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
        (status = 413, body = ProblemBody),
        (status = 503, body = ProblemBody),
    )
)]
pub async fn press(
    site: SharedSite,
    path: web::Path<String>,
    Body(body): Body<SandboxBody>,
) -> Result<web::Json<SandboxAnswer>, Problem> {
    open(&site)?;
    let (reference, context) = (reference(&path)?, site.payments.context()?);
    let url = site
        .write(move |store, now| {
            let order = order(store, &reference)?;
            let event = event(&order, body.outcome).ok_or_else(no_such_order)?;
            handle_payment_event(store, &context, &event, now)?;
            let courses = store.order_courses(order.id)?;
            let courses: Vec<_> = courses.into_iter().map(|sold| sold.course).collect();
            let page = page_order(&context, &order, &courses);
            Ok(match body.outcome {
                SandboxOutcome::Pay | SandboxOutcome::Decline => page.success_url,
                SandboxOutcome::Abandon => page.cancel_url,
            })
        })
        .await?;
    Ok(web::Json(SandboxAnswer { url }))
}

/// Pressing a button twice is one event, as with a real provider.
fn event(order: &Order, outcome: SandboxOutcome) -> Option<PaymentEvent> {
    let session = order.page.as_ref()?.session.clone();
    let (word, kind) = match outcome {
        SandboxOutcome::Pay => (
            "paid",
            PaymentEventKind::Paid {
                session,
                payment: Some(PaymentId(format!("sandbox-payment-{}", order.reference))),
                amount: order.amounts.total,
                currency: order.currency.clone(),
            },
        ),
        SandboxOutcome::Decline => ("failed", PaymentEventKind::Failed { session }),
        SandboxOutcome::Abandon => ("expired", PaymentEventKind::Expired { session }),
    };
    Some(PaymentEvent {
        id: format!("sandbox-{word}-{}", order.reference),
        kind,
    })
}
