//! What a course folder holds, found and understood.

use std::{collections::BTreeMap, path::PathBuf};

use courses::{
    LessonSource,
    lesson::{
        content::{Captions, Chapters},
        exercise::Exercises,
        replay::packed_chart::PackedChart,
    },
};
use replay::Definition;

use super::files::ImageType;
use crate::video::shown_part::ShownPart;

/// The name of a folder's manifest.
pub(super) const MANIFEST: &str = "course.toml";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderImage {
    /// Without links.
    pub path: PathBuf,
    pub image_type: ImageType,
}

/// A lesson of a folder: its video or text, and what belongs to it, found and understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderLesson {
    /// Of the video or the text, without links.
    pub path: PathBuf,
    pub source: LessonSource,
    /// What is stored in place of a video of which a part was cut off that is still in the file.
    pub shown_part: Option<ShownPart>,
    pub text: Option<FolderText>,
    pub captions: Vec<Captions>,
    pub chapters: Option<Chapters>,
    pub attachments: Vec<FolderFile>,
    pub exercises: Option<Exercises>,
    pub replay: Option<FolderReplay>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderText {
    pub file: String,
    pub markdown: String,
    /// By the name within the folder.
    pub pictures: BTreeMap<String, FolderPicture>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderPicture {
    /// Without links.
    pub path: PathBuf,
    pub image_type: ImageType,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderFile {
    /// The name within the folder.
    pub file: String,
    /// Without links.
    pub path: PathBuf,
}

/// A replay of a folder, found and understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderReplay {
    /// The name within the folder.
    pub file: String,
    pub definition: Definition,
    /// In the order of the definition.
    pub charts: Vec<FolderChart>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderChart {
    pub file: FolderFile,
    pub packed: PackedChart,
}
