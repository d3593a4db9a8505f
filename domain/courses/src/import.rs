//! A course as it enters the catalogue, after its files were read and stored.

pub mod changes;
pub mod course_state;
pub mod identity;

use chrono::{DateTime, Utc};
use kernel::StoreError;

use identity::KnownLesson;

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

/// The catalogue as an import changes it.
pub trait CourseImportStore {
    /// Inserts or updates an imported course, found by its slug. Which row a video keeps, [`identity::lessons_of_files`] decides; videos
    /// that the import lacks leave the catalogue but keep their progress. A course that was removed is there again, without members.
    ///
    /// # Errors
    /// [`StoreError`]
    fn put_course(
        &mut self,
        course: &ImportedCourse,
        now: DateTime<Utc>,
    ) -> Result<ImportOutcome, StoreError>;
    /// The lessons of a course in their order, then the lessons that were left out.
    ///
    /// # Errors
    /// [`StoreError`]
    fn known_lessons(&mut self, course: CourseId) -> Result<Vec<KnownLesson>, StoreError>;
    /// How many members have access to a course, or had it.
    ///
    /// # Errors
    /// [`StoreError`]
    fn count_members(&mut self, course: CourseId) -> Result<i64, StoreError>;
}

/// Puts a course into the catalogue, or updates it in place; no progress is lost either way.
///
/// # Errors
/// [`StoreError`].
pub fn import_course<S: CourseImportStore + ?Sized>(
    store: &mut S,
    course: &ImportedCourse,
    now: DateTime<Utc>,
) -> Result<ImportOutcome, StoreError> {
    store.put_course(course, now)
}

/// The catalogue as an import with files uses it: each call is a transaction of its own, because storing files must not hold
/// one.
pub trait Catalogue {
    /// [`import_course`] in one transaction.
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
