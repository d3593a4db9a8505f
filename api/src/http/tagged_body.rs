//! A body with a validator, in the content coding that the caller prefers.

use actix_web::{
    HttpRequest, HttpResponse, ResponseError as _,
    http::{
        StatusCode,
        header::{self, CacheControl, CacheDirective, ETag, EntityTag, HeaderValue},
    },
};
use bytes::Bytes;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::http::conditional::is_known;
use crate::http::content_coding::{gzip, prefers_gzip};
use crate::http::problem::Problem;

/// What is smaller fits into a packet, and is sent as it is.
const COMPRESS_FROM: usize = 1_400;

/// A body and its ETag. Compressed, it holds no secret and nothing that the caller sent, so its length reveals nothing either.
#[derive(Clone)]
pub struct TaggedBody {
    body: Bytes,
    content_type: HeaderValue,
    etag: String,
}

impl TaggedBody {
    /// JSON.
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Result<Self, Problem> {
        let body = serde_json::to_vec(value).map_err(|_| Problem::internal())?;
        Ok(Self::with_type(
            body,
            HeaderValue::from_static("application/json"),
        ))
    }

    pub fn with_type(body: Vec<u8>, content_type: HeaderValue) -> Self {
        Self {
            etag: hex::encode(&Sha256::digest(&body)[..12]),
            body: body.into(),
            content_type,
        }
    }

    /// Answers 200 with the body, compressed if it is long and the caller accepts that; 304 if the caller has it. The browser keeps it and
    /// asks each time: access may have ended.
    pub fn respond(self, request: &HttpRequest) -> HttpResponse {
        let mut response = HttpResponse::Ok();
        let is_long = self.body.len() >= COMPRESS_FROM;
        if is_long {
            response.insert_header((header::VARY, "Accept-Encoding"));
        }
        let is_compressed = is_long && prefers_gzip(request);
        // Each coding is another representation, so it has a validator of its own (RFC 9110 section 8.8.3.3).
        let ending = if is_compressed { "-gzip" } else { "" };
        let etag = EntityTag::new_strong(format!("{}{ending}", self.etag));
        let known = is_known(request, &etag);
        response
            .insert_header(ETag(etag))
            .insert_header(CacheControl(vec![
                CacheDirective::Private,
                CacheDirective::NoCache,
            ]));
        if known {
            return response.status(StatusCode::NOT_MODIFIED).finish();
        }
        response.insert_header((header::CONTENT_TYPE, self.content_type));
        if !is_compressed {
            return response.body(self.body);
        }
        match gzip(&self.body) {
            Some(compressed) => response
                .insert_header((header::CONTENT_ENCODING, "gzip"))
                .body(compressed),
            None => Problem::internal().error_response(),
        }
    }
}
