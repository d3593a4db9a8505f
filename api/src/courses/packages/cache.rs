//! Packages that are being watched, in memory: their texts, the places of their segments, and, of a folder, their open files.

use std::{
    collections::HashMap,
    io::Read,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use ::courses::{MediaLocation, VideoPackage};
use bytes::Bytes;
use outbound::{
    MediaBucket, MediaStore, PackageIndex, RenditionName, StoreDeadline, master_playlist, media_playlist,
    preview_track,
};

use crate::courses::media_body::{MediaSource, found};
use crate::courses::media_problem::media_problem;
use crate::http::problem::Problem;

/// Packages in memory at most: two open files each, and about a megabyte for a video of ten hours.
const MOST: usize = 64;
/// Of a file that is kept in memory.
const MOST_BYTES: u64 = 16 * 1024 * 1024;
/// The pause before the bucket is asked again for the segments of a package.
const RECHECK_AFTER: Duration = Duration::from_secs(60);

/// What is needed to serve a package.
pub struct LoadedPackage {
    pub name: String,
    pub source: MediaLocation,
    pub index: PackageIndex,
    pub master: Bytes,
    pub track: Bytes,
    pub poster: Bytes,
    pub previews: Bytes,
    top: LoadedRendition,
    low: LoadedRendition,
    /// When the bucket is asked again for segments that were not stored; `None`: everything that was found is final.
    recheck_at: Option<Instant>,
}

pub struct LoadedRendition {
    pub playlist: Bytes,
    pub source: MediaSource,
    /// Whether each segment is a stored file of its own too, to which a player can be sent.
    pub has_segments: bool,
}

impl LoadedPackage {
    pub fn rendition(&self, name: RenditionName) -> &LoadedRendition {
        match name {
            RenditionName::Top => &self.top,
            RenditionName::Low => &self.low,
        }
    }

    fn rendition_mut(&mut self, name: RenditionName) -> &mut LoadedRendition {
        match name {
            RenditionName::Top => &mut self.top,
            RenditionName::Low => &mut self.low,
        }
    }
}

/// Packages by their names. A package never changes; only its segments may be stored later, by `portal courses package`. Where there is no
/// room, the least recently used package is dropped.
#[derive(Default)]
pub struct PackageCache(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    uses: u64,
    packages: HashMap<String, (u64, Arc<LoadedPackage>)>,
}

impl PackageCache {
    pub fn get(&self, name: &str) -> Option<Arc<LoadedPackage>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.uses += 1;
        let now = kept.uses;
        let (used, package) = kept.packages.get_mut(name)?;
        if package.recheck_at.is_some_and(|until| Instant::now() >= until) {
            kept.packages.remove(name);
            return None;
        }
        *used = now;
        Some(Arc::clone(package))
    }

    pub fn put(&self, name: &str, package: &Arc<LoadedPackage>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.uses += 1;
        let now = kept.uses;
        if kept.packages.len() >= MOST {
            let oldest = kept.packages.iter().min_by_key(|(_, (used, _))| *used);
            if let Some(oldest) = oldest.map(|(name, _)| name.clone()) {
                kept.packages.remove(&oldest);
            }
        }
        kept.packages.insert(name.to_owned(), (now, Arc::clone(package)));
    }
}

/// What the texts and pictures of a package are made from.
struct Parts {
    index: Bytes,
    poster: Bytes,
    previews: Bytes,
    top: MediaSource,
    low: MediaSource,
}

/// Reads what a package in a folder of this machine holds.
pub fn load_package(media: &MediaStore, package: VideoPackage) -> Result<LoadedPackage, Problem> {
    let rendition = |location| Ok::<_, Problem>(found(media.find(location).map_err(media_problem)?).0);
    let parts = Parts {
        index: read(media, &package.index)?,
        poster: read(media, &package.poster)?,
        previews: read(media, &package.previews)?,
        top: rendition(&package.top)?,
        low: rendition(&package.low)?,
    };
    loaded(package, parts)
}

/// Reads what a package in the bucket holds.
pub async fn fetch_package(
    bucket: &MediaBucket,
    deadline: StoreDeadline,
    package: VideoPackage,
) -> Result<LoadedPackage, Problem> {
    let read = async |location: &MediaLocation| {
        let bytes = bucket.read_small(location, deadline).await;
        bytes.map_err(media_problem)
    };
    let parts = Parts {
        index: read(&package.index).await?,
        poster: read(&package.poster).await?,
        previews: read(&package.previews).await?,
        top: MediaSource::Object(package.top.clone()),
        low: MediaSource::Object(package.low.clone()),
    };
    let (top, low) = (package.top.clone(), package.low.clone());
    let mut loaded = loaded(package, parts)?;
    for (name, location) in [(RenditionName::Top, &top), (RenditionName::Low, &low)] {
        let segments = &loaded.index.rendition(name).segments;
        let shape = (segments.len(), segments.last().map_or(0, |last| last.length));
        let has_segments = bucket.has_segments(location, shape, deadline).await;
        loaded.rendition_mut(name).has_segments = has_segments.map_err(media_problem)?;
    }
    if !(loaded.top.has_segments && loaded.low.has_segments) {
        loaded.recheck_at = Some(Instant::now() + RECHECK_AFTER);
    }
    Ok(loaded)
}

fn loaded(package: VideoPackage, parts: Parts) -> Result<LoadedPackage, Problem> {
    let index = PackageIndex::parse(&parts.index).map_err(|error| {
        tracing::error!(%error, file = %package.index.0, "the index of a package cannot be read");
        Problem::not_found("This file is not there; please tell the support")
    })?;
    let rendition = |name, source| LoadedRendition {
        playlist: media_playlist(index.rendition(name)).into(),
        source,
        has_segments: false,
    };
    Ok(LoadedPackage {
        top: rendition(RenditionName::Top, parts.top),
        low: rendition(RenditionName::Low, parts.low),
        master: master_playlist(&index).into(),
        track: preview_track(&index).into(),
        poster: parts.poster,
        previews: parts.previews,
        name: package.name().to_owned(),
        source: package.source,
        recheck_at: None,
        index,
    })
}

fn read(media: &MediaStore, location: &MediaLocation) -> Result<Bytes, Problem> {
    let (file, _) = media.open(location).map_err(media_problem)?;
    let mut bytes = Vec::new();
    file.take(MOST_BYTES).read_to_end(&mut bytes).map_err(|error| {
        tracing::error!(%error, file = %location.0, "a media file cannot be read");
        Problem::unavailable("media_unavailable", "Something went wrong. Please try again.", 5)
    })?;
    Ok(bytes.into())
}
