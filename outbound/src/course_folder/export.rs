//! A course on its way out: the folder that importing it again takes.

use std::{
    fs::{self, File},
    io,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use courses::{Course, CourseManifest, MediaLocation, Section, SectionManifest, VideoManifest};

use super::{files::is_plain_path, manifest::manifest_text, read::MANIFEST};
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
    let manifest = manifest_of(course, sections);
    let text = manifest_text(&manifest).map_err(|error| ExportError::Manifest(error.to_string()))?;
    fs::write(building.path().join(MANIFEST), text).map_err(failed)?;
    if let Some((location, name)) = course.image.as_ref().zip(manifest.image.as_ref()) {
        copy_out(media, location, building.path(), name)?;
    }
    for video in sections.iter().flat_map(|section| &section.videos) {
        copy_out(media, &video.location, building.path(), &video.file.0)?;
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
    if !is_plain_path(name) || name == MANIFEST {
        return Err(ExportError::Manifest(format!(
            "{name:?} is no name of a video file"
        )));
    }
    let path = folder.join(name);
    let (mut from, _) = media.open(location)?;
    write_new(&path, &mut from).map_err(|cause| ExportError::Write {
        path: PathBuf::from(name),
        cause,
    })
}

fn write_new(path: &Path, from: &mut File) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    let mut into = File::create_new(path)?;
    io::copy(from, &mut into)?;
    into.sync_all()
}

/// The manifest that importing this course again needs.
fn manifest_of(course: &Course, sections: &[Section]) -> CourseManifest {
    let sections: Vec<_> = sections
        .iter()
        .map(|section| SectionManifest {
            name: section.name.clone(),
            description: section.description.clone(),
            videos: section
                .videos
                .iter()
                .map(|video| VideoManifest {
                    file: video.file.0.clone(),
                    title: video.title.clone(),
                    description: video.description.clone(),
                })
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
        image: course
            .image
            .as_ref()
            .map(|location| image_name(location, &sections)),
        discord_role: course.discord_role.clone(),
        discord_channel: course.discord_channel.clone(),
        sections,
    }
}

/// `cover.svg`, or with a number where a video already has that name.
fn image_name(location: &MediaLocation, sections: &[SectionManifest]) -> String {
    let ending = location.0.rsplit_once('.').map_or("svg", |(_, ending)| ending);
    let taken = |name: &str| {
        let below = format!("{name}/");
        sections
            .iter()
            .flat_map(|section| &section.videos)
            .any(|video| video.file == name || video.file.starts_with(&below))
    };
    let names = (2..).map(|number| format!("cover-{number}.{ending}"));
    let plain = format!("cover.{ending}");
    std::iter::once(plain.clone())
        .chain(names)
        .find(|name| !taken(name))
        .unwrap_or(plain)
}
