//! A course on its way out: the folder that importing it again takes.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use courses::{
    CaptionsManifest, Course, CourseManifest, LessonKind, MediaLocation, Section, SectionManifest, Video,
    VideoId, VideoManifest, Visibility, lesson::content::LessonContent,
};

use super::{
    exported_files::{ExportedFiles, Source},
    files::is_plain_path,
    folder_lesson::MANIFEST,
    manifest::manifest_text,
};
use crate::media::{MediaError, MediaStore};

#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error("{} exists and is not an empty folder; name a new one", .0.display())]
    NotEmpty(PathBuf),
    #[error("{} cannot be written: {cause}", .path.display())]
    Write { path: PathBuf, cause: io::Error },
    #[error("the course cannot be written down: {0}")]
    Manifest(String),
    #[error(transparent)]
    Media(#[from] MediaError),
}

/// Writes a course as a folder: all of it, or nothing. Videos get the names that they were imported by; the picture, whose
/// name is not stored, is `cover` with the ending of its type.
///
/// # Errors
/// [`ExportError`]
pub fn write_course_folder(
    course: &Course,
    sections: &[Section],
    contents: &BTreeMap<VideoId, LessonContent>,
    media: &MediaStore,
    target: &Path,
) -> Result<(), ExportError> {
    refuse_occupied(target)?;
    let failed = |cause| ExportError::Write {
        path: target.to_path_buf(),
        cause,
    };
    let parent = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    // Removed with all that is in it, unless it becomes the target.
    let building = tempfile::Builder::new()
        .prefix(".export-")
        .tempdir_in(parent)
        .map_err(failed)?;
    let files =
        ExportedFiles::of(sections, contents).map_err(|error| ExportError::Manifest(error.to_string()))?;
    let manifest = manifest_of(course, sections, contents, &files);
    let text = manifest_text(&manifest).map_err(|error| ExportError::Manifest(error.to_string()))?;
    fs::write(building.path().join(MANIFEST), text).map_err(failed)?;
    if let Some((location, name)) = course.image.as_ref().zip(manifest.image.as_ref()) {
        copy_out(media, location, building.path(), name)?;
    }
    for (name, source) in &files.files {
        match source {
            Source::Stored(location) => copy_out(media, location, building.path(), name)?,
            Source::Written(text) => write_text(text, building.path(), name)?,
        }
    }
    fs::set_permissions(building.path(), fs::Permissions::from_mode(0o755)).map_err(failed)?;
    // Renaming onto a folder works only while that is empty (rename(2)).
    fs::rename(building.path(), target).map_err(failed)
}

fn refuse_occupied(target: &Path) -> Result<(), ExportError> {
    let occupied = || ExportError::NotEmpty(target.to_path_buf());
    match fs::symlink_metadata(target) {
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(cause) => Err(ExportError::Write {
            path: target.to_path_buf(),
            cause,
        }),
        Ok(there) if !there.is_dir() => Err(occupied()),
        Ok(_) => match fs::read_dir(target) {
            Ok(mut entries) => entries.next().map_or(Ok(()), |_| Err(occupied())),
            Err(cause) => Err(ExportError::Write {
                path: target.to_path_buf(),
                cause,
            }),
        },
    }
}

fn copy_out(
    media: &MediaStore,
    location: &MediaLocation,
    folder: &Path,
    name: &str,
) -> Result<(), ExportError> {
    let path = path_of(folder, name)?;
    let (mut from, _) = media.open(location)?;
    write_new(&path, &mut from).map_err(|cause| ExportError::Write {
        path: PathBuf::from(name),
        cause,
    })
}

fn write_text(text: &str, folder: &Path, name: &str) -> Result<(), ExportError> {
    let path = path_of(folder, name)?;
    write_new(&path, &mut text.as_bytes()).map_err(|cause| ExportError::Write {
        path: PathBuf::from(name),
        cause,
    })
}

fn path_of(folder: &Path, name: &str) -> Result<PathBuf, ExportError> {
    if !is_plain_path(name) || name == MANIFEST {
        return Err(ExportError::Manifest(format!(
            "{name:?} is not a name of a file of a course"
        )));
    }
    Ok(folder.join(name))
}

fn write_new(path: &Path, from: &mut impl io::Read) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    let mut into = File::create_new(path)?;
    io::copy(from, &mut into)?;
    into.sync_all()
}

/// The manifest that importing this course again needs.
fn manifest_of(
    course: &Course,
    sections: &[Section],
    contents: &BTreeMap<VideoId, LessonContent>,
    files: &ExportedFiles,
) -> CourseManifest {
    let nothing = LessonContent::default();
    let sections: Vec<_> = sections
        .iter()
        .map(|section| SectionManifest {
            name: section.name.clone(),
            description: section.description.clone(),
            videos: section
                .videos
                .iter()
                .map(|video| lesson_of(video, contents.get(&video.id).unwrap_or(&nothing), files))
                .collect(),
        })
        .collect();
    CourseManifest {
        slug: course.slug.clone(),
        title: course.title.clone(),
        description: course.description.clone(),
        category: course.category.clone(),
        course_type: course.course_type,
        price: course.price,
        image: course.image.as_ref().map(|location| image_name(location, files)),
        discord_role: course.discord_role.clone(),
        discord_channel: course.discord_channel.clone(),
        language: course.language.clone(),
        draft: course.visibility == Visibility::Draft,
        priority: course.priority,
        sections,
    }
}

fn lesson_of(video: &Video, content: &LessonContent, files: &ExportedFiles) -> VideoManifest {
    // The file of a written lesson is its text.
    let text = content.text.as_ref().filter(|_| video.kind == LessonKind::Video);
    VideoManifest {
        file: video.file.0.clone(),
        title: video.title.clone(),
        description: video.description.clone(),
        preview: video.preview,
        text: text.map(|text| text.file.clone()),
        chapters: content
            .chapters
            .as_ref()
            .map(|chapters| files.web_vtt_name(&chapters.file)),
        attachments: content
            .attachments
            .iter()
            .map(|attachment| attachment.file.clone())
            .collect(),
        captions: content
            .captions
            .iter()
            .map(|captions| CaptionsManifest {
                file: files.web_vtt_name(&captions.file),
                language: captions.language.clone(),
                label: captions.label.clone(),
            })
            .collect(),
        exercises: content.exercises.as_ref().map(|exercises| exercises.file.clone()),
        replay: content.replay.as_ref().map(|replay| replay.file.clone()),
        live: content.recording_of,
    }
}

/// `cover.svg`, or with a number where another file already has that name.
fn image_name(location: &MediaLocation, files: &ExportedFiles) -> String {
    let ending = location.0.rsplit_once('.').map_or("svg", |(_, ending)| ending);
    files.free_name("cover", ending)
}
