//! The demo catalogue into a database, by the same import that staff use.

use std::io;

use chrono::{DateTime, Utc};
use courses::{Catalogue, CourseStore, ImportOutcome};
use outbound::{ImportError, MediaStore, import_course_folder};
use persistence::Database;

use crate::{HAS_COURSES, unpack_to};

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

/// Imports every demo course, or brings the existing courses up to date; in the order of their names.
///
/// # Errors
/// [`LoadError`]; courses that were imported before it stay.
pub fn load(
    catalogue: &dyn Catalogue,
    media: &MediaStore,
    now: DateTime<Utc>,
) -> Result<Vec<ImportOutcome>, LoadError> {
    if !HAS_COURSES {
        return Err(LoadError::NotBuiltIn);
    }
    let folder = tempfile::Builder::new().prefix("portal-demo-").tempdir()?;
    unpack_to(folder.path())?
        .iter()
        .map(|course| {
            Ok(import_course_folder(
                catalogue,
                media,
                course,
                None,
                now,
                &mut |_| (),
            )?)
        })
        .collect()
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
        load(database, media, now)
    } else {
        Ok(Vec::new())
    }
}
