//! What a plan costs, over HTTP, before anything is ordered.

use std::sync::Arc;

use ::orders::{CheckoutContext, QuoteWish, TaxedBuyer, quote_plan};
use actix_web::{HttpRequest, web};
use api_macros::operation;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::SharedApp;
use crate::http::body::Body;
use crate::http::client_address::{client_address, limited_as};
use crate::http::limits::LimitedAction;
use crate::http::problem::{Fields, Problem, ProblemBody, TooManyAttempts};
use crate::orders::billing::{self, Billing, Typed};
use crate::orders::payments::not_here;
use crate::orders::{plan, problem};

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct QuoteBody {
    #[serde(default)]
    #[schema(required)]
    plan: String,
    coupon: Option<String>,
    vat_number: Option<String>,
    /// Where the buyer lives, two letters of ISO 3166-1; wanted where the site charges each country's tax.
    country: Option<String>,
    company: Option<String>,
    /// With one of address, city and zip code the others are wanted too.
    billing_address: Option<String>,
    city: Option<String>,
    zip_code: Option<String>,
    /// Whole, 1 to 20.
    #[serde(default = "billing::one")]
    #[schema(value_type = i32)]
    quantity: serde_json::Value,
}

/// What a plan costs now. Money is in cents.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Quote {
    title: String,
    /// Of all, before any coupon.
    price: i32,
    discount: i32,
    /// Within the total.
    tax: i32,
    total: i32,
    /// ISO 4217, small letters.
    currency: String,
    /// What the buyer pays; 0 where the buyer owes the tax.
    tax_percent: f64,
    /// Whether price and discount hold the tax.
    tax_included: bool,
    /// The buyer owes the tax instead; nothing here holds it.
    reverse_charge: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    coupon: Option<String>,
    /// As it was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    country: Option<String>,
    quantity: i32,
}

/// Ask what a plan costs, with a coupon and as a business.
#[operation(request_body = QuoteBody, responses(
    (status = 200, body = Quote),
    TooManyAttempts,
    (status = 503, description = "payments_unavailable", body = ProblemBody),
))]
pub async fn quote(
    app: SharedApp,
    request: HttpRequest,
    Body(body): Body<QuoteBody>,
) -> Result<web::Json<Quote>, Problem> {
    app.payments.plans.ok_or_else(not_here)?;
    let context = app.payments.context();
    // A coupon can be guessed; a plan's price follows each country and number that the form is set to.
    if body.coupon.is_none() {
        return read_quote(&app, context, body).await.map(web::Json);
    }
    let address = limited_as(client_address(&request, &app.settings.trusted_proxies));
    let attempt = app.limits.attempt(LimitedAction::Quote, address).await?;
    let outcome = read_quote(&app, context, body).await;
    app.limits.finish(attempt, outcome).await.map(web::Json)
}

async fn read_quote(
    app: &SharedApp,
    context: Arc<CheckoutContext>,
    body: QuoteBody,
) -> Result<Quote, Problem> {
    let mut fields = Fields::default();
    let plan = plan(&mut fields, &context.price_list, &body.plan);
    let typed = Typed {
        coupon: body.coupon,
        vat_number: body.vat_number,
        country: body.country,
        company: body.company,
        street: body.billing_address,
        city: body.city,
        zip_code: body.zip_code,
        quantity: body.quantity,
    };
    let billing = Billing::of_quote(&mut fields, &context.price_list, &typed);
    let (Some(plan), Some(billing)) = (plan, billing) else {
        return Err(fields.problem());
    };
    let (quantity, country) = (billing.quantity, billing.place.country);
    let quote = app
        .read(move |store, now| {
            let wish = QuoteWish {
                plan,
                quantity,
                coupon: billing.coupon.as_ref(),
                buyer: TaxedBuyer {
                    country,
                    vat_number: billing.vat_number.as_ref(),
                },
            };
            quote_plan(store, &context.price_list, wish, now).map_err(problem)
        })
        .await?;
    Ok(Quote {
        title: quote.title,
        price: quote.amounts.price.0,
        discount: quote.amounts.discount.0,
        tax: quote.amounts.tax.0,
        total: quote.amounts.total.0,
        currency: quote.currency,
        tax_percent: f64::from(quote.amounts.tax_basis_points) / 100.0,
        tax_included: quote.amounts.tax_included,
        reverse_charge: quote.amounts.reverse_charge,
        coupon: quote.coupon.map(|code| code.as_str().to_owned()),
        country: typed.country.filter(|_| country.is_some()),
        quantity: quantity.get(),
    })
}
