//! The files of a lesson beside its video: captions, attachments, the pictures of its text.
//!
//! An address names a file by the hash of its content, so that it never answers other bytes after an import.

use ::courses::{
    MediaLocation, VideoId,
    lesson::{
        captions::to_web_vtt,
        content::{Attachment, Captions, Picture},
        language::parse_language,
        store::LessonStore,
    },
};
use actix_web::{
    HttpRequest, HttpResponse,
    http::header::{
        self, Charset, ContentDisposition, DispositionParam, DispositionType, ETag, EntityTag, ExtendedValue,
    },
    web,
};
use api_macros::operation;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use sha2::{Digest, Sha256};

use crate::app::SharedApp;
use crate::courses::media::picture_type;
use crate::courses::media_body;
use crate::courses::media_problem::media_problem;
use crate::courses::open_lesson::{lesson_id, open_for};
use crate::courses::served_file::{Cache, Delivery, ServedFile, inline, send};
use crate::http::conditional::is_known;
use crate::http::problem::{Problem, ProblemBody};
use crate::http::sessions::Caller;

/// What a path takes as it is (RFC 3986 section 2.3).
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

pub fn captions_address(lesson: VideoId, captions: &Captions) -> String {
    format!("/media/videos/{}/captions/{}", lesson.0, captions.language)
}

/// With the name at its end: two attachments may hold the same bytes.
pub fn attachment_address(lesson: VideoId, attachment: &Attachment) -> String {
    format!(
        "/media/videos/{}/attachments/{}/{}",
        lesson.0,
        attachment.location.digest(),
        utf8_percent_encode(attachment.name(), SEGMENT)
    )
}

pub fn picture_address(lesson: VideoId, picture: &Picture) -> String {
    format!(
        "/media/videos/{}/pictures/{}",
        lesson.0,
        picture.location.digest()
    )
}

fn no_such_file() -> Problem {
    Problem::not_found("This lesson has no such file")
}

/// A lesson's captions in one language, as WebVTT. Those of a preview are for every caller.
#[operation(responses(
    (status = 200, description = "WebVTT", content_type = "text/vtt"),
))]
pub async fn captions(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (id, language) = path.into_inner();
    let (_, text) = open_for(&app, caller.token(), lesson_id(&id), move |store, lesson| {
        let language = parse_language(&language).map_err(|_| no_such_file())?;
        let captions = store.captions(lesson.video.id, &language)?;
        Ok(to_web_vtt(&captions.ok_or_else(no_such_file)?.cues))
    })
    .await?;
    let etag = EntityTag::new_strong(hex::encode(&Sha256::digest(&text)[..12]));
    let mut response = HttpResponse::Ok();
    response
        .insert_header(ETag(etag.clone()))
        .insert_header((header::CACHE_CONTROL, "private, no-cache"));
    if is_known(&request, &etag) {
        return Ok(response
            .status(actix_web::http::StatusCode::NOT_MODIFIED)
            .finish());
    }
    Ok(response.content_type("text/vtt; charset=utf-8").body(text))
}

/// An attachment of a lesson, under its own name. Those of a preview are for every caller.
#[operation(responses(
    (status = 200, description = "The file", content_type = "application/octet-stream"),
    (status = 206, description = "The range asked for", content_type = "application/octet-stream"),
    (status = 416, description = "The file has no such bytes", body = ProblemBody),
))]
pub async fn attachment(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<(String, String, String)>,
) -> Result<HttpResponse, Problem> {
    let (id, digest, name) = path.into_inner();
    let shared = app.clone();
    let (lesson, served) = open_for(&app, caller.token(), lesson_id(&id), move |store, lesson| {
        let found = store.attachments(lesson.video.id)?;
        let found = found
            .into_iter()
            .find(|attachment| attachment.location.digest() == digest && attachment.name() == name)
            .ok_or_else(no_such_file)?;
        // To be kept as a file, with any content: no browser should show it on this site.
        whole_file(
            &shared,
            &found.location,
            "application/octet-stream",
            download_as(&name),
        )
    })
    .await?;
    send(&app, &request, caller.token(), &lesson, served).await
}

/// A picture of a lesson's text. Those of a preview are for every caller.
#[operation(responses(
    (status = 200, description = "The picture", content_type = "image/*"),
    (status = 206, description = "The range asked for", content_type = "image/*"),
    (status = 416, description = "The picture has no such bytes", body = ProblemBody),
))]
pub async fn picture(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (id, digest) = path.into_inner();
    let shared = app.clone();
    let (lesson, served) = open_for(&app, caller.token(), lesson_id(&id), move |store, lesson| {
        let found = store.pictures(lesson.video.id)?;
        let found = found
            .into_iter()
            .find(|picture| picture.location.digest() == digest)
            .ok_or_else(no_such_file)?;
        let content_type = picture_type(&found.location.0);
        whole_file(&shared, &found.location, content_type, inline())
    })
    .await?;
    send(&app, &request, caller.token(), &lesson, served).await
}

fn whole_file(
    app: &SharedApp,
    location: &MediaLocation,
    content_type: &'static str,
    disposition: ContentDisposition,
) -> Result<ServedFile, Problem> {
    let media = app.media.find(location).map_err(media_problem)?;
    let (source, length) = media_body::found(media);
    Ok(ServedFile {
        source,
        start: 0,
        length,
        delivery: Delivery::Proxy,
        digest: location.digest().to_owned(),
        content_type,
        disposition,
        cache: Cache::Checked,
    })
}

/// To be kept under a name (RFC 6266): as it is where it is ASCII, else also in its own script.
fn download_as(name: &str) -> ContentDisposition {
    let ascii: String = name
        .chars()
        .map(|sign| if sign.is_ascii() { sign } else { '_' })
        .collect();
    let is_ascii = ascii == name;
    let mut parameters = vec![DispositionParam::Filename(ascii)];
    if !is_ascii {
        parameters.push(DispositionParam::FilenameExt(ExtendedValue {
            charset: Charset::Ext(String::from("UTF-8")),
            language_tag: None,
            value: name.as_bytes().to_vec(),
        }));
    }
    ContentDisposition {
        disposition: DispositionType::Attachment,
        parameters,
    }
}
