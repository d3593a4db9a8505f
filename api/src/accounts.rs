//! Accounts over HTTP: who am I, sign-in, logout, password reset, and what members change of their own account.

use accounts::{
    AccountStore, ChangeNamesError, Credentials, CredentialsChanged, EmailAddress, NewPassword, ResetError,
    ResetToken, SessionId, SignInName, Username, change_names, change_password, decoy_hash, request_reset,
    reset_password, sign_in,
};
use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use chrono::{DateTime, Utc};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    body::Body,
    client_address::{client_address, limited_as},
    limits::{AccountName, Door, Leave},
    problem::{Fields, Problem, ProblemBody},
    sessions::Caller,
    site::{SharedSite, device},
};

/// The signed-in user, as they may know themselves.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    pub id: i32,
    pub username: String,
    pub email: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discord_user_id: Option<String>,
}

impl From<accounts::User> for User {
    fn from(user: accounts::User) -> Self {
        Self {
            id: user.id.0,
            username: user.username,
            email: user.email,
            discord_user_id: user.discord_user_id.map(|id| id.0),
        }
    }
}

/// The current user.
#[utoipa::path(get, path = "/api/user", tag = "accounts", responses(
    (status = 200, body = User),
    (status = 401, description = "Nobody is signed in", body = ProblemBody),
    (status = 503, body = ProblemBody),
))]
pub async fn current_user(site: SharedSite, caller: Caller) -> Result<web::Json<User>, Problem> {
    let me = site.member(caller.token()).await?;
    Ok(web::Json(me.user.into()))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LoginBody {
    /// The user name, or the e-mail address.
    #[serde(default)]
    #[schema(required)]
    username: String,
    #[serde(default = "no_secret")]
    #[schema(required, value_type = String)]
    password: SecretString,
}

pub fn no_secret() -> SecretString {
    SecretString::from(String::new())
}

fn invalid_credentials() -> Problem {
    Problem::new(
        StatusCode::UNAUTHORIZED,
        "invalid_credentials",
        "Invalid username or password",
    )
}

/// Sign in.
#[utoipa::path(post, path = "/api/login", tag = "accounts", request_body = LoginBody, responses(
    (status = 200, body = User),
    (status = 400, body = ProblemBody),
    (status = 401, description = "The same for an unknown name and a wrong password", body = ProblemBody),
    (status = 403, body = ProblemBody),
    (status = 413, body = ProblemBody),
    (status = 429, body = ProblemBody),
    (status = 503, body = ProblemBody),
))]
pub async fn login(
    site: SharedSite,
    caller: Caller,
    request: HttpRequest,
    Body(body): Body<LoginBody>,
) -> Result<web::Json<User>, Problem> {
    let address = limited_as(client_address(&request, &site.settings.trusted_proxies));
    site.limits.address(Door::SignIn, address)?;
    let name = SignInName::typed(&body.username);
    let leave = site
        .limits
        .sign_in(&AccountName(name.username_key().to_owned()), address)?;
    let refusal = move || match leave {
        Leave::Free => invalid_credentials(),
        Leave::OnlyIfRight { retry_after_seconds } => Problem::too_many_attempts(retry_after_seconds),
    };
    if NewPassword::is_never(&body.password) {
        return Err(refusal());
    }
    let found = site.read(move |store, _| Ok(store.credentials(&name)?)).await?;
    // An unknown name is verified too, against a hash that nothing matches, so that it takes as long.
    let against = found
        .as_ref()
        .map_or_else(decoy_hash, |known| known.password.clone());
    let matches = site.hasher.verify(body.password, against).await?;
    let Some(proven) = found.filter(|_| matches) else {
        tracing::info!(client = %address, "a sign-in was refused");
        return Err(refusal());
    };
    let token = Caller::new_token()?;
    let (opened, device, before) = (token.clone(), device(&request), caller.token());
    let user = site
        .write(move |store, now| {
            // A browser that signs in again ends the session that it had.
            if let Some(before) = before {
                store.delete_session(&before)?;
            }
            sign_in(store, &proven, &opened, device, now).map_err(|error| match error {
                CredentialsChanged::Changed => invalid_credentials(),
                CredentialsChanged::Store(error) => error.into(),
            })
        })
        .await?;
    caller.remember(&token)?;
    tracing::info!(user = user.id.0, "signed in");
    Ok(web::Json(user.into()))
}

/// Sign out; the session is dead on the server too.
#[utoipa::path(post, path = "/api/logout", tag = "accounts", responses(
    (status = 204), (status = 403, body = ProblemBody), (status = 503, body = ProblemBody),
))]
pub async fn logout(site: SharedSite, caller: Caller) -> Result<HttpResponse, Problem> {
    if let Some(token) = caller.token() {
        site.write(move |store, _| Ok(store.delete_session(&token)?))
            .await?;
    }
    caller.forget();
    Ok(HttpResponse::NoContent()
        .insert_header(("Clear-Site-Data", "\"cache\""))
        .finish())
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RequestResetBody {
    #[serde(default)]
    #[schema(required)]
    email: String,
}

/// What a call answers that has nothing to tell.
#[derive(Serialize, ToSchema)]
pub struct Done {
    success: bool,
}

/// Ask for a mail with a reset link. The answer is the same, and as slow, whether or not anybody has the address.
#[utoipa::path(post, path = "/api/request-reset", tag = "accounts", request_body = RequestResetBody, responses(
    (status = 200, body = Done),
    (status = 400, body = ProblemBody),
    (status = 403, body = ProblemBody),
    (status = 413, body = ProblemBody),
    (status = 429, body = ProblemBody),
    (status = 503, body = ProblemBody),
))]
pub async fn request_reset_mail(
    site: SharedSite,
    request: HttpRequest,
    Body(body): Body<RequestResetBody>,
) -> Result<web::Json<Done>, Problem> {
    site.limits.address(
        Door::ResetRequest,
        limited_as(client_address(&request, &site.settings.trusted_proxies)),
    )?;
    // The specification's message for this form differs from the one of registration.
    let email = EmailAddress::parse(&body.email)
        .map_err(|_| Problem::field("email", "Please enter a valid email address"))?;
    site.limits
        .account(Door::ResetRequest, &AccountName(email.key()))?;
    let token = ResetToken::from_random(random()?);
    let origin = site.settings.public_url.origin().to_owned();
    site.write(move |store, now| Ok(request_reset(store, &email, &token, &origin, now)?))
        .await?;
    Ok(web::Json(Done { success: true }))
}

fn random() -> Result<[u8; 32], Problem> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|_| Problem::internal())?;
    Ok(bytes)
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

/// Set a new password by a reset token; the token dies, and so does every session of that user.
#[utoipa::path(post, path = "/api/reset-password", tag = "accounts", request_body = ResetPasswordBody, responses(
    (status = 200, body = Done),
    (status = 400, description = "A wrong field, or a token that does not work", body = ProblemBody),
    (status = 403, body = ProblemBody),
    (status = 413, body = ProblemBody),
    (status = 429, body = ProblemBody),
    (status = 503, body = ProblemBody),
))]
pub async fn reset(
    site: SharedSite,
    request: HttpRequest,
    Body(body): Body<ResetPasswordBody>,
) -> Result<web::Json<Done>, Problem> {
    let address = limited_as(client_address(&request, &site.settings.trusted_proxies));
    site.limits.address(Door::Reset, address)?;
    let mut fields = Fields::default();
    let Some(password) = fields.take("newPassword", NewPassword::parse(body.new_password)) else {
        return Err(fields.problem());
    };
    let hash = site.hasher.hash(password).await?;
    let token = ResetToken::presented(&body.token).hash();
    let user = site
        .write(move |store, now| {
            reset_password(store, &token, &hash, now).map_err(|error| match error {
                ResetError::TokenInvalid => {
                    Problem::bad_request("reset_token_invalid", "Invalid or expired reset token")
                }
                ResetError::Store(error) => error.into(),
            })
        })
        .await?;
    tracing::info!(user = user.0, "a password was reset");
    Ok(web::Json(Done { success: true }))
}

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
#[utoipa::path(put, path = "/api/user/account", tag = "accounts", request_body = AccountBody, responses(
    (status = 200, body = User),
    (status = 400, body = ProblemBody),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody),
    (status = 409, description = "username_taken or email_taken", body = ProblemBody),
    (status = 413, body = ProblemBody),
    (status = 429, body = ProblemBody),
    (status = 503, body = ProblemBody),
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
        .write_as_member(caller.token(), move |store, _, _| {
            change_names(store, &proven, &username, &email).map_err(|error| match error {
                ChangeNamesError::UsernameTaken => username_taken(),
                ChangeNamesError::EmailTaken => email_taken(),
                ChangeNamesError::CredentialsChanged => wrong_current_password(),
                ChangeNamesError::Store(error) => error.into(),
            })
        })
        .await?;
    Ok(web::Json(user.into()))
}

pub fn username_taken() -> Problem {
    Problem::conflict("username_taken", "Username is already taken")
}

pub fn email_taken() -> Problem {
    Problem::conflict("email_taken", "Email is already registered")
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
#[utoipa::path(put, path = "/api/user/password", tag = "accounts", request_body = PasswordBody, responses(
    (status = 204),
    (status = 400, body = ProblemBody),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody),
    (status = 413, body = ProblemBody),
    (status = 429, body = ProblemBody),
    (status = 503, body = ProblemBody),
))]
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
    site.write_as_member(caller.token(), move |store, _, _| {
        change_password(store, &proven, &hash, here).map_err(|error| match error {
            CredentialsChanged::Changed => wrong_current_password(),
            CredentialsChanged::Store(error) => error.into(),
        })
    })
    .await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn own_credentials(site: &SharedSite, caller: &Caller) -> Result<(Credentials, SessionId), Problem> {
    site.read_as_member(caller.token(), |store, me, _| {
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
        .account(Door::PasswordCheck, &AccountName(known.user.0.to_string()))?;
    if NewPassword::is_never(&typed) || !site.hasher.verify(typed, known.password.clone()).await? {
        return Err(wrong_current_password());
    }
    Ok(known)
}

fn wrong_current_password() -> Problem {
    Problem::field("currentPassword", "Current password is incorrect")
}

/// A signed-in device.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeviceSession {
    id: i32,
    /// Whether it is the one that asks.
    current: bool,
    user_agent: String,
    created_at: DateTime<Utc>,
    /// To the hour.
    last_seen_at: DateTime<Utc>,
}

/// The devices that are signed in, the latest used first.
#[utoipa::path(get, path = "/api/user/sessions", tag = "accounts", responses(
    (status = 200, body = [DeviceSession]), (status = 401, body = ProblemBody), (status = 503, body = ProblemBody),
))]
pub async fn sessions(site: SharedSite, caller: Caller) -> Result<web::Json<Vec<DeviceSession>>, Problem> {
    let list = site
        .read_as_member(caller.token(), |store, me, now| {
            let live = store
                .sessions(me.user.id)?
                .into_iter()
                .filter(|session| session.is_live(now));
            Ok(live
                .map(|session| DeviceSession {
                    id: session.id.0,
                    current: session.id == me.session,
                    user_agent: session.device.as_str().to_owned(),
                    created_at: session.created_at,
                    last_seen_at: session.last_seen_at,
                })
                .collect())
        })
        .await?;
    Ok(web::Json(list))
}

/// Sign out everywhere, here too.
#[utoipa::path(delete, path = "/api/user/sessions", tag = "accounts", responses(
    (status = 204), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
    (status = 503, body = ProblemBody),
))]
pub async fn end_all_sessions(site: SharedSite, caller: Caller) -> Result<HttpResponse, Problem> {
    site.write_as_member(caller.token(), |store, me, _| {
        Ok(store.delete_sessions(me.user.id, None)?)
    })
    .await?;
    caller.forget();
    Ok(HttpResponse::NoContent().finish())
}

/// Sign one device out.
#[utoipa::path(delete, path = "/api/user/sessions/{id}", tag = "accounts", params(("id" = i32, Path,)), responses(
    (status = 204), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
    (status = 404, body = ProblemBody), (status = 503, body = ProblemBody),
))]
pub async fn end_session(
    site: SharedSite,
    caller: Caller,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let id = id.parse::<i32>();
    let was_here = site
        .write_as_member(caller.token(), move |store, me, _| {
            let session = SessionId(id.map_err(|_| Problem::not_found("There is no such session"))?);
            if !store.delete_session_of(me.user.id, session)? {
                return Err(Problem::not_found("There is no such session"));
            }
            Ok(session == me.session)
        })
        .await?;
    if was_here {
        caller.forget();
    }
    Ok(HttpResponse::NoContent().finish())
}
