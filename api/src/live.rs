//! Live sessions over HTTP: what members with access see, join, and read in their calendars.

pub mod calendar;
mod calendar_file;
pub mod shapes;

use ::live::{JoinError, LiveId, MemberLive, Place, join_live, live_of_member, one_live};
use actix_web::{HttpRequest, HttpResponse, web};
use api_macros::operation;
use outbound::DiscordSettings;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::SharedApp;
use crate::courses::path_number;
use crate::http::problem::{Problem, ProblemBody};
use crate::http::sessions::Caller;
use crate::http::tagged_body::TaggedBody;
use crate::live::shapes::Live;

/// A session by its number in a path.
pub fn live_id(path: &str) -> Result<LiveId, Problem> {
    path_number(path).map(LiveId).ok_or_else(no_such_live)
}

pub fn no_such_live() -> Problem {
    Problem::not_found("There is no such live session")
}

/// The sessions of courses with access now, soonest first: those that end in the future and those of the last 90 days.
#[operation(operation_id = "live_sessions", responses((status = 200, body = [Live])))]
pub async fn list(app: SharedApp, caller: Caller, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let sessions = app
        .read_as_member(&caller, move |store, me, now| {
            let sessions = live_of_member(store, me.user.id, now)?;
            TaggedBody::of(
                &sessions
                    .iter()
                    .map(|live| Live::of(live, now))
                    .collect::<Vec<_>>(),
            )
        })
        .await?;
    Ok(sessions.respond(&request))
}

/// A session of a course with access now.
#[operation(operation_id = "live_session", responses((status = 200, body = Live)))]
pub async fn one(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let id = live_id(&path);
    let session = app
        .read_as_member(&caller, move |store, me, now| {
            let (session, has_access) = one_live(store, me.user.id, id?, now)?.ok_or_else(no_such_live)?;
            if !has_access {
                return Err(Problem::no_access());
            }
            let joined = store.has_joined(session.id, me.user.id)?;
            TaggedBody::of(&Live::of(&MemberLive { session, joined }, now))
        })
        .await?;
    Ok(session.respond(&request))
}

/// Where a session is held.
#[derive(Serialize, ToSchema)]
pub struct JoinedLive {
    url: String,
}

/// Learn where an open session is held. The first call notes the time.
#[operation(operation_id = "join_live_session", responses(
    (status = 200, body = JoinedLive),
    (status = 409, description = "live_not_open, live_over, live_cancelled", body = ProblemBody),
))]
pub async fn join(
    app: SharedApp,
    caller: Caller,
    path: web::Path<String>,
) -> Result<web::Json<JoinedLive>, Problem> {
    let id = live_id(&path);
    let place = app
        .write_as_member(&caller, move |store, me, now| {
            Ok(join_live(store, me.user.id, id?, now)?)
        })
        .await?;
    let url = address(&place, app.settings.discord.as_ref())?;
    Ok(web::Json(JoinedLive { url }))
}

/// The address that opens a place.
fn address(place: &Place, discord: Option<&DiscordSettings>) -> Result<String, Problem> {
    match (place, discord) {
        (Place::Address(address), _) => Ok(address.as_str().to_owned()),
        (Place::Channel(channel), Some(discord)) => Ok(format!(
            "https://discord.com/channels/{}/{}",
            discord.guild_id,
            channel.as_str()
        )),
        (Place::Channel(_), None) => Err(crate::discord::unavailable()),
    }
}

impl From<JoinError> for Problem {
    fn from(error: JoinError) -> Self {
        match error {
            JoinError::NoSuchLive => no_such_live(),
            JoinError::NoAccess => Self::no_access(),
            JoinError::Cancelled => cancelled(),
            JoinError::Over => over(),
            JoinError::NotOpen { .. } => {
                Self::conflict("live_not_open", "You can join from 15 minutes before the start")
            }
            JoinError::Store(error) => error.into(),
        }
    }
}

pub fn cancelled() -> Problem {
    Problem::conflict("live_cancelled", "This live session is cancelled")
}

pub fn over() -> Problem {
    Problem::conflict("live_over", "This live session is over")
}
