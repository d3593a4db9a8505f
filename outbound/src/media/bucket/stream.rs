//! Stored files for members who watch: as a stream that a server passes on, or as an address that the player follows.
//!
//! Nothing here holds more than a connection's buffer of a file.

use std::{
    sync::atomic::Ordering,
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use courses::MediaLocation;
use futures_core::stream::BoxStream;
use object_store::{
    GetOptions, GetRange, ObjectStore as _, ObjectStoreExt as _,
    signer::{SignedUrlOptions, Signer as _},
};
use reqwest::{Method, Url};
use tokio::time::{Instant, timeout_at};

use super::{client::MediaBucket, failure::Failure};
use crate::media::MediaError;

/// The longest that an address for a player is good (contract, `PORTAL_MEDIA_DELIVERY`).
const ADDRESS_FOR: Duration = Duration::from_secs(5 * 60);
/// How long a request waits for a store, all its questions together (contract, "Under pressure": 503 within 3 seconds) …
const WAIT: Duration = Duration::from_millis(2_200);
/// … and while the store did not answer the last one (within one).
const SHORT_WAIT: Duration = Duration::from_millis(700);
/// A small file that is read into memory.
const MOST_BYTES: u64 = 16 * 1024 * 1024;

/// Bytes of a stored file as they come.
pub struct ObjectStream {
    bytes: BoxStream<'static, object_store::Result<Bytes>>,
    bucket: MediaBucket,
}

/// When a server stops waiting for the store; all that one request asks shares it.
#[derive(Debug, Clone, Copy)]
pub struct StoreDeadline(Instant);

impl MediaBucket {
    /// The time that a request of a member may take from now.
    #[must_use]
    pub fn deadline(&self) -> StoreDeadline {
        let wait = match self.0.answers.load(Ordering::Relaxed) {
            true => WAIT,
            false => SHORT_WAIT,
        };
        StoreDeadline(Instant::now() + wait)
    }

    /// How many bytes a stored file has; asked once.
    ///
    /// # Errors
    /// [`MediaError`]
    pub async fn known_length(
        &self,
        location: &MediaLocation,
        deadline: StoreDeadline,
    ) -> Result<u64, MediaError> {
        if let Some(length) = self.known_lengths().get(location) {
            return Ok(*length);
        }
        let key = self.key(location)?;
        let object = self.asked(deadline, self.0.serving.head(&key)).await;
        let length = object.map_err(|failure| self.error(failure, location))?.size;
        self.keep_length(location, length);
        Ok(length)
    }

    /// `length` bytes of a stored file from `start`.
    ///
    /// # Errors
    /// [`MediaError`], also where the store answers with other bytes.
    pub async fn stream(
        &self,
        location: &MediaLocation,
        start: u64,
        length: u64,
        deadline: StoreDeadline,
    ) -> Result<ObjectStream, MediaError> {
        let key = self.key(location)?;
        let wanted = start..start.saturating_add(length);
        let options = GetOptions {
            // An empty range cannot be asked for.
            range: (length > 0).then(|| GetRange::Bounded(wanted.clone())),
            ..GetOptions::default()
        };
        let object = self.asked(deadline, self.0.serving.get_opts(&key, options)).await;
        let object = object.map_err(|failure| self.error(failure, location))?;
        // A length from an answer that was not the store's own is not kept.
        let known = self.known_lengths().get(location).copied();
        let is_known = known.is_none_or(|known| known == object.meta.size);
        if !is_known {
            self.known_lengths().remove(location);
        }
        if !is_known || object.range != wanted {
            return Err(self.problem("it answers with other bytes than it was asked for"));
        }
        Ok(ObjectStream {
            bytes: object.into_stream(),
            bucket: self.clone(),
        })
    }

    /// All of a small file.
    ///
    /// # Errors
    /// [`MediaError`], also for one of more than 16 MiB.
    pub async fn read_small(
        &self,
        location: &MediaLocation,
        deadline: StoreDeadline,
    ) -> Result<Bytes, MediaError> {
        let key = self.key(location)?;
        let object = self.asked(deadline, self.0.serving.get(&key)).await;
        let object = object.map_err(|failure| self.error(failure, location))?;
        if object.meta.size > MOST_BYTES {
            return Err(self.problem(format!("{} is larger than such a file can be", location.0)));
        }
        let bytes = self.asked(deadline, object.bytes()).await;
        bytes.map_err(|failure| self.error(failure, location))
    }

    /// An address by which a player fetches a stored file from the store itself, for five minutes.
    ///
    /// # Errors
    /// [`MediaError::NotAPlace`], [`MediaError::Bucket`] where it cannot be signed.
    pub async fn address_for_player(
        &self,
        location: &MediaLocation,
        content_type: &'static str,
    ) -> Result<Url, MediaError> {
        let key = self.key(location)?;
        let options = SignedUrlOptions::default().with_query([
            // The address is the caller's alone, and so is what it leads to.
            ("response-cache-control", "private, no-store"),
            ("response-content-type", content_type),
        ]);
        let signed = self
            .0
            .serving
            .signed_url_opts(Method::GET, &key, ADDRESS_FOR, &options);
        signed.await.map_err(|error| self.error(error.into(), location))
    }

    async fn asked<T>(
        &self,
        deadline: StoreDeadline,
        asked: impl Future<Output = object_store::Result<T>>,
    ) -> Result<T, Failure> {
        let answer = match timeout_at(deadline.0, asked).await {
            Ok(answer) => answer.map_err(Failure::from),
            Err(_) => Err(Failure::late()),
        };
        let answered = !matches!(answer, Err(Failure::Silent(_)));
        self.0.answers.store(answered, Ordering::Relaxed);
        answer
    }
}

impl ObjectStream {
    /// The next bytes; `None` after the last.
    ///
    /// # Errors
    /// [`MediaError::Bucket`] where the store stops in the middle.
    pub fn poll_bytes(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, MediaError>>> {
        let bytes = self.bytes.as_mut().poll_next(context);
        bytes.map(|bytes| bytes.map(|bytes| bytes.map_err(|error| self.bucket.bucket_error(error.into()))))
    }
}
