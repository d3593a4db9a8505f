//! A file of the media store as an answer: whole or in one range, for as long as the caller may open its lesson.

use accounts::SessionTokenHash;
use actix_web::{
    HttpRequest, HttpResponse,
    http::{
        Method, StatusCode,
        header::{self, ContentDisposition, ContentRange, ContentRangeSpec, ETag, EntityTag},
    },
};
use courses::lesson::open::OpenedLesson;
use outbound::MediaDelivery;

use crate::courses::download::{Download, Permission};
use crate::courses::media_body::{MediaSource, asked_bucket};
use crate::courses::media_problem::media_problem;
use crate::http::byte_range::{AskedRange, asked_range};
use crate::http::conditional::is_known;
use crate::http::problem::Problem;
use crate::site::SharedSite;

/// A file, or a part of one, that is to be sent, and how a browser should take it.
pub struct ServedFile {
    pub source: MediaSource,
    /// The first byte.
    pub start: u64,
    /// Bytes; `None`: to the end of a file whose length is not known yet.
    pub length: Option<u64>,
    /// Whether a player may be sent to the store for it, where the settings say so.
    pub delivery: Delivery,
    /// The hash of the content, which is what a strong ETag asks for.
    pub digest: String,
    pub content_type: &'static str,
    pub disposition: ContentDisposition,
    pub cache: Cache,
}

/// How a file may reach its caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    /// Always through this server.
    Proxy,
    /// As the settings say: it is a whole stored file of its own.
    AsSet,
}

/// What the member's own browser may keep; a proxy keeps nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cache {
    Nothing,
    /// Asked about each time: access may have ended.
    Checked,
}

impl Cache {
    fn header(self) -> &'static str {
        match self {
            Self::Nothing => "private, no-store",
            Self::Checked => "private, no-cache",
        }
    }
}

/// Answers with a file of a lesson that the caller may open.
pub async fn send(
    site: &SharedSite,
    request: &HttpRequest,
    session: Option<SessionTokenHash>,
    lesson: &OpenedLesson,
    served: ServedFile,
) -> Result<HttpResponse, Problem> {
    if let Some(redirect) = redirect(site, request, &served).await? {
        return Ok(redirect);
    }
    let bucket = asked_bucket(&site.media);
    let length = served.source.length(bucket, served.length).await?;
    let etag = EntityTag::new_strong(served.digest);
    let mut response = HttpResponse::Ok();
    response
        .insert_header(ETag(etag.clone()))
        .insert_header((header::CACHE_CONTROL, served.cache.header()));
    if served.cache == Cache::Checked && is_known(request, &etag) {
        return Ok(response.status(StatusCode::NOT_MODIFIED).finish());
    }
    response
        .content_type(served.content_type)
        .insert_header((header::ACCEPT_RANGES, "bytes"))
        .insert_header(served.disposition);
    if served.content_type.starts_with("image/") {
        // Any imported file is treated as a picture and nothing else: an SVG cannot run.
        response.insert_header((header::CONTENT_SECURITY_POLICY, PICTURE_POLICY));
    }
    let (start, end) = match asked_range(request, &etag, length) {
        AskedRange::Whole => (0, length),
        AskedRange::Part(first, last) => {
            response
                .status(StatusCode::PARTIAL_CONTENT)
                .insert_header(ContentRange(ContentRangeSpec::Bytes {
                    range: Some((first, last)),
                    instance_length: Some(length),
                }));
            (first, last + 1)
        }
        AskedRange::Unsatisfiable => {
            let range = ContentRangeSpec::Bytes {
                range: None,
                instance_length: Some(length),
            };
            return Err(Problem::new(
                StatusCode::RANGE_NOT_SATISFIABLE,
                "range_not_satisfiable",
                "The file has no such bytes",
            )
            .with_header(header::CONTENT_RANGE, range.to_string()));
        }
    };
    let permission = Permission {
        session,
        lesson: lesson.video.id,
        until: lesson.until,
    };
    let first = served.start + start;
    let body = served
        .source
        .body((&site.reads, bucket), request, &mut response, first, end - start)
        .await?;
    Ok(response.body(Download::start(body, site, permission)))
}

/// The way to the store, where the settings want players to take it. A signature is for one method, so HEAD is answered here.
async fn redirect(
    site: &SharedSite,
    request: &HttpRequest,
    served: &ServedFile,
) -> Result<Option<HttpResponse>, Problem> {
    let MediaSource::Object(location) = &served.source else {
        return Ok(None);
    };
    let is_wanted = site.settings.media_delivery == MediaDelivery::Redirect
        && served.delivery == Delivery::AsSet
        && request.method() == Method::GET;
    let Some(bucket) = site.media.bucket().filter(|_| is_wanted) else {
        return Ok(None);
    };
    let address = bucket
        .address_for_player(location, served.content_type)
        .await
        .map_err(media_problem)?;
    Ok(Some(
        HttpResponse::Found()
            .insert_header((header::LOCATION, address.as_str()))
            .insert_header((header::CACHE_CONTROL, Cache::Nothing.header()))
            .finish(),
    ))
}

/// The policy of a picture's own answer.
pub const PICTURE_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox";
