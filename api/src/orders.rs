//! Checkout over HTTP: what a plan costs, and where a visitor or a member goes to pay.

pub mod billing;
pub mod payments;
pub mod problems;
pub mod quote;
pub mod sandbox;
pub mod views;
pub mod webhook;
pub mod withdrawals;

use ::mail::EmailAddress;
use actix_web::{HttpRequest, web};
use api_macros::operation;
use orders::{
    Buyer, CheckoutError, CheckoutStep, CourseCheckout, OrderReference, PlanCheckout, PlanKey, PriceList,
    TaxError, check_out_course, check_out_plan, first_name, last_name,
};
use outbound::random_bytes;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::SharedApp;
use crate::courses::{course_id, no_such_course};
use crate::http::body::{Body, OptionalBody};
use crate::http::client_address::{client_address, limited_as};
use crate::http::limits::LimitedAction;
use crate::http::problem::{Fields, Problem, ProblemBody, TooManyAttempts};
use crate::http::sessions::Caller;
use crate::orders::billing::{Billing, COUPON_INVALID, Typed, chosen_country};
use crate::orders::payments::not_here;

const NO_SUCH_PLAN: &str = "This plan cannot be bought.";
/// The specification's message of the checkout form (section 5).
const EMAIL_INVALID: &str = "Please enter a valid email address.";

/// Where the browser goes to pay.
#[derive(Serialize, ToSchema)]
#[schema(as = PaymentPage)]
pub struct CheckoutAnswer {
    url: String,
}

pub fn problem(error: CheckoutError) -> Problem {
    match error {
        CheckoutError::NoSuchPlan => Problem::field("plan", NO_SUCH_PLAN),
        CheckoutError::NoSuchCourse => no_such_course(),
        CheckoutError::NothingToOpen(plan) => {
            tracing::error!(
                %plan,
                "a plan cannot be sold: the catalogue lacks what it opens, or it is hidden; import or show those courses, or change \
                 plans.{plan}.opens in site.toml of the owner's folder, which `portal site init FOLDER` writes"
            );
            not_here()
        }
        CheckoutError::CouponInvalid => Problem::field("coupon", COUPON_INVALID),
        CheckoutError::Tax(error @ TaxError::CountryMissing) => Problem::field("country", &error.to_string()),
        CheckoutError::Tax(error @ TaxError::OtherCountry) => Problem::field("vatNumber", &error.to_string()),
        CheckoutError::Tax(TaxError::NoRate(country)) => {
            tracing::error!(
                %country,
                "nothing can be sold to private buyers of this country: its rate is missing in [vat.countries] of site.toml of the owner's folder"
            );
            not_here()
        }
        CheckoutError::AlreadyOwned => Problem::conflict("already_owned", "You already have this course"),
        CheckoutError::NoProvider => not_here(),
        CheckoutError::AddressUnusable(error) => {
            tracing::error!(%error, "a member's stored e-mail address cannot be used for an order");
            Problem::internal()
        }
        CheckoutError::NotFulfilled(error) => error.into(),
        CheckoutError::Store(error) => error.into(),
    }
}

fn new_reference() -> Result<OrderReference, Problem> {
    Ok(OrderReference::from_random(random_bytes()?))
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CourseCheckoutBody {
    /// Where the buyer lives, two letters of ISO 3166-1. Absent: that of the account's last order, if the tax needs one.
    country: Option<String>,
}

/// Buy a course; access comes with the payment. Asking again within ten minutes answers the same page.
#[operation(request_body = Option<CourseCheckoutBody>, responses(
    (status = 200, body = CheckoutAnswer),
    (status = 409, description = "already_owned", body = ProblemBody),
    (status = 503, description = "payments_unavailable", body = ProblemBody),
))]
pub async fn course_checkout(
    app: SharedApp,
    caller: Caller,
    id: web::Path<String>,
    OptionalBody(body): OptionalBody<CourseCheckoutBody>,
) -> Result<web::Json<CheckoutAnswer>, Problem> {
    let mut fields = Fields::default();
    let Some(country) = chosen_country(&mut fields, body.country.as_deref()) else {
        return Err(fields.problem());
    };
    let (id, reference) = (course_id(&id), new_reference()?);
    let (provider, context) = (app.payments.courses, app.payments.order_context());
    let step = app
        .write_as_member(&caller, move |store, me, now| {
            let checkout = CourseCheckout {
                user: me.user.id,
                course: id?,
                country,
                provider,
                reference,
            };
            check_out_course(store, context?.as_ref(), checkout, now).map_err(problem)
        })
        .await?;
    let url = match (step, provider) {
        (CheckoutStep::Done { url } | CheckoutStep::Page { url }, _) => url,
        (CheckoutStep::CreateSession(order), Some(provider)) => {
            app.payments.open_page(provider, order).await?
        }
        (CheckoutStep::CreateSession(_), None) => return Err(not_here()),
    };
    Ok(web::Json(CheckoutAnswer { url }))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CheckoutBody {
    /// `basic` or `premium`.
    #[serde(default)]
    #[schema(required)]
    plan: String,
    #[serde(default)]
    #[schema(required)]
    email: String,
    #[serde(default)]
    #[schema(required)]
    first_name: String,
    #[serde(default)]
    #[schema(required)]
    last_name: String,
    coupon: Option<String>,
    /// Of a business in the EU, which may then owe the tax itself.
    vat_number: Option<String>,
    /// Where the buyer lives, two letters of ISO 3166-1; wanted where the site charges each country's tax.
    country: Option<String>,
    /// Wanted with a VAT number, if a country is sent or the site asks for one; so are address, city and zip code.
    company: Option<String>,
    billing_address: Option<String>,
    city: Option<String>,
    zip_code: Option<String>,
    /// Whole, 1 to 20; each of the plan's courses has as many purchase keys.
    #[serde(default = "billing::one")]
    #[schema(value_type = i32)]
    quantity: serde_json::Value,
}

/// Buy a plan as a visitor; purchase keys come by mail with the payment.
#[operation(request_body = CheckoutBody, responses(
    (status = 200, body = CheckoutAnswer),
    TooManyAttempts,
    (status = 503, description = "payments_unavailable; always so when payment is simulated", body = ProblemBody),
))]
pub async fn plan_checkout(
    app: SharedApp,
    request: HttpRequest,
    Body(body): Body<CheckoutBody>,
) -> Result<web::Json<CheckoutAnswer>, Problem> {
    let provider = app.payments.plans.ok_or_else(not_here)?;
    let context = app.payments.order_context()?;
    let mut fields = Fields::default();
    let plan = plan(&mut fields, &context.price_list, &body.plan);
    let first = fields.take("firstName", first_name(&body.first_name));
    let last = fields.take("lastName", last_name(&body.last_name));
    let email = fields.take(
        "email",
        EmailAddress::parse(&body.email).map_err(|_| EMAIL_INVALID),
    );
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
    let billing = Billing::of_checkout(&mut fields, &context.price_list, &typed);
    let (Some(plan), Some(first), Some(last), Some(email), Some(billing)) =
        (plan, first, last, email, billing)
    else {
        return Err(fields.problem());
    };
    let address = limited_as(client_address(&request, &app.settings.trusted_proxies));
    app.limits.request(LimitedAction::Checkout, address).await?;
    let checkout = PlanCheckout {
        plan,
        buyer: Buyer {
            name: format!("{first} {last}"),
            email,
            vat_number: billing.vat_number,
            place: billing.place,
        },
        quantity: billing.quantity,
        coupon: billing.coupon,
        provider,
        reference: new_reference()?,
    };
    let step = app
        .write(move |store, now| check_out_plan(store, &context, checkout, now).map_err(problem))
        .await?;
    let url = match step {
        CheckoutStep::Done { url } | CheckoutStep::Page { url } => url,
        CheckoutStep::CreateSession(order) => app.payments.open_page(provider, order).await?,
    };
    Ok(web::Json(CheckoutAnswer { url }))
}

pub fn plan(fields: &mut Fields, price_list: &PriceList, text: &str) -> Option<PlanKey> {
    let known = text.parse().ok().filter(|plan| price_list.plan(*plan).is_some());
    fields.take("plan", known.ok_or(NO_SUCH_PLAN))
}
