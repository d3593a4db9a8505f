//! The bytes of a stored file as a response body, from a file of this machine or from the bucket.

use std::{
    fs::File,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use actix_web::{
    HttpRequest, HttpResponseBuilder,
    body::{BodySize, MessageBody},
    http::Method,
    rt::task::JoinHandle,
};
use bytes::Bytes;
use courses::MediaLocation;
use outbound::{MediaBucket, MediaStore, ObjectStream, StoreDeadline, StoredMedia};

use crate::{
    courses::media_problem::media_problem,
    http::{connections::stream::ConnectionHandle, problem::Problem},
    pools::range_body::{RangeBody, ReadPool, WINDOW},
};

/// Where the bytes of an answer come from. A clone is the same file.
#[derive(Debug, Clone)]
pub enum MediaSource {
    File(Arc<File>),
    Object(MediaLocation),
}

/// A stored file, and its length where that is known without asking the store.
pub fn found(media: StoredMedia) -> (MediaSource, Option<u64>) {
    match media {
        StoredMedia::File(file, length) => (MediaSource::File(Arc::new(file)), Some(length)),
        StoredMedia::Object(location) => (MediaSource::Object(location), None),
    }
}

/// The bucket of the site, with the time that this request may take to ask it: one for all that the request asks.
pub type AskedBucket<'a> = Option<(&'a MediaBucket, StoreDeadline)>;

/// `None` if media are in a folder.
pub fn asked_bucket(media: &MediaStore) -> AskedBucket<'_> {
    media.bucket().map(|bucket| (bucket, bucket.deadline()))
}

impl MediaSource {
    /// Its length in bytes, asked from the store where it is not `known`.
    pub async fn length(&self, bucket: AskedBucket<'_>, known: Option<u64>) -> Result<u64, Problem> {
        match (self, known) {
            (_, Some(length)) => Ok(length),
            (Self::File(_), None) => Err(Problem::internal()),
            (Self::Object(location), None) => {
                let (bucket, deadline) = bucket.ok_or_else(Problem::internal)?;
                let length = bucket.known_length(location, deadline).await;
                length.map_err(media_problem)
            }
        }
    }

    /// The body of `length` bytes from `start`, for the answer that is being built.
    pub async fn body(
        &self,
        (reads, bucket): (&ReadPool, AskedBucket<'_>),
        request: &HttpRequest,
        response: &mut HttpResponseBuilder,
        start: u64,
        length: u64,
    ) -> Result<MediaBody, Problem> {
        match self {
            Self::File(file) => {
                let file = Arc::clone(file);
                let body = reads.body(request, response, file, start, length)?;
                Ok(MediaBody::from(BodyPart::File(body)))
            }
            Self::Object(location) => {
                let connection = request.conn_data::<ConnectionHandle>();
                let connection = connection.cloned().ok_or_else(Problem::internal)?;
                let stream = if request.method() == Method::HEAD {
                    None
                } else {
                    let (bucket, deadline) = bucket.ok_or_else(Problem::internal)?;
                    let stream = bucket.stream(location, start, length, deadline).await;
                    Some(stream.map_err(media_problem)?)
                };
                Ok(MediaBody::from(BodyPart::Object(ObjectBody {
                    stream,
                    length,
                    connection,
                })))
            }
        }
    }
}

/// The bytes of a stored file on their way to the client.
pub struct MediaBody {
    part: BodyPart,
    watch: Option<JoinHandle<()>>,
}

enum BodyPart {
    File(RangeBody),
    Object(ObjectBody),
}

impl From<BodyPart> for MediaBody {
    fn from(part: BodyPart) -> Self {
        Self { part, watch: None }
    }
}

/// Bytes that the bucket sends while the client takes them.
struct ObjectBody {
    /// `None` if nothing is sent: HEAD is answered with the length.
    stream: Option<ObjectStream>,
    length: u64,
    connection: ConnectionHandle,
}

impl MediaBody {
    /// Sent to its end, or until the access that it was begun by has ended.
    #[must_use]
    pub fn until(mut self, ended: impl Future<Output = ()> + 'static) -> Self {
        let (length, connection) = match &self.part {
            BodyPart::File(body) => (body.length(), body.connection()),
            BodyPart::Object(body) => (body.length, &body.connection),
        };
        // One window is sent before anything could be looked up.
        if length > WINDOW {
            let connection = connection.clone();
            self.watch = Some(actix_web::rt::spawn(async move {
                ended.await;
                tracing::info!("ended a download without access");
                connection.abort();
            }));
        }
        self
    }
}

impl Drop for MediaBody {
    fn drop(&mut self) {
        if let Some(watch) = &self.watch {
            watch.abort();
        }
    }
}

impl MessageBody for MediaBody {
    type Error = std::io::Error;

    fn size(&self) -> BodySize {
        match &self.part {
            BodyPart::File(body) => body.size(),
            BodyPart::Object(body) => BodySize::Sized(body.length),
        }
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        match &mut self.part {
            BodyPart::File(body) => Pin::new(body).poll_next(context),
            BodyPart::Object(body) => match &mut body.stream {
                None => Poll::Ready(None),
                Some(stream) => stream.poll_bytes(context).map(|bytes| {
                    bytes.map(|bytes| {
                        bytes.map_err(|error| {
                            // The length was announced, so all that is left is to end the connection.
                            tracing::warn!(%error, "a media file is not sent to its end");
                            std::io::Error::other(error)
                        })
                    })
                }),
            },
        }
    }
}
