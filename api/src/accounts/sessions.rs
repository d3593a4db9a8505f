//! Accounts over HTTP: the devices that are signed in.

use accounts::{Session, SessionId, SessionStore};
use actix_web::{HttpRequest, HttpResponse, web};
use api_macros::operation;
use audit::{Act, Action, AuditStore};
use chrono::{DateTime, Utc};
use courses::CourseStore;
use kernel::StoreError;
use persistence::Store;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::CLEAR_CACHE;
use crate::app::SharedApp;
use crate::http::problem::Problem;
use crate::http::sessions::Caller;

/// A signed-in device.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeviceSession {
    id: i32,
    /// Whether this session asks.
    current: bool,
    /// By browser and system, such as "Chrome on Linux".
    name: String,
    created_at: DateTime<Utc>,
    /// To the hour.
    last_seen_at: DateTime<Utc>,
    /// Whether it watches now, and so counts among the devices that may.
    watching: bool,
    /// The lesson that it watches, or watched half a minute ago.
    #[serde(skip_serializing_if = "Option::is_none")]
    watching_lesson: Option<String>,
}

/// The devices that are signed in, the latest used first.
#[operation(responses((status = 200, body = [DeviceSession])))]
pub async fn sessions(app: SharedApp, caller: Caller) -> Result<web::Json<Vec<DeviceSession>>, Problem> {
    let list = app
        .read_as_member(&caller, |store, me, now| {
            let mut list = Vec::new();
            for session in store.sessions(me.user.id)? {
                if session.is_live(now) {
                    list.push(shown(store, session, me.session, now)?);
                }
            }
            Ok(list)
        })
        .await?;
    Ok(web::Json(list))
}

fn shown(
    store: &mut Store<'_>,
    session: Session,
    here: SessionId,
    now: DateTime<Utc>,
) -> Result<DeviceSession, StoreError> {
    let watching = session.is_watching(now);
    let lesson = match session.watching_video.filter(|_| watching) {
        Some(video) => store.video(video)?,
        None => None,
    };
    Ok(DeviceSession {
        id: session.id.0,
        current: session.id == here,
        name: session.device.name(),
        created_at: session.created_at,
        last_seen_at: session.last_seen_at,
        watching,
        watching_lesson: lesson.map(|lesson| lesson.title),
    })
}

/// Sign out everywhere, here too.
#[operation(responses((status = 204)))]
pub async fn end_all_sessions(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let from = app.address_of(&request);
    app.write_as_member(&caller, move |store, me, now| {
        let ended = store.delete_sessions(me.user.id, None)?;
        let act = Act::by_member(Action::SessionEnded, me.user.id, from).about(&format!("all {ended}"));
        store.append_act(&act, now)?;
        Ok(())
    })
    .await?;
    caller.forget();
    Ok(HttpResponse::NoContent().insert_header(CLEAR_CACHE).finish())
}

/// Sign one device out.
#[operation(responses((status = 204)))]
pub async fn end_session(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let id = id.parse::<i32>();
    let from = app.address_of(&request);
    let was_here = app
        .write_as_member(&caller, move |store, me, now| {
            let session = SessionId(id.map_err(|_| Problem::not_found("There is no such session"))?);
            if !store.delete_session_of(me.user.id, session)? {
                return Err(Problem::not_found("There is no such session"));
            }
            store.append_act(&Act::by_member(Action::SessionEnded, me.user.id, from), now)?;
            Ok(session == me.session)
        })
        .await?;
    let mut response = HttpResponse::NoContent();
    if was_here {
        caller.forget();
        response.insert_header(CLEAR_CACHE);
    }
    Ok(response.finish())
}
