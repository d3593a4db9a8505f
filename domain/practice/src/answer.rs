//! Answering an exercise.

use accounts::{SessionTokenHash, SignedIn};
use chrono::{DateTime, Utc};
use courses::{
    VideoId,
    lesson::{
        exercise::{Exercise, ExerciseId},
        open::{OpenLessonError, open_lesson},
    },
};
use kernel::StoreError;
use progress::WatchedAt;

use crate::{
    ExerciseRef, GivenAnswer, LoggedAnswer, NewAnswer, PracticeState, PracticeStore, ReviewStore,
    UnfitAnswer, grade, read_answer, replay,
};

/// An answer as it comes from a device.
#[derive(Debug, Clone, PartialEq)]
pub struct AnswerReport {
    pub lesson: Option<VideoId>,
    /// `None` for a text that names no exercise.
    pub exercise: Option<ExerciseId>,
    pub given: GivenAnswer,
    /// `None`: it is of now.
    pub answered_at: Option<DateTime<Utc>>,
}

/// What comes back for an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Answered {
    pub correct: bool,
    /// With its right answer and explanation.
    pub exercise: Exercise,
    /// When it should be asked again.
    pub due_at: DateTime<Utc>,
}

#[derive(Debug, thiserror::Error)]
pub enum AnswerError {
    #[error(transparent)]
    Lesson(#[from] OpenLessonError),
    #[error("the lesson has no such exercise")]
    NoSuchExercise,
    #[error(transparent)]
    Unfit(#[from] UnfitAnswer),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Grades the answer of a member who may open the lesson now, and adds it to the log. The same answer of the same time counts once.
///
/// # Errors
/// See [`AnswerError`]; then nothing is changed.
pub fn answer_exercise(
    store: &mut dyn PracticeStore,
    member: &SignedIn,
    token: &SessionTokenHash,
    report: &AnswerReport,
    now: DateTime<Utc>,
) -> Result<Answered, AnswerError> {
    let lesson = open_lesson(store, Some(token), report.lesson, now)?.video.id;
    let id = report.exercise.as_ref().ok_or(AnswerError::NoSuchExercise)?;
    let of = ExerciseRef {
        user: member.user.id,
        lesson,
        exercise: id.clone(),
    };
    let exercise = store.exercise(&of)?.ok_or(AnswerError::NoSuchExercise)?;
    let answer = read_answer(&exercise.question, &report.given)?;
    let correct = grade(&exercise.question, &answer);
    let at = report
        .answered_at
        .map_or_else(|| WatchedAt::arrived(now), |time| WatchedAt::stated(time, now));
    let logged = LoggedAnswer {
        at: at.time(),
        correct,
    };
    let new = NewAnswer {
        logged,
        text: answer.to_string(),
    };
    let state = keep_answer(store, &of, &new)?;
    Ok(Answered {
        correct,
        exercise,
        due_at: state.due_at,
    })
}

/// Adds an answer to the log, and keeps the state that the log then says.
///
/// # Errors
/// [`StoreError`]
pub fn keep_answer(
    store: &mut dyn ReviewStore,
    of: &ExerciseRef,
    new: &NewAnswer,
) -> Result<PracticeState, StoreError> {
    let before = store.lock_state(of)?;
    let is_new = store.log_answer(of, new)?;
    let next = match before {
        Some(state) if !is_new => return Ok(state),
        // The newest: what a replay would come to.
        Some(state) if new.logged > state.last => state.after(new.logged),
        _ => {
            let log = store.logged_answers(of)?;
            replay(&log).unwrap_or_else(|| PracticeState::after_first(new.logged))
        }
    };
    store.put_state(of, &next)?;
    Ok(next)
}
