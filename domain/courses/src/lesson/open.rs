//! Who may open a lesson: the decision for the lesson call and for every byte of the lesson.

use std::sync::Arc;

use accounts::{SessionTokenHash, SessionUse, signed_in};
use chrono::{DateTime, Utc};
use kernel::StoreError;

use crate::{Access, CourseStore, StoredVideo, VideoId, Visitor, access_now};

/// A lesson that the caller may open now.
#[derive(Debug, Clone)]
pub struct OpenedLesson {
    pub video: Arc<StoredVideo>,
    /// When the access ends by itself, as far as is known.
    pub until: Option<DateTime<Utc>>,
    /// The caller, where access depends on the sign-in.
    pub member: Option<SessionUse>,
}

/// A lesson as the catalogue of this version has it.
#[derive(Debug, Clone)]
pub struct KnownLesson {
    pub catalogue_version: i64,
    pub video: Arc<StoredVideo>,
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
    let Some(video) = lesson.map(|id| store.video(id)).transpose()?.flatten() else {
        let member = token.map(|token| signed_in(store, token, now)).transpose()?;
        return Err(match member.flatten() {
            Some(_) => OpenLessonError::NoSuchLesson,
            None => OpenLessonError::NotSignedIn,
        });
    };
    let token = token.filter(|_| !video.preview || video.hidden);
    let visitor = token
        .map(|token| store.visitor(token, video.course))
        .transpose()?;
    decide(
        Arc::new(video),
        visitor.flatten().map(|(_, visitor)| visitor),
        now,
    )
}

/// [`open_lesson`] for a lesson that was read before, in one statement; `None` if the catalogue has changed since.
///
/// # Errors
/// See [`OpenLessonError`].
pub fn open_known_lesson(
    store: &mut dyn CourseStore,
    token: Option<&SessionTokenHash>,
    known: &KnownLesson,
    now: DateTime<Utc>,
) -> Result<Option<OpenedLesson>, OpenLessonError> {
    let course = known.video.course;
    let found = token.map(|token| store.visitor(token, course)).transpose()?;
    let (version, visitor) = match found.flatten() {
        Some((version, visitor)) => (version, Some(visitor)),
        None => (store.catalogue_version()?, None),
    };
    if version != known.catalogue_version {
        return Ok(None);
    }
    decide(Arc::clone(&known.video), visitor, now).map(Some)
}

fn decide(
    video: Arc<StoredVideo>,
    visitor: Option<Visitor>,
    now: DateTime<Utc>,
) -> Result<OpenedLesson, OpenLessonError> {
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
