//! Opening a lesson over HTTP: for its call and for each of its files.

use std::sync::Arc;

use ::courses::{
    CourseStore, VideoId,
    lesson::open::{KnownLesson, OpenLessonError, OpenedLesson, open_known_lesson, open_lesson},
};
use accounts::{SessionTokenHash, Watcher};
use chrono::{DateTime, Utc};
use persistence::Store;

use crate::courses::catalogue_cache::CatalogueCache;
use crate::courses::path_number;
use crate::http::problem::Problem;
use crate::progress::no_such_video;
use crate::site::SharedSite;

/// A lesson's number in a path; `None` if the text is not a number.
pub fn lesson_id(text: &str) -> Option<VideoId> {
    path_number(text).map(VideoId)
}

/// One blocking read for a caller who may open a lesson now; 401, 403 or 404 for any other caller.
pub async fn open_for<T: Send + 'static>(
    site: &SharedSite,
    token: Option<SessionTokenHash>,
    lesson: Option<VideoId>,
    work: impl FnOnce(&mut Store<'_>, &OpenedLesson) -> Result<T, Problem> + Send + 'static,
) -> Result<(OpenedLesson, T), Problem> {
    let lessons = site.clone();
    let (opened, value, now) = site
        .read(move |store, now| {
            let opened = open(&lessons.catalogue, store, token.as_ref(), lesson, now)?;
            let value = work(store, &opened)?;
            Ok((opened, value, now))
        })
        .await?;
    if let Some(member) = &opened.member {
        site.note_session_use(member, now);
    }
    Ok((opened, value))
}

/// [`open_for`] for a lesson that is in memory, without a change of thread on SQLite; `None` if the catalogue has to be read.
pub async fn open_known(
    site: &SharedSite,
    token: Option<SessionTokenHash>,
    lesson: VideoId,
) -> Result<Option<OpenedLesson>, Problem> {
    let Some(known) = site.catalogue.lesson(lesson) else {
        return Ok(None);
    };
    let (opened, now) = site
        .look_up(move |store, now| Ok((open_known_lesson(store, token.as_ref(), &known, now)?, now)))
        .await?;
    if let Some(member) = opened.as_ref().and_then(|opened| opened.member.as_ref()) {
        site.note_session_use(member, now);
    }
    Ok(opened)
}

/// Opens a lesson by what is in memory of it, where the catalogue's version is the same.
fn open(
    catalogue: &CatalogueCache,
    store: &mut Store<'_>,
    token: Option<&SessionTokenHash>,
    lesson: Option<VideoId>,
    now: DateTime<Utc>,
) -> Result<OpenedLesson, OpenLessonError> {
    if let Some(known) = lesson.and_then(|id| catalogue.lesson(id))
        && let Some(opened) = open_known_lesson(store, token, &known, now)?
    {
        return Ok(opened);
    }
    // Before the lesson, which is thus never kept under a version newer than itself.
    let catalogue_version = store.catalogue_version()?;
    let opened = open_lesson(store, token, lesson, now)?;
    catalogue.keep_lesson(KnownLesson {
        catalogue_version,
        video: Arc::clone(&opened.video),
    });
    Ok(opened)
}

/// Counts the caller's device as watching. A preview that a visitor watches counts for no account.
///
/// # Errors
/// 403 `too_many_streams`.
pub async fn watch(site: &SharedSite, opened: &OpenedLesson) -> Result<(), Problem> {
    match &opened.member {
        Some(member) => site.watch(Watcher::from(member), opened.video.id).await,
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
