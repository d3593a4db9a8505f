//! Opening a lesson over HTTP: for its call and for each of its files.

use ::courses::{
    VideoId,
    lesson::open::{OpenLessonError, OpenedLesson, open_lesson},
};
use accounts::{SessionTokenHash, Watcher};
use chrono::{DateTime, Utc};
use persistence::Store;

use crate::app::SharedApp;
use crate::courses::path_number;
use crate::http::problem::Problem;
use crate::progress::no_such_video;

/// A lesson's number in a path; `None` if the text is not a number.
pub fn lesson_id(text: &str) -> Option<VideoId> {
    path_number(text).map(VideoId)
}

/// One blocking read for a caller who may open a lesson now; 401, 403 or 404 for any other caller.
pub async fn open_for<T: Send + 'static>(
    app: &SharedApp,
    token: Option<SessionTokenHash>,
    lesson: Option<VideoId>,
    work: impl FnOnce(&mut Store<'_>, &OpenedLesson) -> Result<T, Problem> + Send + 'static,
) -> Result<(OpenedLesson, T), Problem> {
    let (opened, value, now) = app
        .read(move |store, now| {
            let opened = open_lesson(store, token.as_ref(), lesson, now)?;
            let value = work(store, &opened)?;
            Ok((opened, value, now))
        })
        .await?;
    note_use(app, &opened, now);
    Ok((opened, value))
}

/// [`open_for`] where nothing else is read, without a change of thread on SQLite.
pub async fn open(
    app: &SharedApp,
    token: Option<SessionTokenHash>,
    lesson: VideoId,
) -> Result<OpenedLesson, Problem> {
    let (opened, now) = app
        .look_up(move |store, now| Ok((open_lesson(store, token.as_ref(), Some(lesson), now)?, now)))
        .await?;
    note_use(app, &opened, now);
    Ok(opened)
}

fn note_use(app: &SharedApp, opened: &OpenedLesson, now: DateTime<Utc>) {
    if let Some(member) = &opened.member {
        app.note_session_use(member, now);
    }
}

/// Counts the caller's device as watching. A preview that a visitor watches counts for no account.
///
/// # Errors
/// 403 `too_many_streams`.
pub async fn watch(app: &SharedApp, opened: &OpenedLesson) -> Result<(), Problem> {
    match &opened.member {
        Some(member) => app.watch(Watcher::from(member), opened.video.id).await,
        None => Ok(()),
    }
}

impl From<OpenLessonError> for Problem {
    fn from(error: OpenLessonError) -> Self {
        match error {
            OpenLessonError::NotSignedIn => Self::unauthenticated(),
            OpenLessonError::NoSuchLesson => no_such_video(),
            OpenLessonError::NoAccess => Self::no_access(),
            OpenLessonError::Store(error) => error.into(),
        }
    }
}
