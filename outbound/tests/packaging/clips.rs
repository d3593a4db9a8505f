//! Tiny sources, and a catalogue that knows only them.

use std::{
    collections::HashMap,
    fs,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    process::Command,
    sync::Mutex,
};

use chrono::{DateTime, Utc};
use courses::{
    Catalogue, CourseId, ImportOutcome, ImportedCourse, MediaLocation, PackageCatalogue, PackageSource,
    VideoFile, VideoPackage,
};
use kernel::StoreError;
use outbound::{
    Ffmpeg, FfmpegSetting, MediaStore, PackageIndex, PackagingError, PackagingMeans, PackagingOutcome,
    package_videos,
};

/// A catalogue in memory.
#[derive(Default)]
pub struct MemoryCatalogue {
    pub sources: Mutex<Vec<MediaLocation>>,
    pub packages: Mutex<HashMap<String, VideoPackage>>,
}

impl Catalogue for MemoryCatalogue {
    fn import(&self, _: ImportedCourse, _: DateTime<Utc>) -> Result<ImportOutcome, StoreError> {
        Err(StoreError::Program("packaging imports nothing".into()))
    }

    fn media_locations(&self) -> Result<Vec<MediaLocation>, StoreError> {
        let mut all = self.sources.lock().unwrap().clone();
        let packages = self.packages.lock().unwrap();
        all.extend(
            packages
                .values()
                .flat_map(|package| package.files().map(Clone::clone)),
        );
        Ok(all)
    }
}

impl PackageCatalogue for MemoryCatalogue {
    fn package_sources(&self, _: Option<CourseId>) -> Result<Vec<PackageSource>, StoreError> {
        let packages = self.packages.lock().unwrap();
        let sources = self.sources.lock().unwrap();
        let sources = sources.iter().map(|location| PackageSource {
            course: CourseId(1),
            slug: "course".parse().unwrap(),
            file: VideoFile(location.0.clone()),
            location: location.clone(),
            duration_seconds: 1,
            is_packaged: packages.contains_key(&location.0),
        });
        Ok(sources.collect())
    }

    fn is_packaged(&self, source: &MediaLocation) -> Result<bool, StoreError> {
        Ok(self.packages.lock().unwrap().contains_key(&source.0))
    }

    fn package_from(&self, source: &MediaLocation) -> Result<Option<VideoPackage>, StoreError> {
        Ok(self.packages.lock().unwrap().get(&source.0).cloned())
    }

    fn put_package(&self, package: VideoPackage, _: DateTime<Utc>) -> Result<bool, StoreError> {
        if !self.sources.lock().unwrap().contains(&package.source) {
            return Ok(false);
        }
        let mut packages = self.packages.lock().unwrap();
        packages.insert(package.source.0.clone(), package);
        Ok(true)
    }
}

pub struct Case {
    pub folder: tempfile::TempDir,
    pub media: MediaStore,
    pub catalogue: MemoryCatalogue,
    pub ffmpeg: Ffmpeg,
}

impl Case {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let setting = FfmpegSetting::Program(PathBuf::from("ffmpeg"));
        Self {
            media: MediaStore::in_folder(folder.path().join("media")),
            catalogue: MemoryCatalogue::default(),
            ffmpeg: setting
                .find(std::env::var_os("PATH"))
                .expect("ffmpeg is installed"),
            folder,
        }
    }

    /// Stores what ffmpeg makes of these words; the name says the container.
    pub fn clip(&self, name: &str, words: &str) -> MediaLocation {
        let path = self.folder.path().join(name);
        make(words, &path);
        self.store(&path)
    }

    /// Stores a file as a video.
    pub fn store(&self, path: &Path) -> MediaLocation {
        let ending = path.extension().unwrap().to_str().unwrap();
        let location = self.media.put(path, "videos", ending).unwrap();
        self.catalogue.sources.lock().unwrap().push(location.clone());
        location
    }

    pub fn work(&self) -> PathBuf {
        self.folder.path().join("packaging")
    }

    /// Packages everything with this ffmpeg.
    pub fn package_by(&self, ffmpeg: &Ffmpeg) -> Result<Vec<PackagingOutcome>, PackagingError> {
        let means = PackagingMeans {
            ffmpeg,
            media: &self.media,
            work: &self.work(),
            jobs: NonZeroUsize::new(2).unwrap(),
        };
        let sources = self.catalogue.package_sources(None)?;
        package_videos(&self.catalogue, &means, &sources, &|_, _| ())
    }

    pub fn package(&self) -> Vec<PackagingOutcome> {
        self.package_by(&self.ffmpeg)
            .unwrap_or_else(|error| panic!("{error}"))
    }

    /// The package of a source that can be packaged.
    pub fn packaged(&self, source: &MediaLocation) -> (VideoPackage, PackageIndex) {
        assert_eq!(self.package(), [PackagingOutcome::Packaged]);
        let package = self.catalogue.packages.lock().unwrap()[&source.0].clone();
        let index = PackageIndex::parse(&self.bytes(&package.index)).unwrap();
        (package, index)
    }

    pub fn bytes(&self, location: &MediaLocation) -> Vec<u8> {
        fs::read(self.media.path_of(location).unwrap()).unwrap()
    }
}

/// Runs ffmpeg with words that hold no spaces of their own.
pub fn make(words: &str, into: &Path) {
    let output = Command::new("ffmpeg")
        .args(["-v", "error", "-nostdin", "-y"])
        .args(words.split_whitespace())
        .arg(into)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// What ffprobe says, a line each.
pub fn probe(words: &str, path: &Path) -> Vec<String> {
    let output = Command::new("ffprobe")
        .args(["-v", "error"])
        .args(words.split_whitespace())
        .args(["-of", "csv=p=0"])
        .arg(path)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines()
        .map(|line| line.trim_end_matches(',').to_owned())
        .collect()
}
