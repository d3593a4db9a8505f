//! JSON bodies: at most 64 KiB, at most ten seconds, and exactly the fields that the call takes.

use std::{future::Future, pin::Pin, time::Duration};

use actix_web::{
    FromRequest, HttpRequest,
    dev::Payload,
    http::{StatusCode, header},
    web::{Buf, BytesMut},
};
use serde::de::DeserializeOwned;

use crate::problem::Problem;

/// Contract, "Calls".
const LIMIT: usize = 64 * 1024;
/// A larger body is read to here and dropped, so that its sender can read the refusal instead of a broken connection.
const DRAIN: usize = 4 * 1024 * 1024;
/// actix has a deadline for headers and none for bodies.
const DEADLINE: Duration = Duration::from_secs(10);

/// The parsed body of a call.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned + 'static> FromRequest for Body<T> {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let is_json = is_json(request);
        let payload = payload.take();
        Box::pin(async move {
            let bytes = tokio::time::timeout(DEADLINE, read(payload))
                .await
                .map_err(|_| timed_out())??;
            if !is_json {
                return Err(not_json());
            }
            // A struct reads itself from a list of its values too, which no call means.
            if bytes.trim_ascii_start().first() != Some(&b'{') {
                return Err(not_json());
            }
            serde_json::from_slice(&bytes).map(Body).map_err(|_| not_json())
        })
    }
}

/// A body as it stands, for whoever checks its signature.
pub struct RawBody(pub BytesMut);

impl FromRequest for RawBody {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(_: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let payload = payload.take();
        Box::pin(async move {
            let bytes = tokio::time::timeout(DEADLINE, read(payload)).await;
            bytes.map_err(|_| timed_out())?.map(RawBody)
        })
    }
}

fn is_json(request: &HttpRequest) -> bool {
    let content_type = request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let essence = content_type
        .and_then(|value| value.split(';').next())
        .map(str::trim);
    essence.is_some_and(|essence| essence.eq_ignore_ascii_case("application/json"))
}

async fn read(mut payload: Payload) -> Result<BytesMut, Problem> {
    let mut bytes = BytesMut::new();
    let mut total = 0_usize;
    while let Some(chunk) = next_chunk(&mut payload).await {
        let chunk = chunk.map_err(|_| not_json())?;
        total = total.saturating_add(chunk.remaining());
        if total > DRAIN {
            break;
        }
        if total <= LIMIT {
            bytes.extend_from_slice(&chunk);
        }
    }
    if total > LIMIT {
        Err(too_large())
    } else {
        Ok(bytes)
    }
}

async fn next_chunk(
    payload: &mut Payload,
) -> Option<Result<actix_web::web::Bytes, actix_web::error::PayloadError>> {
    std::future::poll_fn(|context| futures_core::Stream::poll_next(Pin::new(&mut *payload), context)).await
}

fn not_json() -> Problem {
    Problem::bad_request(
        "invalid_json",
        "The request body is not the JSON object that this call takes",
    )
}

fn too_large() -> Problem {
    Problem::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "body_too_large",
        "The request body is larger than 64 KiB",
    )
    .with_header(header::CONNECTION, String::from("close"))
}

fn timed_out() -> Problem {
    Problem::new(
        StatusCode::REQUEST_TIMEOUT,
        "request_timeout",
        "The request body took too long to arrive",
    )
    .with_header(header::CONNECTION, String::from("close"))
}
