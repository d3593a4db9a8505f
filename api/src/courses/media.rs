//! Videos and course images: bytes for callers who may see them now.
//!
//! A path holds nothing but a number of the database; where the bytes lie is never said and never asked.
//!
//! Decision: ranges by hand, on the framework's own parser of the header. `actix-files` reads a range on the runtime's shared threads,
//! and has no place to end a download with the access that it was begun by.

use ::courses::{Access, AccessStore, CourseStore, VideoId, access_now};
use actix_web::{
    HttpRequest, HttpResponse,
    http::{
        Method, StatusCode,
        header::{
            self, ByteRangeSpec, ContentRange, ContentRangeSpec, ETag, EntityTag, Header, IfRange, Range,
        },
    },
    web,
};
use api_macros::operation;
use outbound::MediaError;

use crate::courses::download::{Download, Permission};
use crate::courses::{course_id, no_such_course, path_number};
use crate::http::conditional::is_known;
use crate::http::connection_stream::ConnectionHandle;
use crate::http::problem::{Problem, ProblemBody};
use crate::http::sessions::Caller;
use crate::progress::no_such_video;
use crate::site::SharedSite;

/// A video's bytes, whole or in one range. Who asks is looked up for every range, and while it is sent, so that a video stops with
/// its access.
#[operation(responses(
    (status = 200, description = "The video", content_type = "video/mp4"),
    (status = 206, description = "The range asked for", content_type = "video/mp4"),
    (status = 416, description = "The video has no such bytes", body = ProblemBody),
))]
pub async fn video(
    site: SharedSite,
    caller: Caller,
    request: HttpRequest,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let id = path_number(&id).map(VideoId);
    let shared = site.clone();
    let connection = request
        .conn_data::<ConnectionHandle>()
        .cloned()
        .ok_or_else(Problem::internal)?;
    let (video, until, (file, length)) = site
        .read_as_member(&caller, move |store, me, now| {
            let video = id
                .map(|id| store.video(id))
                .transpose()?
                .flatten()
                .ok_or_else(no_such_video)?;
            let grant = store.grant_of(me.user.id, video.course)?;
            let Access::Open { until } = access_now(grant.as_ref(), now) else {
                return Err(Problem::no_access());
            };
            let opened = shared.media.open(&video.location).map_err(media_problem)?;
            Ok((video, until, opened))
        })
        .await?;
    let etag = etag(&video.location.0);
    let mut response = HttpResponse::Ok();
    response
        .content_type(video.video_type.content_type())
        .insert_header((header::ACCEPT_RANGES, "bytes"))
        .insert_header(ETag(etag.clone()))
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .insert_header((header::CONTENT_DISPOSITION, "inline"));
    let (start, end) = match wanted_range(&request, &etag, length) {
        Wanted::Whole => (0, length),
        Wanted::Part(first, last) => {
            response
                .status(StatusCode::PARTIAL_CONTENT)
                .insert_header(ContentRange(ContentRangeSpec::Bytes {
                    range: Some((first, last)),
                    instance_length: Some(length),
                }));
            (first, last + 1)
        }
        Wanted::Nothing => {
            let range = ContentRangeSpec::Bytes {
                range: None,
                instance_length: Some(length),
            };
            return Err(Problem::new(
                StatusCode::RANGE_NOT_SATISFIABLE,
                "range_not_satisfiable",
                "The video has no such bytes",
            )
            .with_header(header::CONTENT_RANGE, range.to_string()));
        }
    };
    let permission = Permission {
        session: caller.token(),
        course: video.course,
        until,
    };
    let body = site.reads.body(file, start, end - start);
    if request.method() == Method::HEAD {
        return Ok(response.body(body.without_bytes()));
    }
    Ok(response.body(Download::start(body, &site, permission, connection)))
}

/// The file's name is the hash of its content, which is what a strong ETag asks for.
fn etag(location: &str) -> EntityTag {
    let name = location.rsplit('/').next().unwrap_or_default();
    EntityTag::new_strong(name.split('.').next().unwrap_or_default().to_owned())
}

enum Wanted {
    Whole,
    /// First and last byte.
    Part(u64, u64),
    Nothing,
}

/// What a request asks for (RFC 9110 section 14). More than one range at once, which no player asks for, and a header that
/// cannot be read are answered with the whole.
fn wanted_range(request: &HttpRequest, etag: &EntityTag, length: u64) -> Wanted {
    let unchanged = match IfRange::parse(request) {
        Ok(IfRange::EntityTag(condition)) => condition.strong_eq(etag),
        Ok(IfRange::Date(_)) => false,
        Err(_) => !request.headers().contains_key(header::IF_RANGE),
    };
    if !unchanged {
        return Wanted::Whole;
    }
    if !request.headers().contains_key(header::RANGE) {
        return Wanted::Whole;
    }
    match Range::parse(request) {
        Ok(Range::Bytes(ranges)) if ranges.len() == 1 => {
            // The library takes a suffix longer than the file for unsatisfiable; RFC 9110 section 14.1.2 means the whole.
            if let [ByteRangeSpec::Last(wanted)] = ranges[..]
                && wanted > length
                && length > 0
            {
                return Wanted::Part(0, length - 1);
            }
            match ranges[0].to_satisfiable_range(length) {
                Some((first, last)) => Wanted::Part(first, last),
                None => Wanted::Nothing,
            }
        }
        _ => Wanted::Whole,
    }
}

fn media_problem(error: MediaError) -> Problem {
    tracing::error!(%error, "a media file cannot be served");
    match error {
        MediaError::Missing(_) => Problem::not_found("This file is not there; please tell the support"),
        _ => Problem::unavailable("media_unavailable", "Something went wrong. Please try again.", 5),
    }
}

/// A course's own picture. Whatever an import brought, it is served as a picture and nothing else: an SVG cannot run.
#[operation(responses((status = 200, description = "The picture", content_type = "image/*")))]
pub async fn course_image(
    site: SharedSite,
    request: HttpRequest,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let id = course_id(&id)?;
    let shared = site.clone();
    let (location, (file, length)) = site
        .read(move |store, _| {
            let image = store.course(id)?.ok_or_else(no_such_course)?.image;
            let image = image.ok_or_else(|| Problem::not_found("This course has no picture of its own"))?;
            let opened = shared.media.open(&image).map_err(media_problem)?;
            Ok((image.0, opened))
        })
        .await?;
    let etag = etag(&location);
    let known = is_known(&request, &etag);
    let mut response = HttpResponse::build(if known {
        StatusCode::NOT_MODIFIED
    } else {
        StatusCode::OK
    });
    response
        .insert_header(ETag(etag))
        .insert_header((header::CACHE_CONTROL, "public, max-age=300"))
        .insert_header((
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        ));
    if known {
        return Ok(response.finish());
    }
    response.content_type(match location.rsplit('.').next() {
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webp") => "image/webp",
        _ => "image/jpeg",
    });
    Ok(response.body(site.reads.body(file, 0, length)))
}
