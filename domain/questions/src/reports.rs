//! Reporting a public answered question, and what staff decide of it: hide it, or keep it.

use std::net::IpAddr;

use ::mail::{QuestionHiddenMail, QuestionReportedMail};
use audit::{Act, ActingStaff, Action, Reason};
use chrono::{DateTime, Utc};
use kernel::{StoreError, UserId};

use crate::{AskError, Question, QuestionId, QuestionStore, ask::check_holder};

#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// Also for a question that is private, unanswered or hidden.
    #[error("there is no such question")]
    NoSuchQuestion,
    #[error("the member has no access to the course now")]
    NoAccess,
    #[error("the member reported the question already")]
    Reported,
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Debug, thiserror::Error)]
pub enum HideError {
    /// Also for a question that is private or unanswered.
    #[error("there is no such question")]
    NoSuchQuestion,
    #[error("the question is hidden")]
    Hidden,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Where reports go.
#[derive(Debug, Clone, Copy)]
pub struct ReportDesk<'a> {
    /// The support address.
    pub to: &'a str,
    pub public_url: &'a str,
}

/// Reports a question, once a member.
///
/// # Errors
/// [`ReportError`]
pub fn report_question(
    store: &mut dyn QuestionStore,
    (user, from): (UserId, IpAddr),
    id: QuestionId,
    reason: &Reason,
    desk: ReportDesk<'_>,
    now: DateTime<Utc>,
) -> Result<(), ReportError> {
    store.lock_user(user)?;
    let question = store.question(id)?.ok_or(ReportError::NoSuchQuestion)?;
    check_holder(store, user, question.place.video, now).map_err(|error| match error {
        AskError::NoAccess => ReportError::NoAccess,
        AskError::Store(error) => ReportError::Store(error),
        AskError::NoSuchLesson | AskError::Seconds(_) | AskError::TooMany(_) => ReportError::NoSuchQuestion,
    })?;
    if question.public_answer().is_none() {
        return Err(ReportError::NoSuchQuestion);
    }
    let reporter = store.user(user)?.ok_or(ReportError::NoSuchQuestion)?;
    if !store.insert_report(id, user, reason.as_str(), now)? {
        return Err(ReportError::Reported);
    }
    let mail = QuestionReportedMail {
        to: desk.to,
        lesson_title: &question.place.lesson_title,
        question: &question.text,
        reason: reason.as_str(),
        by: &reporter.username,
        link: &format!("{}/staff", desk.public_url),
    };
    store.enqueue_mail(&mail.compose(), now)?;
    let act = Act::by_member(Action::QuestionsReport, user, from);
    store.append_act(&act.about(&format!("question {}", id.0)), now)?;
    Ok(())
}

/// Hides a question from every member but its asker, who is mailed the reason.
///
/// # Errors
/// [`HideError`]
pub fn hide_question(
    store: &mut dyn QuestionStore,
    id: QuestionId,
    reason: &Reason,
    public_url: &str,
    by: &ActingStaff,
    now: DateTime<Utc>,
) -> Result<Question, HideError> {
    let question = store
        .question(id)?
        .filter(Question::was_public)
        .ok_or(HideError::NoSuchQuestion)?;
    if !store.set_hidden(&question, now)? {
        return Err(HideError::Hidden);
    }
    if let Some(asker) = question.asker
        && let Some(user) = store.user(asker)?
    {
        let mail = QuestionHiddenMail {
            to: &user.email,
            lesson_title: &question.place.lesson_title,
            question: &question.text,
            reason: reason.as_str(),
            link: &question.place.link(public_url, question.seconds),
        };
        store.enqueue_mail(&mail.compose(), now)?;
    }
    let act = by.act(Action::QuestionsHide).concerning(question.asker);
    store.append_act(&act.about(&format!("question {}", id.0)), now)?;
    Ok(Question {
        hidden: true,
        ..question
    })
}

/// Decides that a reported question stays; its reports leave staff's list.
///
/// # Errors
/// [`HideError`]
pub fn keep_question(
    store: &mut dyn QuestionStore,
    id: QuestionId,
    by: &ActingStaff,
    now: DateTime<Utc>,
) -> Result<(), HideError> {
    let question = store
        .question(id)?
        .filter(Question::was_public)
        .ok_or(HideError::NoSuchQuestion)?;
    if question.hidden {
        return Err(HideError::Hidden);
    }
    if store.keep_reports(id, now)? > 0 {
        let act = by.act(Action::QuestionsKeep).concerning(question.asker);
        store.append_act(&act.about(&format!("question {}", id.0)), now)?;
    }
    Ok(())
}
