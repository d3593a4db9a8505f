//! Packaging with bars: what `courses import` and `courses package` share.

use std::{
    collections::HashMap,
    num::NonZeroUsize,
    sync::{Mutex, PoisonError},
    thread,
};

use ::courses::PackageSource;
use outbound::{
    Ffmpeg, FfmpegSetting, PackagingError, PackagingMeans, PackagingOutcome, PackagingStep, Settings,
    package_videos,
};

use crate::{installation::Installation, output::WorkBars};

/// The ffmpeg of the settings, or why it cannot be used.
pub fn found_ffmpeg(settings: &Settings) -> Result<Ffmpeg, String> {
    let program = match &settings.ffmpeg {
        FfmpegSetting::Off => {
            return Err(String::from(
                "PORTAL_FFMPEG is off, so nothing is packaged; name ffmpeg, such as PORTAL_FFMPEG=/usr/bin/ffmpeg",
            ));
        }
        FfmpegSetting::Program(program) => program.display(),
    };
    settings.ffmpeg.find(std::env::var_os("PATH")).ok_or_else(|| {
        format!("there is no {program}, which packages videos; install ffmpeg, or say where it is in PORTAL_FFMPEG")
    })
}

/// Packages videos with a bar for each that is at work.
pub fn package(
    here: &Installation,
    ffmpeg: &Ffmpeg,
    sources: &[PackageSource],
    jobs: Option<NonZeroUsize>,
) -> Result<Vec<PackagingOutcome>, PackagingError> {
    let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let work = here.settings.packaging();
    let means = PackagingMeans {
        ffmpeg,
        media: &here.media,
        work: &work,
        jobs: jobs.unwrap_or(cores),
    };
    let bars = WorkBars::default();
    let at_work = Mutex::new(HashMap::new());
    package_videos(&here.database, &means, sources, &|place, step| {
        let mut at_work = at_work.lock().unwrap_or_else(PoisonError::into_inner);
        match step {
            PackagingStep::Begun => {
                let name = sources.get(place).map_or("", |source| source.file.0.as_str());
                at_work.insert(place, bars.add(name));
            }
            PackagingStep::Working(share) => {
                if let Some(bar) = at_work.get(&place) {
                    bar.show(share);
                }
            }
            PackagingStep::Ended => {
                if let Some(bar) = at_work.remove(&place) {
                    bar.end();
                }
            }
        }
    })
}
