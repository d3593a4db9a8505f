//! Accounts over HTTP: what members change of their own account, after giving their current password.

use ::mail::EmailAddress;
use accounts::{
    AccountStore, ChangeNamesError, Credentials, CredentialsChanged, NewPassword, SessionId, Username,
    change_names, change_password,
};
use actix_web::{HttpResponse, web};
use api_macros::operation;
use secrecy::SecretString;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::accounts::{User, email_taken, no_secret, username_taken};
use crate::http::body::Body;
use crate::http::limits::{AttemptTarget, LimitedAction};
use crate::http::problem::{Fields, Problem, ProblemBody, TooManyAttempts};
use crate::http::sessions::Caller;
use crate::site::SharedSite;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AccountBody {
    #[serde(default)]
    #[schema(required)]
    username: String,
    #[serde(default)]
    #[schema(required)]
    email: String,
    #[serde(default = "no_secret")]
    #[schema(required, value_type = String)]
    current_password: SecretString,
}

/// Change user name and e-mail address.
#[operation(request_body = AccountBody, responses(
    (status = 200, body = User),
    (status = 409, description = "username_taken or email_taken", body = ProblemBody),
    TooManyAttempts,
))]
pub async fn change_account(
    site: SharedSite,
    caller: Caller,
    Body(body): Body<AccountBody>,
) -> Result<web::Json<User>, Problem> {
    let (known, _) = own_credentials(&site, &caller).await?;
    let mut fields = Fields::default();
    let username = fields.take("username", Username::parse(&body.username));
    let email = fields.take("email", EmailAddress::parse(&body.email));
    let (Some(username), Some(email)) = (username, email) else {
        return Err(fields.problem());
    };
    let proven = prove(&site, known, body.current_password).await?;
    let user = site
        .write_as_member(&caller, move |store, _, now| {
            change_names(store, &proven, &username, &email, now).map_err(|error| match error {
                ChangeNamesError::UsernameTaken => username_taken(),
                ChangeNamesError::EmailTaken => email_taken(),
                ChangeNamesError::CredentialsChanged => wrong_current_password(),
                ChangeNamesError::Store(error) => error.into(),
            })
        })
        .await?;
    Ok(web::Json(user.into()))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PasswordBody {
    #[serde(default = "no_secret")]
    #[schema(required, value_type = String)]
    current_password: SecretString,
    #[serde(default = "no_secret")]
    #[schema(required, value_type = String)]
    new_password: SecretString,
}

/// Change the password; every other session of the user ends.
#[operation(request_body = PasswordBody, responses((status = 204), TooManyAttempts))]
pub async fn change_own_password(
    site: SharedSite,
    caller: Caller,
    Body(body): Body<PasswordBody>,
) -> Result<HttpResponse, Problem> {
    let (known, here) = own_credentials(&site, &caller).await?;
    let mut fields = Fields::default();
    let Some(password) = fields.take("newPassword", NewPassword::parse(body.new_password)) else {
        return Err(fields.problem());
    };
    let proven = prove(&site, known, body.current_password).await?;
    let hash = site.hasher.hash(password).await?;
    site.write_as_member(&caller, move |store, _, _| {
        change_password(store, &proven, &hash, here).map_err(|error| match error {
            CredentialsChanged::Changed => wrong_current_password(),
            CredentialsChanged::Store(error) => error.into(),
        })
    })
    .await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn own_credentials(site: &SharedSite, caller: &Caller) -> Result<(Credentials, SessionId), Problem> {
    site.read_as_member(caller, |store, me, _| {
        let known = store
            .credentials_of(me.user.id)?
            .ok_or_else(Problem::unauthenticated)?;
        Ok((known, me.session))
    })
    .await
}

/// The credentials, once their password was given; guessing is limited per account.
async fn prove(site: &SharedSite, known: Credentials, typed: SecretString) -> Result<Credentials, Problem> {
    site.limits
        .target(LimitedAction::PasswordCheck, &AttemptTarget::User(known.user))?;
    if NewPassword::is_never(&typed) || !site.hasher.verify(typed, known.password.clone()).await? {
        return Err(wrong_current_password());
    }
    Ok(known)
}

fn wrong_current_password() -> Problem {
    Problem::field("currentPassword", "Current password is incorrect")
}
