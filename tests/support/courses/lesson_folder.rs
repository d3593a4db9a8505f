//! A course folder whose lessons have everything that a lesson may have, imported as staff import it.

pub mod exercises;
pub mod replay;

use std::{fs, path::Path};

use chrono::Utc;
use courses::{CourseId, VideoId};
use outbound::{ImportError, MediaStore, import_course_folder};
use persistence::Database;
use tempfile::TempDir;

use crate::samples::videos_of;

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../outbound/tests/samples/tiny.mp4");

const MANIFEST: &str = r#"slug = "lessons"
title = "Lessons"
description = "All that a lesson may have."
category = "Futures"
type = "futures"
price = 30_000

[[sections]]
name = "Before the bell"

[[sections.videos]]
file = "01.mp4"
title = "What a future is"
description = "A contract."
text = "01.md"
captions = [{ file = "01.nl.srt", language = "nl", label = "Nederlands" }, { file = "01.en.vtt", language = "en", label = "English" }]
chapters = "01.chapters.vtt"
attachments = ["sheet.pdf", "more/sheet é.pdf"]

[[sections.videos]]
file = "02.mp4"
title = "A preview"
preview = true
text = "01.md"
captions = [{ file = "01.en.vtt", language = "en", label = "English" }]
attachments = ["sheet.pdf"]

[[sections]]
name = "To read"

[[sections.videos]]
file = "03.md"
title = "How to read a chart"

[[sections.videos]]
file = "04.md"
title = "A text for every caller"
preview = true
"#;

pub const DUTCH: &str =
    "1\n00:00:00,500 --> 00:00:01,500\nEen tick\n\n2\n00:00:01,500 --> 00:00:03,000\n<i>is</i> een stap\n";
pub const ENGLISH: &str =
    "WEBVTT\n\n00:00:00.500 --> 00:00:01.500 line:10%\nA tick\n\n00:00:01.500 --> 00:00:03.000\nis a step\n";
pub const TEXT: &str =
    "# Ticks\n\n![A chart](chart.png)\n\n[The sheet](sheet.pdf) <script>alert(1)</script>\n";
pub const SHEET: &str = "%PDF-1.7 a worksheet";

pub struct LessonFolder(TempDir);

/// The four lessons of the folder.
#[derive(Debug, Clone, Copy)]
pub struct Lessons {
    pub course: CourseId,
    /// A video with everything.
    pub video: VideoId,
    /// A video that every caller may open.
    pub preview: VideoId,
    pub text: VideoId,
    /// A text that every caller may open.
    pub free_text: VideoId,
}

impl LessonFolder {
    #[must_use]
    pub fn new() -> Self {
        let folder = Self(tempfile::tempdir().expect("a folder"));
        for (name, text) in [
            ("course.toml", MANIFEST),
            ("01.md", TEXT),
            ("01.nl.srt", DUTCH),
            ("01.en.vtt", ENGLISH),
            (
                "01.chapters.vtt",
                "WEBVTT\n\n00:00.000 --> 00:01.500\nThe open\n\n00:01.500 --> 00:03.000\nThe close\n",
            ),
            ("sheet.pdf", SHEET),
            // The same bytes under another name.
            ("more/sheet é.pdf", SHEET),
            (
                "03.md",
                "Read *bars* from left to right.\n\n- The high\n- The low\n",
            ),
            ("04.md", "Every caller may read this.\n"),
        ] {
            folder.write(name, text.as_bytes());
        }
        folder.write("chart.png", b"\x89PNG\r\n\x1a\nno more");
        for name in ["01.mp4", "02.mp4"] {
            fs::copy(SAMPLE, folder.path().join(name)).expect("the sample");
        }
        folder
    }

    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.path().join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).expect("a folder");
        }
        fs::write(path, bytes).expect("a file");
    }

    /// Changes a word of the manifest.
    pub fn change(&self, before: &str, after: &str) {
        let path = self.path().join("course.toml");
        let text = fs::read_to_string(path).expect("a manifest");
        assert!(text.contains(before), "{before} is not in the manifest");
        self.write("course.toml", text.replacen(before, after, 1).as_bytes());
    }

    pub fn try_import(&self, database: &Database, media: &MediaStore) -> Result<CourseId, ImportError> {
        let outcome = import_course_folder(database, media, self.path(), None, Utc::now(), &mut |_| ())?;
        Ok(outcome.course)
    }

    /// Imports the folder as another course.
    #[must_use]
    pub fn import_as(&self, slug: &str, database: &Database, media: &MediaStore) -> CourseId {
        self.change("slug = \"lessons\"", &format!("slug = \"{slug}\""));
        let course = self.try_import(database, media);
        self.change(&format!("slug = \"{slug}\""), "slug = \"lessons\"");
        course.unwrap_or_else(|problem| panic!("{problem}"))
    }

    /// Imports the folder as it was made.
    #[must_use]
    pub fn import(&self, database: &Database, media: &MediaStore) -> Lessons {
        let course = self
            .try_import(database, media)
            .unwrap_or_else(|problem| panic!("{problem}"));
        let [video, preview, text, free_text] = videos_of(database, course)[..] else {
            panic!("four lessons")
        };
        Lessons {
            course,
            video,
            preview,
            text,
            free_text,
        }
    }
}

impl Default for LessonFolder {
    fn default() -> Self {
        Self::new()
    }
}

/// How many files of a kind are in the media store.
#[must_use]
pub fn stored_files(media: &MediaStore, prefix: &str) -> usize {
    let locations = media.locations().expect("a media store");
    locations
        .iter()
        .filter(|location| location.0.starts_with(&format!("{prefix}/")))
        .count()
}
