//! Accounts over HTTP: proving that an address is the account's own, by a mailed link.

use std::net::IpAddr;

use ::mail::{MailStore as _, MailedToken, TokenPurpose};
use accounts::{
    ConfirmError, Confirmation, ConfirmedAddress, SendLinkError, VerifyLink, confirm_address, send_link_again,
};
use actix_web::{HttpRequest, HttpResponse, web};
use api_macros::operation;
use audit::{Act, Action, AuditStore as _};
use outbound::random_bytes;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::email_taken;
use crate::app::{App, SharedApp};
use crate::http::body::Body;
use crate::http::client_address::limited_as;
use crate::http::limits::LimitedAction;
use crate::http::problem::{Problem, ProblemBody, TooManyAttempts};
use crate::http::sessions::Caller;

/// Seconds after which an address gets links again.
const MAILS_AGAIN: u64 = 3_600;

/// A fresh link to this site.
pub fn new_link(app: &App) -> Result<VerifyLink, Problem> {
    Ok(VerifyLink {
        token: MailedToken::from_random(TokenPurpose::VerifyAddress, random_bytes()?),
        public_url: app.settings.public_url.origin().to_owned(),
    })
}

/// 429: the address was mailed enough links.
pub fn too_many_mails() -> Problem {
    Problem::too_many_attempts(MAILS_AGAIN)
}

/// Mail the link again that verifies the pending address, or else the account's own.
#[operation(operation_id = "mail_verify_link", responses(
    (status = 202),
    (status = 409, description = "already_verified", body = ProblemBody),
    TooManyAttempts,
))]
pub async fn send_again(app: SharedApp, caller: Caller) -> Result<HttpResponse, Problem> {
    let me = app.member(&caller).await?;
    app.limits
        .request_of(LimitedAction::VerifyMail, me.user.id)
        .await?;
    let link = new_link(&app)?;
    app.write_as_member(&caller, move |store, me, now| {
        send_link_again(store, me.user.id, &link, now).map_err(|error| match error {
            SendLinkError::AlreadyVerified => {
                Problem::conflict("already_verified", "Your email address is already confirmed")
            }
            SendLinkError::TooManyMails => too_many_mails(),
            SendLinkError::Store(error) => error.into(),
        })
    })
    .await?;
    Ok(HttpResponse::Accepted().finish())
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VerifyEmailBody {
    #[serde(default)]
    #[schema(required)]
    token: String,
}

/// The address that is the account's and verified from now on.
#[derive(Serialize, ToSchema)]
pub struct VerifiedEmail {
    email: String,
}

/// Confirm an address by the token of a mailed link.
#[operation(operation_id = "verify_email", request_body = VerifyEmailBody, responses(
    (status = 200, body = VerifiedEmail),
    (status = 400, description = "verify_token_invalid", body = ProblemBody),
    (status = 409, description = "email_taken: the address is another account's meanwhile", body = ProblemBody),
    TooManyAttempts,
))]
pub async fn confirm(
    app: SharedApp,
    request: HttpRequest,
    Body(body): Body<VerifyEmailBody>,
) -> Result<web::Json<VerifiedEmail>, Problem> {
    let from = app.address_of(&request);
    let attempt = app
        .limits
        .attempt(LimitedAction::VerifyAddress, limited_as(from))
        .await?;
    let outcome = confirm_by_token(&app, &body.token, from).await;
    let email = app.limits.finish(attempt, outcome).await?.email;
    Ok(web::Json(VerifiedEmail { email }))
}

async fn confirm_by_token(app: &SharedApp, token: &str, from: IpAddr) -> Result<ConfirmedAddress, Problem> {
    let token = MailedToken::presented(TokenPurpose::VerifyAddress, token).hash();
    // Looked at in a read, so that guesses hold up no write.
    app.read(move |store, now| {
        let found = store.token(&token, now)?;
        found.map(|_| ()).ok_or_else(token_invalid)
    })
    .await?;
    app.write(move |store, now| {
        let confirmed = confirm_address(store, &token, now).map_err(|error| match error {
            ConfirmError::TokenInvalid => token_invalid(),
            ConfirmError::EmailTaken => email_taken(),
            ConfirmError::Store(error) => error.into(),
        })?;
        let action = match confirmed.kind {
            Confirmation::Verified => Action::AccountEmailVerified,
            Confirmation::Changed => Action::AccountEmailChanged,
        };
        store.append_act(&Act::by_member(action, confirmed.user, from), now)?;
        Ok(confirmed)
    })
    .await
}

fn token_invalid() -> Problem {
    Problem::bad_request("verify_token_invalid", "Invalid or expired confirmation link")
}
