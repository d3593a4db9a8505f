//! Staff over HTTP: their session. The rest of the feature is in the folder beside it.

pub mod actions;
pub mod caller;
pub mod guard;
pub mod join;
pub mod keys;
pub mod live;
pub mod member;
pub mod questions;
pub mod refund;
pub mod search;
pub mod sign_in;
pub mod today;
pub mod week;

use ::staff::{StaffMember, StaffSessionStore};
use actix_web::{HttpResponse, web};
use api_macros::operation;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::CLEAR_CACHE;
use crate::app::SharedApp;
use crate::http::problem::Problem;
use crate::staff::caller::StaffCaller;

/// A signed-in name of staff.
#[derive(Serialize, ToSchema)]
pub struct StaffUser {
    name: String,
    /// `owner` or `support`.
    role: &'static str,
}

impl From<StaffMember> for StaffUser {
    fn from(member: StaffMember) -> Self {
        Self {
            name: member.name,
            role: member.role.as_str(),
        }
    }
}

/// Who of staff is signed in.
#[operation(operation_id = "staff_session", responses((status = 200, body = StaffUser)))]
pub async fn session(app: SharedApp, caller: StaffCaller) -> Result<web::Json<StaffUser>, Problem> {
    let me = app
        .read_as_staff(&caller, |_, me, _| Ok(me.member.clone()))
        .await?;
    Ok(web::Json(me.into()))
}

/// Sign out of the pages of staff; the session ends on the server too.
#[operation(operation_id = "end_staff_session", responses((status = 204)))]
pub async fn end_session(app: SharedApp, caller: StaffCaller) -> Result<HttpResponse, Problem> {
    let token = caller.token();
    app.write_as_staff(&caller, move |store, _, _| {
        token.map_or(Ok(()), |token| Ok(store.delete_staff_session(&token)?))
    })
    .await?;
    let is_https = app.settings.public_url.is_https();
    Ok(HttpResponse::NoContent()
        .cookie(caller::ended_cookie(is_https))
        .insert_header(CLEAR_CACHE)
        .finish())
}
