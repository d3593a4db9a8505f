//! Who may open a lesson: the decision for the lesson call and for every byte of the lesson.

use accounts::{SessionTokenHash, SessionUse, signed_in};
use chrono::{DateTime, Utc};
use kernel::StoreError;

use crate::{Access, CourseStore, StoredVideo, VideoId, access_now};

/// A lesson that the caller may open now.
#[derive(Debug, Clone)]
pub struct OpenedLesson {
    pub video: StoredVideo,
    /// When the access ends by itself, as far as is known.
    pub until: Option<DateTime<Utc>>,
    /// The caller, where access depends on the sign-in.
    pub member: Option<SessionUse>,
}

#[derive(Debug, thiserror::Error)]
pub enum OpenLessonError {
    /// Also for a lesson that does not exist: the answer shows a visitor nothing of lessons other than previews.
    #[error("the caller is not signed in")]
    NotSignedIn,
    #[error("there is no such lesson")]
    NoSuchLesson,
    #[error("the member has no access to the course now")]
    NoAccess,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Opens a lesson for a caller: a preview for every caller, any other lesson for a member with access to its course now. `lesson` is
/// `None` if the text is no lesson's number.
///
/// # Errors
/// See [`OpenLessonError`].
pub fn open_lesson(
    store: &mut dyn CourseStore,
    token: Option<&SessionTokenHash>,
    lesson: Option<VideoId>,
    now: DateTime<Utc>,
) -> Result<OpenedLesson, OpenLessonError> {
    let found = lesson.map(|lesson| store.lesson_for(token, lesson)).transpose()?;
    let Some((video, visitor)) = found.flatten() else {
        let member = token.map(|token| signed_in(store, token, now)).transpose()?;
        return Err(match member.flatten() {
            Some(_) => OpenLessonError::NoSuchLesson,
            None => OpenLessonError::NotSignedIn,
        });
    };
    if video.preview && !video.hidden {
        return Ok(OpenedLesson {
            video,
            until: None,
            member: None,
        });
    }
    let hidden = video.hidden;
    let visitor = visitor
        .filter(|visitor| visitor.session.is_live(now))
        .ok_or(if hidden {
            OpenLessonError::NoSuchLesson
        } else {
            OpenLessonError::NotSignedIn
        })?;
    match access_now(visitor.grant.as_ref(), now) {
        Access::Open { until } => Ok(OpenedLesson {
            video,
            until,
            member: Some(visitor.session),
        }),
        // For a caller without access a hidden course does not exist.
        Access::Closed { .. } if hidden => Err(OpenLessonError::NoSuchLesson),
        Access::Closed { .. } => Err(OpenLessonError::NoAccess),
    }
}
