//! Staff over HTTP: the questions that wait, and their answers.

use ::questions::{
    AnswerError, AnswerText, AnsweredAs, AnsweredWhich, HideError, ListedQuestion, NewAnswer, Question,
    QuestionId, answer_question, has_priority, hide_question, keep_question, listed_questions,
};
use actix_web::{HttpRequest, HttpResponse, web};
use api_macros::operation;
use chrono::{DateTime, Utc};
use persistence::Store;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::SharedApp;
use crate::audit::ReasonBody;
use crate::courses::path_number;
use crate::http::body::Body;
use crate::http::problem::{Fields, Problem, ProblemBody};
use crate::questions::{LessonQuestion, no_such_question};
use crate::staff::{
    actions::with_reason,
    caller::{StaffCaller, acting},
};

/// The most questions of a list.
const LISTED: usize = 200;

/// A question as members see it, and where it was asked.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffQuestion {
    #[serde(flatten)]
    question: LessonQuestion,
    member_id: Option<i32>,
    course_id: i32,
    course_title: String,
    video_id: i32,
    lesson_title: String,
    /// Whether its asker has access now to a course with priority.
    priority: bool,
}

impl From<&ListedQuestion> for StaffQuestion {
    fn from(ListedQuestion { question, priority }: &ListedQuestion) -> Self {
        let place = &question.place;
        Self {
            question: LessonQuestion::shown(question, None),
            member_id: question.asker.map(|asker| asker.0),
            course_id: place.course.0,
            course_title: place.course_title.clone(),
            video_id: place.video.0,
            lesson_title: place.lesson_title.clone(),
            priority: *priority,
        }
    }
}

/// The questions that wait, oldest first; with `answered=true` the others, newest first. Those of members with priority come first.
#[operation(
    operation_id = "staff_questions",
    params(("answered" = Option<bool>, Query, description = "true: those that are answered")),
    responses((status = 200, body = [StaffQuestion])),
)]
pub async fn list(
    app: SharedApp,
    caller: StaffCaller,
    request: HttpRequest,
) -> Result<web::Json<Vec<StaffQuestion>>, Problem> {
    let which = if request.query_string() == "answered=true" {
        AnsweredWhich::Answered
    } else {
        AnsweredWhich::Waiting
    };
    let found = app
        .read_as_staff(&caller, move |store, _, now| {
            Ok(listed_questions(store, which, LISTED, now)?)
        })
        .await?;
    Ok(web::Json(found.iter().map(StaffQuestion::from).collect()))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerQuestionBody {
    /// Markdown.
    #[serde(default)]
    #[schema(required)]
    text: String,
    /// Whether other members see it; a private question stays private.
    public: bool,
}

/// Answer a question; the answer is mailed to the member.
#[operation(request_body = AnswerQuestionBody, operation_id = "staff_answer_question", responses(
    (status = 200, body = StaffQuestion),
    (status = 409, description = "question_answered", body = ProblemBody),
))]
pub async fn answer(
    app: SharedApp,
    caller: StaffCaller,
    id: web::Path<String>,
    Body(body): Body<AnswerQuestionBody>,
) -> Result<web::Json<StaffQuestion>, Problem> {
    let id = path_number(&id).map(QuestionId).ok_or_else(no_such_question)?;
    let mut fields = Fields::default();
    let Some(text) = fields.take("text", AnswerText::parse(&body.text)) else {
        return Err(fields.problem());
    };
    let answered_as = if body.public {
        AnsweredAs::Public
    } else {
        AnsweredAs::Private
    };
    let origin = app.settings.public_url.origin().to_owned();
    let question = app
        .write_as_staff(&caller, move |store, me, now| {
            let new = NewAnswer {
                text: &text,
                answered_as,
                author: &me.member.name,
                public_url: &origin,
            };
            let answered = answer_question(store, id, &new, &acting(me, None), now);
            let question = answered.map_err(|error| match error {
                AnswerError::NoSuchQuestion => no_such_question(),
                AnswerError::Answered => crate::questions::answered(),
                AnswerError::StaysPrivate => Problem::field("public", "A private question stays private"),
                AnswerError::Store(error) => error.into(),
            })?;
            row(store, question, now)
        })
        .await?;
    Ok(web::Json(question))
}

fn row(store: &mut Store<'_>, question: Question, now: DateTime<Utc>) -> Result<StaffQuestion, Problem> {
    let priority = match question.asker {
        Some(asker) => has_priority(store, asker, now)?,
        None => false,
    };
    Ok(StaffQuestion::from(&ListedQuestion { question, priority }))
}

fn undecided(error: HideError) -> Problem {
    match error {
        HideError::NoSuchQuestion => no_such_question(),
        HideError::Hidden => Problem::conflict("question_hidden", "This question is hidden"),
        HideError::Store(error) => error.into(),
    }
}

/// Hide a public answered question from every member but its asker, who is mailed the reason.
#[operation(request_body = ReasonBody, operation_id = "staff_hide_question", responses(
    (status = 200, body = StaffQuestion),
    (status = 409, description = "question_hidden", body = ProblemBody),
))]
pub async fn hide(
    app: SharedApp,
    caller: StaffCaller,
    id: web::Path<String>,
    Body(body): Body<ReasonBody>,
) -> Result<web::Json<StaffQuestion>, Problem> {
    let reason = body.parse()?;
    let id = path_number(&id).map(QuestionId).ok_or_else(no_such_question)?;
    let origin = app.settings.public_url.origin().to_owned();
    let question = app
        .write_as_staff(&caller, move |store, me, now| {
            let by = with_reason(me, &reason);
            let question = hide_question(store, id, &reason, &origin, &by, now).map_err(undecided)?;
            row(store, question, now)
        })
        .await?;
    Ok(web::Json(question))
}

/// Decide that a reported question stays.
#[operation(request_body = ReasonBody, operation_id = "staff_keep_question", responses(
    (status = 204),
    (status = 409, description = "question_hidden", body = ProblemBody),
))]
pub async fn keep(
    app: SharedApp,
    caller: StaffCaller,
    id: web::Path<String>,
    Body(body): Body<ReasonBody>,
) -> Result<HttpResponse, Problem> {
    let reason = body.parse()?;
    let id = path_number(&id).map(QuestionId).ok_or_else(no_such_question)?;
    app.write_as_staff(&caller, move |store, me, now| {
        keep_question(store, id, &with_reason(me, &reason), now).map_err(undecided)
    })
    .await?;
    Ok(HttpResponse::NoContent().finish())
}
