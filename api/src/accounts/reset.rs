//! Accounts over HTTP: password reset by a mailed link.

use std::net::IpAddr;

use ::mail::{EmailAddress, MailStore as _, MailedToken, TokenPurpose};
use accounts::{NewPassword, ResetError, request_reset, reset_password};
use actix_web::{HttpRequest, web};
use api_macros::operation;
use audit::{Act, Action, AuditStore};
use kernel::UserId;
use outbound::random_bytes;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::no_secret;
use crate::app::SharedApp;
use crate::http::body::Body;
use crate::http::client_address::{client_address, limited_as};
use crate::http::limits::LimitedAction;
use crate::http::problem::{Fields, Problem, ProblemBody, TooManyAttempts};

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RequestResetBody {
    #[serde(default)]
    #[schema(required)]
    email: String,
}

/// The answer of a call that has no data to give.
#[derive(Serialize, ToSchema)]
pub struct Done {
    success: bool,
}

/// Ask for a mail with a reset link. The answer is the same, and as slow, whether or not an account has the address. Only the
/// client address is limited: what others ask for cannot keep an account's owner from asking, and the number of mails is limited
/// where they are written.
#[operation(request_body = RequestResetBody, responses((status = 200, body = Done), TooManyAttempts))]
pub async fn request_reset_mail(
    app: SharedApp,
    request: HttpRequest,
    Body(body): Body<RequestResetBody>,
) -> Result<web::Json<Done>, Problem> {
    let address = limited_as(client_address(&request, &app.settings.trusted_proxies));
    app.limits.request(LimitedAction::ResetRequest, address).await?;
    // The specification's message for this form differs from the one of registration.
    let email = EmailAddress::parse(&body.email)
        .map_err(|_| Problem::field("email", "Please enter a valid email address"))?;
    let token = MailedToken::from_random(TokenPurpose::ResetPassword, random_bytes()?);
    let origin = app.settings.public_url.origin().to_owned();
    app.write(move |store, now| Ok(request_reset(store, &email, &token, &origin, now)?))
        .await?;
    Ok(web::Json(Done { success: true }))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ResetPasswordBody {
    #[serde(default)]
    #[schema(required)]
    token: String,
    #[serde(default = "no_secret")]
    #[schema(required, value_type = String)]
    new_password: SecretString,
}

/// Set a new password by a reset token or the token of an invitation, which is then used up; every session of that user ends.
#[operation(request_body = ResetPasswordBody, responses(
    (status = 200, body = Done),
    (status = 400, description = "A wrong field, or a token that does not work", body = ProblemBody),
    TooManyAttempts,
))]
pub async fn reset(
    app: SharedApp,
    request: HttpRequest,
    Body(body): Body<ResetPasswordBody>,
) -> Result<web::Json<Done>, Problem> {
    let from = app.address_of(&request);
    let attempt = app.limits.attempt(LimitedAction::Reset, limited_as(from)).await?;
    let outcome = reset_by_token(&app, body, from).await;
    let user = app.limits.finish(attempt, outcome).await?;
    // The mailbox proved the owner, who can sign in here even while others use up the account's attempts.
    app.limits.devices.remember(&request, user)?;
    tracing::info!(user = user.0, "a password was reset");
    Ok(web::Json(Done { success: true }))
}

async fn reset_by_token(app: &SharedApp, body: ResetPasswordBody, from: IpAddr) -> Result<UserId, Problem> {
    let mut fields = Fields::default();
    let Some(password) = fields.take(
        "newPassword",
        NewPassword::parse(body.new_password, &app.site_words),
    ) else {
        return Err(fields.problem());
    };
    let purposes = [TokenPurpose::ResetPassword, TokenPurpose::Invitation];
    let tokens = purposes.map(|purpose| MailedToken::presented(purpose, &body.token).hash());
    // Looked at before hashing, so that a wrong token costs no hash; it is used up below, once.
    let token = app
        .read(move |store, now| {
            for token in tokens {
                if store.token(&token, now)?.is_some() {
                    return Ok(token);
                }
            }
            Err(token_invalid())
        })
        .await?;
    let hash = app.hasher.hash(password).await?;
    app.write(move |store, now| {
        let user = reset_password(store, &token, &hash, now).map_err(|error| match error {
            ResetError::TokenInvalid => token_invalid(),
            ResetError::Store(error) => error.into(),
        })?;
        store.append_act(&Act::by_member(Action::AccountPasswordReset, user, from), now)?;
        Ok(user)
    })
    .await
}

fn token_invalid() -> Problem {
    Problem::bad_request("reset_token_invalid", "Invalid or expired reset token")
}
