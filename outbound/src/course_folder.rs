//! Course folders (contract, "A course folder"): `course.toml` and the files that it names, on their way in and out.

mod attachment_content;
pub(crate) mod exercises_file;
pub(crate) mod export;
mod exported_files;
pub(crate) mod files;
pub(crate) mod folder_lesson;
pub(crate) mod import;
mod lesson_exercises;
pub(crate) mod lesson_files;
pub(crate) mod manifest;
pub(crate) mod problem;
pub(crate) mod read;
pub(crate) mod replay;
mod unused_files;
