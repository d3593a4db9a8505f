//! The demo catalogue into a database, by the same import that staff use.

use std::io;

use chrono::{DateTime, Utc};
use courses::{Catalogue, CourseStore, ImportOutcome};
use outbound::{ImportError, MediaStore, import_course_folder};
use persistence::Database;

use crate::{
    HAS_COURSES,
    live_room::{LIVE_ROOM, name_recording, plan_sessions, recorded_session},
    unpack_to,
};

#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    #[error(
        "this program was built without the demo's courses: `make run` builds one with them, and `portal courses import` takes any folder"
    )]
    NotBuiltIn,
    #[error("the demo courses cannot be unpacked: {0}")]
    Unpack(#[from] io::Error),
    #[error(transparent)]
    Import(#[from] ImportError),
}

/// Imports every demo course by `catalogue`, or brings the existing courses up to date, in the order of their names; then the live room
/// has sessions, coming ones and a past one whose recording is its lesson.
///
/// # Errors
/// [`LoadError`]; courses that were imported before it stay.
pub fn load(
    database: &Database,
    catalogue: &dyn Catalogue,
    media: &MediaStore,
    now: DateTime<Utc>,
) -> Result<Vec<ImportOutcome>, LoadError> {
    if !HAS_COURSES {
        return Err(LoadError::NotBuiltIn);
    }
    let folder = tempfile::Builder::new().prefix("portal-demo-").tempdir()?;
    let courses = unpack_to(folder.path())?;
    let recorded = database
        .read(|store| recorded_session(store, now))
        .map_err(ImportError::from)?;
    if let Some(session) = recorded {
        name_recording(&folder.path().join(LIVE_ROOM), session)?;
    }
    let mut outcomes = Vec::new();
    for course in &courses {
        outcomes.push(import_course_folder(
            catalogue,
            media,
            course,
            None,
            now,
            &mut |_| (),
        )?);
    }
    database
        .write(move |store| plan_sessions(store, now))
        .map_err(ImportError::from)?;
    Ok(outcomes)
}

/// [`load`], only where there is no course at all; servers that start together on one database may all call it.
///
/// # Errors
/// [`LoadError`]
pub fn load_if_empty(
    database: &Database,
    media: &MediaStore,
    now: DateTime<Utc>,
) -> Result<Vec<ImportOutcome>, LoadError> {
    let is_empty = database
        .read(|store| store.courses())
        .map_err(ImportError::from)?
        .is_empty();
    if is_empty {
        load(database, database, media, now)
    } else {
        Ok(Vec::new())
    }
}
