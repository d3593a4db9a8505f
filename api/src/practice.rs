//! Practice over HTTP: answers in, results and what is due out.

mod answer_body;

use std::collections::HashMap;

use ::practice::{
    AnswerError, AnswerReport, Answered, DueExercise, DueRow, ReviewStore, answer_exercise, due_reviews,
};
use actix_web::{HttpRequest, HttpResponse, web};
use api_macros::operation;
use chrono::{DateTime, Utc};
use courses::CourseStore;
use persistence::Store;
use serde::Serialize;
use utoipa::ToSchema;

pub use answer_body::{AnswerBody, AnswerValue};

use crate::courses::catalogue_cache::{Page, Rendered, Slot, rendered_page, respond};
use crate::courses::lesson::exercises::{exercise_page, html, last_result_text};
use crate::courses::lesson::shapes::Exercise;
use crate::courses::open_lesson::lesson_id;
use crate::http::body::Body;
use crate::http::problem::Problem;
use crate::http::sessions::Caller;
use crate::site::{SharedSite, Site};

/// The result of an answer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnswerResult {
    correct: bool,
    /// The right answer.
    answer: AnswerValue,
    /// Safe HTML; null if the exercise has no explanation.
    explanation: Option<String>,
    /// When it should be asked again.
    due_at: DateTime<Utc>,
}

impl From<Answered> for AnswerResult {
    fn from(answered: Answered) -> Self {
        let exercise = &answered.exercise;
        Self {
            correct: answered.correct,
            answer: exercise.question.answer().into(),
            explanation: exercise.explanation.as_deref().map(html),
            due_at: answered.due_at,
        }
    }
}

/// Answer an exercise of a lesson.
#[operation(request_body = AnswerBody, responses((status = 200, body = AnswerResult)))]
pub async fn answer(
    site: SharedSite,
    caller: Caller,
    path: web::Path<(String, String)>,
    Body(body): Body<AnswerBody>,
) -> Result<web::Json<AnswerResult>, Problem> {
    let (lesson, exercise) = path.into_inner();
    let (lesson, exercise) = (lesson_id(&lesson), exercise.parse().ok());
    let token = caller.token().ok_or_else(Problem::unauthenticated)?;
    let answered = site
        .write_as_member(&caller, move |store, me, now| {
            let (given, answered_at) = body.parse()?;
            let report = AnswerReport {
                lesson,
                exercise,
                given,
                answered_at,
            };
            Ok(answer_exercise(store, me, &token, &report, now)?)
        })
        .await?;
    Ok(web::Json(answered.into()))
}

impl From<AnswerError> for Problem {
    fn from(error: AnswerError) -> Self {
        match error {
            AnswerError::Lesson(error) => error.into(),
            AnswerError::NoSuchExercise => no_such_exercise(),
            AnswerError::Unfit(unfit) => unfit.into(),
            AnswerError::Store(error) => error.into(),
        }
    }
}

fn no_such_exercise() -> Problem {
    Problem::not_found("This lesson has no such exercise")
}

/// An exercise that should be asked again.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    video_id: i32,
    course_id: i32,
    lesson_title: String,
    // Filled in from memory.
    #[schema(value_type = Exercise)]
    exercise: Option<Exercise>,
    due_at: DateTime<Utc>,
}

const EXERCISE: Slot = Slot {
    rendered: "\"exercise\":null",
    blank: "\"exercise\":null",
};

/// The exercises that are due now, the longest overdue first: at most 20 a day.
#[operation(responses((status = 200, body = [Review])))]
pub async fn reviews(
    site: SharedSite,
    caller: Caller,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let shared = site.clone();
    let rendered = site
        .read_as_member(&caller, move |store, me, now| {
            // Before what is due: no exercise is kept under a version newer than itself.
            let version = store.catalogue_version()?;
            let due = due_reviews(store, me.user.id, now)?;
            let (mut exercises, mut keys) = (HashMap::new(), Vec::new());
            let mut reviews = Vec::new();
            for one in due {
                let key = format!("{:?}", one.row);
                match exercise_of(&shared, version, store, &one) {
                    Ok(rendered) => exercises.insert(key.clone(), rendered),
                    Err(Missed::Removed) => continue,
                    Err(Missed::Problem(problem)) => return Err(problem),
                };
                keys.push(key);
                reviews.push(Review::from(one));
            }
            Ok(Rendered::with_slots(&reviews, &EXERCISE, keys)?.composed("\"exercise\":", &exercises))
        })
        .await?;
    Ok(respond(&request, rendered))
}

/// Why an exercise that is due is not shown.
enum Missed {
    /// An import has just taken it away.
    Removed,
    Problem(Problem),
}

impl<E: Into<Problem>> From<E> for Missed {
    fn from(error: E) -> Self {
        Self::Problem(error.into())
    }
}

/// An exercise as JSON with the caller's last result.
fn exercise_of(
    site: &Site,
    version: i64,
    store: &mut Store<'_>,
    due: &DueExercise,
) -> Result<Rendered, Missed> {
    let rendered = match due.row {
        DueRow::Lesson(row) => {
            rendered_page(&site.catalogue, version, store, Page::Exercise(row), |store| {
                render(store, due.row)
            })?
        }
        // The member's own; no other is shown it.
        DueRow::ReplayRun(_) => render(store, due.row)?,
    };
    let slots = match due.last {
        Some(last) => HashMap::from([(due.exercise.to_string(), last_result_text(last)?)]),
        None => HashMap::new(),
    };
    Ok(rendered.filled(&slots))
}

fn render(store: &mut Store<'_>, row: DueRow) -> Result<Rendered, Missed> {
    let found = store.exercise_of_row(row)?;
    let (exercise, chart) = found.ok_or(Missed::Removed)?;
    Ok(exercise_page(&exercise, chart.as_ref())?)
}

impl From<DueExercise> for Review {
    fn from(due: DueExercise) -> Self {
        Self {
            video_id: due.lesson.0,
            course_id: due.course.0,
            lesson_title: due.lesson_title,
            exercise: None,
            due_at: due.due_at,
        }
    }
}
