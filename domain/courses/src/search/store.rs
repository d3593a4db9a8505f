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
