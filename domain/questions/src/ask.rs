//! Asking, reading and deleting, by a member with access to the course.

use chrono::{DateTime, TimeDelta, Utc};
use courses::{CourseStore, LessonSource, VideoId, access_now};
use kernel::{JobRank, NewJob, StoreError, UserId};

use crate::{Announced, NOTICE_JOB, NewQuestion, Question, QuestionId, QuestionStore};

/// Within any 24 hours, deleted questions counted (contract, "Staff and questions, settled").
pub const QUESTIONS_PER_DAY: usize = 5;

#[derive(Debug, thiserror::Error)]
pub enum AskError {
    #[error("there is no such lesson")]
    NoSuchLesson,
    #[error("the member has no access to the course now")]
    NoAccess,
    #[error("a question is asked between 0 and {0} seconds")]
    Seconds(i32),
    #[error("the member asked as often as may be; again in {0} seconds")]
    TooMany(u64),
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Debug, thiserror::Error)]
pub enum DeleteQuestionError {
    #[error("the member has no such question")]
    NoSuchQuestion,
    #[error("the question is answered")]
    Answered,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Whether a member has access to a lesson's course now; answers the lesson's duration in seconds, 0 for a written lesson.
pub(crate) fn check_holder(
    store: &mut dyn CourseStore,
    user: UserId,
    video: VideoId,
    now: DateTime<Utc>,
) -> Result<i32, AskError> {
    let lesson = store.video(video)?.ok_or(AskError::NoSuchLesson)?;
    let grant = store.grant_of(user, lesson.course)?;
    if !access_now(grant.as_ref(), now).is_open() {
        // For a caller without access a hidden course does not exist.
        return Err(if lesson.hidden {
            AskError::NoSuchLesson
        } else {
            AskError::NoAccess
        });
    }
    Ok(match lesson.source {
        LessonSource::Video { duration_seconds, .. } => duration_seconds,
        LessonSource::Text => 0,
    })
}

/// The questions of a lesson that a member sees, by second.
///
/// # Errors
/// [`AskError::NoSuchLesson`], [`AskError::NoAccess`], [`AskError::Store`]
pub fn lesson_questions(
    store: &mut dyn QuestionStore,
    user: UserId,
    video: VideoId,
    now: DateTime<Utc>,
) -> Result<Vec<Question>, AskError> {
    check_holder(store, user, video, now)?;
    let mut questions = store.questions_of_lesson(video)?;
    questions.retain(|question| question.is_seen_by(user));
    Ok(questions)
}

/// Asks a question at a second of a lesson.
///
/// # Errors
/// See [`AskError`]; a refused question counts for nothing.
pub fn ask_question(
    store: &mut dyn QuestionStore,
    user: UserId,
    new: &NewQuestion<'_>,
    now: DateTime<Utc>,
) -> Result<Question, AskError> {
    // Two questions at once are counted one after the other.
    store.lock_user(user)?;
    let duration = check_holder(store, user, new.video, now)?;
    if !(0..=duration).contains(&new.seconds) {
        return Err(AskError::Seconds(duration));
    }
    let day = TimeDelta::hours(24);
    let asked = store.asked_since(user, now - day)?;
    if asked.len() >= QUESTIONS_PER_DAY
        && let Some(first) = asked.get(asked.len() - QUESTIONS_PER_DAY)
    {
        let wait = (*first + day - now).num_seconds().max(0).unsigned_abs();
        return Err(AskError::TooMany(wait + 1));
    }
    let id = store.insert_question(user, new, now)?;
    if new.announced == Announced::InChannel && !new.private {
        store.enqueue(NewJob {
            kind: NOTICE_JOB,
            key: &id.0.to_string(),
            payload: None,
            rank: JobRank::Other,
            due: None,
        })?;
    }
    let asked = store.question(id)?;
    asked.ok_or_else(|| StoreError::Inconsistent("a question that was asked is missing".into()).into())
}

/// Deletes a member's own question, while it is unanswered.
///
/// # Errors
/// See [`DeleteQuestionError`].
pub fn delete_question(
    store: &mut dyn QuestionStore,
    user: UserId,
    id: QuestionId,
    now: DateTime<Utc>,
) -> Result<(), DeleteQuestionError> {
    if store.delete_unanswered(user, id, now)? {
        return Ok(());
    }
    let own = store
        .question(id)?
        .filter(|question| question.asker == Some(user));
    Err(own.map_or(DeleteQuestionError::NoSuchQuestion, |_| {
        DeleteQuestionError::Answered
    }))
}
