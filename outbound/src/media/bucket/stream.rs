//! Stored files for members who watch: as a stream that a server passes on, or as an address that the player follows.
//!
//! Nothing here holds more than a connection's buffer of a file.

use std::{
    pin::Pin,
    sync::atomic::Ordering,
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use courses::MediaLocation;
use http_body::Body as _;
use reqwest::{
    Client, Method, StatusCode, Url,
    header::{CONTENT_RANGE, RANGE},
    redirect::Policy,
};
use rusty_s3::S3Action;
use tokio::time::{Instant, timeout_at};

use super::{
    client::MediaBucket,
    requests::{Failure, SIGNED_FOR, announced_length, as_signed, not_sent, refusal},
};
use crate::media::MediaError;

/// The longest that an address for a player is good (contract, `PORTAL_MEDIA_DELIVERY`).
const ADDRESS_FOR: Duration = Duration::from_secs(5 * 60);
/// How long a request waits for a store, all its questions together (contract, "Under pressure": 503 within 3 seconds) …
const WAIT: Duration = Duration::from_millis(2_200);
/// … and while the store did not answer the last one (within one).
const SHORT_WAIT: Duration = Duration::from_millis(700);
/// A store that sends nothing for so long in the middle of a file has gone.
const SILENCE: Duration = Duration::from_secs(30);
/// A small file that is read into memory.
const MOST_BYTES: u64 = 16 * 1024 * 1024;

pub(super) fn client(connect: Duration) -> reqwest::Result<Client> {
    Client::builder()
        .redirect(Policy::none())
        .no_proxy()
        .connect_timeout(connect)
        .read_timeout(SILENCE)
        .build()
}

/// Bytes of a stored file as they come. The length was announced, so it is an error if there are fewer or more.
pub struct ObjectStream {
    body: reqwest::Body,
    left: u64,
    address: String,
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
        let head = self.0.bucket.head_object(Some(&self.0.credentials), &key);
        let answer = self
            .asked(Method::HEAD, head.sign(SIGNED_FOR), None, deadline)
            .await
            .map_err(|failure| self.error(failure, location))?;
        let length = announced_length(answer.headers()).map_err(|failure| self.error(failure, location))?;
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
        let get = self.0.bucket.get_object(Some(&self.0.credentials), &key);
        let last = start.saturating_add(length).saturating_sub(1);
        // An empty range cannot be asked for.
        let range = (length > 0).then(|| format!("bytes={start}-{last}"));
        let answer = self
            .asked(Method::GET, get.sign(SIGNED_FOR), range.as_deref(), deadline)
            .await
            .map_err(|failure| self.error(failure, location))?;
        let wanted = format!("bytes {start}-{last}/");
        let announced = answer
            .headers()
            .get(CONTENT_RANGE)
            .and_then(|range| range.to_str().ok());
        let total = announced
            .and_then(|announced| announced.strip_prefix(wanted.as_str()))
            .and_then(|total| total.parse::<u64>().ok());
        let is_answer = match range {
            Some(_) => answer.status() == StatusCode::PARTIAL_CONTENT && total.is_some(),
            None => answer.status() == StatusCode::OK,
        };
        // What was learned from an answer that was none of the store's own is not kept.
        let is_known = match (self.known_lengths().get(location), total) {
            (Some(known), Some(total)) => *known == total,
            _ => true,
        };
        if !is_known {
            self.known_lengths().remove(location);
        }
        if !is_answer || !is_known || announced_length(answer.headers()).ok() != Some(length) {
            return Err(self.problem("it answers with other bytes than it was asked for"));
        }
        Ok(ObjectStream {
            body: reqwest::Body::from(answer),
            left: length,
            address: self.0.address.clone(),
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
        let length = self.known_length(location, deadline).await?;
        if length > MOST_BYTES {
            return Err(self.problem(format!("{} is larger than such a file can be", location.0)));
        }
        let mut stream = self.stream(location, 0, length, deadline).await?;
        let whole = async {
            let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or_default());
            while let Some(part) = std::future::poll_fn(|context| stream.poll_bytes(context)).await {
                bytes.extend_from_slice(&part?);
            }
            Ok(Bytes::from(bytes))
        };
        match timeout_at(deadline.0, whole).await {
            Ok(done) => done,
            Err(_) => Err(self.problem("it does not answer in time")),
        }
    }

    /// An address by which a player fetches a stored file from the store itself, for five minutes.
    ///
    /// # Errors
    /// [`MediaError::NotAPlace`]
    pub fn address_for_player(
        &self,
        location: &MediaLocation,
        content_type: &'static str,
    ) -> Result<Url, MediaError> {
        let key = self.key(location)?;
        let mut get = self.0.bucket.get_object(Some(&self.0.credentials), &key);
        let query = get.query_mut();
        // The address is the caller's alone, and so is what it leads to.
        query.insert("response-cache-control", "private, no-store");
        query.insert("response-content-type", content_type);
        Ok(as_signed(get.sign(ADDRESS_FOR)))
    }

    async fn asked(
        &self,
        method: Method,
        url: Url,
        range: Option<&str>,
        deadline: StoreDeadline,
    ) -> Result<reqwest::Response, Failure> {
        let mut request = self.0.streaming.request(method, as_signed(url));
        if let Some(range) = range {
            request = request.header(RANGE, range);
        }
        let answer = timeout_at(deadline.0, request.send()).await;
        let answered = matches!(answer, Ok(Ok(_)));
        self.0.answers.store(answered, Ordering::Relaxed);
        let answer = match answer {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => return Err(not_sent(&error)),
            Err(_) => return Err(Failure::Silent(String::from("it does not answer in time"))),
        };
        if answer.status().is_success() {
            return Ok(answer);
        }
        let status = answer.status();
        let words = timeout_at(deadline.0, answer.text()).await;
        Err(refusal(
            status,
            &words.unwrap_or(Ok(String::new())).unwrap_or_default(),
        ))
    }
}

impl ObjectStream {
    /// The next bytes; none after the last.
    ///
    /// # Errors
    /// [`MediaError::Bucket`] where the store stops, or sends more than it announced.
    pub fn poll_bytes(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, MediaError>>> {
        loop {
            let frame = std::task::ready!(Pin::new(&mut self.body).poll_frame(context));
            let problem = match frame {
                None if self.left == 0 => return Poll::Ready(None),
                None => "it stopped in the middle of a file",
                Some(Err(error)) if error.is_timeout() => "it sends nothing any more",
                Some(Err(_)) => "it stopped in the middle of a file",
                Some(Ok(frame)) => match frame.into_data() {
                    Err(_) => continue,
                    Ok(bytes) => match self.left.checked_sub(bytes.len() as u64) {
                        Some(left) => {
                            self.left = left;
                            return Poll::Ready(Some(Ok(bytes)));
                        }
                        None => "it sends more than it announced",
                    },
                },
            };
            return Poll::Ready(Some(Err(MediaError::Bucket {
                address: self.address.clone(),
                problem: problem.to_owned(),
            })));
        }
    }
}
