//! Packaged videos over HTTP: playlists, segments, poster and seek previews, for callers who may open the lesson now.
//!
//! A segment is a plain answer cut from its rendition's file, so that a player and a cache need no ranges. Every address holds the
//! package's name: what it leads to never changes, and a video that is replaced has other addresses.

pub mod cache;

use ::courses::{StoredVideo, VideoId, VideoPackage, lesson::open::OpenedLesson};
use actix_web::{
    HttpRequest, HttpResponse,
    http::{
        StatusCode,
        header::{self, ETag, EntityTag},
    },
    web,
};
use bytes::Bytes;
use outbound::{INIT_SEGMENT, MEDIA_PLAYLIST, PREVIEW_SHEET, RenditionName, SEGMENT_ENDING};
use persistence::Store;
use std::sync::Arc;

use crate::app::{App, SharedApp};
use crate::courses::media_body::{MediaSource, asked_bucket};
use crate::courses::open_lesson::{self, lesson_id, open_for, watch};
use crate::courses::path_number;
use crate::courses::served_file::{Cache, Delivery, ServedFile, inline, send};
use crate::http::conditional::is_known;
use crate::http::problem::{Problem, ProblemBody};
use crate::http::sessions::Caller;
use api_macros::operation;
use cache::{LoadedPackage, fetch_package, load_package};

const MASTER: &str = "master.m3u8";
const TRACK: &str = "previews.vtt";
const POSTER: &str = "poster.jpg";
const TRACK_TYPE: &str = "text/vtt; charset=utf-8";
const PLAYLIST_TYPE: &str = "application/vnd.apple.mpegurl";

/// Where a package is on this site.
pub struct PackageAddresses {
    /// The master playlist.
    pub hls: String,
    /// With what a stream begins: the low rendition, whose first picture comes soonest.
    pub start: StartAddresses,
    pub poster: String,
    /// WebVTT, whose cues are parts of a picture.
    pub seek_previews: String,
}

pub struct StartAddresses {
    pub playlist: String,
    pub init: String,
    pub segment: String,
}

#[must_use]
pub fn package_addresses(video: VideoId, package: &VideoPackage) -> PackageAddresses {
    let address = |file: &str| format!("/media/videos/{}/packages/{}/{file}", video.0, package.name());
    let low = |file: &str| address(&format!("{}/{file}", RenditionName::Low.as_str()));
    PackageAddresses {
        hls: address(MASTER),
        start: StartAddresses {
            playlist: low(MEDIA_PLAYLIST),
            init: low(INIT_SEGMENT),
            segment: low(&format!("0{SEGMENT_ENDING}")),
        },
        poster: address(POSTER),
        seek_previews: address(TRACK),
    }
}

/// What a path asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Master,
    Track,
    Poster,
    Previews,
    Playlist(RenditionName),
    Init(RenditionName),
    Segment(RenditionName, usize),
}

impl Wanted {
    fn in_package(file: &str) -> Option<Self> {
        match file {
            MASTER => Some(Self::Master),
            TRACK => Some(Self::Track),
            POSTER => Some(Self::Poster),
            PREVIEW_SHEET => Some(Self::Previews),
            _ => None,
        }
    }

    fn in_rendition(rendition: &str, file: &str) -> Option<Self> {
        let rendition = RenditionName::named(rendition)?;
        match file {
            MEDIA_PLAYLIST => Some(Self::Playlist(rendition)),
            INIT_SEGMENT => Some(Self::Init(rendition)),
            _ => {
                let number = path_number(file.strip_suffix(SEGMENT_ENDING)?)?;
                Some(Self::Segment(rendition, usize::try_from(number).ok()?))
            }
        }
    }
}

/// A file of a packaged video: `master.m3u8`, `poster.jpg`, `previews.vtt` or `previews.jpg`.
#[operation(responses(
        (status = 200, description = "The file", content_type = "application/vnd.apple.mpegurl"),
        (status = 304, description = "The browser has it"),
))]
pub async fn package_file(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<(String, String, String)>,
) -> Result<HttpResponse, Problem> {
    let (id, package, file) = path.into_inner();
    let (opened, package) = open(&app, &caller, lesson_id(&id), package).await?;
    serve(
        &app,
        &caller,
        &request,
        (&opened, &package),
        Wanted::in_package(&file),
    )
    .await
}

/// A file of a rendition: `index.m3u8`, `init.mp4`, or a segment by its number such as `17.m4s`. Who asks is looked up for each,
/// and while it is sent.
#[operation(responses(
        (status = 200, description = "The file", content_type = "video/mp4"),
        (status = 206, description = "The range asked for", content_type = "video/mp4"),
        (status = 302, description = "The segment is at the address of the store that `Location` names, for five minutes"),
        (status = 304, description = "The browser has it"),
        (status = 403, description = "No access to the course now, or the account watches on as many devices as it may", body = ProblemBody),
        (status = 416, description = "The segment has no such bytes", body = ProblemBody),
))]
pub async fn rendition_file(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<(String, String, String, String)>,
) -> Result<HttpResponse, Problem> {
    let (id, package, rendition, file) = path.into_inner();
    let wanted = Wanted::in_rendition(&rendition, &file);
    let (opened, package) = open(&app, &caller, lesson_id(&id), package).await?;
    serve(&app, &caller, &request, (&opened, &package), wanted).await
}

async fn serve(
    app: &SharedApp,
    caller: &Caller,
    request: &HttpRequest,
    (opened, package): (&OpenedLesson, &LoadedPackage),
    wanted: Option<Wanted>,
) -> Result<HttpResponse, Problem> {
    let wanted = wanted.ok_or_else(no_such_file)?;
    match wanted {
        Wanted::Master => Ok(text(request, package, MASTER, PLAYLIST_TYPE, &package.master)),
        Wanted::Track => Ok(text(request, package, TRACK, TRACK_TYPE, &package.track)),
        Wanted::Poster => Ok(text(request, package, POSTER, "image/jpeg", &package.poster)),
        Wanted::Previews => Ok(text(
            request,
            package,
            PREVIEW_SHEET,
            "image/jpeg",
            &package.previews,
        )),
        Wanted::Playlist(name) => {
            let playlist = &package.rendition(name).playlist;
            Ok(text(request, package, name.as_str(), PLAYLIST_TYPE, playlist))
        }
        Wanted::Init(name) => send_part(app, request, caller, (opened, package), name, Part::Init).await,
        Wanted::Segment(name, number) => {
            send_part(
                app,
                request,
                caller,
                (opened, package),
                name,
                Part::Segment(number),
            )
            .await
        }
    }
}

/// The lesson and its package of a name. A segment of a video that is being watched costs one look-up by key.
async fn open(
    app: &SharedApp,
    caller: &Caller,
    lesson: Option<VideoId>,
    name: String,
) -> Result<(OpenedLesson, Arc<LoadedPackage>), Problem> {
    if let (Some(id), Some(package)) = (lesson, app.packages.get(&name)) {
        let opened = open_lesson::open(app, caller.token(), id).await?;
        return if package.source == opened.video.location {
            Ok((opened, package))
        } else {
            Err(no_such_file())
        };
    }
    let shared = app.clone();
    let (opened, found) = open_for(app, caller.token(), lesson, move |store, opened| {
        find(&shared, store, &opened.video, &name)
    })
    .await?;
    let package = match found {
        Found::Loaded(package) => package,
        Found::InBucket(package) => {
            let (bucket, deadline) = asked_bucket(&app.media).ok_or_else(Problem::internal)?;
            let loaded = Arc::new(fetch_package(bucket, deadline, package).await?);
            app.packages.put(&loaded.name, &loaded);
            loaded
        }
    };
    Ok((opened, package))
}

/// A package that is in memory, or its row where its files are to be fetched, which no thread of the database waits for.
enum Found {
    Loaded(Arc<LoadedPackage>),
    InBucket(VideoPackage),
}

/// The package of a name, if it is the video's. What it holds is read once; segments that were not stored are looked for again.
fn find(app: &App, store: &mut Store<'_>, video: &StoredVideo, name: &str) -> Result<Found, Problem> {
    if let Some(package) = app.packages.get(name) {
        return if package.source == video.location {
            Ok(Found::Loaded(package))
        } else {
            Err(no_such_file())
        };
    }
    let package = store
        .package_of(video.id)?
        .filter(|package| package.name() == name)
        .ok_or_else(no_such_file)?;
    if app.media.bucket().is_some() {
        return Ok(Found::InBucket(package));
    }
    let loaded = Arc::new(load_package(&app.media, package)?);
    app.packages.put(name, &loaded);
    Ok(Found::Loaded(loaded))
}

fn no_such_file() -> Problem {
    Problem::not_found("There is no such file of a video")
}

/// A small file from memory. The browser keeps it and asks about it each time: access may have ended.
fn text(
    request: &HttpRequest,
    package: &LoadedPackage,
    file: &str,
    content_type: &'static str,
    body: &Bytes,
) -> HttpResponse {
    let etag = EntityTag::new_strong(format!("{}-{file}", package.name));
    let mut response = HttpResponse::Ok();
    response
        .insert_header(ETag(etag.clone()))
        .insert_header((header::CACHE_CONTROL, "private, no-cache"));
    if is_known(request, &etag) {
        return response.status(StatusCode::NOT_MODIFIED).finish();
    }
    response.content_type(content_type).body(body.clone())
}

/// A part of a rendition.
enum Part {
    Init,
    Segment(usize),
}

/// Answers with a part of a rendition, which is a part of its file, or where that is a stored file of its own, the way there.
async fn send_part(
    app: &SharedApp,
    request: &HttpRequest,
    caller: &Caller,
    (opened, package): (&OpenedLesson, &LoadedPackage),
    rendition: RenditionName,
    part: Part,
) -> Result<HttpResponse, Problem> {
    let index = package.index.rendition(rendition);
    let loaded = package.rendition(rendition);
    let (name, start, length) = match part {
        Part::Init => (String::from("init"), 0, index.init),
        Part::Segment(number) => {
            let segment = index.segments.get(number).ok_or_else(no_such_file)?;
            watch(app, opened).await?;
            (number.to_string(), segment.offset, segment.length)
        }
    };
    let mut served = ServedFile {
        source: loaded.source.clone(),
        start,
        length: Some(length),
        delivery: Delivery::Proxy,
        digest: format!("{}-{}-{name}", package.name, rendition.as_str()),
        content_type: "video/mp4",
        disposition: inline(),
        cache: Cache::Nothing,
    };
    if let (Part::Segment(number), MediaSource::Object(file), true) =
        (part, &loaded.source, loaded.has_segments)
        && let Some(segment) = app.media.bucket().and_then(|bucket| bucket.segment(file, number))
    {
        served.source = MediaSource::Object(segment);
        served.start = 0;
        served.delivery = Delivery::AsSet;
    }
    send(app, request, caller.token(), opened, served).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_the_names_of_a_package_is_understood() {
        assert_eq!(Wanted::in_package("master.m3u8"), Some(Wanted::Master));
        assert_eq!(
            Wanted::in_rendition("low", "17.m4s"),
            Some(Wanted::Segment(RenditionName::Low, 17))
        );
        assert_eq!(
            Wanted::in_rendition("top", "init.mp4"),
            Some(Wanted::Init(RenditionName::Top))
        );
        for file in ["", "index.m3u8", "..", "../canary", "top.mp4", "package.json"] {
            assert_eq!(Wanted::in_package(file), None, "{file}");
        }
        for file in [
            "",
            ".m4s",
            "-1.m4s",
            "+1.m4s",
            "1.5.m4s",
            "99999999999.m4s",
            "1.mp4",
            "../1.m4s",
        ] {
            assert_eq!(Wanted::in_rendition("top", file), None, "{file}");
        }
        assert_eq!(Wanted::in_rendition("middle", "1.m4s"), None);
    }
}
