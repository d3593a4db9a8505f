//! A course folder into the catalogue, all or nothing: its files into the media store first, then one write.
//!
//! Only three kinds of files are ever removed: what an ended process left half-written, what a failed import has just stored, and
//! what the catalogue named before and names no more. A file that this catalogue never named is left alone; it may be another catalogue's.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

use chrono::{DateTime, Utc};
use courses::{Catalogue, ImportOutcome, MediaLocation};
use kernel::StoreError;

use super::{
    problem::{FolderProblem, FolderProblems},
    read::{CourseFolder, probe_course_folder, store_watched},
};
use crate::{
    media::{MediaError, MediaStore, lock::MediaLock},
    packaging::program::Ffmpeg,
};

/// Where an import stands; for a progress bar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImportStep {
    /// Another import is at work; this one goes on after it.
    Waiting,
    /// What is imported as it is, though it is probably a mistake.
    Warning(FolderProblem),
    /// A lesson is about to be stored.
    Storing { file: PathBuf, done: usize, of: usize },
}

#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error(transparent)]
    Folder(#[from] FolderProblems),
    #[error(transparent)]
    Media(#[from] MediaError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Imports a course folder; with an ffmpeg, headers of videos are compared with their last frames. On a failure the catalogue is as it was, and so is the media store.
///
/// # Errors
/// [`ImportError`]
pub fn import_course_folder(
    catalogue: &dyn Catalogue,
    media: &MediaStore,
    folder: &Path,
    ffmpeg: Option<&Ffmpeg>,
    now: DateTime<Utc>,
    watch: &mut dyn FnMut(ImportStep),
) -> Result<ImportOutcome, ImportError> {
    let folder = probe_course_folder(folder, ffmpeg)?;
    import_read_folder(catalogue, media, &folder, now, watch)
}

/// [`import_course_folder`] of a folder that was read.
///
/// # Errors
/// [`ImportError`]
pub fn import_read_folder(
    catalogue: &dyn Catalogue,
    media: &MediaStore,
    folder: &CourseFolder,
    now: DateTime<Utc>,
    watch: &mut dyn FnMut(ImportStep),
) -> Result<ImportOutcome, ImportError> {
    for warning in &folder.warnings {
        watch(ImportStep::Warning(warning.clone()));
    }
    // Held to the end, so that no cleanup removes files that another import has stored but not yet recorded.
    let mut lock = media.lock_to_change(&mut || watch(ImportStep::Waiting))?;
    media.remove_unfinished()?;
    let named: HashSet<_> = catalogue.media_locations()?.into_iter().collect();
    let stored: HashSet<_> = media.locations()?.into_iter().collect();
    let result = store_and_name(catalogue, media, folder, now, watch);
    let candidates: Vec<_> = match &result {
        Ok(_) => named.into_iter().collect(),
        Err(_) => media
            .locations()?
            .into_iter()
            .filter(|location| !stored.contains(location))
            .collect(),
    };
    if let Err(problem) = remove_unnamed(catalogue, media, &mut lock, &candidates) {
        // Files too many cost room and nothing else; the import itself is done, or has its own failure to report.
        tracing::warn!(error = %problem, "files that no course names any more stay in the media store");
    }
    result
}

fn store_and_name(
    catalogue: &dyn Catalogue,
    media: &MediaStore,
    folder: &CourseFolder,
    now: DateTime<Utc>,
    watch: &mut dyn FnMut(ImportStep),
) -> Result<ImportOutcome, ImportError> {
    let of = folder.lessons.iter().flatten().count();
    let mut done = 0;
    let course = store_watched(folder, media, &mut |path| {
        watch(ImportStep::Storing {
            file: path.to_path_buf(),
            done,
            of,
        });
        done += 1;
    })?;
    Ok(catalogue.import(course, now)?)
}

/// Removes files that no row names, unless the lock was lost meanwhile.
///
/// # Errors
/// [`ImportError`]
pub fn remove_unnamed<C: Catalogue + ?Sized>(
    catalogue: &C,
    media: &MediaStore,
    lock: &mut MediaLock,
    candidates: &[MediaLocation],
) -> Result<(), ImportError> {
    lock.check()?;
    // Asked after the write: where its outcome is unknown, what it named stays.
    let named: HashSet<_> = catalogue.media_locations()?.into_iter().collect();
    for location in candidates.iter().filter(|location| !named.contains(*location)) {
        media.delete(location)?;
    }
    Ok(())
}
