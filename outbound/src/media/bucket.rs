//! A bucket of an S3-compatible store (contract, `PORTAL_MEDIA_URL`).
//!
//! Decision: the `object_store` crate, which signs, tries again, lists and sends parts, over the HTTP and TLS libraries that are here
//! already. Cost: it is async, so commands and threads wait for it on a small runtime, and what a store refuses is read from its text.

mod client;
mod failure;
mod read;
mod segments;
pub(crate) mod stream;
mod unfinished;
mod uploads;

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{Arc, MutexGuard, PoisonError},
};

use courses::{MediaLocation, MediaLocks, is_within_store};
use object_store::{ObjectStore as _, ObjectStoreExt as _, PutPayload, path::Path as Key};

pub use client::MediaBucket;

use self::client::Inner;
use self::failure::Failure;
use self::read::next;
use super::MediaError;
use crate::settings::media::{BucketSettings, MediaDelivery};

/// Of stored files whose lengths are kept; a length never changes.
const MOST_LENGTHS: usize = 4_096;
/// What `portal doctor` writes, reads and removes.
const PROBE: &str = "portal-doctor.txt";

impl MediaBucket {
    /// The bucket of the settings, which machines with the same `locks` share; nothing is asked yet. To be called outside the async runtime.
    ///
    /// # Errors
    /// [`MediaError::Bucket`] where no client can be had.
    pub fn new(
        settings: &BucketSettings,
        delivery: MediaDelivery,
        uploads: PathBuf,
        locks: Option<Arc<dyn MediaLocks>>,
    ) -> Result<Self, MediaError> {
        let inner = Inner::new(settings, delivery, uploads, locks);
        let inner = inner.map_err(|error| MediaError::Bucket {
            address: settings.address(),
            problem: error.to_string(),
        })?;
        Ok(Self(Arc::new(inner)))
    }

    /// As in `PORTAL_MEDIA_URL`; for messages.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.0.address
    }

    /// The origin from which a player fetches what it is redirected to.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.0.origin
    }

    pub(super) fn locks(&self) -> Option<&dyn MediaLocks> {
        self.0.locks.as_deref()
    }

    pub(super) fn uploads(&self) -> &Path {
        &self.0.uploads
    }

    pub(super) fn length(&self, location: &MediaLocation) -> Result<u64, MediaError> {
        let key = self.key(location)?;
        let length = self.length_of(&key);
        length.map_err(|failure| self.error(failure, location))
    }

    fn length_of(&self, key: &Key) -> Result<u64, Failure> {
        Ok(self.wait(0, self.0.store.head(key))?.size)
    }

    pub(super) fn delete(&self, location: &MediaLocation) -> Result<(), MediaError> {
        let key = self.key(location)?;
        self.known_lengths().remove(location);
        self.delete_segments(location)?;
        let deleted = self.delete_key(&key);
        deleted.map_err(|failure| self.error(failure, location))
    }

    fn delete_key(&self, key: &Key) -> Result<(), Failure> {
        match self.wait(0, self.0.store.delete(key)) {
            Err(Failure::Missing) => Ok(()),
            other => other,
        }
    }

    /// Puts bytes that are in memory.
    fn put_bytes(&self, key: &Key, bytes: Vec<u8>) -> Result<(), MediaError> {
        let length = bytes.len() as u64;
        let put = self.0.store.put(key, PutPayload::from(bytes));
        let put = self.wait(length, put);
        put.map(drop).map_err(|failure| self.bucket_error(failure))
    }

    pub(super) fn locations(&self) -> Result<Vec<MediaLocation>, MediaError> {
        let keys = self.keys_below(&self.0.prefix)?;
        let mut found: Vec<_> = keys.iter().filter_map(|key| self.location_of(key)).collect();
        found.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(found)
    }

    /// The keys in a folder and its folders.
    fn keys_below(&self, folder: &str) -> Result<Vec<Key>, MediaError> {
        let folder = Key::from(folder);
        let mut listed = self.0.store.list(Some(&folder));
        let mut found = Vec::new();
        loop {
            match self.wait(0, next(&mut listed)) {
                Ok(Some(object)) => found.push(object.location),
                Ok(None) => return Ok(found),
                Err(failure) => return Err(self.bucket_error(failure)),
            }
        }
    }

    /// Whether files can be listed, written, read and removed here.
    ///
    /// # Errors
    /// [`MediaError::Bucket`]
    pub fn check(&self) -> Result<(), MediaError> {
        let key = Key::from(format!("{}{PROBE}", self.0.prefix));
        let text = "written by portal doctor\n";
        let folder = Key::from(self.0.prefix.as_str());
        let mut listed = self.0.store.list(Some(&folder));
        let listed = self.wait(0, next(&mut listed));
        listed.map_err(|failure| self.bucket_error(failure))?;
        self.put_bytes(&key, text.into())?;
        let read = self.wait(0, async { self.0.store.get(&key).await?.bytes().await });
        let read = read.map_err(|failure| self.bucket_error(failure))?;
        let deleted = self.delete_key(&key);
        deleted.map_err(|failure| self.bucket_error(failure))?;
        match read == text {
            true => Ok(()),
            false => Err(self.problem("it answers with other bytes than it was given")),
        }
    }

    fn key(&self, location: &MediaLocation) -> Result<Key, MediaError> {
        let key = Key::parse(format!("{}{}", self.0.prefix, location.0));
        match key {
            Ok(key) if location.is_within_store() => Ok(key),
            _ => Err(MediaError::NotAPlace(location.0.clone())),
        }
    }

    /// The stored file of a key; `None` if the key is no file of the store.
    fn location_of(&self, key: &Key) -> Option<MediaLocation> {
        let within = key.as_ref().strip_prefix(&self.0.prefix)?;
        // A folder and a name: what lies deeper, or at the top, is not a file of its own.
        let is_file = is_within_store(within) && within.split('/').count() == 2;
        is_file.then(|| MediaLocation(within.to_owned()))
    }

    fn problem(&self, problem: impl Into<String>) -> MediaError {
        MediaError::Bucket {
            address: self.0.address.clone(),
            problem: problem.into(),
        }
    }

    fn error(&self, failure: Failure, location: &MediaLocation) -> MediaError {
        match failure {
            Failure::Missing => MediaError::Missing(location.0.clone()),
            Failure::Silent(problem) | Failure::Refused(problem) => self.problem(problem),
        }
    }

    /// [`MediaError`] for a request about no stored file: what is missing then is the bucket.
    fn bucket_error(&self, failure: Failure) -> MediaError {
        match failure {
            Failure::Missing => self.problem("there is no such bucket"),
            Failure::Silent(problem) | Failure::Refused(problem) => self.problem(problem),
        }
    }

    fn known_lengths(&self) -> MutexGuard<'_, HashMap<MediaLocation, u64>> {
        self.0.lengths.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep_length(&self, location: &MediaLocation, length: u64) {
        let mut known = self.known_lengths();
        if known.len() >= MOST_LENGTHS {
            known.clear();
        }
        known.insert(location.clone(), length);
    }
}
