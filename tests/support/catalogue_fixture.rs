//! A catalogue with real bytes behind it, and members made over HTTP.

use ::mail::EmailAddress;
use courses::{CourseId, CourseStore as _, LessonSource, MediaLocation, Playback, VideoId, VideoType};
use kernel::AccessTerm;
use serde_json::json;

use crate::{
    Browser, Server,
    samples::{add_course, add_key, add_mailed_key, course, import, videos_of},
};

pub const PASSWORD: &str = "correct horse battery";

/// What is in the catalogue of a server under test.
pub struct CatalogueFixture {
    /// The course with videos that can be watched.
    pub futures: CourseId,
    /// Another one, which no member holds unless a test says so.
    pub crypto: CourseId,
    /// Of `futures`: 100 s, 100 s and 61 s, an mp4, a mov and a webm.
    pub videos: Vec<VideoId>,
    /// Of `crypto`.
    pub other_videos: Vec<VideoId>,
    /// What the first video consists of.
    pub bytes: Vec<u8>,
}

impl CatalogueFixture {
    /// Fills the catalogue and the media store.
    #[must_use]
    pub fn open(server: &Server) -> Self {
        let mut futures = course("futures");
        let bytes: Vec<u8> = (0..400_000_u32)
            .map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8)
            .collect();
        for (number, video) in futures
            .sections
            .iter_mut()
            .flat_map(|section| &mut section.videos)
            .enumerate()
        {
            let video_type = [VideoType::Mp4, VideoType::Mov, VideoType::Webm][number];
            video.source = LessonSource::Video {
                video_type,
                duration_seconds: video.source.duration_seconds(),
                playback: Playback::Unknown,
            };
            video.location = store(server, &bytes[number..], "videos", video_type.extension());
        }
        let svg = br#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>"#;
        futures.image = Some(store(server, svg, "images", "svg"));
        let futures = import(server.database(), futures);
        let crypto = add_course(server.database(), "crypto");
        let videos = videos_of(server.database(), futures);
        let other_videos = videos_of(server.database(), crypto);
        Self {
            futures,
            crypto,
            videos,
            other_videos,
            bytes,
        }
    }

    /// Where a video's bytes are served.
    #[must_use]
    pub fn video(&self, number: usize) -> String {
        format!("/media/videos/{}", self.videos[number].0)
    }

    /// Where a position in a video is put.
    #[must_use]
    pub fn progress(&self, number: usize) -> String {
        format!("/api/videos/{}/progress", self.videos[number].0)
    }
}

/// Puts bytes into the media store of a server.
#[must_use]
pub fn store(server: &Server, bytes: &[u8], prefix: &str, extension: &str) -> MediaLocation {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    std::fs::write(file.path(), bytes).expect("a temporary file can be written");
    server
        .media()
        .put(file.path(), prefix, extension)
        .unwrap_or_else(|error| panic!("{error}"))
}

/// A fresh key's text.
#[must_use]
pub fn fresh_key(server: &Server, course: CourseId, term: AccessTerm) -> String {
    add_key(server.database(), course, term, next_number()).reveal()
}

/// A fresh key's text, which counts as mailed to an address: registering with it verifies the address, and no mail waits.
#[must_use]
pub fn mailed_key(server: &Server, course: CourseId, term: AccessTerm, address: &str) -> String {
    let address = EmailAddress::parse(address).expect("an address");
    add_mailed_key(server.database(), course, term, next_number(), address).reveal()
}

fn next_number() -> u64 {
    use std::sync::atomic::{AtomicU64, Ordering};
    static COUNT: AtomicU64 = AtomicU64::new(10_000);
    COUNT.fetch_add(1, Ordering::Relaxed)
}

/// Registers a member with a fresh key for a course, whose address is verified.
#[must_use]
pub fn member(server: &Server, name: &str, course: CourseId, term: AccessTerm) -> Browser {
    let mut browser = server.visitor();
    let email = format!("{}@example.com", name.to_lowercase());
    let key = mailed_key(server, course, term, &email);
    let answer = browser.post("/api/register", &registration(name, &key));
    let _ = answer.ok(201);
    browser
}

/// The body of a registration.
#[must_use]
pub fn registration(name: &str, key: &str) -> serde_json::Value {
    let email = format!("{}@example.com", name.to_lowercase());
    json!({ "username": name, "email": email, "password": PASSWORD, "purchaseCode": key })
}

/// The body of a sign-in.
#[must_use]
pub fn credentials(name: &str, password: &str) -> serde_json::Value {
    json!({ "username": name, "password": password })
}

/// Signs a member in on another device.
#[must_use]
pub fn sign_in(server: &Server, name: &str) -> Browser {
    let mut browser = server.visitor();
    let _ = browser.post("/api/login", &credentials(name, PASSWORD)).ok(200);
    browser
}

/// The slug under which a course stands, to see that the catalogue was not touched.
#[must_use]
pub fn slugs(server: &Server) -> Vec<String> {
    let courses = server.database().read(|store| store.courses()).expect("courses");
    courses
        .into_iter()
        .map(|course| course.slug.to_string())
        .collect()
}
