//! A course folder on its way in: `course.toml` and the files that it names (contract, "A course folder").
//!
//! Everything is checked before anything is stored, so that a bad folder changes nothing.

use std::{
    fmt,
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
};

use courses::{CourseManifest, ImportedCourse, ImportedSection, ImportedVideo, VideoFile};

use super::{
    files::{ImageType, file_within, read_image},
    manifest::parse_manifest,
    manifest_lines::LineProblem,
};
use crate::{
    media::{MediaError, MediaStore},
    video::{VideoFacts, read_video},
};

pub(crate) const MANIFEST: &str = "course.toml";
const MAX_MANIFEST_BYTES: u64 = 1024 * 1024;

/// A folder that may be imported: its manifest, and every file that it names, found and understood.
#[derive(Debug)]
pub struct CourseFolder {
    pub manifest: CourseManifest,
    pub image: Option<FolderImage>,
    /// One for each video of the manifest, section by section.
    pub videos: Vec<Vec<FolderVideo>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderImage {
    /// Without links.
    pub path: PathBuf,
    pub image_type: ImageType,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderVideo {
    /// Without links.
    pub path: PathBuf,
    pub facts: VideoFacts,
}

/// Why a folder is refused. Displays as one line, `FILE:LINE: problem`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderProblem {
    pub file: PathBuf,
    /// From 1.
    pub line: usize,
    pub problem: String,
}

impl fmt::Display for FolderProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = format!("{}:{}: {}", self.file.display(), self.line, self.problem);
        // Names come from the disk and may hold anything, a line break too.
        f.write_str(&line.replace(char::is_control, " "))
    }
}

impl std::error::Error for FolderProblem {}

/// Reads a course folder and every file that it names.
///
/// # Errors
/// The first [`FolderProblem`].
pub fn read_course_folder(folder: &Path) -> Result<CourseFolder, FolderProblem> {
    let file = folder.join(MANIFEST);
    let at = |line: usize, problem: String| FolderProblem {
        file: file.clone(),
        line,
        problem,
    };
    let text = read_manifest_text(&file).map_err(|problem| at(1, problem))?;
    let read = parse_manifest(&text).map_err(|LineProblem { line, problem }| at(line, problem))?;
    let root =
        fs::canonicalize(folder).map_err(|cause| at(1, format!("the folder cannot be read: {cause}")))?;
    let image = match &read.manifest.image {
        None => None,
        Some(name) => {
            let line = read.line_of("image");
            let path = file_within(&root, name).map_err(|problem| at(line, format!("image: {problem}")))?;
            let image_type =
                read_image(&path).map_err(|problem| at(line, format!("image: {name:?} {problem}")))?;
            Some(FolderImage { path, image_type })
        }
    };
    let mut videos = Vec::new();
    for (s, section) in read.manifest.sections.iter().enumerate() {
        let mut found = Vec::new();
        for (v, video) in section.videos.iter().enumerate() {
            let line = read.line_of(&format!("sections[{s}].videos[{v}].file"));
            let path = file_within(&root, &video.file).map_err(|problem| at(line, problem))?;
            let facts =
                read_video(&path).map_err(|problem| at(line, format!("{:?} {problem}", video.file)))?;
            found.push(FolderVideo { path, facts });
        }
        videos.push(found);
    }
    Ok(CourseFolder {
        manifest: read.manifest,
        image,
        videos,
    })
}

fn read_manifest_text(file: &Path) -> Result<String, String> {
    let unreadable = |cause: std::io::Error| format!("cannot be read: {cause}");
    if !fs::metadata(file).map_err(unreadable)?.is_file() {
        return Err("is no file".to_owned());
    }
    let mut bytes = Vec::new();
    File::open(file)
        .and_then(|file| file.take(MAX_MANIFEST_BYTES + 1).read_to_end(&mut bytes))
        .map_err(unreadable)?;
    if bytes.len() as u64 > MAX_MANIFEST_BYTES {
        return Err("is larger than 1 MiB".to_owned());
    }
    String::from_utf8(bytes).map_err(|_| "is not UTF-8 text".to_owned())
}

/// Puts a folder's files into the media store and yields what the catalogue takes. What an import that fails later leaves
/// behind there is found by comparing the store with the catalogue.
///
/// # Errors
/// [`MediaError`]
pub fn store_course(folder: &CourseFolder, media: &MediaStore) -> Result<ImportedCourse, MediaError> {
    store_watched(folder, media, &mut |_| ())
}

/// [`store_course`], with a call of the observer before each file.
pub(crate) fn store_watched(
    folder: &CourseFolder,
    media: &MediaStore,
    next: &mut dyn FnMut(&Path),
) -> Result<ImportedCourse, MediaError> {
    let manifest = &folder.manifest;
    let image = match &folder.image {
        None => None,
        Some(image) => Some(media.put(&image.path, "images", image.image_type.extension())?),
    };
    let mut sections = Vec::new();
    for (section, files) in manifest.sections.iter().zip(&folder.videos) {
        let mut videos = Vec::new();
        for (video, found) in section.videos.iter().zip(files) {
            next(&found.path);
            videos.push(ImportedVideo {
                file: VideoFile(video.file.clone()),
                title: video.title.clone(),
                description: video.description.clone(),
                duration_seconds: found.facts.duration_seconds,
                video_type: found.facts.video_type,
                location: media.put(&found.path, "videos", found.facts.video_type.extension())?,
            });
        }
        sections.push(ImportedSection {
            name: section.name.clone(),
            description: section.description.clone(),
            videos,
        });
    }
    Ok(ImportedCourse {
        slug: manifest.slug.clone(),
        title: manifest.title.clone(),
        description: manifest.description.clone(),
        category: manifest.category.clone(),
        course_type: manifest.course_type,
        price: manifest.price,
        image,
        discord_role: manifest.discord_role.clone(),
        discord_channel: manifest.discord_channel.clone(),
        sections,
    })
}
