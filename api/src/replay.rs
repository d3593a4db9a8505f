//! Replays over HTTP: a member's runs are begun, stepped, ended and read.

mod act_body;
mod names;
pub mod shapes;

use std::collections::{HashMap, hash_map::Entry};

use ::courses::lesson::{open::open_lesson, replay::store::ReplayContentStore};
use ::replay::ClosedBy;
use accounts::{SessionTokenHash, SignedIn};
use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use api_macros::operation;
use chrono::{DateTime, Utc};
use persistence::Store;
use replay_runs::{
    Lock, OpenRun, OpenedRun, PlayError, Played, RUNS_AT_ONCE, RunError, RunId, begin_run, end_run, find_run,
    open_runs, step_run,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::SharedApp;
use crate::courses::{open_lesson::lesson_id, path_number};
use crate::http::body::Body;
use crate::http::problem::{Problem, ProblemBody, TooManyAttempts};
use crate::http::sessions::Caller;
use crate::http::tagged_body::TaggedBody;
use crate::pools::costly_calls::json_in_turn;
use crate::replay::act_body::{EndBody, StepsBody};
use crate::replay::shapes::{ReplayRun, ReplayRunSummary, Shown};

/// Begin a run of a lesson's replay; the open one is answered instead.
#[operation(responses(
    (status = 201, body = ReplayRun),
    (status = 200, description = "A run of this lesson is open", body = ReplayRun),
    TooManyAttempts,
))]
pub async fn begin(app: SharedApp, caller: Caller, path: web::Path<String>) -> Result<HttpResponse, Problem> {
    let lesson = lesson_id(&path);
    let token = caller.token().ok_or_else(Problem::unauthenticated)?;
    let ((is_new, run), turn) = app
        .write_in_turn(&caller, move |store, me, now| {
            let lesson = open_lesson(store, Some(&token), lesson, now)?.video.id;
            let begun = begin_run(store, me.user.id, lesson, now)?;
            Ok((begun.is_new, since(&begun.run, None)?))
        })
        .await?;
    let status = if is_new {
        StatusCode::CREATED
    } else {
        StatusCode::OK
    };
    json_in_turn(status, &run, turn)
}

#[derive(Deserialize)]
struct FromQuery {
    from: Option<usize>,
}

/// A run, with all that was seen of it, or from a place on.
#[operation(
    params(("from" = Option<usize>, Query, description = "Bars from the last shown bar that was known at this number of sub-bars on")),
    responses((status = 200, body = ReplayRun), (status = 400, description = "fields.from", body = ProblemBody), TooManyAttempts),
)]
pub async fn run(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let id = path_number(&path).map(RunId);
    let token = caller.token().ok_or_else(Problem::unauthenticated)?;
    let asked = web::Query::<FromQuery>::from_query(request.query_string());
    let (run, turn) = app
        .read_in_turn(&caller, move |store, me, now| {
            let opened = own_run(store, me, &token, id, Lock::ForReading, now)?;
            let asked = asked
                .map_err(|_| Problem::field("from", "from must be the number of sub-bars that were seen"))?;
            since(&opened, asked.from)
        })
        .await?;
    json_in_turn(StatusCode::OK, &run, turn)
}

/// Act, and move time forward.
#[operation(request_body = StepsBody, responses(
    (status = 200, body = ReplayRun),
    (status = 409, description = "run_moved, run_ended", body = ProblemBody),
    TooManyAttempts,
))]
pub async fn steps(
    app: SharedApp,
    caller: Caller,
    path: web::Path<String>,
    Body(body): Body<StepsBody>,
) -> Result<HttpResponse, Problem> {
    let id = path_number(&path).map(RunId);
    let token = caller.token().ok_or_else(Problem::unauthenticated)?;
    let (run, turn) = app
        .write_in_turn(&caller, move |store, me, now| {
            let opened = own_run(store, me, &token, id, Lock::ForChange, now)?;
            let steps = body.parse(opened.definition.instrument.tick)?;
            let played = step_run(store, &opened, &steps, now)?;
            Ok(after_call(&opened, &played, steps.at))
        })
        .await?;
    json_in_turn(StatusCode::OK, &run, turn)
}

/// End a run at the last seen close.
#[operation(request_body = EndBody, responses(
    (status = 200, body = ReplayRun),
    (status = 409, description = "run_moved, run_ended", body = ProblemBody),
    TooManyAttempts,
))]
pub async fn end(
    app: SharedApp,
    caller: Caller,
    path: web::Path<String>,
    Body(body): Body<EndBody>,
) -> Result<HttpResponse, Problem> {
    let id = path_number(&path).map(RunId);
    let token = caller.token().ok_or_else(Problem::unauthenticated)?;
    let (run, turn) = app
        .write_in_turn(&caller, move |store, me, now| {
            let opened = own_run(store, me, &token, id, Lock::ForChange, now)?;
            let at = body.parse()?;
            let played = end_run(store, &opened, at, now)?;
            Ok(after_call(&opened, &played, at))
        })
        .await?;
    json_in_turn(StatusCode::OK, &run, turn)
}

#[derive(Deserialize)]
struct BeforeQuery {
    before: Option<i32>,
}

/// The caller's runs of a lesson, newest first, at most 20.
#[operation(
    params(("before" = Option<i32>, Query, description = "Only runs that began before this one, by its id")),
    responses((status = 200, body = [ReplayRunSummary]), (status = 400, description = "fields.before", body = ProblemBody), TooManyAttempts),
)]
pub async fn runs(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<String>,
) -> Result<web::Json<Vec<ReplayRunSummary>>, Problem> {
    let lesson = lesson_id(&path);
    let token = caller.token().ok_or_else(Problem::unauthenticated)?;
    let asked = web::Query::<BeforeQuery>::from_query(request.query_string());
    let (runs, _) = app
        .read_in_turn(&caller, move |store, me, now| {
            let lesson = open_lesson(store, Some(&token), lesson, now)?.video.id;
            let asked = asked.map_err(|_| Problem::field("before", "before must be the id of a run"))?;
            if store.current_replay(lesson)?.is_none() {
                return Err(RunError::NoReplay.into());
            }
            let (mut plans, mut shown) = (HashMap::new(), Vec::new());
            for run in store.runs_in(me.user.id, lesson, asked.before.map(RunId))? {
                let definition = match plans.entry(run.definition) {
                    Entry::Occupied(known) => known.into_mut(),
                    Entry::Vacant(new) => new.insert(store.replay_definition(run.definition)?),
                };
                shown.push(ReplayRunSummary::of(&run, definition.as_ref()));
            }
            Ok(shown)
        })
        .await?;
    Ok(web::Json(runs))
}

/// A run that the caller can go on with.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenReplayRun {
    run: i32,
    video_id: i32,
    course_id: i32,
    lesson_title: String,
    /// The number of the rules' day in which it stands, from 1.
    day: u32,
    /// The rule `days`.
    days: Option<u32>,
    started_at: DateTime<Utc>,
}

impl From<OpenRun> for OpenReplayRun {
    fn from(run: OpenRun) -> Self {
        Self {
            run: run.id.0,
            video_id: run.lesson.0,
            course_id: run.course.0,
            lesson_title: run.lesson_title,
            day: run.day,
            days: run.days,
            started_at: run.started_at,
        }
    }
}

/// The caller's runs that have not ended, of courses with access now, newest first, at most 20.
#[operation(operation_id = "open_replay_runs", responses((status = 200, body = [OpenReplayRun])))]
pub async fn open(app: SharedApp, caller: Caller, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let runs = app
        .read_as_member(&caller, move |store, me, now| {
            let runs = open_runs(store, me.user.id, now)?.into_iter().take(RUNS_AT_ONCE);
            TaggedBody::of(&runs.map(OpenReplayRun::from).collect::<Vec<_>>())
        })
        .await?;
    Ok(runs.respond(&request))
}

/// The caller's run, of a lesson that the caller may open now.
fn own_run(
    store: &mut Store<'_>,
    me: &SignedIn,
    token: &SessionTokenHash,
    id: Option<RunId>,
    lock: Lock,
    now: DateTime<Utc>,
) -> Result<OpenedRun, Problem> {
    let opened = find_run(store, me.user.id, id, lock)?;
    open_lesson(store, Some(token), Some(opened.lesson()), now)?;
    Ok(opened)
}

/// A run as it stands, with its bars from a place on; all of them without one.
fn since(opened: &OpenedRun, from: Option<usize>) -> Result<ReplayRun, Problem> {
    let run = opened.played()?;
    let shown = Shown {
        stored: &opened.stored,
        run: &run,
        from,
        first_event: run.events().len(),
        ended_at: opened.stored.ended_at,
    };
    Ok(ReplayRun::from(shown))
}

fn after_call(opened: &OpenedRun, played: &Played<'_>, at: usize) -> ReplayRun {
    ReplayRun::from(Shown {
        stored: &opened.stored,
        run: &played.run,
        from: Some(at),
        first_event: played.first_event,
        ended_at: played.ended_at,
    })
}

impl From<RunError> for Problem {
    fn from(error: RunError) -> Self {
        match error {
            RunError::NoReplay => Self::not_found("This lesson has no replay"),
            RunError::NoSuchRun => Self::not_found("There is no such run"),
            RunError::Store(error) => error.into(),
        }
    }
}

impl From<PlayError> for Problem {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Moved => {
                Self::conflict("run_moved", "The run stands elsewhere. Please look at it again.")
            }
            PlayError::Ended { closed_by } => Self::conflict("run_ended", ended(closed_by)),
            PlayError::Refused(refusal) => Self::refused_act(&refusal.to_string()),
            PlayError::Store(error) => error.into(),
        }
    }
}

fn ended(closed_by: Option<ClosedBy>) -> &'static str {
    match closed_by {
        Some(ClosedBy::Replacement) => "The run was closed as it stood, because its chart was replaced",
        Some(ClosedBy::Member) | None => "The run has ended",
    }
}
