//! A bucket of an S3-compatible store (contract, `PORTAL_MEDIA_URL`).
//!
//! Decision: rusty-s3, which signs requests and does nothing else, over the HTTP client that is here already: five more crates.
//! `object_store` and `aws-sdk-s3` bring an HTTP layer of their own, and the former cannot take up an upload again. Cost: sending, trying again
//! and reading refusals are written here.

mod client;
mod keys;
mod parts;
mod requests;
mod segments;
pub(crate) mod stream;
mod upload_records;
mod uploads;

use std::{
    collections::HashMap,
    io::Read,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError, atomic::AtomicBool},
    time::Duration,
};

use courses::{MediaLocation, MediaLocks};
use reqwest::Method;
use rusty_s3::{Bucket, Credentials, S3Action, actions::ListObjectsV2};
use secrecy::ExposeSecret;

pub use client::MediaBucket;

use self::client::Inner;
use self::requests::{Failure, Request, SIGNED_FOR};
use super::MediaError;
use crate::{
    http_client::http_client,
    settings::media::{BucketSettings, MediaDelivery},
};

/// How long a new connection may take.
const CONNECT: Duration = Duration::from_secs(5);
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
        let failed = |problem: String| MediaError::Bucket {
            address: settings.address(),
            problem,
        };
        let client = http_client().connect_timeout(CONNECT).timeout(None).build();
        let (endpoint, style) = keys::endpoint(settings).map_err(|error| failed(error.to_string()))?;
        let bucket = Bucket::new(endpoint, style, settings.bucket.clone(), settings.region.clone());
        let secret = settings.secret_key.expose_secret();
        Ok(Self(Arc::new(Inner {
            address: settings.address(),
            prefix: settings.prefix.clone(),
            bucket: bucket.map_err(|error| failed(error.to_string()))?,
            credentials: Credentials::new(&settings.access_key, secret),
            client: client.map_err(|error| failed(error.to_string()))?,
            streaming: stream::client(CONNECT).map_err(|error| failed(error.to_string()))?,
            keeps_segments: delivery == MediaDelivery::Redirect,
            uploads,
            locks,
            lengths: Mutex::default(),
            answers: AtomicBool::new(true),
        })))
    }

    /// As in `PORTAL_MEDIA_URL`; for messages.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.0.address
    }

    /// The origin from which a player fetches what it is redirected to.
    #[must_use]
    pub fn origin(&self) -> String {
        self.0.bucket.base_url().origin().ascii_serialization()
    }

    pub(super) fn locks(&self) -> Option<&dyn MediaLocks> {
        self.0.locks.as_deref()
    }

    pub(super) fn uploads(&self) -> &Path {
        &self.0.uploads
    }

    pub(super) fn open(&self, location: &MediaLocation) -> Result<(Box<dyn Read + Send>, u64), MediaError> {
        let length = self.length(location)?;
        let key = self.key(location)?;
        let get = self.0.bucket.get_object(Some(&self.0.credentials), &key);
        let request = Request::new(Method::GET, get.sign(SIGNED_FOR)).of_bytes(length);
        let answer = self
            .sent(request)
            .map_err(|failure| self.error(failure, location))?;
        if answer.content_length() != Some(length) {
            return Err(self.problem("it answers with other bytes than it holds"));
        }
        Ok((Box::new(answer), length))
    }

    pub(super) fn length(&self, location: &MediaLocation) -> Result<u64, MediaError> {
        let key = self.key(location)?;
        self.length_of(&key)
            .map_err(|failure| self.error(failure, location))
    }

    fn length_of(&self, key: &str) -> Result<u64, Failure> {
        let head = self.0.bucket.head_object(Some(&self.0.credentials), key);
        let answer = self.sent(Request::new(Method::HEAD, head.sign(SIGNED_FOR)))?;
        requests::announced_length(answer.headers())
    }

    pub(super) fn delete(&self, location: &MediaLocation) -> Result<(), MediaError> {
        let key = self.key(location)?;
        self.known_lengths().remove(location);
        self.delete_segments(location)?;
        self.delete_key(&key)
            .map_err(|failure| self.error(failure, location))
    }

    fn delete_key(&self, key: &str) -> Result<(), Failure> {
        let delete = self.0.bucket.delete_object(Some(&self.0.credentials), key);
        match self.sent(Request::new(Method::DELETE, delete.sign(SIGNED_FOR))) {
            Ok(_) | Err(Failure::Missing) => Ok(()),
            Err(other) => Err(other),
        }
    }

    pub(super) fn locations(&self) -> Result<Vec<MediaLocation>, MediaError> {
        let keys = self.keys_with(&self.0.prefix)?;
        let mut found: Vec<_> = keys.iter().filter_map(|key| self.location_of(key)).collect();
        found.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(found)
    }

    /// The keys that begin with a prefix.
    fn keys_with(&self, prefix: &str) -> Result<Vec<String>, MediaError> {
        let mut found = Vec::new();
        let mut token: Option<String> = None;
        loop {
            let mut list = ListObjectsV2::new(&self.0.bucket, Some(&self.0.credentials));
            list.with_prefix(prefix);
            if let Some(token) = &token {
                list.with_continuation_token(token.as_str());
            }
            let text = self
                .text(Request::new(Method::GET, list.sign(SIGNED_FOR)))
                .map_err(|failure| self.listing_error(failure))?;
            let page =
                keys::read_page(&text).ok_or_else(|| self.problem("its list of files cannot be read"))?;
            found.extend(page.keys);
            match page.next {
                Some(next) if token.as_ref() != Some(&next) => token = Some(next),
                _ => return Ok(found),
            }
        }
    }

    /// Whether files can be listed, written, read and removed here.
    ///
    /// # Errors
    /// [`MediaError::Bucket`]
    pub fn check(&self) -> Result<(), MediaError> {
        let key = format!("{}{PROBE}", self.0.prefix);
        self.keys_with(&key)?;
        let text = "written by portal doctor\n";
        let done = || -> Result<String, Failure> {
            self.put_bytes(&key, text.into(), "text/plain")?;
            let get = self.0.bucket.get_object(Some(&self.0.credentials), &key);
            let read = self.text(Request::new(Method::GET, get.sign(SIGNED_FOR)))?;
            self.delete_key(&key)?;
            Ok(read)
        };
        match done() {
            Ok(read) if read == text => Ok(()),
            Ok(_) => Err(self.problem("it answers with other bytes than it was given")),
            Err(failure) => Err(self.listing_error(failure)),
        }
    }

    /// [`MediaError`] for a request about no stored file: what is missing then is the bucket.
    fn listing_error(&self, failure: Failure) -> MediaError {
        match failure {
            Failure::Missing => self.problem("there is no such bucket"),
            other => self.error(other, &MediaLocation(String::new())),
        }
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
            Failure::Passing(problem) | Failure::Silent(problem) | Failure::Refused(problem) => {
                self.problem(problem)
            }
        }
    }

    fn known_lengths(&self) -> std::sync::MutexGuard<'_, HashMap<MediaLocation, u64>> {
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
