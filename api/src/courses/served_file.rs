//! A file of the media store as an answer: whole or in one range, for as long as the caller may open its lesson.
//!
//! Access is looked up when it is due to end and every few seconds besides, for any number of chunks. When it has ended
//! (expired, revoked, signed out), the connection is aborted: the response's length was announced, so it cannot end earlier in
//! any other way.

use std::time::Duration;

use ::courses::{
    VideoId,
    lesson::open::{OpenLessonError, open_lesson},
};
use accounts::SessionTokenHash;
use actix_web::{
    HttpRequest, HttpResponse,
    http::{
        Method, StatusCode,
        header::{
            self, ContentDisposition, ContentRange, ContentRangeSpec, DispositionType, ETag, EntityTag,
        },
    },
};
use chrono::{DateTime, Utc};
use courses::lesson::open::OpenedLesson;
use outbound::MediaDelivery;

use crate::{
    app::SharedApp,
    courses::{
        media_body::{MediaSource, asked_bucket},
        media_problem::media_problem,
    },
    http::{
        conditional::{AskedRange, asked_range, is_known},
        problem::Problem,
    },
};

/// A download ends within a minute of its access: after this time, and the longest that the database may take to answer.
const INTERVAL: Duration = Duration::from_secs(20);
/// Also where the access is about to end, so that a clock that is off by a little makes no busy loop.
const SHORTEST: Duration = Duration::from_millis(100);

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

/// Shown in the page, not downloaded.
pub fn inline() -> ContentDisposition {
    ContentDisposition {
        disposition: DispositionType::Inline,
        parameters: Vec::new(),
    }
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
    app: &SharedApp,
    request: &HttpRequest,
    session: Option<SessionTokenHash>,
    lesson: &OpenedLesson,
    served: ServedFile,
) -> Result<HttpResponse, Problem> {
    if let Some(redirect) = redirect(app, request, &served).await? {
        return Ok(redirect);
    }
    let bucket = asked_bucket(&app.media);
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
        .body((&app.reads, bucket), request, &mut response, first, end - start)
        .await?;
    let app = app.clone();
    Ok(response.body(body.until(async move { permission.ended(&app).await })))
}

/// The way to the store, where the settings want players to take it. A signature is for one method, so HEAD is answered here.
async fn redirect(
    app: &SharedApp,
    request: &HttpRequest,
    served: &ServedFile,
) -> Result<Option<HttpResponse>, Problem> {
    let MediaSource::Object(location) = &served.source else {
        return Ok(None);
    };
    let is_wanted = app.settings.media_delivery == MediaDelivery::Redirect
        && served.delivery == Delivery::AsSet
        && request.method() == Method::GET;
    let Some(bucket) = app.media.bucket().filter(|_| is_wanted) else {
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

/// What a download depends on.
struct Permission {
    session: Option<SessionTokenHash>,
    lesson: VideoId,
    /// When the access ends by itself, as far as is known.
    until: Option<DateTime<Utc>>,
}

/// The lesson is open no more.
struct Ended;

impl Permission {
    /// Waits until there is no permission any more.
    async fn ended(mut self, app: &SharedApp) {
        loop {
            let left = self
                .until
                .map(|end| (end - Utc::now()).to_std().unwrap_or_default());
            let wait = left.unwrap_or(INTERVAL).clamp(SHORTEST, INTERVAL);
            actix_web::rt::time::sleep(wait).await;
            match self.access(app).await {
                Ok(Ok(until)) => self.until = until,
                Ok(Err(_)) => return,
                // Unknown until the database answers again; an end that was known stands.
                Err(_) if self.until.is_some_and(|end| end <= Utc::now()) => return,
                Err(_) => {}
            }
        }
    }

    /// Until when the lesson is open, or that it is open no more.
    async fn access(&self, app: &SharedApp) -> Result<Result<Option<DateTime<Utc>>, Ended>, Problem> {
        let (session, lesson) = (self.session, self.lesson);
        let (opened, now) = app
            .look_up(
                move |store, now| match open_lesson(store, session.as_ref(), Some(lesson), now) {
                    Ok(opened) => Ok((Some(opened), now)),
                    Err(OpenLessonError::Store(error)) => Err(error.into()),
                    Err(_) => Ok((None, now)),
                },
            )
            .await?;
        Ok(opened.ok_or(Ended).map(|opened| {
            if let Some(member) = &opened.member {
                app.note_session_use(member, now);
            }
            opened.until
        }))
    }
}
