//! The rows of what belongs to a lesson, as the rules use them.

use kernel::StoreError;

use super::content::{Captions, LessonContent};
use crate::VideoId;

/// The parts of lessons. Every method may return [`StoreError`]; all are empty for a lesson that has nothing of the kind.
pub trait LessonStore {
    fn lesson_content(&mut self, lesson: VideoId) -> Result<LessonContent, StoreError>;
    /// A lesson's captions in a language, by its canonical form.
    fn captions(&mut self, lesson: VideoId, language: &str) -> Result<Option<Captions>, StoreError>;
}
