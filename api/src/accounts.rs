//! Accounts over HTTP: the signed-in user, and logout. The rest of the feature is in the folder beside it.

pub mod caller;
pub mod change;
pub mod code;
pub mod contact;
pub mod delete;
pub mod export;
pub mod passkeys;
pub mod reset;
pub mod second_factor;
pub mod sessions;
pub mod sign_in;
pub mod streams;
pub mod verification;

use accounts::{SessionStore, signed_in};
use actix_web::{HttpRequest, HttpResponse, web};
use api_macros::operation;
use audit::{Act, Action, AuditStore};
use secrecy::SecretString;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::SharedApp;
use crate::http::problem::Problem;
use crate::http::sessions::Caller;

/// What the signed-in user is shown of their own account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    pub id: i32,
    pub username: String,
    pub email: String,
    /// Whether a link that was mailed to the address was opened.
    pub email_verified: bool,
    /// A new address that waits for its link to be opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pending_email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discord_user_id: Option<String>,
    /// Whether signing in wants a code.
    pub second_factor: bool,
    /// Whether a mail comes after two weeks without watching an unfinished course.
    pub reminders: bool,
    /// Whether the address of the calendar works.
    pub calendar: bool,
}

impl From<accounts::User> for User {
    fn from(user: accounts::User) -> Self {
        Self {
            id: user.id.0,
            username: user.username,
            email: user.email,
            email_verified: user.email_verified,
            pending_email: user.pending_email,
            discord_user_id: user.discord_user_id.map(|id| id.0),
            second_factor: user.second_factor,
            reminders: user.reminders,
            calendar: user.calendar,
        }
    }
}

/// The current user.
#[operation(responses((status = 200, body = User)))]
pub async fn current_user(app: SharedApp, caller: Caller) -> Result<web::Json<User>, Problem> {
    let me = app.member(&caller).await?;
    Ok(web::Json(User::from(me.user)))
}

/// With every answer that ends the session of the browser that asked. Not `"storage"`: reports that could not be sent wait there for
/// the next sign-in, and the page itself removes the answers that it keeps for use without a connection.
pub const CLEAR_CACHE: (&str, &str) = ("Clear-Site-Data", "\"cache\"");

pub fn no_secret() -> SecretString {
    SecretString::from(String::new())
}

/// Sign out; the session ends on the server too.
#[operation(responses((status = 204)))]
pub async fn logout(app: SharedApp, caller: Caller, request: HttpRequest) -> Result<HttpResponse, Problem> {
    if let Some(token) = caller.token() {
        let from = app.address_of(&request);
        app.write(move |store, now| {
            if let Some(me) = signed_in(store, &token, now)? {
                store.append_act(&Act::by_member(Action::SessionEnded, me.user.id, from), now)?;
            }
            Ok(store.delete_session(&token)?)
        })
        .await?;
    }
    caller.forget();
    Ok(HttpResponse::NoContent().insert_header(CLEAR_CACHE).finish())
}

pub fn username_taken() -> Problem {
    Problem::conflict("username_taken", "Username is already taken")
}

pub fn email_taken() -> Problem {
    Problem::conflict("email_taken", "Email is already registered")
}
