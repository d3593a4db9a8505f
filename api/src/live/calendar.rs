//! The calendar of a member's sessions: an address with a secret, which programs read without a sign-in.

use ::live::{CalendarToken, live_of_member};
use actix_web::{
    HttpRequest, HttpResponse,
    http::{StatusCode, header::HeaderValue},
    web,
};
use api_macros::operation;
use outbound::random_bytes;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::SharedApp;
use crate::http::problem::Problem;
use crate::http::sessions::Caller;
use crate::http::tagged_body::TaggedBody;
use crate::live::calendar_file::calendar_file;

/// Where the calendar is; shown this once.
#[derive(Serialize, ToSchema)]
pub struct CalendarAddress {
    url: String,
}

/// Give the caller's calendar a new address; the older one is dead from now on.
#[operation(operation_id = "new_calendar", responses((status = 201, body = CalendarAddress)))]
pub async fn put(app: SharedApp, caller: Caller) -> Result<HttpResponse, Problem> {
    let token = CalendarToken::from_random(random_bytes()?);
    let url = token.link(app.settings.public_url.origin());
    app.write_as_member(&caller, move |store, me, _| {
        Ok(store.put_calendar(me.user.id, Some(token.hash()))?)
    })
    .await?;
    Ok(HttpResponse::build(StatusCode::CREATED).json(CalendarAddress { url }))
}

/// Turn the caller's calendar off; off already is done too.
#[operation(operation_id = "end_calendar", responses((status = 204)))]
pub async fn delete(app: SharedApp, caller: Caller) -> Result<HttpResponse, Problem> {
    app.write_as_member(&caller, move |store, me, _| {
        Ok(store.put_calendar(me.user.id, None)?)
    })
    .await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The calendar of the token's account (RFC 5545).
#[operation(operation_id = "calendar", responses(
    (status = 200, description = "The sessions of courses with access now", content_type = "text/calendar", body = String),
))]
pub async fn read(
    app: SharedApp,
    request: HttpRequest,
    path: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let token = CalendarToken::presented(&path).hash();
    let (origin, name) = (
        app.settings.public_url.origin().to_owned(),
        app.owner.values.brand.name.clone(),
    );
    let file = app
        .read(move |store, now| {
            let unknown = || Problem::not_found("There is no such calendar");
            let owner = store.calendar_owner(token)?.ok_or_else(unknown)?;
            let sessions = live_of_member(store, owner, now)?;
            Ok(calendar_file(&sessions, &name, &origin))
        })
        .await?;
    let calendar = HeaderValue::from_static("text/calendar; charset=utf-8");
    Ok(TaggedBody::with_type(file.into_bytes(), calendar).respond(&request))
}
