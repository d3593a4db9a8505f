//! Discord over HTTP: the application to link with, the way back from it, unlinking, invites.

pub mod calls;
pub mod invite;
pub mod link;
pub mod problems;

use ::courses::CourseId;
use actix_web::{HttpRequest, HttpResponse, http::header, web};
use api_macros::operation;
use audit::{Act, Action, AuditStore};
use kernel::UserId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::User;
use crate::app::{App, SharedApp};
use crate::discord::calls::DiscordCalls;
use crate::discord::invite::{failed as no_invite, invite};
use crate::discord::link::{code_invalid, link_account, no_answer};
use crate::http::body::Body;
use crate::http::client_address::{client_address, limited_as};
use crate::http::limits::{Attempt, AttemptTarget, LimitedAction};
use crate::http::problem::{Problem, ProblemBody, TooManyAttempts};
use crate::http::sessions::Caller;

/// Discord's codes have thirty characters.
const LONGEST_CODE: usize = 512;

/// Calls to Discord; 503 where the owner has connected no server of it.
fn connected(app: &App) -> Result<&DiscordCalls, Problem> {
    app.discord.as_ref().ok_or_else(unavailable)
}

pub fn unavailable() -> Problem {
    Problem::unavailable(
        "discord_unavailable",
        "Discord is not available on this site",
        3600,
    )
}

/// Counts a member's call to Discord, for the member and for the client address: a code may be invalid, and every call takes time
/// that other members wait for.
async fn attempt_call(
    app: &App,
    request: &HttpRequest,
    action: LimitedAction,
    member: UserId,
) -> Result<Attempt, Problem> {
    let address = limited_as(client_address(request, &app.settings.trusted_proxies));
    let mut attempt = app.limits.attempt(action, address).await?;
    app.limits
        .aim(&mut attempt, action, &AttemptTarget::User(member))
        .await?;
    Ok(attempt)
}

/// What the browser needs to send a member to Discord.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiscordConfig {
    client_id: String,
}

/// The Discord application to link with.
#[operation(responses(
    (status = 200, body = DiscordConfig),
    (status = 503, description = "discord_unavailable", body = ProblemBody),
))]
pub async fn config(app: SharedApp) -> Result<web::Json<DiscordConfig>, Problem> {
    let client_id = connected(&app)?.client_id.clone();
    Ok(web::Json(DiscordConfig { client_id }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OauthCallbackBody {
    #[serde(default)]
    #[schema(required)]
    code: String,
}

/// Link a Discord account by the code that Discord sent the browser back with.
#[operation(request_body = OauthCallbackBody, responses(
    (status = 200, body = User),
    (status = 400, description = "discord_code_invalid", body = ProblemBody),
    (status = 409, description = "discord_account_taken", body = ProblemBody),
    TooManyAttempts,
    (status = 502, description = "discord_failed; the account may be linked all the same", body = ProblemBody),
    (status = 503, description = "discord_unavailable", body = ProblemBody),
))]
pub async fn oauth_callback(
    app: SharedApp,
    request: HttpRequest,
    caller: Caller,
    Body(body): Body<OauthCallbackBody>,
) -> Result<web::Json<User>, Problem> {
    let me = app.member(&caller).await?.user.id;
    let calls = connected(&app)?;
    let code = body.code.trim().to_owned();
    if code.is_empty() || code.len() > LONGEST_CODE {
        return Err(code_invalid());
    }
    let attempt = attempt_call(&app, &request, LimitedAction::DiscordLink, me).await?;
    let redirect = redirect_uri(&request, &app);
    let database = app.database.clone();
    let linked = Act::by_member(Action::AccountDiscordLinked, me, app.address_of(&request));
    let outcome = calls
        .ask(me, no_answer, move |client, until| {
            link_account(client, &database, (me, linked), &code, &redirect, until)
        })
        .await;
    let user = app.limits.finish(attempt, outcome).await?;
    Ok(web::Json(user.into()))
}

/// The redirect address that the browser named, which Discord compares. The cross-site check let in only our own origins.
fn redirect_uri(request: &HttpRequest, app: &App) -> String {
    let origin = request.headers().get(header::ORIGIN);
    let origin = origin
        .and_then(|origin| origin.to_str().ok())
        .filter(|origin| origin.starts_with("http"))
        .unwrap_or_else(|| app.settings.public_url.origin());
    format!("{origin}/portal/discord/callback")
}

/// End the link to a Discord account; its roles follow. Where there is no link, nothing is changed.
#[operation(responses((status = 204)))]
pub async fn unlink(app: SharedApp, caller: Caller, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let from = app.address_of(&request);
    app.write_as_member(&caller, move |store, me, now| {
        ::discord::unlink(store, me.user.id)?;
        if me.user.discord_user_id.is_some() {
            let act = Act::by_member(Action::AccountDiscordUnlinked, me.user.id, from);
            store.append_act(&act, now)?;
        }
        Ok(())
    })
    .await?;
    Ok(HttpResponse::NoContent().finish())
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InviteBody {
    course_id: i32,
}

/// A live invite.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Invite {
    invite_url: String,
    expires_at: chrono::DateTime<chrono::Utc>,
}

/// An invite to a course's channels; the same one until it is used or expires.
#[operation(request_body = InviteBody, responses(
    (status = 200, body = Invite),
    (status = 409, description = "discord_not_linked", body = ProblemBody),
    TooManyAttempts,
    (status = 502, description = "discord_failed", body = ProblemBody),
    (status = 503, description = "discord_unavailable", body = ProblemBody),
))]
pub async fn generate_invite(
    app: SharedApp,
    request: HttpRequest,
    caller: Caller,
    Body(body): Body<InviteBody>,
) -> Result<web::Json<Invite>, Problem> {
    let me = app.member(&caller).await?.user.id;
    let calls = connected(&app)?;
    let attempt = attempt_call(&app, &request, LimitedAction::DiscordInvite, me).await?;
    let database = app.database.clone();
    let outcome = calls
        .ask(me, no_invite, move |client, until| {
            invite(client, &database, me, CourseId(body.course_id), until)
        })
        .await;
    let made = app.limits.finish(attempt, outcome).await?;
    Ok(web::Json(Invite {
        invite_url: format!("https://discord.gg/{}", made.code),
        expires_at: made.expires_at,
    }))
}
