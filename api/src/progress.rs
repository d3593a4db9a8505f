//! Progress over HTTP: heartbeats in, positions and the recent list out.

use ::courses::{CourseStore, VideoId};
use ::progress::{ProgressStore, RECENT_ITEMS, RecordError, Report, VideoProgress, record_progress};
use actix_web::web;
use api_macros::operation;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::courses::{course_id, no_such_course, path_number};
use crate::http::body::Body;
use crate::http::problem::Problem;
use crate::http::sessions::Caller;
use crate::site::SharedSite;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProgressBody {
    /// Where to resume: whole seconds from the start.
    #[schema(minimum = 0)]
    watched_seconds: i32,
    /// Only when the member says so by hand; heartbeats leave it out.
    completed: Option<bool>,
}

/// Where the caller stands in a video.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    video_id: i32,
    /// Where to resume, in seconds.
    watched_seconds: i32,
    completed: bool,
    last_watched: DateTime<Utc>,
}

impl From<VideoProgress> for Progress {
    fn from(progress: VideoProgress) -> Self {
        Self {
            video_id: progress.video.0,
            watched_seconds: progress.position.watched_seconds,
            completed: progress.position.completed,
            last_watched: progress.last_watched,
        }
    }
}

/// Report where the caller stands in a video.
#[operation(request_body = ProgressBody, responses((status = 200, body = Progress)))]
pub async fn put(
    site: SharedSite,
    caller: Caller,
    id: web::Path<String>,
    Body(body): Body<ProgressBody>,
) -> Result<web::Json<Progress>, Problem> {
    let video = path_number(&id).map(VideoId);
    let recorded = site
        .write_as_member(&caller, move |store, me, now| {
            let video = video.ok_or_else(no_such_video)?;
            if body.watched_seconds < 0 {
                return Err(Problem::field(
                    "watchedSeconds",
                    "The position must not be negative",
                ));
            }
            let report = Report {
                watched_seconds: body.watched_seconds,
                completed: body.completed,
            };
            record_progress(store, me.user.id, video, report, now).map_err(|error| match error {
                RecordError::NoSuchVideo => no_such_video(),
                RecordError::NoAccess => Problem::no_access(),
                RecordError::Store(error) => error.into(),
            })
        })
        .await?;
    Ok(web::Json(recorded.into()))
}

pub fn no_such_video() -> Problem {
    Problem::not_found("There is no such video")
}

/// The caller's positions in a course.
#[operation(responses((status = 200, body = [Progress])))]
pub async fn in_course(
    site: SharedSite,
    caller: Caller,
    id: web::Path<String>,
) -> Result<web::Json<Vec<Progress>>, Problem> {
    let id = course_id(&id);
    let positions = site
        .read_as_member(&caller, move |store, me, _| {
            let id = id?;
            store.course(id)?.ok_or_else(no_such_course)?;
            Ok(store.progress_in(me.user.id, id)?)
        })
        .await?;
    Ok(web::Json(positions.into_iter().map(Progress::from).collect()))
}

/// A video that the caller watched lately.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecentProgress {
    video_id: i32,
    video_title: String,
    last_watched: DateTime<Utc>,
    /// The course's number, as the specification says.
    model_id: i32,
    course_title: String,
    /// Seconds.
    watched_seconds: i32,
    /// Seconds.
    duration: i32,
    completed: bool,
}

/// What the caller watched lately, the newest first, ten at most.
#[operation(responses((status = 200, body = [RecentProgress])))]
pub async fn recent(site: SharedSite, caller: Caller) -> Result<web::Json<Vec<RecentProgress>>, Problem> {
    let items = site
        .read_as_member(&caller, |store, me, _| {
            Ok(store.recent_progress(me.user.id, RECENT_ITEMS)?)
        })
        .await?;
    let items = items.into_iter().map(|item| RecentProgress {
        video_id: item.progress.video.0,
        video_title: item.video_title,
        last_watched: item.progress.last_watched,
        model_id: item.course.0,
        course_title: item.course_title,
        watched_seconds: item.progress.position.watched_seconds,
        duration: item.duration_seconds,
        completed: item.progress.position.completed,
    });
    Ok(web::Json(items.collect()))
}
