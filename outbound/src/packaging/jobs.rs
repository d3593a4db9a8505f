//! Several videos, as many at once as there are cores; what is packaged is skipped.

use std::{
    num::NonZeroUsize,
    path::Path,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use courses::{PackageCatalogue, PackageSource};

use super::{
    error::PackagingError,
    one_video::{VideoError, Workshop},
    program::Ffmpeg,
    work_folder::remove_abandoned,
};
use crate::media::MediaStore;

/// Where packaging stands; for bars.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PackagingStep {
    Begun,
    /// The share of the work that is done, from 0 to 1.
    Working(f64),
    Ended,
}

/// What became of a video.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PackagingOutcome {
    Packaged,
    /// There was a package already.
    Skipped,
    /// One line, to be read after the file's name.
    Refused(String),
}

/// How packaging is done here.
#[derive(Debug, Clone)]
pub struct PackagingMeans<'a> {
    pub ffmpeg: &'a Ffmpeg,
    pub media: &'a MediaStore,
    /// A folder for what is not finished.
    pub work: &'a Path,
    /// Videos at once.
    pub jobs: NonZeroUsize,
}

/// Packages videos; answers what became of each, in their order. `watch` is called by several threads, with a video's number.
///
/// # Errors
/// [`PackagingError`]; then some videos were packaged, and the others can be by asking again.
pub fn package_videos(
    catalogue: &dyn PackageCatalogue,
    means: &PackagingMeans<'_>,
    sources: &[PackageSource],
    watch: &(dyn Fn(usize, PackagingStep) + Sync),
) -> Result<Vec<PackagingOutcome>, PackagingError> {
    let all = catalogue.package_sources(None)?;
    remove_abandoned(means.work, &mut all.iter().map(|source| &source.location))?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let wanted = sources.iter().filter(|source| !source.is_packaged).count();
    let jobs = means.jobs.get().min(wanted).max(1);
    let workshop = Workshop {
        catalogue,
        media: means.media,
        ffmpeg: means.ffmpeg,
        work: means.work,
        threads: cores.div_ceil(jobs),
    };
    let next = AtomicUsize::new(0);
    let outcomes = Mutex::new(vec![None; sources.len()]);
    let stopped = Mutex::new(None);
    let work = || {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(source) = sources.get(place) else {
                return;
            };
            if stopped.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
                return;
            }
            match package(&workshop, source, &|step| watch(place, step)) {
                Ok(outcome) => {
                    let mut outcomes = outcomes.lock().unwrap_or_else(PoisonError::into_inner);
                    if let Some(slot) = outcomes.get_mut(place) {
                        *slot = Some(outcome);
                    }
                }
                Err(error) => {
                    stopped
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .get_or_insert(error);
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(work);
        }
    });
    if let Some(error) = stopped.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    let outcomes = outcomes.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(outcomes.into_iter().flatten().collect())
}

fn package(
    workshop: &Workshop<'_>,
    source: &PackageSource,
    watch: &(dyn Fn(PackagingStep) + Sync),
) -> Result<PackagingOutcome, PackagingError> {
    let done = if source.is_packaged {
        workshop.complete_segments(source)
    } else {
        watch(PackagingStep::Begun);
        let done = workshop.package(source, &|share| watch(PackagingStep::Working(share)));
        watch(PackagingStep::Ended);
        done
    };
    match done {
        Ok(true) => Ok(PackagingOutcome::Packaged),
        Ok(false) => Ok(PackagingOutcome::Skipped),
        Err(VideoError::Stopped(error)) => Err(error),
        Err(problem) => {
            let line = problem.to_string();
            Ok(PackagingOutcome::Refused(line.replace(char::is_control, " ")))
        }
    }
}
