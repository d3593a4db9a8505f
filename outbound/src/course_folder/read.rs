//! A course folder on its way in: `course.toml` and the files that it names (contract, "A course folder").
//!
//! Everything is checked before anything is stored, so that a bad folder changes nothing.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io::{self, Read},
    path::Path,
};

use courses::{
    CourseManifest, ImportedCourse, ImportedSection, ImportedVideo, LessonSource, MediaLocation, VideoFile,
    lesson::{
        content::{Attachment, LessonContent, LessonText, Picture},
        markdown::paragraphs,
        replay::{LessonReplay, ReplayChartFile, packed_chart::PackedChart},
    },
};

use sha2::{Digest, Sha256};

use super::{
    folder_lesson::{FolderChart, FolderImage, FolderLesson, FolderReplay, MANIFEST},
    lesson_files::LessonReader,
    manifest::read_manifest,
    problem::{FolderProblem, FolderProblems, FoundProblems},
    unused_files::unused_files,
};
use crate::{
    line_problem::LineProblem,
    media::{MediaError, MediaStore},
    packaging::program::Ffmpeg,
};

const MAX_MANIFEST_BYTES: u64 = 1024 * 1024;

/// A folder that may be imported: its manifest, and every file that it names, found and understood.
#[derive(Debug)]
pub struct CourseFolder {
    pub manifest: CourseManifest,
    pub image: Option<FolderImage>,
    /// One for each video of the manifest, section by section.
    pub lessons: Vec<Vec<FolderLesson>>,
    /// What is imported as it is, though it is probably a mistake.
    pub warnings: Vec<FolderProblem>,
}

/// Reads a course folder and every file that it names.
///
/// # Errors
/// Every problem of the folder.
pub fn read_course_folder(folder: &Path) -> Result<CourseFolder, FolderProblems> {
    probe_course_folder(folder, None)
}

/// [`read_course_folder`]; with an ffmpeg, headers of videos are compared with their last frames.
///
/// # Errors
/// Every problem of the folder.
pub fn probe_course_folder(folder: &Path, ffmpeg: Option<&Ffmpeg>) -> Result<CourseFolder, FolderProblems> {
    let mut problems = FoundProblems::default();
    let read = read_all(folder, ffmpeg, &mut problems);
    problems.unless_any(read)
}

/// The folder as far as it can be read.
fn read_all(folder: &Path, ffmpeg: Option<&Ffmpeg>, problems: &mut FoundProblems) -> Option<CourseFolder> {
    let file = folder.join(MANIFEST);
    let at = |line: usize, problem: String| FolderProblem {
        file: file.clone(),
        line,
        problem,
    };
    let in_line = |LineProblem { line, problem }| at(line, problem);
    let text = match read_manifest_text(&file) {
        Ok(text) => text,
        Err(problem) => {
            problems.add(at(1, problem));
            return None;
        }
    };
    let read = match read_manifest(&text) {
        Ok(read) => read,
        Err(found) => {
            found
                .into_iter()
                .for_each(|problem| problems.add(in_line(problem)));
            return None;
        }
    };
    for problem in &read.problems {
        problems.add(in_line(problem.clone()));
    }
    let root = match fs::canonicalize(folder) {
        Ok(root) => root,
        Err(cause) => {
            problems.add(at(1, format!("the folder cannot be read: {cause}")));
            return None;
        }
    };
    let mut reader = LessonReader {
        folder,
        root: &root,
        manifest: &read,
        problems,
        ffmpeg,
        warnings: Vec::new(),
        named: BTreeSet::new(),
    };
    let image = read.manifest.image.as_ref().and_then(|name| {
        let image = reader.read_image(name);
        reader.keep_at("image", image)
    });
    let mut lessons = Vec::new();
    for (s, section) in read.manifest.sections.iter().enumerate() {
        let videos = section.videos.iter().enumerate();
        let found = videos.map(|(v, video)| reader.read(&format!("sections[{s}].videos[{v}]"), video));
        // All are read, those after a refused lesson too.
        let found: Vec<_> = found.collect();
        lessons.push(found.into_iter().collect::<Option<_>>());
    }
    let LessonReader {
        mut warnings, named, ..
    } = reader;
    warnings.extend(unused_files(folder, &root, &named));
    Some(CourseFolder {
        image,
        lessons: lessons.into_iter().collect::<Option<_>>()?,
        warnings,
        manifest: read.manifest,
    })
}

fn read_manifest_text(file: &Path) -> Result<String, String> {
    let unreadable = |cause: std::io::Error| format!("cannot be read: {cause}");
    let kind = fs::metadata(file).map_err(unreadable)?;
    if kind.is_dir() {
        return Err("is a folder; it must be a file".to_owned());
    }
    if !kind.is_file() {
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
    course_with(
        folder,
        &|path, prefix, extension| media.put(path, prefix, extension),
        next,
    )
}

/// What [`store_course`] yields, with nothing stored: each location is the location that the file would have.
///
/// # Errors
/// [`MediaError`] of a file that cannot be read.
pub fn named_course(folder: &CourseFolder) -> Result<ImportedCourse, MediaError> {
    let place = |path: &Path, prefix: &str, extension: &str| {
        let digest = digest_of(path).map_err(|cause| MediaError::Unavailable {
            path: path.to_path_buf(),
            cause,
        })?;
        Ok(MediaLocation(format!(
            "{prefix}/{}.{extension}",
            hex::encode(digest)
        )))
    };
    course_with(folder, &place, &mut |_| ())
}

fn digest_of(path: &Path) -> io::Result<[u8; 32]> {
    let (mut file, mut hash) = (File::open(path)?, Sha256::new());
    io::copy(&mut file, &mut hash)?;
    Ok(hash.finalize().into())
}

/// Where a file of the folder lies in the media store: its path, the first part of its place, its ending.
type Place<'p> = dyn Fn(&Path, &str, &str) -> Result<MediaLocation, MediaError> + 'p;

fn course_with(
    folder: &CourseFolder,
    place: &Place<'_>,
    next: &mut dyn FnMut(&Path),
) -> Result<ImportedCourse, MediaError> {
    let manifest = &folder.manifest;
    let image = match &folder.image {
        None => None,
        Some(image) => Some(place(&image.path, "images", image.image_type.extension())?),
    };
    let mut sections = Vec::new();
    for (section, lessons) in manifest.sections.iter().zip(&folder.lessons) {
        let mut videos = Vec::new();
        for (video, found) in section.videos.iter().zip(lessons) {
            next(&found.path);
            let (prefix, extension) = match found.source {
                LessonSource::Video { video_type, .. } => ("videos", video_type.extension()),
                LessonSource::Text => ("texts", "md"),
            };
            let path = match &found.shown_part {
                None => found.path.clone(),
                Some(part) => part.path().map_err(|cause| MediaError::Unavailable {
                    path: found.path.clone(),
                    cause,
                })?,
            };
            let text = found.text.as_ref();
            videos.push(ImportedVideo {
                file: VideoFile(video.file.clone()),
                title: video.title.clone(),
                description: video.description.clone(),
                source: found.source,
                preview: video.preview,
                location: place(&path, prefix, extension)?,
                content: LessonContent {
                    recording_of: video.live,
                    ..content_with(found, place)?
                },
                paragraphs: text.map(|text| paragraphs(&text.markdown)).unwrap_or_default(),
                replay_charts: charts_of(found),
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
        language: manifest.language.clone(),
        draft: manifest.draft,
        priority: manifest.priority,
        sections,
    })
}

fn content_with(lesson: &FolderLesson, place: &Place<'_>) -> Result<LessonContent, MediaError> {
    let text = match &lesson.text {
        None => None,
        Some(text) => Some(LessonText {
            file: text.file.clone(),
            markdown: text.markdown.clone(),
            pictures: text
                .pictures
                .iter()
                .map(|(file, picture)| {
                    Ok(Picture {
                        file: file.clone(),
                        location: place(&picture.path, "pictures", picture.image_type.extension())?,
                    })
                })
                .collect::<Result<_, MediaError>>()?,
        }),
    };
    let attachments = lesson.attachments.iter().map(|attachment| {
        let location = place(&attachment.path, "attachments", "bin")?;
        let length = fs::metadata(&attachment.path).map_err(|cause| MediaError::Unavailable {
            path: attachment.path.clone(),
            cause,
        })?;
        Ok(Attachment {
            file: attachment.file.clone(),
            location,
            size: i64::try_from(length.len()).unwrap_or(i64::MAX),
        })
    });
    Ok(LessonContent {
        text,
        captions: lesson.captions.clone(),
        chapters: lesson.chapters.clone(),
        exercises: lesson.exercises.clone(),
        replay: lesson
            .replay
            .as_ref()
            .map(|replay| replay_with(replay, place))
            .transpose()?,
        attachments: attachments.collect::<Result<_, MediaError>>()?,
        recording_of: None,
    })
}

/// The files of a replay's charts lie in the media store; their sub-bars go with the catalogue.
fn replay_with(replay: &FolderReplay, place: &Place<'_>) -> Result<LessonReplay, MediaError> {
    let charts = replay.charts.iter().map(|FolderChart { file, packed }| {
        Ok(ReplayChartFile {
            file: file.file.clone(),
            location: place(&file.path, "replays", "csv")?,
            digest: packed.digest.clone(),
        })
    });
    Ok(LessonReplay {
        file: replay.file.clone(),
        definition: replay.definition.clone(),
        charts: charts.collect::<Result<_, MediaError>>()?,
    })
}

fn charts_of(lesson: &FolderLesson) -> Vec<PackedChart> {
    let charts = lesson.replay.iter().flat_map(|replay| &replay.charts);
    charts.map(|chart| chart.packed.clone()).collect()
}
