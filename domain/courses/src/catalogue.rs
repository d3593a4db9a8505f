//! What the catalogue is made of.

pub mod visibility;

use std::{fmt, str::FromStr};

use kernel::{Cents, VideoId};
use visibility::Visibility;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CourseId(pub i32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SectionId(pub i32);

/// Where the bytes of a video or an image are stored: a path within the media store, never a URL.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MediaLocation(pub String);

impl MediaLocation {
    /// Whether this names a file within a store in one way only, none of its parts hidden.
    #[must_use]
    pub fn is_within_store(&self) -> bool {
        is_within_store(&self.0)
    }

    /// The name of the file without its type: the hash of the content.
    #[must_use]
    pub fn digest(&self) -> &str {
        let name = self.0.rsplit('/').next().unwrap_or_default();
        name.split('.').next().unwrap_or_default()
    }
}

/// [`MediaLocation::is_within_store`] of a text: no root, no `..`, no empty or hidden part, and `/` alone between parts.
#[must_use]
pub fn is_within_store(path: &str) -> bool {
    path.split('/')
        .all(|part| !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', '\0']))
}

/// What a course is about; each type has its illustration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CourseType {
    Futures,
    Crypto,
    Forex,
}

impl CourseType {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Futures => "futures",
            Self::Crypto => "crypto",
            Self::Forex => "forex",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a course's type is futures, crypto or forex")]
pub struct CourseTypeError;

impl FromStr for CourseType {
    type Err = CourseTypeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "futures" => Ok(Self::Futures),
            "crypto" => Ok(Self::Crypto),
            "forex" => Ok(Self::Forex),
            _ => Err(CourseTypeError),
        }
    }
}

/// The containers that browsers play and an import takes (contract, "Calls and commands").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VideoType {
    Mp4,
    Mov,
    Webm,
}

impl VideoType {
    /// The media type that the video is served with.
    #[must_use]
    pub fn content_type(self) -> &'static str {
        match self {
            Self::Mp4 => "video/mp4",
            Self::Mov => "video/quicktime",
            Self::Webm => "video/webm",
        }
    }

    /// The ending of a file of this type, without the dot.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Mp4 => "mp4",
            Self::Mov => "mov",
            Self::Webm => "webm",
        }
    }

    /// The type of a [`Self::content_type`].
    #[must_use]
    pub fn from_content_type(text: &str) -> Option<Self> {
        [Self::Mp4, Self::Mov, Self::Webm]
            .into_iter()
            .find(|kind| kind.content_type() == text)
    }
}

/// Whether browsers play a video's file, as far as its container tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Playback {
    /// Every browser plays its codecs.
    Expected,
    /// Some browsers show no picture or play no sound.
    NotExpected,
    /// It was imported before this was asked.
    Unknown,
}

/// Whether a lesson is watched or read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LessonKind {
    Video,
    Text,
}

impl LessonKind {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Video => "video",
            Self::Text => "text",
        }
    }
}

/// What a lesson's file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LessonSource {
    Video {
        video_type: VideoType,
        /// Whole seconds, read from the file, rounded up, at least 1.
        duration_seconds: i32,
        playback: Playback,
    },
    /// A Markdown file; the lesson is read.
    Text,
}

impl LessonSource {
    #[must_use]
    pub fn kind(self) -> LessonKind {
        match self {
            Self::Video { .. } => LessonKind::Video,
            Self::Text => LessonKind::Text,
        }
    }

    /// Whether members are offered the file itself to watch.
    #[must_use]
    pub fn plays_as_file(self) -> bool {
        match self {
            Self::Video { playback, .. } => playback != Playback::NotExpected,
            Self::Text => false,
        }
    }

    /// Whole seconds; 0 for a text.
    #[must_use]
    pub fn duration_seconds(self) -> i32 {
        match self {
            Self::Video { duration_seconds, .. } => duration_seconds,
            Self::Text => 0,
        }
    }
}

/// A course's permanent name, in manifests and commands.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Slug(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "a slug is 2 to 64 lower-case letters, digits and single dashes, with a letter, such as futures-foundations"
)]
pub struct SlugError;

impl Slug {
    /// In place of a slug that is refused, so that the rest of its manifest can be checked; no course is stored under it.
    #[must_use]
    pub fn stand_in() -> Self {
        Self(String::from("refused"))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Slug {
    type Err = SlugError;

    /// A slug has a letter, so that it never reads as a course's number.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let plain = text
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        let dashed = text.starts_with('-') || text.ends_with('-') || text.contains("--");
        let lettered = text.bytes().any(|b| b.is_ascii_lowercase());
        if (2..=64).contains(&text.len()) && plain && lettered && !dashed {
            Ok(Self(text.to_owned()))
        } else {
            Err(SlugError)
        }
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A video's file name within its course's folder: the video's permanent name, so its progress survives a new import.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VideoFile(pub String);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Course {
    pub id: CourseId,
    pub slug: Slug,
    pub title: String,
    pub description: String,
    pub category: String,
    pub course_type: CourseType,
    /// `None`: the illustration of the type.
    pub image: Option<MediaLocation>,
    pub price: Cents,
    pub discord_role: Option<String>,
    pub discord_channel: Option<String>,
    /// BCP 47, in its canonical form.
    pub language: String,
    pub visibility: Visibility,
    /// Whether the questions of its members come first in staff's lists.
    pub priority: bool,
}

/// A draft has no keys and no members.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0} is a draft, which no member may see; take draft = true out of its course.toml and import it again"
)]
pub struct DraftCourse(String);

impl Course {
    /// Refuses a draft before it gets keys or members.
    ///
    /// # Errors
    /// [`DraftCourse`]
    pub fn check_not_draft(&self) -> Result<(), DraftCourse> {
        match self.visibility {
            Visibility::Draft => Err(DraftCourse(self.slug.to_string())),
            Visibility::Shown | Visibility::Hidden => Ok(()),
        }
    }

    /// Whether every caller sees it, and it is sold.
    #[must_use]
    pub fn is_shown(&self) -> bool {
        self.visibility == Visibility::Shown
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    pub id: SectionId,
    pub course: CourseId,
    pub name: String,
    pub description: String,
    /// From 1, the order of the manifest.
    pub order: i32,
    pub videos: Vec<Video>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Video {
    pub id: VideoId,
    pub section: SectionId,
    pub title: String,
    pub description: String,
    pub kind: LessonKind,
    /// See [`LessonSource::plays_as_file`].
    pub plays_as_file: bool,
    /// Whether every caller may open the lesson.
    pub preview: bool,
    /// Whole seconds, rounded up, at least 1; 0 for a text.
    pub duration_seconds: i32,
    /// From 1 within its section, the order of the manifest.
    pub order: i32,
    pub file: VideoFile,
    pub location: MediaLocation,
    /// How many exercises it has.
    pub exercises: i64,
    /// Whether it has a market to trade.
    pub has_replay: bool,
    /// The languages of its captions (BCP 47), in the order of the manifest.
    pub captions: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("videos/0a.mp4", true)]
    #[case("a", true)]
    #[case("", false)]
    #[case("/etc/passwd", false)]
    #[case("videos/../../etc/passwd", false)]
    #[case("videos//0a.mp4", false)]
    #[case("videos/.0a.mp4", false)]
    #[case("videos\\0a.mp4", false)]
    #[case("videos/0a\0.mp4", false)]
    fn a_location_names_a_file_of_the_store_and_no_other(#[case] text: &str, #[case] is_within: bool) {
        assert_eq!(MediaLocation(text.to_owned()).is_within_store(), is_within);
    }

    #[rstest]
    #[case("futures-foundations", true)]
    #[case("a1", true)]
    #[case("12", false)]
    #[case("1-2", false)]
    #[case("Futures", false)]
    #[case("-futures", false)]
    #[case("fut--ures", false)]
    #[case("../futures", false)]
    #[case("f", false)]
    fn a_slug_never_reads_as_a_number_or_a_path(#[case] text: &str, #[case] taken: bool) {
        assert_eq!(text.parse::<Slug>().is_ok(), taken);
    }
}
