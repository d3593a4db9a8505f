//! A course as it enters the catalogue, after its files were read and stored.

pub mod changes;
pub mod course_state;
pub mod identity;
pub mod store;

use chrono::{DateTime, Utc};
use kernel::StoreError;

use crate::{
    CourseId, CourseType, LessonSource, MediaLocation, Slug, VideoFile,
    lesson::{content::LessonContent, replay::packed_chart::PackedChart},
};
use kernel::Cents;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedCourse {
    pub slug: Slug,
    pub title: String,
    pub description: String,
    pub category: String,
    pub course_type: CourseType,
    pub price: Cents,
    pub image: Option<MediaLocation>,
    pub discord_role: Option<String>,
    pub discord_channel: Option<String>,
    /// BCP 47, in its canonical form.
    pub language: String,
    /// Whether staff's commands alone see it.
    pub draft: bool,
    /// Whether the questions of its members come first in staff's lists.
    pub priority: bool,
    pub sections: Vec<ImportedSection>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedSection {
    pub name: String,
    pub description: String,
    pub videos: Vec<ImportedVideo>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedVideo {
    pub file: VideoFile,
    pub title: String,
    pub description: String,
    pub source: LessonSource,
    /// Whether every caller may open the lesson.
    pub preview: bool,
    pub location: MediaLocation,
    pub content: LessonContent,
    /// The paragraphs of its text without their marks, for search; see [`crate::lesson::markdown::paragraphs`].
    pub paragraphs: Vec<String>,
    /// The charts of its replay, in the replay's order.
    pub replay_charts: Vec<PackedChart>,
}

/// What an import did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImportOutcome {
    pub course: CourseId,
    /// Whether the slug was new.
    pub created: bool,
    pub sections: usize,
    pub videos: usize,
    /// Videos that were in the catalogue and are in it no longer.
    pub withdrawn: usize,
}

/// The catalogue as an import with files uses it: each call is a transaction of its own, because storing files must not hold
/// one.
pub trait Catalogue {
    /// [`store::CourseChangeStore::put_course`] in one transaction.
    ///
    /// # Errors
    /// [`StoreError`]; then nothing was changed.
    fn import(&self, course: ImportedCourse, now: DateTime<Utc>) -> Result<ImportOutcome, StoreError>;
    /// [`crate::CourseStore::media_locations`] as they stand now.
    ///
    /// # Errors
    /// [`StoreError`].
    fn media_locations(&self) -> Result<Vec<MediaLocation>, StoreError>;
}
