//! JSON that was rendered before it is answered.

use actix_web::{
    HttpRequest, HttpResponse,
    http::{
        StatusCode,
        header::{self, ETag, EntityTag},
    },
};
use bytes::Bytes;
use serde::Serialize;

use crate::http::conditional::is_known;
use crate::http::problem::Problem;

/// JSON that is answered with 200, or with 304 where it has a tag that the caller names.
#[derive(Clone)]
pub struct JsonAnswer {
    body: Bytes,
    etag: Option<EntityTag>,
}

impl JsonAnswer {
    /// A value, without a tag.
    pub fn of<T: Serialize>(value: &T) -> Result<Self, Problem> {
        let body = serde_json::to_vec(value).map_err(|_| Problem::internal())?;
        Ok(Self {
            body: body.into(),
            etag: None,
        })
    }

    pub fn tagged(body: Bytes, etag: EntityTag) -> Self {
        Self {
            body,
            etag: Some(etag),
        }
    }

    /// Bytes of its body.
    pub fn size(&self) -> usize {
        self.body.len()
    }

    pub fn respond(self, request: &HttpRequest) -> HttpResponse {
        let mut response = HttpResponse::Ok();
        if let Some(etag) = self.etag {
            let fresh = is_known(request, &etag);
            response.insert_header(ETag(etag));
            // Kept by the member's own browser and asked about each time; access may have ended.
            response.insert_header((header::CACHE_CONTROL, "private, no-cache"));
            if fresh {
                return response.status(StatusCode::NOT_MODIFIED).finish();
            }
        }
        response.content_type("application/json").body(self.body)
    }
}
