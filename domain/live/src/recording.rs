//! Which sessions a course folder may name as recorded by its lessons.

use chrono::{DateTime, Utc};
use courses::CourseId;
use kernel::StoreError;

use crate::{LiveId, LiveState, LiveStore};

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RecordingProblem {
    #[error("there is no live session {}", .0.0)]
    Unknown(LiveId),
    #[error("live session {} is of another course", .0.0)]
    OtherCourse(LiveId),
    #[error("live session {} is cancelled, and has no recording", .0.0)]
    Cancelled(LiveId),
    #[error("live session {} has not ended", .0.0)]
    NotEnded(LiveId),
}

/// Why a lesson of a course cannot be the recording of a session; `None` where it can.
///
/// # Errors
/// [`StoreError`]
pub fn recording_problem(
    store: &mut dyn LiveStore,
    course: CourseId,
    live: LiveId,
    now: DateTime<Utc>,
) -> Result<Option<RecordingProblem>, StoreError> {
    let Some(session) = store.live(live)? else {
        return Ok(Some(RecordingProblem::Unknown(live)));
    };
    if session.course != course {
        return Ok(Some(RecordingProblem::OtherCourse(live)));
    }
    Ok(match session.state(now) {
        LiveState::Ended => None,
        LiveState::Cancelled => Some(RecordingProblem::Cancelled(live)),
        LiveState::Planned | LiveState::Open => Some(RecordingProblem::NotEnded(live)),
    })
}
