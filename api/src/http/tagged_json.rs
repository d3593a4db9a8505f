//! JSON with a validator, in the content coding that the caller prefers.

use actix_web::{
    HttpRequest, HttpResponse,
    http::{
        StatusCode,
        header::{self, CacheControl, CacheDirective, ContentType, ETag, EntityTag},
    },
};
use bytes::Bytes;

use crate::http::conditional::is_known;
use crate::http::content_coding::prefers_gzip;

/// Answers 200 with the body, compressed if it was and the caller accepts that; 304 if the caller has it. The browser keeps it and asks
/// each time: access may have ended.
pub fn respond_tagged(
    request: &HttpRequest,
    body: Bytes,
    gzip: Option<Bytes>,
    etag: EntityTag,
) -> HttpResponse {
    let mut response = HttpResponse::Ok();
    if gzip.is_some() {
        response.insert_header((header::VARY, "Accept-Encoding"));
    }
    let compressed = gzip.filter(|_| prefers_gzip(request));
    let is_compressed = compressed.is_some();
    // Each coding is another representation, so it has a validator of its own (RFC 9110 section 8.8.3.3).
    let etag = if is_compressed {
        EntityTag::new_strong(format!("{}-gzip", etag.tag()))
    } else {
        etag
    };
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
    if is_compressed {
        response.insert_header((header::CONTENT_ENCODING, "gzip"));
    }
    response
        .insert_header(ContentType::json())
        .body(compressed.unwrap_or(body))
}
