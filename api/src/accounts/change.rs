//! Accounts over HTTP: what members change of their own account, after giving their current password; reminders without it.

pub mod reminders;

use ::mail::EmailAddress;
use accounts::{
    AccountStore, ChangeNamesError, Credentials, CredentialsChanged, NewPassword, SessionId, Username,
    change_names, change_password,
};
use actix_web::{HttpRequest, HttpResponse, web};
use api_macros::operation;
use audit::{Act, Action, AuditStore};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::accounts::verification::{new_link, too_many_mails};
use crate::accounts::{User, email_taken, no_secret, username_taken};
use crate::app::SharedApp;
use crate::http::body::Body;
use crate::http::limits::{Attempt, AttemptTarget, LimitedAction};
use crate::http::problem::{Fields, Problem, ProblemBody, TooManyAttempts};
use crate::http::sessions::Caller;

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
    /// Whether a mail comes after two weeks without watching; changed without the password, and without the other fields.
    #[serde(default)]
    reminders: Option<bool>,
}

impl AccountBody {
    /// Whether nothing but the reminders is to change.
    fn is_of_reminders(&self, me: &accounts::User) -> bool {
        let is_same = |given: &str, own: &str| given.is_empty() || given == own;
        self.reminders.is_some()
            && self.current_password.expose_secret().is_empty()
            && is_same(&self.username, &me.username)
            && is_same(&self.email, &me.email)
    }
}

/// Change the user name, and ask for another e-mail address: a link is mailed to it, and the account's address changes when that is
/// opened. Reminders are turned on and off here too.
#[operation(request_body = AccountBody, responses(
    (status = 200, body = User),
    (status = 409, description = "username_taken or email_taken", body = ProblemBody),
    TooManyAttempts,
))]
pub async fn change_account(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
    Body(body): Body<AccountBody>,
) -> Result<web::Json<User>, Problem> {
    let me = app.member(&caller).await?;
    if let Some(reminders) = body.reminders.filter(|_| body.is_of_reminders(&me.user)) {
        return set_reminders(&app, &caller, reminders).await;
    }
    let (known, _) = own_credentials(&app, &caller).await?;
    let mut fields = Fields::default();
    let username = fields.take("username", Username::parse(&body.username));
    let email = fields.take("email", EmailAddress::parse(&body.email));
    let (Some(username), Some(email)) = (username, email) else {
        return Err(fields.problem());
    };
    let proven = prove(&app, known, body.current_password).await?;
    let link = new_link(&app)?;
    let from = app.address_of(&request);
    let user = app
        .write_as_member(&caller, move |store, me, now| {
            let changed = change_names(store, &proven, &username, &email, &link, now);
            let user = changed.map_err(|error| match error {
                ChangeNamesError::UsernameTaken => username_taken(),
                ChangeNamesError::EmailTaken => email_taken(),
                ChangeNamesError::CredentialsChanged => wrong_current_password(),
                ChangeNamesError::TooManyMails => too_many_mails(),
                ChangeNamesError::Store(error) => error.into(),
            })?;
            let changes = [
                (user.username != me.user.username, Action::AccountUsernameChanged),
                (user.email != me.user.email, Action::AccountEmailChanged),
            ];
            for (_, action) in changes.into_iter().filter(|(changed, _)| *changed) {
                store.append_act(&Act::by_member(action, user.id, from), now)?;
            }
            let Some(reminders) = body.reminders else {
                return Ok(user);
            };
            store.set_reminders(user.id, reminders)?;
            Ok(accounts::User { reminders, ..user })
        })
        .await?;
    Ok(web::Json(user.into()))
}

async fn set_reminders(app: &SharedApp, caller: &Caller, on: bool) -> Result<web::Json<User>, Problem> {
    let user = app
        .write_as_member(caller, move |store, me, _| {
            store.set_reminders(me.user.id, on)?;
            Ok(accounts::User {
                reminders: on,
                ..me.user.clone()
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

/// Change the password; every other session of the user ends, and this one gets another token.
#[operation(request_body = PasswordBody, responses((status = 204), TooManyAttempts))]
pub async fn change_own_password(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
    Body(body): Body<PasswordBody>,
) -> Result<HttpResponse, Problem> {
    let (known, here) = own_credentials(&app, &caller).await?;
    let mut fields = Fields::default();
    let Some(password) = fields.take(
        "newPassword",
        NewPassword::parse(body.new_password, &app.site_words),
    ) else {
        return Err(fields.problem());
    };
    let proven = prove(&app, known, body.current_password).await?;
    let hash = app.hasher.hash(password).await?;
    let token = Caller::new_token()?;
    let renewed = token.hash();
    let from = app.address_of(&request);
    app.write_as_member(&caller, move |store, me, now| {
        change_password(store, &proven, &hash, here, &renewed, now).map_err(|error| match error {
            CredentialsChanged::Changed => wrong_current_password(),
            CredentialsChanged::Store(error) => error.into(),
        })?;
        store.append_act(
            &Act::by_member(Action::AccountPasswordChanged, me.user.id, from),
            now,
        )?;
        Ok(())
    })
    .await?;
    caller.remember(&token)?;
    Ok(HttpResponse::NoContent().finish())
}

/// What the caller's password is compared with, and the caller's session.
pub async fn own_credentials(app: &SharedApp, caller: &Caller) -> Result<(Credentials, SessionId), Problem> {
    app.read_as_member(caller, |store, me, _| {
        let known = store
            .credentials_of(me.user.id)?
            .ok_or_else(Problem::unauthenticated)?;
        Ok((known, me.session))
    })
    .await
}

/// The credentials, once their password was given; guessing is limited per account.
pub async fn prove(app: &SharedApp, known: Credentials, typed: SecretString) -> Result<Credentials, Problem> {
    let (mut attempt, target) = (Attempt::default(), AttemptTarget::User(known.user));
    app.limits
        .aim(&mut attempt, LimitedAction::PasswordCheck, &target)
        .await?;
    let outcome = verify(app, known, typed).await;
    app.limits.finish(attempt, outcome).await
}

async fn verify(app: &SharedApp, known: Credentials, typed: SecretString) -> Result<Credentials, Problem> {
    if NewPassword::is_never(&typed) || !app.hasher.verify(typed, known.password.clone()).await? {
        return Err(wrong_current_password());
    }
    Ok(known)
}

pub fn wrong_current_password() -> Problem {
    Problem::field("currentPassword", "Current password is incorrect")
}
