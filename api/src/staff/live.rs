//! Staff over HTTP: live sessions are planned, changed and cancelled, each as by a command.

mod details;

use ::courses::{CourseId, CourseStore as _};
use ::live::{
    CancelError, ChannelId, EditError, JoinAddress, LiveEdit, LiveId, LiveStore as _, LiveText, LiveTitle,
    Minutes, NewLive, Place, PlanError, SEEN_AFTER, WallTime, Weekly, WhichLive, Zone, cancel_live,
    edit_live, plan_live,
};
use actix_web::{HttpResponse, web};
use api_macros::operation;
use audit::Reason;
use chrono::{DateTime, Utc};
use persistence::Store;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::SharedApp;
use crate::audit::ReasonBody;
use crate::http::body::Body;
use crate::http::problem::{Fields, Problem, ProblemBody};
use crate::live::{cancelled, live_id, no_such_live, over};
use crate::staff::live::details::{StaffLive, StaffLiveDetails, details};
use crate::staff::{
    actions::{draft, no_course},
    caller::{StaffCaller, acting},
};

/// The most sessions of the list.
const LISTED: i64 = 1_000;

/// The sessions that end in the future and those of the last 90 days, soonest first.
#[operation(operation_id = "staff_live", responses((status = 200, body = [StaffLive])))]
pub async fn list(app: SharedApp, caller: StaffCaller) -> Result<web::Json<Vec<StaffLive>>, Problem> {
    let listed = app
        .read_as_staff(&caller, move |store, _, now| {
            let which = WhichLive::EndingAfter(now - SEEN_AFTER);
            let listed = store.live_for_staff(which, None, now, LISTED)?;
            Ok(listed.into_iter().map(|live| StaffLive::of(live, now)).collect())
        })
        .await?;
    Ok(web::Json(listed))
}

/// One session, with where it is held, who joined and who was mailed.
#[operation(operation_id = "staff_live_session", responses((status = 200, body = StaffLiveDetails)))]
pub async fn one(
    app: SharedApp,
    caller: StaffCaller,
    path: web::Path<String>,
) -> Result<web::Json<StaffLiveDetails>, Problem> {
    let id = live_id(&path);
    let details = app
        .read_as_staff(&caller, move |store, _, now| {
            let session = store.live(id?)?.ok_or_else(no_such_live)?;
            details(store, session, now)
        })
        .await?;
    Ok(web::Json(details))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StaffLiveBody {
    course_id: i32,
    /// One line.
    #[serde(default)]
    #[schema(required)]
    title: String,
    /// Markdown.
    text: Option<String>,
    /// Wall time in the zone, such as `2026-12-01T20:00`.
    #[serde(default)]
    #[schema(required)]
    start: String,
    /// Of IANA.
    #[serde(default)]
    #[schema(required)]
    zone: String,
    /// 5 to 720.
    minutes: i64,
    /// An https address.
    join: Option<String>,
    /// A Discord voice or stage channel, in place of `join`.
    channel: Option<String>,
    /// So many sessions at the same wall time, 2 to 26.
    weekly: Option<i64>,
}

/// The numbers of the new sessions, in their order.
#[derive(Serialize, ToSchema)]
pub struct PlannedLive {
    ids: Vec<i32>,
}

/// What is given of a place; `None` where nothing is.
fn read_place(
    fields: &mut Fields,
    (join, channel): (Option<&str>, Option<&str>),
    has_discord: bool,
) -> Option<Place> {
    match (join, channel) {
        (Some(_), Some(_)) => {
            fields.wrong("channel", "Give an address or a channel, not both");
            None
        }
        (Some(join), None) => {
            let address = JoinAddress::parse(join).map_err(|error| format!("The address {error}"));
            fields.take("join", address).map(Place::Address)
        }
        (None, Some(_)) if !has_discord => {
            fields.wrong("channel", "Discord is not configured");
            None
        }
        (None, Some(channel)) => {
            let channel = ChannelId::parse(channel).ok_or("A channel is a number of 17 to 20 digits");
            fields.take("channel", channel).map(Place::Channel)
        }
        (None, None) => None,
    }
}

fn read_zone(text: &str) -> Result<Zone, String> {
    Zone::parse(text).map_err(|error| format!("{text:?} {error}"))
}

/// Plan a session, or a weekly series.
#[operation(request_body = StaffLiveBody, operation_id = "staff_plan_live", responses((status = 201, body = PlannedLive)))]
pub async fn plan(
    app: SharedApp,
    caller: StaffCaller,
    Body(body): Body<StaffLiveBody>,
) -> Result<HttpResponse, Problem> {
    let mut fields = Fields::default();
    let title = fields.take("title", LiveTitle::parse(&body.title));
    let text = fields.take("text", LiveText::parse(body.text.as_deref().unwrap_or_default()));
    let start = fields.take("start", WallTime::parse(&body.start));
    let zone = fields.take("zone", read_zone(&body.zone));
    let minutes = fields.take("minutes", Minutes::new(body.minutes));
    let weekly = fields.take("weekly", body.weekly.map(Weekly::new).transpose());
    let given = (body.join.as_deref(), body.channel.as_deref());
    if given == (None, None) {
        fields.wrong("join", "Give an https address or a Discord channel");
    }
    let place = read_place(&mut fields, given, app.discord.is_some());
    let (Some(title), Some(text), Some(start), Some(zone), Some(minutes), Some(weekly), Some(place)) =
        (title, text, start, zone, minutes, weekly, place)
    else {
        return Err(fields.problem());
    };
    let new = NewLive {
        title,
        text,
        start,
        zone,
        minutes,
        place,
        weekly,
    };
    let course = CourseId(body.course_id);
    let ids = app
        .write_as_staff(&caller, move |store, me, now| {
            let course = store.course(course)?.ok_or_else(no_course)?;
            plan_live(store, &course, &new, &acting(me, None), now).map_err(|error| match error {
                PlanError::Draft(_) => draft(),
                PlanError::Skipped(skipped) => Problem::field("start", &skipped.to_string()),
                PlanError::Past => past(),
                PlanError::Store(error) => error.into(),
            })
        })
        .await?;
    let ids = ids.into_iter().map(|id| id.0).collect();
    Ok(HttpResponse::Created().json(PlannedLive { ids }))
}

fn past() -> Problem {
    Problem::field("start", "The start is in the past")
}

/// What is absent stays; an empty text takes the text away.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StaffLiveEdit {
    title: Option<String>,
    text: Option<String>,
    start: Option<String>,
    /// Alone it keeps the wall time.
    zone: Option<String>,
    minutes: Option<i64>,
    /// Takes the channel away.
    join: Option<String>,
    /// Takes the address away.
    channel: Option<String>,
}

impl StaffLiveEdit {
    fn parse(&self, has_discord: bool) -> Result<LiveEdit, Problem> {
        let mut fields = Fields::default();
        let title = fields.take("title", self.title.as_deref().map(LiveTitle::parse).transpose());
        let text = fields.take("text", self.text.as_deref().map(LiveText::parse).transpose());
        let start = fields.take("start", self.start.as_deref().map(WallTime::parse).transpose());
        let zone = fields.take("zone", self.zone.as_deref().map(read_zone).transpose());
        let minutes = fields.take("minutes", self.minutes.map(Minutes::new).transpose());
        let given = (self.join.as_deref(), self.channel.as_deref());
        let place = read_place(&mut fields, given, has_discord);
        let is_place_read = given == (None, None) || place.is_some();
        match (title, text, start, zone, minutes, is_place_read) {
            (Some(title), Some(text), Some(start), Some(zone), Some(minutes), true) => Ok(LiveEdit {
                title,
                text,
                start,
                zone,
                minutes,
                place,
            }),
            _ => Err(fields.problem()),
        }
    }
}

/// Change one session; members are mailed where its times change.
#[operation(request_body = StaffLiveEdit, operation_id = "staff_edit_live", responses(
    (status = 200, body = StaffLive),
    (status = 409, description = "live_over, live_cancelled", body = ProblemBody),
))]
pub async fn edit(
    app: SharedApp,
    caller: StaffCaller,
    path: web::Path<String>,
    Body(body): Body<StaffLiveEdit>,
) -> Result<web::Json<StaffLive>, Problem> {
    let id = live_id(&path)?;
    let edit = body.parse(app.discord.is_some())?;
    let origin = app.settings.public_url.origin().to_owned();
    let row = app
        .write_as_staff(&caller, move |store, me, now| {
            edit_live(store, id, &edit, &origin, &acting(me, None), now).map_err(|error| match error {
                EditError::NoSuchLive => no_such_live(),
                EditError::Cancelled => cancelled(),
                EditError::Over => over(),
                EditError::Skipped(skipped) => Problem::field("start", &skipped.to_string()),
                EditError::Past => past(),
                EditError::EndsInPast => Problem::field("minutes", "The session would be over already"),
                EditError::Store(error) => error.into(),
            })?;
            row(store, id, now)
        })
        .await?;
    Ok(web::Json(row))
}

fn row(store: &mut Store<'_>, id: LiveId, now: DateTime<Utc>) -> Result<StaffLive, Problem> {
    let session = store.live(id)?.ok_or_else(no_such_live)?;
    Ok(details(store, session, now)?.live)
}

/// Cancel one session; members are mailed the reason.
#[operation(request_body = ReasonBody, operation_id = "staff_cancel_live", responses(
    (status = 200, body = StaffLive),
    (status = 409, description = "live_over, live_cancelled", body = ProblemBody),
))]
pub async fn cancel(
    app: SharedApp,
    caller: StaffCaller,
    path: web::Path<String>,
    Body(body): Body<ReasonBody>,
) -> Result<web::Json<StaffLive>, Problem> {
    let reason: Reason = body.parse()?;
    let id = live_id(&path)?;
    let origin = app.settings.public_url.origin().to_owned();
    let row = app
        .write_as_staff(&caller, move |store, me, now| {
            cancel_live(
                store,
                id,
                &reason,
                &origin,
                &acting(me, Some(reason.clone())),
                now,
            )
            .map_err(|error| match error {
                CancelError::NoSuchLive => no_such_live(),
                CancelError::Cancelled => cancelled(),
                CancelError::Over => over(),
                CancelError::Store(error) => error.into(),
            })?;
            row(store, id, now)
        })
        .await?;
    Ok(web::Json(row))
}
