//! The sandbox over HTTP: a demo's payment page, where no money moves.

use actix_web::web;
use api_macros::operation;
use orders::{SandboxButton, SandboxError, press_sandbox_button, sandbox_order};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::{App, SharedApp};
use crate::http::body::Body;
use crate::http::problem::{Fields, Problem};
use crate::orders::billing::chosen_country;
use crate::orders::views::{no_such_order, reference};

/// What the page asks money for.
#[derive(Serialize, ToSchema)]
pub struct SandboxOrder {
    title: String,
    /// Cents.
    total: i32,
    currency: String,
    email: String,
    /// ISO 3166-1, as the buyer chose it; left out for an order without a country.
    #[serde(skip_serializing_if = "Option::is_none")]
    country: Option<String>,
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
    /// Of the billing address that a real provider would have collected; absent: the country that the buyer chose.
    country: Option<String>,
}

/// Where the browser goes on.
#[derive(Serialize, ToSchema)]
pub struct SandboxAnswer {
    url: String,
}

/// 404 where no demo runs: then there is no such page.
fn open(app: &App) -> Result<(), Problem> {
    if app.payments.has_sandbox() {
        Ok(())
    } else {
        Err(no_such_order())
    }
}

impl From<SandboxOutcome> for SandboxButton {
    fn from(outcome: SandboxOutcome) -> Self {
        match outcome {
            SandboxOutcome::Pay => Self::Pay,
            SandboxOutcome::Decline => Self::Decline,
            SandboxOutcome::Abandon => Self::Abandon,
        }
    }
}

fn sandbox_problem(error: SandboxError) -> Problem {
    match error {
        SandboxError::NoSuchPage => no_such_order(),
        SandboxError::Fulfil(error) => error.into(),
        SandboxError::Store(error) => error.into(),
    }
}

/// What is to be paid on the sandbox page; only in a demo.
#[operation(responses((status = 200, body = SandboxOrder)))]
pub async fn look(app: SharedApp, path: web::Path<String>) -> Result<web::Json<SandboxOrder>, Problem> {
    open(&app)?;
    let reference = reference(&path)?;
    let order = app
        .read(move |store, _| sandbox_order(store, &reference).map_err(sandbox_problem))
        .await?;
    Ok(web::Json(SandboxOrder {
        title: order.shown_title(),
        total: order.amounts.total.0,
        currency: order.currency,
        country: order.buyer.place.country.map(String::from),
        email: order.buyer.email.as_str().to_owned(),
    }))
}

/// Pay, decline or abandon on the sandbox page; only in a demo.
#[operation(request_body = SandboxBody, responses((status = 200, body = SandboxAnswer)))]
pub async fn press(
    app: SharedApp,
    path: web::Path<String>,
    Body(body): Body<SandboxBody>,
) -> Result<web::Json<SandboxAnswer>, Problem> {
    open(&app)?;
    let (reference, context) = (reference(&path)?, app.payments.context());
    let mut fields = Fields::default();
    let Some(country) = chosen_country(&mut fields, body.country.as_deref()) else {
        return Err(fields.problem());
    };
    let url = app
        .write(move |store, now| {
            press_sandbox_button(store, &context, &reference, body.outcome.into(), country, now)
                .map_err(sandbox_problem)
        })
        .await?;
    Ok(web::Json(SandboxAnswer { url }))
}
