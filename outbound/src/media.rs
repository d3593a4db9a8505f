//! Videos, pictures and attachments under the names of their content: `videos/<sha256>.mp4`, in a folder or in an S3-compatible store.
//!
//! A name never changes what it holds, so a file may be read while a course is imported again, and a server may keep what it once
//! read of a file.

use std::{
    fs::File,
    io::Read,
    path::{Path, PathBuf},
    sync::Arc,
};

use bucket::MediaBucket;
use courses::{MediaLocation, MediaLocks, is_within_store};
use folder::MediaFolder;

use crate::settings::{Settings, media::MediaAddress};

pub(crate) mod bucket;
mod error;
mod folder;
pub(crate) mod lock;

pub use error::MediaError;

/// Where the media of an installation are.
#[derive(Debug, Clone)]
pub enum MediaStore {
    Folder(MediaFolder),
    Bucket(MediaBucket),
}

/// A stored file as a server sends it.
#[derive(Debug)]
pub enum StoredMedia {
    /// On this machine, with its length in bytes.
    File(File, u64),
    /// In the bucket, which was not asked yet.
    Object(MediaLocation),
}

impl MediaStore {
    /// A store in this folder, which is made when the first file is put.
    #[must_use]
    pub fn in_folder(root: PathBuf) -> Self {
        Self::Folder(MediaFolder::new(root))
    }

    /// The store of the settings; `locks` keep the machines apart that share a bucket. To be called outside the async runtime.
    ///
    /// # Errors
    /// [`MediaError::Bucket`] where no client of the store can be had; nothing is asked yet.
    pub fn of(settings: &Settings, locks: Option<Arc<dyn MediaLocks>>) -> Result<Self, MediaError> {
        match &settings.media {
            MediaAddress::Folder(folder) => Ok(Self::in_folder(folder.clone())),
            MediaAddress::Bucket(bucket) => {
                MediaBucket::new(bucket, settings.media_delivery, settings.uploads(), locks).map(Self::Bucket)
            }
        }
    }

    /// Where it is, for messages: a folder, or the address of a bucket.
    #[must_use]
    pub fn place(&self) -> String {
        match self {
            Self::Folder(folder) => folder.root().display().to_string(),
            Self::Bucket(bucket) => bucket.address().to_owned(),
        }
    }

    /// Copies a file into the store; storing the same bytes twice is one file. `prefix` and `extension` are plain words.
    ///
    /// # Errors
    /// [`MediaError`]; then nothing was stored.
    pub fn put(&self, source: &Path, prefix: &str, extension: &str) -> Result<MediaLocation, MediaError> {
        if !is_within_store(extension) || extension.contains(['.', '/']) {
            return Err(MediaError::NotAPlace(extension.to_owned()));
        }
        match self {
            Self::Folder(folder) => folder.put(source, prefix, extension),
            Self::Bucket(bucket) => bucket.put(source, prefix, extension),
        }
    }

    /// The bytes of a stored file from its first to its last, and how many there are.
    ///
    /// # Errors
    /// [`MediaError`]; never follows a symbolic link within the store.
    pub fn open(&self, location: &MediaLocation) -> Result<(Box<dyn Read + Send>, u64), MediaError> {
        match self {
            Self::Folder(folder) => {
                let (file, length) = folder.open(location)?;
                Ok((Box::new(file), length))
            }
            Self::Bucket(bucket) => bucket.open(location),
        }
    }

    /// How many bytes a stored file has.
    ///
    /// # Errors
    /// [`MediaError`]
    pub fn length(&self, location: &MediaLocation) -> Result<u64, MediaError> {
        match self {
            Self::Folder(folder) => Ok(folder.open(location)?.1),
            Self::Bucket(bucket) => bucket.length(location),
        }
    }

    /// A stored file for a server, without waiting for anything but this machine's disk.
    ///
    /// # Errors
    /// [`MediaError`]; never follows a symbolic link within the store.
    pub fn find(&self, location: &MediaLocation) -> Result<StoredMedia, MediaError> {
        match self {
            Self::Folder(folder) => folder
                .open(location)
                .map(|(file, length)| StoredMedia::File(file, length)),
            Self::Bucket(_) => Ok(StoredMedia::Object(location.clone())),
        }
    }

    /// Removes a file from the store; a file that does not exist is removed already.
    ///
    /// # Errors
    /// [`MediaError`]
    pub fn delete(&self, location: &MediaLocation) -> Result<(), MediaError> {
        match self {
            Self::Folder(folder) => folder.delete(location),
            Self::Bucket(bucket) => bucket.delete(location),
        }
    }

    /// Everything that is stored, in the order of the names.
    ///
    /// # Errors
    /// [`MediaError`]
    pub fn locations(&self) -> Result<Vec<MediaLocation>, MediaError> {
        match self {
            Self::Folder(folder) => folder.locations(),
            Self::Bucket(bucket) => bucket.locations(),
        }
    }

    /// Removes what an ended process left half-written. Only for the holder of [`MediaStore::lock_to_change`]: then no process of this
    /// machine is still writing.
    ///
    /// # Errors
    /// [`MediaError`]
    pub fn remove_unfinished(&self) -> Result<(), MediaError> {
        match self {
            Self::Folder(folder) => folder.remove_unfinished(),
            Self::Bucket(bucket) => bucket.remove_unfinished(),
        }
    }

    /// Where a location's bytes lie in a folder of this machine.
    ///
    /// # Errors
    /// [`MediaError::NotAPlace`], also for a file that is in a bucket.
    pub fn path_of(&self, location: &MediaLocation) -> Result<PathBuf, MediaError> {
        match self {
            Self::Folder(folder) => folder.path_of(location),
            Self::Bucket(_) => Err(MediaError::NotAPlace(location.0.clone())),
        }
    }

    /// Whether a stored file can have this location.
    #[must_use]
    pub fn is_place(&self, location: &MediaLocation) -> bool {
        location.is_within_store()
    }

    /// The store's own folder; `None` for a bucket.
    #[must_use]
    pub fn root(&self) -> Option<&Path> {
        match self {
            Self::Folder(folder) => Some(folder.root()),
            Self::Bucket(_) => None,
        }
    }

    /// The bucket; `None` for a folder.
    #[must_use]
    pub fn bucket(&self) -> Option<&MediaBucket> {
        match self {
            Self::Folder(_) => None,
            Self::Bucket(bucket) => Some(bucket),
        }
    }
}
