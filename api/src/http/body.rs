//! JSON bodies: at most 64 KiB, at most ten seconds, and exactly the fields that the call takes.
//!
//! A body that is too large is refused as soon as that is known: at once where its length is declared. The server then still
//! takes and drops what the sender had under way, for a few seconds, so that the sender can read the refusal instead of a
//! broken connection.

use std::{
    future::{Future, Ready, ready},
    pin::Pin,
    sync::Arc,
    time::Duration,
};

use actix_http::{Request, Response, body::BoxBody};
use actix_web::{
    FromRequest, HttpMessage as _, HttpRequest, ResponseError as _,
    dev::{Payload, ServiceRequest},
    http::{
        StatusCode,
        header::{self, HeaderMap},
    },
    web::{Buf, BytesMut},
};
use serde::de::DeserializeOwned;
use tokio::sync::Semaphore;

use crate::http::connections::stream::ConnectionHandle;
use crate::http::headers::{Hsts, set_headers};
use crate::http::problem::Problem;

/// Contract, "Calls".
const LIMIT: u64 = 64 * 1024;
/// For a payment provider's events; Stripe names no limit of their size.
const EVENT_LIMIT: u64 = 1024 * 1024;
/// Events over [`LIMIT`] that are read at once: what anyone may send takes no more memory than that.
const LARGE_EVENTS: usize = 8;
/// actix has a deadline for headers and none for bodies.
const DEADLINE: Duration = Duration::from_secs(10);
/// How long the rest of a refused body of undeclared length is taken; actix knows when to end the others.
const DRAIN_TIME: Duration = Duration::from_secs(10);

/// The parsed body of a call.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned + 'static> FromRequest for Body<T> {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let is_json = is_json(request);
        let body = receive(request, payload, LIMIT, None);
        Box::pin(async move { parse(&body.await?, is_json).map(Body) })
    }
}

/// The parsed body of a call that may come without one.
pub struct OptionalBody<T>(pub T);

impl<T: DeserializeOwned + Default + 'static> FromRequest for OptionalBody<T> {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let is_json = is_json(request);
        let body = receive(request, payload, LIMIT, None);
        Box::pin(async move {
            let bytes = body.await?;
            if bytes.is_empty() {
                return Ok(Self(T::default()));
            }
            parse(&bytes, is_json).map(Self)
        })
    }
}

fn parse<T: DeserializeOwned>(bytes: &[u8], is_json: bool) -> Result<T, Problem> {
    // serde reads a struct from an array of its values too, which no call takes.
    if !is_json || bytes.trim_ascii_start().first() != Some(&b'{') {
        return Err(not_json());
    }
    serde_json::from_slice(bytes).map_err(|_| not_json())
}

/// The permits of the events over [`LIMIT`] that may be read at once.
#[derive(Clone)]
pub struct LargeEvents(Arc<Semaphore>);

impl Default for LargeEvents {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(LARGE_EVENTS)))
    }
}

/// A payment event's body, of which nothing is read before it is asked for.
pub struct EventBody {
    request: HttpRequest,
    payload: Payload,
}

impl FromRequest for EventBody {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        if declared_length(request.headers()).is_some_and(|length| length > EVENT_LIMIT) {
            return ready(Err(too_large(EVENT_LIMIT)));
        }
        ready(Ok(Self {
            request: request.clone(),
            payload: payload.take(),
        }))
    }
}

impl EventBody {
    /// The body as it stands, for the check of its signature.
    ///
    /// # Errors
    /// 413 for more than 1 MiB, 408 where it takes too long, 503 while as many large ones as may be are read.
    pub async fn read(mut self, large: &LargeEvents) -> Result<BytesMut, Problem> {
        receive(&self.request, &mut self.payload, EVENT_LIMIT, Some(large.clone())).await
    }

    /// Refuses the request without its body.
    pub fn refuse(self) {
        drain(&self.request);
    }
}

/// Answers `Expect: 100-continue` (RFC 9110 section 10.1.1): a body that no call takes is not asked for.
pub async fn expect_continue(request: Request) -> Result<Request, Response<BoxBody>> {
    if declared_length(&request.head().headers).is_none_or(|length| length <= EVENT_LIMIT) {
        return Ok(request);
    }
    let mut response = too_large(EVENT_LIMIT).error_response();
    let status = response.status();
    // This answer does not pass the middleware. Every other answer says whether the site is https.
    set_headers(response.headers_mut(), status, request.path(), None, Hsts::Off);
    Err(response.into())
}

fn is_json(request: &HttpRequest) -> bool {
    matches!(request.mime_type(), Ok(Some(kind)) if kind.essence_str() == "application/json")
}

fn declared_length(headers: &HeaderMap) -> Option<u64> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// The whole body, where it is not larger than `limit` bytes and arrives in time; one over [`LIMIT`] needs a permit.
fn receive(
    request: &HttpRequest,
    payload: &mut Payload,
    limit: u64,
    large: Option<LargeEvents>,
) -> impl Future<Output = Result<BytesMut, Problem>> + use<> {
    let declared = declared_length(request.headers());
    let connection = request.conn_data::<ConnectionHandle>().cloned();
    let payload = payload.take();
    async move {
        if declared.is_some_and(|length| length > limit) {
            return Err(too_large(limit));
        }
        let read = tokio::time::timeout(DEADLINE, read(payload, limit, large)).await;
        let refused = match read {
            Ok(Ok(Some(bytes))) => return Ok(bytes),
            Ok(Ok(None)) => too_large(limit),
            Ok(Err(problem)) => return Err(problem),
            Err(_) => timed_out(),
        };
        // actix takes the rest of a body in chunks for as long as the sender goes on.
        if let Some(connection) = connection.filter(|_| declared.is_none()) {
            connection.abort_after(DRAIN_TIME);
        }
        Err(refused)
    }
}

/// `None` if the body is too large.
async fn read(
    mut payload: Payload,
    limit: u64,
    large: Option<LargeEvents>,
) -> Result<Option<BytesMut>, Problem> {
    let mut bytes = BytesMut::new();
    let mut permit = None;
    while let Some(chunk) = next_chunk(&mut payload).await {
        let chunk = chunk.map_err(|_| not_json())?;
        if (bytes.len() + chunk.remaining()) as u64 > limit {
            return Ok(None);
        }
        if let (Some(LargeEvents(permits)), None) = (&large, &permit)
            && (bytes.len() + chunk.remaining()) as u64 > LIMIT
        {
            let taken = permits.try_acquire().map_err(|_| too_many_large())?;
            permit = Some(taken);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(Some(bytes))
}

async fn next_chunk(
    payload: &mut Payload,
) -> Option<Result<actix_web::web::Bytes, actix_web::error::PayloadError>> {
    std::future::poll_fn(|context| futures_core::Stream::poll_next(Pin::new(&mut *payload), context)).await
}

/// For an answer that is given before the body is read. A body of declared length actix takes or ends by itself; another is taken
/// for a while.
pub fn refuse_unread(request: &ServiceRequest) {
    drain(request.request());
}

fn drain(http: &HttpRequest) {
    if let Some(connection) = http.conn_data::<ConnectionHandle>().cloned()
        && http.headers().contains_key(header::TRANSFER_ENCODING)
    {
        connection.abort_after(DRAIN_TIME);
    }
}

fn not_json() -> Problem {
    Problem::bad_request(
        "invalid_json",
        "The request body is not the JSON object that this call takes",
    )
}

fn too_large(limit: u64) -> Problem {
    Problem::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "body_too_large",
        format!("The request body is larger than {} KiB", limit / 1024),
    )
    .with_header(header::CONNECTION, String::from("close"))
}

fn too_many_large() -> Problem {
    Problem::busy(1).with_header(header::CONNECTION, String::from("close"))
}

fn timed_out() -> Problem {
    Problem::new(
        StatusCode::REQUEST_TIMEOUT,
        "request_timeout",
        "The request body took too long to arrive",
    )
    .with_header(header::CONNECTION, String::from("close"))
}
