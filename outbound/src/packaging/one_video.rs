//! One video from source to stored package, step by step.

use std::{
    collections::HashSet,
    fs::File,
    io,
    path::{Path, PathBuf},
};

use chrono::Utc;
use courses::{
    MediaLocation, PackageCatalogue, PackageSource, PackagingRefusal, RECIPE, TIMESCALE, VideoPackage,
    check_whole, plan_low_sound, plan_packaging,
};

use super::{
    error::PackagingError,
    ffmpeg::RunError,
    fragments::{Rendition, read_rendition},
    index::{PackageIndex, PreviewSheet, RenditionsDiffer, starts_of},
    pictures::{write_poster, write_previews},
    probe::probe,
    program::Ffmpeg,
    renditions::{write_low, write_top},
    work_folder::{WorkFolder, cannot},
};
use crate::{
    course_folder::import::remove_unnamed,
    media::{MediaError, MediaStore},
};

/// Shares of the work at which its parts end, for a bar: measuring and the top rendition, the low one.
const TOP: f64 = 0.4;
const LOW: f64 = 0.95;

/// Why one video is not packaged; the others may be.
#[derive(Debug, thiserror::Error)]
pub(crate) enum VideoError {
    #[error("{0}")]
    Refused(#[from] PackagingRefusal),
    /// ffmpeg says so.
    #[error("{0}")]
    Failed(String),
    #[error(transparent)]
    Differ(#[from] RenditionsDiffer),
    /// Nothing can be packaged now.
    #[error(transparent)]
    Stopped(#[from] PackagingError),
}

impl From<MediaError> for VideoError {
    fn from(error: MediaError) -> Self {
        match error {
            MediaError::Missing(_) => Self::Failed(error.to_string()),
            other => Self::Stopped(other.into()),
        }
    }
}

pub(crate) struct Workshop<'a> {
    pub(crate) catalogue: &'a dyn PackageCatalogue,
    pub(crate) media: &'a MediaStore,
    pub(crate) ffmpeg: &'a Ffmpeg,
    pub(crate) work: &'a Path,
    /// Of one ffmpeg.
    pub(crate) threads: usize,
}

/// What the steps of a video leave in its folder.
struct Made {
    top: PathBuf,
    low: PathBuf,
    poster: PathBuf,
    previews: PathBuf,
    sheet: PreviewSheet,
    renditions: (Rendition, Rendition),
}

impl Workshop<'_> {
    /// Packages a video; false where that was done already. `progress` gets the share of the work that is done.
    pub(crate) fn package(
        &self,
        source: &PackageSource,
        progress: &(dyn Fn(f64) + Sync),
    ) -> Result<bool, VideoError> {
        let folder = WorkFolder::open(self.work, &source.location)?;
        // Asked while the folder is locked: another process may have been at it until now.
        if self
            .catalogue
            .is_packaged(&source.location)
            .map_err(PackagingError::from)?
        {
            folder.remove()?;
            return Ok(false);
        }
        if self.media.length(&source.location)? == 0 {
            return Err(VideoError::Failed(String::from("is empty")));
        }
        let path = self.source_file(&folder, &source.location)?;
        let path = std::path::absolute(&path).map_err(cannot(&path))?;
        let made = self.make(&folder, &path, progress)?;
        self.store(source, &folder, made)?;
        folder.remove()?;
        Ok(true)
    }

    /// A file of this machine with the source: its own in a folder, a copy of one in a bucket, because ffmpeg reads it more than once.
    fn source_file(&self, folder: &WorkFolder, source: &MediaLocation) -> Result<PathBuf, VideoError> {
        if self.media.root().is_some() {
            return Ok(self.media.path_of(source)?);
        }
        copy_here(self.media, folder, source)
    }

    fn make(
        &self,
        folder: &WorkFolder,
        source: &Path,
        progress: &(dyn Fn(f64) + Sync),
    ) -> Result<Made, VideoError> {
        folder.step("top.mp4", |file, part| {
            let facts = probe(self.ffmpeg, source).map_err(of_run(part))?;
            let plan = plan_packaging(&facts)?;
            let done = |seconds: f64| progress(TOP * (seconds / facts.seconds).clamp(0.0, 1.0));
            write_top(self.ffmpeg, source, &plan, self.threads, file, &done).map_err(of_run(part))?;
            Ok::<_, VideoError>(check_whole(&facts, read(part)?.seconds)?)
        })?;
        let top_path = folder.file("top.mp4");
        let top = read(&top_path)?;
        let starts = starts_of(&top);
        folder.step("low.mp4", |file, part| {
            // ffmpeg reports in times of the output, which begin where those of the top rendition do.
            let begin = starts.first().map_or(0.0, |start| seconds(*start));
            let done = |at: f64| progress(TOP + (LOW - TOP) * ((at - begin) / top.seconds).clamp(0.0, 1.0));
            let sound = plan_low_sound(top.sound_rate);
            write_low(
                self.ffmpeg,
                &top_path,
                (&starts, sound),
                self.threads,
                file,
                &done,
            )
            .map_err(of_run(part))
        })?;
        let low = read(&folder.file("low.mp4"))?;
        let key_frames: Vec<_> = top
            .fragments
            .iter()
            .filter_map(|fragment| fragment.start)
            .collect();
        let key_frames: Vec<_> = key_frames.into_iter().map(seconds).collect();
        folder.step("poster.jpg", |file, part| {
            write_poster(self.ffmpeg, &top_path, &key_frames, top.seconds, file).map_err(of_run(part))?;
            if part.metadata().map_err(cannot(part))?.len() == 0 {
                return Err(VideoError::Failed(String::from(
                    "has no picture to show before it plays",
                )));
            }
            Ok(())
        })?;
        // The times of the previews are said only while they are drawn, so they are drawn again each time.
        let previews = folder.file("previews.jpg");
        let mut file = File::create(&previews).map_err(cannot(&previews))?;
        let sheet = write_previews(self.ffmpeg, &top_path, &key_frames, top.seconds, &mut file)
            .map_err(of_run(&previews))?;
        progress(1.0);
        Ok(Made {
            low: folder.file("low.mp4"),
            poster: folder.file("poster.jpg"),
            top: top_path,
            previews,
            sheet,
            renditions: (top, low),
        })
    }

    /// Puts the files into the media store and names them in one write; on a failure the store is as it was.
    fn store(&self, source: &PackageSource, folder: &WorkFolder, made: Made) -> Result<(), VideoError> {
        // Held to the end, so that no import takes away what is stored but not yet named.
        let mut lock = self.media.lock_to_change(&mut || ())?;
        let named: HashSet<_> = self.named()?;
        let stored: HashSet<_> = self.media.locations()?.into_iter().collect();
        let result = self.store_and_name(source, folder, made);
        let candidates: Vec<_> = match &result {
            Ok(true) => named.into_iter().collect(),
            Ok(false) | Err(_) => self
                .media
                .locations()?
                .into_iter()
                .filter(|location| !stored.contains(location))
                .collect(),
        };
        if let Err(problem) = remove_unnamed(self.catalogue, self.media, &mut lock, &candidates) {
            tracing::warn!(error = %problem, "files that no package names any more stay in the media store");
        }
        result.map(|_| ())
    }

    fn named(&self) -> Result<HashSet<MediaLocation>, PackagingError> {
        Ok(self.catalogue.media_locations()?.into_iter().collect())
    }

    fn store_and_name(
        &self,
        source: &PackageSource,
        folder: &WorkFolder,
        made: Made,
    ) -> Result<bool, VideoError> {
        let put = |path: &Path, ending: &str| self.media.put(path, "packages", ending);
        let (top, low) = (put(&made.top, "mp4")?, put(&made.low, "mp4")?);
        let (poster, previews) = (put(&made.poster, "jpg")?, put(&made.previews, "jpg")?);
        let files = [&source.location, &top, &low, &poster, &previews].map(|location| location.0.clone());
        let index = PackageIndex::build(&made.renditions.0, &made.renditions.1, made.sheet, files.into())?;
        for (location, path, rendition) in [(&top, &made.top, &index.top), (&low, &made.low, &index.low)] {
            self.put_segments(location, path, rendition)?;
        }
        let text = serde_json::to_vec(&index).map_err(|error| VideoError::Failed(error.to_string()))?;
        // Not kept from a run before, whose previews may have been drawn by another ffmpeg.
        let _ = std::fs::remove_file(folder.file("index.json"));
        let package = VideoPackage {
            source: source.location.clone(),
            recipe: RECIPE,
            index: put(&folder.put("index.json", &text)?, "json")?,
            top,
            low,
            poster,
            previews,
        };
        let put = self.catalogue.put_package(package, Utc::now());
        Ok(put.map_err(PackagingError::from)?)
    }
}

/// A copy of a stored file in a work folder.
pub(crate) fn copy_here(
    media: &MediaStore,
    folder: &WorkFolder,
    location: &MediaLocation,
) -> Result<PathBuf, VideoError> {
    let name = "copy";
    folder.step(name, |file, part| {
        let (mut from, length) = media.open(location)?;
        let copied = io::copy(&mut from, file).map_err(cannot(part))?;
        if copied == length {
            Ok(())
        } else {
            Err(VideoError::Failed(String::from("cannot be read whole")))
        }
    })?;
    Ok(folder.file(name))
}

fn read(path: &Path) -> Result<Rendition, VideoError> {
    read_rendition(path).map_err(|cause| VideoError::Failed(cause.to_string()))
}

fn of_run(path: &Path) -> impl FnOnce(RunError) -> VideoError + use<> {
    let path = path.to_path_buf();
    move |error| match error {
        RunError::Failed(words) => VideoError::Failed(words),
        RunError::Write(cause) => VideoError::Stopped(named(&path, cause)),
    }
}

fn named(path: &Path, cause: io::Error) -> PackagingError {
    cannot(path)(cause)
}

fn seconds(ticks: u64) -> f64 {
    ticks as f64 / f64::from(TIMESCALE)
}
