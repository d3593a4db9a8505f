//! Staff over HTTP: the questions that wait, and their answers.

use ::questions::{
    AnswerError, AnswerText, AnsweredAs, AnsweredWhich, NewAnswer, Question, QuestionId, QuestionStore,
    answer_question,
};
use actix_web::{HttpRequest, web};
use api_macros::operation;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::SharedApp;
use crate::courses::path_number;
use crate::http::body::Body;
use crate::http::problem::{Fields, Problem, ProblemBody};
use crate::questions::{LessonQuestion, answered, no_such_question};
use crate::staff::caller::{StaffCaller, acting};

/// The most questions of a list.
const LISTED: i64 = 200;

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
}

impl From<&Question> for StaffQuestion {
    fn from(question: &Question) -> Self {
        let place = &question.place;
        Self {
            question: LessonQuestion::shown(question, None),
            member_id: question.asker.map(|asker| asker.0),
            course_id: place.course.0,
            course_title: place.course_title.clone(),
            video_id: place.video.0,
            lesson_title: place.lesson_title.clone(),
        }
    }
}

/// The questions that wait, oldest first; with `answered=true` the others, newest first.
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
        .read_as_staff(&caller, move |store, _, _| {
            Ok(store.questions_for_staff(which, LISTED)?)
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
            answer_question(store, id, &new, &acting(me, None), now).map_err(|error| match error {
                AnswerError::NoSuchQuestion => no_such_question(),
                AnswerError::Answered => answered(),
                AnswerError::StaysPrivate => Problem::field("public", "A private question stays private"),
                AnswerError::Store(error) => error.into(),
            })
        })
        .await?;
    Ok(web::Json(StaffQuestion::from(&question)))
}
