//! How the site is set up, as far as public pages need to know, and the contact form.

use ::mail::EmailAddress;
use ::questions::has_priority;
use ::site::SiteValues;
use accounts::{ContactLine, ContactMessage, ContactText, send_contact_message, signed_in};
use actix_web::{HttpRequest, HttpResponse, web};
use api_macros::operation;
use outbound::PaymentMode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::SharedApp;
use crate::http::body::Body;
use crate::http::client_address::{client_address, limited_as};
use crate::http::limits::LimitedAction;
use crate::http::problem::{Fields, Problem, ProblemBody, TooManyAttempts};
use crate::http::sessions::Caller;

/// How this site is set up, as far as its pages must know.
#[derive(Serialize, ToSchema)]
pub struct SiteInfo {
    payments: PaymentsMode,
    contact: ContactMode,
    /// What the owner decides, as the pages use it.
    #[schema(value_type = Object)]
    site: SiteValues,
}

/// How the plan checkout pays.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PaymentsMode {
    /// No request and two seconds.
    Simulated,
    /// A local page where no money moves.
    Sandbox,
    Stripe,
}

/// Where the contact form goes.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ContactMode {
    /// To the browser's console; no request.
    Console,
    /// To `POST /api/contact`.
    Mail,
}

/// How the plan checkout pays and where contact messages go.
#[operation(responses((status = 200, body = SiteInfo)))]
pub async fn site(app: SharedApp) -> web::Json<SiteInfo> {
    let contact = if app.settings.contact_to.is_some() {
        ContactMode::Mail
    } else {
        ContactMode::Console
    };
    let payments = match app.settings.payments {
        PaymentMode::Simulated => PaymentsMode::Simulated,
        PaymentMode::Sandbox => PaymentsMode::Sandbox,
        PaymentMode::Stripe => PaymentsMode::Stripe,
    };
    web::Json(SiteInfo {
        payments,
        contact,
        site: app.owner.values.clone(),
    })
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactBody {
    #[serde(default)]
    #[schema(required)]
    name: String,
    #[serde(default)]
    #[schema(required)]
    email: String,
    #[serde(default)]
    #[schema(required)]
    subject: String,
    #[serde(default)]
    #[schema(required)]
    message: String,
}

/// Send the owner a message; it is mailed through the outbox.
#[operation(request_body = ContactBody, responses(
    (status = 202),
    TooManyAttempts,
    (status = 503, description = "contact_unavailable: no recipient is configured", body = ProblemBody),
))]
pub async fn send(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
    Body(body): Body<ContactBody>,
) -> Result<HttpResponse, Problem> {
    let Some(owner) = app.settings.contact_to.clone() else {
        return Err(Problem::unavailable(
            "contact_unavailable",
            "This site takes no messages here",
            3600,
        ));
    };
    let address = limited_as(client_address(&request, &app.settings.trusted_proxies));
    app.limits.request(LimitedAction::Contact, address).await?;
    let mut fields = Fields::default();
    let name = fields.take("name", ContactLine::parse_name(&body.name));
    let email = fields.take("email", EmailAddress::parse(&body.email));
    let subject = fields.take("subject", ContactLine::parse_subject(&body.subject));
    let text = fields.take("message", ContactText::parse(&body.message));
    let (Some(name), Some(email), Some(subject), Some(text)) = (name, email, subject, text) else {
        return Err(fields.problem());
    };
    let token = caller.token();
    app.write(move |store, now| {
        let me = match &token {
            Some(token) => signed_in(store, token, now)?,
            None => None,
        };
        let priority = match me {
            Some(me) => has_priority(store, me.user.id, now)?,
            None => false,
        };
        let message = ContactMessage {
            name,
            email,
            subject,
            text,
            priority,
        };
        Ok(send_contact_message(store, &owner, &message, now)?)
    })
    .await?;
    Ok(HttpResponse::Accepted().finish())
}
