//! Practice over HTTP: answers in, results and what is due out.

mod answer_body;

use ::practice::{AnswerError, AnswerReport, Answered, answer_exercise, due_reviews};
use actix_web::{HttpRequest, HttpResponse, web};
use api_macros::operation;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

pub use answer_body::{AnswerBody, AnswerValue};

use crate::app::SharedApp;
use crate::courses::lesson::exercises::{exercise_shape, html};
use crate::courses::lesson::shapes::{Exercise, ExerciseResult};
use crate::courses::open_lesson::lesson_id;
use crate::http::body::Body;
use crate::http::problem::Problem;
use crate::http::sessions::Caller;
use crate::http::tagged_body::TaggedBody;

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
    app: SharedApp,
    caller: Caller,
    path: web::Path<(String, String)>,
    Body(body): Body<AnswerBody>,
) -> Result<web::Json<AnswerResult>, Problem> {
    let (lesson, exercise) = path.into_inner();
    let (lesson, exercise) = (lesson_id(&lesson), exercise.parse().ok());
    let token = caller.token().ok_or_else(Problem::unauthenticated)?;
    let answered = app
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
    exercise: Exercise,
    due_at: DateTime<Utc>,
}

/// The exercises that are due now, the longest overdue first: at most 20 a day.
#[operation(responses((status = 200, body = [Review])))]
pub async fn reviews(app: SharedApp, caller: Caller, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let reviews = app
        .read_as_member(&caller, move |store, me, now| {
            let mut reviews = Vec::new();
            for due in due_reviews(store, me.user.id, now)? {
                // An import may have just taken it away.
                if let Some((exercise, chart)) = store.exercise_of_row(due.row)? {
                    let mut exercise = exercise_shape(&exercise, chart.as_ref());
                    exercise.result = due.last.map(ExerciseResult::from);
                    reviews.push(Review {
                        video_id: due.lesson.0,
                        course_id: due.course.0,
                        lesson_title: due.lesson_title,
                        exercise,
                        due_at: due.due_at,
                    });
                }
            }
            TaggedBody::of(&reviews)
        })
        .await?;
    Ok(reviews.respond(&request))
}
