//! What belongs to a lesson beside its title and its video: text, captions, chapters, attachments, exercises, replay.
//!
//! Each part keeps the name of its file in the course's folder, so that an export writes the folder that was imported.

use super::{
    captions::{Cue, SpokenLine, spoken_lines},
    chapters::Chapter,
    exercise::Exercises,
    replay::LessonReplay,
};
use crate::MediaLocation;

/// The parts of a lesson.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LessonContent {
    pub text: Option<LessonText>,
    /// In the order of the manifest; the transcript is made from the first.
    pub captions: Vec<Captions>,
    pub chapters: Option<Chapters>,
    pub attachments: Vec<Attachment>,
    pub exercises: Option<Exercises>,
    pub replay: Option<LessonReplay>,
    /// The number of the live session of which the lesson is the recording.
    pub recording_of: Option<i32>,
}

impl LessonContent {
    /// What is said in the lesson, by the captions in the first language.
    #[must_use]
    pub fn transcript(&self) -> Vec<SpokenLine> {
        let captions = self.captions.first();
        captions
            .map(|captions| spoken_lines(&captions.cues))
            .unwrap_or_default()
    }
}

/// What is read in a lesson.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LessonText {
    pub file: String,
    pub markdown: String,
    /// The pictures of the folder that the text shows.
    pub pictures: Vec<Picture>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    pub file: String,
    pub location: MediaLocation,
}

/// Captions in one language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Captions {
    pub file: String,
    /// BCP 47, in its canonical form.
    pub language: String,
    pub label: String,
    pub cues: Vec<Cue>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chapters {
    pub file: String,
    /// In order of their start.
    pub list: Vec<Chapter>,
}

/// A file to download.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    pub file: String,
    pub location: MediaLocation,
    /// Bytes.
    pub size: i64,
}

impl Attachment {
    /// The name that it is downloaded by.
    #[must_use]
    pub fn name(&self) -> &str {
        self.file.rsplit('/').next().unwrap_or(&self.file)
    }
}
