//! Videos and course images: bytes for callers who may see them now.
//!
//! A path holds nothing but a number of the database; where the bytes lie is never said and never asked.
//!
//! Decision: ranges are served by code of our own. `actix-files` reads a range on the runtime's shared threads, and has no place to end
//! a download with the access that it was begun by.

use ::courses::{CourseStore, LessonSource, visit_course};
use actix_web::{
    HttpRequest, HttpResponse,
    http::{
        StatusCode,
        header::{self, ETag, EntityTag},
    },
    web,
};
use api_macros::operation;

use crate::app::SharedApp;
use crate::courses::media_body::{asked_bucket, found};
use crate::courses::media_problem::media_problem;
use crate::courses::open_lesson::{lesson_id, open_for, watch};
use crate::courses::served_file::{Cache, Delivery, PICTURE_POLICY, ServedFile, inline, send};
use crate::courses::{course_id, no_such_course, seen_course};
use crate::http::conditional::is_known;
use crate::http::problem::{Problem, ProblemBody};
use crate::http::sessions::Caller;
use crate::progress::no_such_video;

/// A video's bytes, whole or in one range. Who asks is looked up for every range, and while it is sent, so that a video stops with
/// its access. A preview is for every caller.
#[operation(responses(
    (status = 200, description = "The video", content_type = "video/mp4"),
    (status = 206, description = "The range asked for", content_type = "video/mp4"),
    (status = 302, description = "The video is at the address of the store that `Location` names, for five minutes"),
    (status = 403, description = "No access to the course now, or the account watches on as many devices as it may", body = ProblemBody),
    (status = 416, description = "The video has no such bytes", body = ProblemBody),
))]
pub async fn video(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let shared = app.clone();
    let (lesson, served) = open_for(&app, caller.token(), lesson_id(&id), move |_, lesson| {
        let LessonSource::Video { video_type, .. } = lesson.video.source else {
            return Err(no_such_video());
        };
        let location = &lesson.video.location;
        let (source, length) = found(shared.media.find(location).map_err(media_problem)?);
        Ok(ServedFile {
            source,
            start: 0,
            length,
            delivery: Delivery::AsSet,
            digest: location.digest().to_owned(),
            content_type: video_type.content_type(),
            disposition: inline(),
            cache: Cache::Nothing,
        })
    })
    .await?;
    watch(&app, &lesson).await?;
    send(&app, &request, caller.token(), &lesson, served).await
}

/// The type that a stored picture is served with.
pub fn picture_type(location: &str) -> &'static str {
    match location.rsplit('.').next() {
        // The import takes UTF-8 only.
        Some("svg") => "image/svg+xml; charset=utf-8",
        Some("png") => "image/png",
        Some("webp") => "image/webp",
        _ => "image/jpeg",
    }
}

/// A course's own picture. It is always served as a picture: an SVG cannot run.
#[operation(responses((status = 200, description = "The picture", content_type = "image/*")))]
pub async fn course_image(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let (id, token) = (course_id(&id)?, caller.token());
    let shared = app.clone();
    let (is_shown, location, (source, length)) = app
        .read(move |store, now| {
            let mut course = store.course(id)?.ok_or_else(no_such_course)?;
            let is_shown = course.is_shown();
            if !is_shown {
                let visit = visit_course(store, token.as_ref(), id, now)?;
                course = seen_course(store, id, visit.access)?;
            }
            let image = course
                .image
                .ok_or_else(|| Problem::not_found("This course has no picture of its own"))?;
            let media = shared.media.find(&image).map_err(media_problem)?;
            Ok((is_shown, image, found(media)))
        })
        .await?;
    let storing = if is_shown {
        "public, max-age=300"
    } else {
        "private, no-cache"
    };
    let etag = EntityTag::new_strong(location.digest().to_owned());
    let known = is_known(&request, &etag);
    let mut response = HttpResponse::build(if known {
        StatusCode::NOT_MODIFIED
    } else {
        StatusCode::OK
    });
    response
        .insert_header(ETag(etag))
        .insert_header((header::CACHE_CONTROL, storing))
        .insert_header((header::CONTENT_SECURITY_POLICY, PICTURE_POLICY));
    if known {
        return Ok(response.finish());
    }
    response.content_type(picture_type(&location.0));
    let bucket = asked_bucket(&app.media);
    let length = source.length(bucket, length).await?;
    let body = source
        .body((&app.reads, bucket), &request, &mut response, 0, length)
        .await?;
    Ok(response.body(body))
}
