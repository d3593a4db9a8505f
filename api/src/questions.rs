//! Questions beside a lesson over HTTP: read, asked and deleted by members with access to its course.

use ::courses::{VideoId, lesson::markdown::to_html};
use ::questions::{
    Announced, AskError, DeleteQuestionError, NewQuestion, Question, QuestionId, QuestionText, ReportDesk,
    ReportError, ask_question, delete_question, lesson_questions, report_question,
};
use actix_web::{HttpRequest, HttpResponse, web};
use api_macros::operation;
use chrono::{DateTime, Utc};
use kernel::UserId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::SharedApp;
use crate::audit::ReasonBody;
use crate::courses::{open_lesson::lesson_id, path_number};
use crate::http::body::Body;
use crate::http::problem::{Fields, Problem, ProblemBody, TooManyAttempts};
use crate::http::sessions::Caller;
use crate::progress::no_such_video;

/// A question at a second of a lesson.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LessonQuestion {
    pub id: i32,
    pub seconds: i32,
    /// Plain text.
    pub text: String,
    /// The user name, or "A member" where the account is gone.
    pub by: String,
    pub asked_at: DateTime<Utc>,
    pub private: bool,
    /// Whether the caller asked it.
    pub mine: bool,
    pub answer: Option<LessonAnswer>,
    /// Whether staff hid it from every member but its asker.
    pub hidden: bool,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LessonAnswer {
    /// Made safe.
    html: String,
    by: String,
    answered_at: DateTime<Utc>,
}

impl LessonQuestion {
    /// As a member reads it; `None` for staff, who ask none.
    pub fn shown(question: &Question, member: Option<UserId>) -> Self {
        Self {
            id: question.id.0,
            seconds: question.seconds,
            text: question.text.clone(),
            by: question.by().to_owned(),
            asked_at: question.asked_at,
            private: question.private,
            mine: member.is_some() && question.asker == member,
            answer: question.answer.as_ref().map(|answer| LessonAnswer {
                // An answer refers to no file of a course.
                html: to_html(&answer.text, &|_| None),
                by: answer.by.clone(),
                answered_at: answer.answered_at,
            }),
            hidden: question.hidden,
        }
    }
}

/// The answered public questions of a lesson and the caller's own, by second.
#[operation(operation_id = "lesson_questions", responses((status = 200, body = [LessonQuestion]), TooManyAttempts))]
pub async fn of_lesson(
    app: SharedApp,
    caller: Caller,
    id: web::Path<String>,
) -> Result<web::Json<Vec<LessonQuestion>>, Problem> {
    let video = lesson_id(&id);
    let (found, _) = app
        .read_in_turn(&caller, move |store, me, now| {
            let video = video.ok_or_else(no_such_video)?;
            let questions = lesson_questions(store, me.user.id, video, now).map_err(not_asked)?;
            let shown = questions
                .iter()
                .map(|question| LessonQuestion::shown(question, Some(me.user.id)));
            Ok(shown.collect())
        })
        .await?;
    Ok(web::Json(found))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AskBody {
    /// 10 to 1,000 characters.
    #[serde(default)]
    #[schema(required)]
    text: String,
    /// 0 to the lesson's duration.
    seconds: i32,
    private: bool,
}

/// Ask a question at a second of a lesson; five within any 24 hours.
#[operation(request_body = AskBody, operation_id = "ask_question", responses(
    (status = 201, body = LessonQuestion),
    (status = 400, description = "fields.text, fields.seconds", body = ProblemBody),
    TooManyAttempts,
))]
pub async fn ask(
    app: SharedApp,
    caller: Caller,
    id: web::Path<String>,
    Body(body): Body<AskBody>,
) -> Result<HttpResponse, Problem> {
    let video = lesson_id(&id);
    let channel = app
        .settings
        .discord
        .as_ref()
        .and_then(|discord| discord.questions_channel.as_ref());
    let announced = channel.map_or(Announced::Nowhere, |_| Announced::InChannel);
    let asked = app
        .write_as_member(&caller, move |store, me, now| {
            let video: VideoId = video.ok_or_else(no_such_video)?;
            // A member who may not ask is refused before the text is checked.
            lesson_questions(store, me.user.id, video, now).map_err(not_asked)?;
            let mut fields = Fields::default();
            let Some(text) = fields.take("text", QuestionText::parse(&body.text)) else {
                return Err(fields.problem());
            };
            let new = NewQuestion {
                video,
                seconds: body.seconds,
                text: &text,
                private: body.private,
                announced,
            };
            let question = ask_question(store, me.user.id, &new, now).map_err(not_asked)?;
            Ok(LessonQuestion::shown(&question, Some(me.user.id)))
        })
        .await?;
    Ok(HttpResponse::Created().json(asked))
}

fn not_asked(error: AskError) -> Problem {
    match error {
        AskError::NoSuchLesson => no_such_video(),
        AskError::NoAccess => Problem::no_access(),
        AskError::Seconds(duration) => {
            Problem::field("seconds", &format!("Must be between 0 and {duration}"))
        }
        AskError::TooMany(seconds) => Problem::too_many_attempts(seconds),
        AskError::Store(error) => error.into(),
    }
}

/// Delete an own question, while it is unanswered.
#[operation(operation_id = "delete_question", responses(
    (status = 204),
    (status = 409, description = "question_answered", body = ProblemBody),
))]
pub async fn delete(app: SharedApp, caller: Caller, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let id = path_number(&id).map(QuestionId);
    app.write_as_member(&caller, move |store, me, now| {
        let id = id.ok_or_else(no_such_question)?;
        delete_question(store, me.user.id, id, now).map_err(|error| match error {
            DeleteQuestionError::NoSuchQuestion => no_such_question(),
            DeleteQuestionError::Answered => answered(),
            DeleteQuestionError::Store(error) => error.into(),
        })
    })
    .await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Report a public answered question; once a member. The reason is mailed to the support address.
#[operation(request_body = ReasonBody, operation_id = "report_question", responses(
    (status = 202),
    (status = 400, description = "fields.reason", body = ProblemBody),
    (status = 409, description = "already_reported", body = ProblemBody),
))]
pub async fn report(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
    id: web::Path<String>,
    Body(body): Body<ReasonBody>,
) -> Result<HttpResponse, Problem> {
    let id = path_number(&id).map(QuestionId);
    let from = app.address_of(&request);
    let shared = app.clone();
    app.write_as_member(&caller, move |store, me, now| {
        let reason = body.parse()?;
        let desk = ReportDesk {
            to: &shared.owner.values.support.email,
            public_url: shared.settings.public_url.origin(),
        };
        let id = id.ok_or_else(no_such_question)?;
        report_question(store, (me.user.id, from), id, &reason, desk, now).map_err(|error| match error {
            ReportError::NoSuchQuestion => no_such_question(),
            ReportError::NoAccess => Problem::no_access(),
            ReportError::Reported => {
                Problem::conflict("already_reported", "You reported this question already")
            }
            ReportError::Store(error) => error.into(),
        })
    })
    .await?;
    Ok(HttpResponse::Accepted().finish())
}

pub fn no_such_question() -> Problem {
    Problem::not_found("There is no such question")
}

pub fn answered() -> Problem {
    Problem::conflict("question_answered", "This question is answered")
}
