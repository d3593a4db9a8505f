//! The rows of the search index, as the rules use them.

use kernel::{StoreError, UserId};

use super::{passage::Passage, query::IndexWord};
use crate::{CourseId, Grant, VideoId};

/// A course that a user holds, ended or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchedCourse {
    pub id: CourseId,
    pub title: String,
    pub grant: Grant,
}

/// A passage of the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Grows in the order in which passages were indexed.
    pub id: i32,
    pub passage: Passage,
}

/// What a search asks of the database. Every method may return [`StoreError`].
pub trait SearchStore {
    /// In the order of their numbers.
    fn searched_courses(&mut self, user: UserId) -> Result<Vec<SearchedCourse>, StoreError>;
    /// The first passages of each course that have all words, in the order of the index; and as many of the answers beside its lessons.
    fn candidates(
        &mut self,
        courses: &[CourseId],
        words: &[IndexWord],
        for_each_course: usize,
    ) -> Result<Vec<Candidate>, StoreError>;
    fn lesson_titles(&mut self, lessons: &[VideoId]) -> Result<Vec<(VideoId, String)>, StoreError>;
}

/// The state of the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IndexState {
    /// Every course is found by its present words.
    Whole { passages: i64 },
    /// So many courses are not, or only by former words.
    Behind { courses: usize },
    /// The index contradicts itself or its passages; the cause in the database's words.
    Damaged { cause: String },
}

/// The index as it is kept up to date: each call is a transaction of its own, so that no other write waits for all courses.
pub trait SearchIndex {
    /// Looks at the whole index.
    ///
    /// # Errors
    /// [`StoreError`] where that cannot be said.
    fn index_state(&self) -> Result<IndexState, StoreError>;
    /// Makes the index anew from its passages.
    ///
    /// # Errors
    /// [`StoreError`]
    fn rebuild_index(&self) -> Result<(), StoreError>;
    /// Courses that were never indexed, under another [`super::words::INDEX_VERSION`], or before their last change.
    ///
    /// # Errors
    /// [`StoreError`]
    fn courses_to_index(&self) -> Result<Vec<CourseId>, StoreError>;
    /// Indexes a course by what its rows say.
    ///
    /// # Errors
    /// [`StoreError`]
    fn index_course(&self, course: CourseId) -> Result<(), StoreError>;
}
