//! Courses that tests import: with everything that a lesson may have, packaged, with words to be found.

pub mod lesson_folder;
pub mod packaged;
pub mod searched_courses;
