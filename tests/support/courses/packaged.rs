//! A course with a real video, and its package.

use std::{num::NonZeroUsize, path::PathBuf, process::Command};

use courses::{CourseId, ImportedCourse, MediaLocation, VideoId};
use outbound::{FfmpegSetting, PackagingMeans, PackagingOutcome, package_videos};
use serde_json::Value;

use crate::{
    Browser, Server,
    samples::{course, import, section, video, videos_of},
};

/// A course with one video of two seconds, with sound.
pub struct Packaged {
    pub course: CourseId,
    pub video: VideoId,
}

/// Puts bytes into the media store.
#[must_use]
pub fn store(server: &Server, bytes: &[u8], folder: &str, ending: &str) -> MediaLocation {
    let file = tempfile::NamedTempFile::new().expect("a packaged video");
    std::fs::write(file.path(), bytes).expect("a packaged video");
    server
        .media()
        .put(file.path(), folder, ending)
        .expect("a packaged video")
}

/// A clip in this colour.
#[must_use]
pub fn clip(colour: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a packaged video");
    let path = folder.path().join("clip.mp4");
    let picture = format!("color={colour}:size=64x36:rate=10:duration=2");
    let words = [
        "-v",
        "error",
        "-f",
        "lavfi",
        "-i",
        &picture,
        "-f",
        "lavfi",
        "-i",
        "sine=duration=2",
    ];
    let codecs = [
        "-pix_fmt",
        "yuv420p",
        "-c:v",
        "libx264",
        "-preset",
        "ultrafast",
        "-g",
        "10",
        "-c:a",
        "aac",
    ];
    let made = Command::new("ffmpeg")
        .args(words)
        .args(codecs)
        .arg(&path)
        .status()
        .expect("a packaged video");
    assert!(made.success());
    std::fs::read(path).expect("a packaged video")
}

/// A course with these bytes as its one video.
#[must_use]
pub fn course_of(server: &Server, bytes: &[u8], preview: bool) -> ImportedCourse {
    let mut video = video("clip.mp4", 2);
    video.location = store(server, bytes, "videos", "mp4");
    video.preview = preview;
    let mut course = course("futures");
    course.sections = vec![section("All of it", vec![video])];
    course
}

impl Packaged {
    #[must_use]
    pub fn import(server: &Server, preview: bool) -> Self {
        let course = import(server.database(), course_of(server, &clip("red"), preview));
        let video = videos_of(server.database(), course)[0];
        Self { course, video }
    }

    /// What the lesson call answers.
    #[must_use]
    pub fn lesson(&self, browser: &mut Browser) -> Value {
        browser
            .get(&format!("/api/videos/{}/lesson", self.video.0))
            .ok(200)
    }
}

/// Packages every video.
pub fn package(server: &Server) -> Vec<PackagingOutcome> {
    let setting = FfmpegSetting::Program(PathBuf::from("ffmpeg"));
    let database = server.database();
    let sources = database
        .read(|store| store.package_sources(None))
        .expect("a packaged video");
    let means = PackagingMeans {
        ffmpeg: &setting
            .find(std::env::var_os("PATH"))
            .expect("ffmpeg is installed"),
        media: &server.media(),
        work: &server.data().join("packaging"),
        jobs: NonZeroUsize::MIN,
    };
    package_videos(&**database, &means, &sources, &|_, _| ()).unwrap_or_else(|error| panic!("{error}"))
}
