//! Accounts over HTTP: the devices that are signed in.

use accounts::{SessionId, SessionStore};
use actix_web::{HttpResponse, web};
use api_macros::operation;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::problem::Problem;
use crate::http::sessions::Caller;
use crate::site::SharedSite;

/// A signed-in device.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeviceSession {
    id: i32,
    /// Whether it is the one that asks.
    current: bool,
    /// By browser and system, such as "Chrome on Linux".
    name: String,
    created_at: DateTime<Utc>,
    /// To the hour.
    last_seen_at: DateTime<Utc>,
}

/// The devices that are signed in, the latest used first.
#[operation(responses((status = 200, body = [DeviceSession])))]
pub async fn sessions(site: SharedSite, caller: Caller) -> Result<web::Json<Vec<DeviceSession>>, Problem> {
    let list = site
        .read_as_member(&caller, |store, me, now| {
            let live = store
                .sessions(me.user.id)?
                .into_iter()
                .filter(|session| session.is_live(now));
            Ok(live
                .map(|session| DeviceSession {
                    id: session.id.0,
                    current: session.id == me.session,
                    name: session.device.name(),
                    created_at: session.created_at,
                    last_seen_at: session.last_seen_at,
                })
                .collect())
        })
        .await?;
    Ok(web::Json(list))
}

/// Sign out everywhere, here too.
#[operation(responses((status = 204)))]
pub async fn end_all_sessions(site: SharedSite, caller: Caller) -> Result<HttpResponse, Problem> {
    site.write_as_member(&caller, |store, me, _| {
        Ok(store.delete_sessions(me.user.id, None)?)
    })
    .await?;
    caller.forget();
    Ok(HttpResponse::NoContent().finish())
}

/// Sign one device out.
#[operation(responses((status = 204)))]
pub async fn end_session(
    site: SharedSite,
    caller: Caller,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let id = id.parse::<i32>();
    let was_here = site
        .write_as_member(&caller, move |store, me, _| {
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
