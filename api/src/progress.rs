//! Progress over HTTP: reports in, positions and the recent list out.

mod report_body;

use ::courses::{AccessStore, VideoId, access_now};
use ::progress::{ProgressStore, RECENT_ITEMS, RecordError, VideoProgress, record_progress};
use actix_web::web;
use api_macros::operation;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

pub use report_body::ProgressBody;

use crate::accounts::streams::too_many_streams;
use crate::app::SharedApp;
use crate::courses::{course_id, path_number, seen_course};
use crate::http::body::Body;
use crate::http::problem::{Problem, ProblemBody};
use crate::http::sessions::Caller;

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
#[operation(request_body = ProgressBody, responses(
    (status = 200, body = Progress),
    (status = 403, description = "No access to the course now, or the account watches on as many devices as it may", body = ProblemBody),
))]
pub async fn put(
    app: SharedApp,
    caller: Caller,
    id: web::Path<String>,
    Body(body): Body<ProgressBody>,
) -> Result<web::Json<Progress>, Problem> {
    let video = path_number(&id).map(VideoId);
    let limit = app.settings.streams_per_account;
    let token = caller.token().ok_or_else(Problem::unauthenticated)?;
    let wanted = video.ok_or_else(no_such_video);
    let (video, report) = match wanted.and_then(|video| Ok((video, body.parse()?))) {
        Ok(wanted) => wanted,
        Err(problem) => {
            // What is wrong with a report is for members alone.
            app.member(&caller).await?;
            return Err(problem);
        }
    };
    let progress = app
        .write(move |store, now| Ok(record_progress(store, &token, limit, video, &report, now)?))
        .await?;
    caller.mark_signed_in();
    Ok(web::Json(progress.into()))
}

impl From<RecordError> for Problem {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::NoSuchVideo(user) => no_such_video().of_user(user),
            RecordError::NoAccess(user) => Self::no_access().of_user(user),
            RecordError::TooManyStreams(user, devices) => too_many_streams(&devices).of_user(user),
            RecordError::NotSignedIn => Self::unauthenticated(),
            RecordError::Store(error) => error.into(),
        }
    }
}

pub fn no_such_video() -> Problem {
    Problem::not_found("There is no such video")
}

/// The caller's positions in a course.
#[operation(responses((status = 200, body = [Progress])))]
pub async fn in_course(
    app: SharedApp,
    caller: Caller,
    id: web::Path<String>,
) -> Result<web::Json<Vec<Progress>>, Problem> {
    let id = course_id(&id);
    let positions = app
        .read_as_member(&caller, move |store, me, now| {
            let id = id?;
            let access = access_now(store.grant_of(me.user.id, id)?.as_ref(), now);
            seen_course(store, id, access)?;
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
pub async fn recent(app: SharedApp, caller: Caller) -> Result<web::Json<Vec<RecentProgress>>, Problem> {
    let items = app
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
