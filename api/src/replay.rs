//! Replays over HTTP: a member's runs are begun, stepped, ended and read.

mod act_body;
mod names;
pub mod shapes;

use std::collections::{HashMap, hash_map::Entry};

use ::courses::lesson::{open::open_lesson, replay::store::ReplayContentStore};
use ::replay::ClosedBy;
use accounts::{SessionTokenHash, SignedIn};
use actix_web::{HttpResponse, web};
use api_macros::operation;
use chrono::{DateTime, Utc};
use persistence::Store;
use replay_runs::{
    Lock, OpenedRun, PlayError, Played, RunError, RunId, RunStore, begin_run, end_run, find_run, step_run,
};

use crate::courses::{open_lesson::lesson_id, path_number};
use crate::http::body::Body;
use crate::http::problem::{Problem, ProblemBody};
use crate::http::sessions::Caller;
use crate::replay::act_body::{EndBody, StepsBody};
use crate::replay::shapes::{ReplayRun, ReplayRunSummary, Shown};
use crate::site::SharedSite;

/// Begin a run of a lesson's replay; the open one is answered instead.
#[operation(responses(
    (status = 201, body = ReplayRun),
    (status = 200, description = "A run of this lesson is open", body = ReplayRun)
))]
pub async fn begin(
    site: SharedSite,
    caller: Caller,
    path: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let lesson = lesson_id(&path);
    let token = caller.token().ok_or_else(Problem::unauthenticated)?;
    let (is_new, run) = site
        .write_as_member(&caller, move |store, me, now| {
            let lesson = open_lesson(store, Some(&token), lesson, now)?.video.id;
            let begun = begin_run(store, me.user.id, lesson, now)?;
            Ok((begun.is_new, whole(&begun.run)?))
        })
        .await?;
    let mut answer = if is_new {
        HttpResponse::Created()
    } else {
        HttpResponse::Ok()
    };
    Ok(answer.json(run))
}

/// A run, with all that was seen of it.
#[operation(responses((status = 200, body = ReplayRun)))]
pub async fn run(
    site: SharedSite,
    caller: Caller,
    path: web::Path<String>,
) -> Result<web::Json<ReplayRun>, Problem> {
    let id = path_number(&path).map(RunId);
    let token = caller.token().ok_or_else(Problem::unauthenticated)?;
    let run = site
        .read_as_member(&caller, move |store, me, now| {
            let opened = own_run(store, me, &token, id, Lock::ForReading, now)?;
            whole(&opened)
        })
        .await?;
    Ok(web::Json(run))
}

/// Act, and move time forward.
#[operation(request_body = StepsBody, responses(
    (status = 200, body = ReplayRun),
    (status = 409, description = "run_moved, run_ended", body = ProblemBody)
))]
pub async fn steps(
    site: SharedSite,
    caller: Caller,
    path: web::Path<String>,
    Body(body): Body<StepsBody>,
) -> Result<web::Json<ReplayRun>, Problem> {
    let id = path_number(&path).map(RunId);
    let token = caller.token().ok_or_else(Problem::unauthenticated)?;
    let run = site
        .write_as_member(&caller, move |store, me, now| {
            let opened = own_run(store, me, &token, id, Lock::ForChange, now)?;
            let steps = body.parse(opened.definition.instrument.tick)?;
            let played = step_run(store, &opened, &steps, now)?;
            Ok(after_call(&opened, &played, steps.at))
        })
        .await?;
    Ok(web::Json(run))
}

/// End a run at the last seen close.
#[operation(request_body = EndBody, responses(
    (status = 200, body = ReplayRun),
    (status = 409, description = "run_moved, run_ended", body = ProblemBody)
))]
pub async fn end(
    site: SharedSite,
    caller: Caller,
    path: web::Path<String>,
    Body(body): Body<EndBody>,
) -> Result<web::Json<ReplayRun>, Problem> {
    let id = path_number(&path).map(RunId);
    let token = caller.token().ok_or_else(Problem::unauthenticated)?;
    let run = site
        .write_as_member(&caller, move |store, me, now| {
            let opened = own_run(store, me, &token, id, Lock::ForChange, now)?;
            let at = body.parse()?;
            let played = end_run(store, &opened, at, now)?;
            Ok(after_call(&opened, &played, at))
        })
        .await?;
    Ok(web::Json(run))
}

/// The caller's runs of a lesson, newest first.
#[operation(responses((status = 200, body = [ReplayRunSummary])))]
pub async fn runs(
    site: SharedSite,
    caller: Caller,
    path: web::Path<String>,
) -> Result<web::Json<Vec<ReplayRunSummary>>, Problem> {
    let lesson = lesson_id(&path);
    let token = caller.token().ok_or_else(Problem::unauthenticated)?;
    let runs = site
        .read_as_member(&caller, move |store, me, now| {
            let lesson = open_lesson(store, Some(&token), lesson, now)?.video.id;
            if store.current_replay(lesson)?.is_none() {
                return Err(RunError::NoReplay.into());
            }
            let (mut plans, mut shown) = (HashMap::new(), Vec::new());
            for run in store.runs_in(me.user.id, lesson)? {
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

fn whole(opened: &OpenedRun) -> Result<ReplayRun, Problem> {
    let run = opened.played()?;
    let shown = Shown {
        stored: &opened.stored,
        run: &run,
        from: None,
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
