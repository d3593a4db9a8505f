//! JSON that was rendered before it is answered.

use actix_web::{
    HttpRequest, HttpResponse,
    http::{
        StatusCode,
        header::{self, EntityTag, HeaderValue},
    },
};
use bytes::Bytes;
use serde::Serialize;

use crate::http::conditional::is_known;
use crate::http::content_coding::prefers_gzip;
use crate::http::problem::Problem;

const JSON: HeaderValue = HeaderValue::from_static("application/json");
const GZIP: HeaderValue = HeaderValue::from_static("gzip");
const ACCEPT_ENCODING: HeaderValue = HeaderValue::from_static("Accept-Encoding");
/// Kept by the member's own browser and asked about each time; access may have ended.
const PRIVATE: HeaderValue = HeaderValue::from_static("private, no-cache");

/// JSON that is answered with 200, or with 304 where it has a tag that the caller names. What it is sent as is made once.
#[derive(Clone)]
pub struct JsonAnswer {
    plain: Representation,
    gzip: Option<Representation>,
}

#[derive(Clone)]
struct Representation {
    body: Bytes,
    etag: Option<HeaderValue>,
}

impl Representation {
    fn tagged(body: Bytes, etag: &EntityTag) -> Self {
        let etag = HeaderValue::from_str(&etag.to_string()).ok();
        Self { body, etag }
    }

    fn is_known(&self, request: &HttpRequest) -> bool {
        let etag = self
            .etag
            .as_ref()
            .filter(|_| request.headers().contains_key(header::IF_NONE_MATCH));
        let etag = etag.and_then(|etag| etag.to_str().ok()?.parse().ok());
        etag.is_some_and(|etag| is_known(request, &etag))
    }
}

impl JsonAnswer {
    /// A value, without a tag.
    pub fn of<T: Serialize>(value: &T) -> Result<Self, Problem> {
        let body = serde_json::to_vec(value).map_err(|_| Problem::internal())?;
        let plain = Representation {
            body: body.into(),
            etag: None,
        };
        Ok(Self { plain, gzip: None })
    }

    /// With a tag, and compressed where it was made smaller.
    pub fn tagged(body: Bytes, gzip: Option<Bytes>, etag: &EntityTag) -> Self {
        // Each coding is another representation, so it has a validator of its own (RFC 9110 section 8.8.3.3).
        let of_gzip = || EntityTag::new_strong(format!("{}-gzip", etag.tag()));
        Self {
            plain: Representation::tagged(body, etag),
            gzip: gzip.map(|body| Representation::tagged(body, &of_gzip())),
        }
    }

    /// Bytes of its body, in both forms.
    pub fn size(&self) -> usize {
        self.plain.body.len() + self.gzip.as_ref().map_or(0, |gzip| gzip.body.len())
    }

    pub fn respond(self, request: &HttpRequest) -> HttpResponse {
        let mut response = HttpResponse::Ok();
        if self.gzip.is_some() {
            response.insert_header((header::VARY, ACCEPT_ENCODING));
        }
        let gzip = self.gzip.filter(|_| prefers_gzip(request));
        let is_compressed = gzip.is_some();
        let representation = gzip.unwrap_or(self.plain);
        let is_known = representation.is_known(request);
        if let Some(etag) = representation.etag {
            response.insert_header((header::ETAG, etag));
            response.insert_header((header::CACHE_CONTROL, PRIVATE));
        }
        if is_known {
            return response.status(StatusCode::NOT_MODIFIED).finish();
        }
        if is_compressed {
            response.insert_header((header::CONTENT_ENCODING, GZIP));
        }
        response.insert_header((header::CONTENT_TYPE, JSON));
        response.body(representation.body)
    }
}
