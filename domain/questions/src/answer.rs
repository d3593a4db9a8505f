//! Answering, by a command or in the pages of staff.

use ::mail::QuestionAnsweredMail;
use audit::{ActingStaff, Action};
use chrono::{DateTime, Utc};
use kernel::StoreError;

use crate::{Answer, AnswerText, Question, QuestionId, QuestionStore};

/// Who reads the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnsweredAs {
    /// Every member with access to the course.
    Public,
    /// The asker alone.
    Private,
    /// As the member asked.
    Asked,
}

#[derive(Debug, thiserror::Error)]
pub enum AnswerError {
    #[error("there is no such question")]
    NoSuchQuestion,
    #[error("the question is answered")]
    Answered,
    #[error("a private question stays private")]
    StaysPrivate,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// An answer to be given.
#[derive(Debug)]
pub struct NewAnswer<'a> {
    pub text: &'a AnswerText,
    pub answered_as: AnsweredAs,
    /// Who members read that it is from.
    pub author: &'a str,
    /// The site's origin, for the link in the mail.
    pub public_url: &'a str,
}

/// Answers a question and mails the answer to the member, with its line of the trail.
///
/// # Errors
/// See [`AnswerError`]; then nothing is done.
pub fn answer_question(
    store: &mut dyn QuestionStore,
    id: QuestionId,
    new: &NewAnswer<'_>,
    by: &ActingStaff,
    now: DateTime<Utc>,
) -> Result<Question, AnswerError> {
    let NewAnswer {
        text,
        answered_as,
        author,
        public_url,
    } = *new;
    let question = store.question(id)?.ok_or(AnswerError::NoSuchQuestion)?;
    if answered_as == AnsweredAs::Public && question.private {
        return Err(AnswerError::StaysPrivate);
    }
    let answer = Answer {
        text: text.as_str().to_owned(),
        by: author.to_owned(),
        answered_at: now,
        public: answered_as != AnsweredAs::Private && !question.private,
    };
    if !store.set_answer(&question, &answer)? {
        // Another answer came first, or its asker deleted it meanwhile.
        return Err(match store.question(id)? {
            Some(_) => AnswerError::Answered,
            None => AnswerError::NoSuchQuestion,
        });
    }
    if let Some(asker) = question.asker
        && let Some(user) = store.user(asker)?
    {
        let place = &question.place;
        let link = place.link(public_url, question.seconds);
        let mail = QuestionAnsweredMail {
            to: &user.email,
            lesson_title: &place.lesson_title,
            question: &question.text,
            answer: text.as_str(),
            by: author,
            link: &link,
        };
        store.enqueue_mail(&mail.compose(), now)?;
    }
    let act = by.act(Action::QuestionsAnswer).concerning(question.asker);
    store.append_act(&act.about(&format!("question {}", id.0)), now)?;
    Ok(Question {
        answer: Some(answer),
        ..question
    })
}
