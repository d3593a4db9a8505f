//! What belongs to a lesson in a course folder: its text with pictures, captions, chapters and attachments, each read and checked.

use std::{
    collections::BTreeMap,
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

use courses::{
    LessonSource, VideoManifest,
    lesson::{
        captions::{CaptionError, Cue, CueInFile, MAX_CAPTION_BYTES, parse_captions},
        chapters::{ChapterInFile, parse_chapters},
        content::{Captions, Chapters},
        destination::{Destination, destination, path_in_folder},
        exercise::Exercises,
        language::parse_language,
        markdown::{MAX_TEXT_BYTES, Reference, ReferenceKind, references},
    },
};

use super::{
    attachment_content::check_attachment,
    files::{ImageType, file_within, read_image},
    problem::FolderProblem,
};
use crate::video::read_video;

/// The largest picture of a text: a screen of charts.
const MAX_PICTURE_BYTES: u64 = 10 * 1024 * 1024;

/// A lesson of a folder: its video or text, and what belongs to it, found and understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderLesson {
    /// Of the video or the text, without links.
    pub path: PathBuf,
    pub source: LessonSource,
    pub text: Option<FolderText>,
    pub captions: Vec<Captions>,
    pub chapters: Option<Chapters>,
    pub attachments: Vec<FolderFile>,
    pub exercises: Option<Exercises>,
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

/// Reads the lessons of one folder.
pub(super) struct LessonReader<'a> {
    /// The folder, as it was named.
    pub(super) folder: &'a Path,
    /// The folder without links.
    pub(super) root: &'a Path,
    /// A problem at a key of the manifest.
    pub(super) at_key: &'a dyn Fn(&str, String) -> FolderProblem,
    /// What is taken as it is, though it is probably a mistake.
    pub(super) warnings: Vec<FolderProblem>,
}

impl LessonReader<'_> {
    /// A lesson with everything that it names; `key` is where it stands, such as `sections[0].videos[2]`.
    pub(super) fn read(&mut self, key: &str, lesson: &VideoManifest) -> Result<FolderLesson, FolderProblem> {
        let file_key = format!("{key}.file");
        let path = self.find(&file_key, &lesson.file)?;
        let attachments = (0..)
            .zip(&lesson.attachments)
            .map(|(n, file): (usize, _)| self.read_attachment(&format!("{key}.attachments[{n}]"), file))
            .collect::<Result<Vec<_>, _>>()?;
        let exercises = match &lesson.exercises {
            None => None,
            Some(file) => Some(self.read_exercises(&format!("{key}.exercises"), file)?),
        };
        if lesson.is_text() {
            let text = self.read_text(&file_key, &lesson.file, &path, &attachments)?;
            return Ok(FolderLesson {
                path,
                source: LessonSource::Text,
                text: Some(text),
                captions: Vec::new(),
                chapters: None,
                attachments,
                exercises,
            });
        }
        let facts = read_video(&path)
            .map_err(|problem| (self.at_key)(&file_key, format!("{:?} {problem}", lesson.file)))?;
        let text = match &lesson.text {
            None => None,
            Some(file) => {
                let key = format!("{key}.text");
                let path = self.find(&key, file)?;
                Some(self.read_text(&key, file, &path, &attachments)?)
            }
        };
        let seconds = facts.duration_seconds;
        let mut captions = Vec::new();
        for (n, entry) in lesson.captions.iter().enumerate() {
            let key = format!("{key}.captions[{n}]");
            let language = parse_language(&entry.language)
                .map_err(|error| (self.at_key)(&format!("{key}.language"), error.to_string()))?;
            captions.push(Captions {
                cues: self.read_captions(&format!("{key}.file"), &entry.file, seconds)?,
                file: entry.file.clone(),
                language,
                label: entry.label.clone(),
            });
        }
        let chapters = match &lesson.chapters {
            None => None,
            Some(file) => Some(self.read_chapters(&format!("{key}.chapters"), file, seconds)?),
        };
        Ok(FolderLesson {
            path,
            source: LessonSource::Video {
                video_type: facts.video_type,
                duration_seconds: seconds,
            },
            text,
            captions,
            chapters,
            attachments,
            exercises,
        })
    }

    fn read_attachment(&mut self, key: &str, name: &str) -> Result<FolderFile, FolderProblem> {
        let path = self.find(key, name)?;
        let at = |problem: String| (self.at_key)(key, format!("{name:?} {problem}"));
        let warning = check_attachment(&path, name).map_err(at)?;
        self.warnings.extend(warning.map(at));
        Ok(FolderFile {
            file: name.to_owned(),
            path,
        })
    }

    pub(super) fn find(&self, key: &str, name: &str) -> Result<PathBuf, FolderProblem> {
        self.path_of(name).map_err(|problem| (self.at_key)(key, problem))
    }

    pub(super) fn path_of(&self, name: &str) -> Result<PathBuf, String> {
        file_within(self.root, name)
    }

    /// A problem in a line of a file that the manifest names.
    pub(super) fn in_file(&self, file: &str, line: usize, problem: impl Into<String>) -> FolderProblem {
        FolderProblem {
            file: self.folder.join(file),
            line,
            problem: problem.into(),
        }
    }

    fn read_text(
        &mut self,
        key: &str,
        file: &str,
        path: &Path,
        attachments: &[FolderFile],
    ) -> Result<FolderText, FolderProblem> {
        let bytes = read_bounded(path, MAX_TEXT_BYTES)
            .map_err(|problem| (self.at_key)(key, format!("{file:?} {problem}")))?;
        let markdown = self.utf8(file, &bytes)?;
        if markdown.trim().is_empty() {
            return Err(self.in_file(file, 1, "is empty"));
        }
        let mut pictures = BTreeMap::new();
        for reference in references(markdown) {
            if let Some((name, picture)) = self.read_reference(file, &reference, attachments)? {
                pictures.insert(name, picture);
            }
        }
        Ok(FolderText {
            file: file.to_owned(),
            markdown: markdown.to_owned(),
            pictures,
        })
    }

    /// A file's text without a byte order mark.
    pub(super) fn utf8<'b>(&self, file: &str, bytes: &'b [u8]) -> Result<&'b str, FolderProblem> {
        let line_of = |end: usize| {
            let before = bytes.get(..end).unwrap_or_default();
            before.iter().filter(|byte| **byte == b'\n').count() + 1
        };
        let text = std::str::from_utf8(bytes)
            .map_err(|error| self.in_file(file, line_of(error.valid_up_to()), "is not UTF-8 text"))?;
        if let Some(place) = text.find('\0') {
            return Err(self.in_file(file, line_of(place), "must not hold a NUL character"));
        }
        Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
    }

    /// The picture that a text shows; none for a reference that is no picture of the folder.
    fn read_reference(
        &mut self,
        text: &str,
        reference: &Reference,
        attachments: &[FolderFile],
    ) -> Result<Option<(String, FolderPicture)>, FolderProblem> {
        let named = &reference.destination;
        let path = match destination(named) {
            Destination::Folder(path) => path_in_folder(text, &path),
            _ => None,
        };
        match reference.kind {
            ReferenceKind::ForeignPicture => {
                let problem = format!("the picture {named:?} is not in the folder and will not be shown");
                self.warn(text, reference.line, problem);
                Ok(None)
            }
            ReferenceKind::Link => {
                let is_attached = path.is_some_and(|path| attachments.iter().any(|file| file.file == path));
                if !is_attached {
                    let problem =
                        format!("the link to {named:?} leads nowhere: it is no attachment of the lesson");
                    self.warn(text, reference.line, problem);
                }
                Ok(None)
            }
            ReferenceKind::Picture => {
                let at = |problem: String| self.in_file(text, reference.line, problem);
                let name = path.ok_or_else(|| at(format!("{named:?} is no path within the folder")))?;
                let path = file_within(self.root, &name).map_err(at)?;
                let image_type = read_image(&path, MAX_PICTURE_BYTES)
                    .map_err(|problem| at(format!("{name:?} {problem}")))?;
                Ok(Some((name, FolderPicture { path, image_type })))
            }
        }
    }

    fn read_captions(&mut self, key: &str, file: &str, seconds: i32) -> Result<Vec<Cue>, FolderProblem> {
        let bytes = self.read_timed(key, file)?;
        let found = parse_captions(&bytes).map_err(|error| self.timed_problem(file, error))?;
        let past = found.iter().find(|found| is_past(found.cue.end_ms, seconds));
        if let Some(CueInFile { line, .. }) = past {
            self.warn_of_another_cut(file, *line, "this caption", seconds);
        }
        Ok(found.into_iter().map(|found| found.cue).collect())
    }

    fn read_chapters(&mut self, key: &str, file: &str, seconds: i32) -> Result<Chapters, FolderProblem> {
        let bytes = self.read_timed(key, file)?;
        let found = parse_chapters(&bytes).map_err(|error| self.timed_problem(file, error))?;
        let past = found.iter().find(|found| is_past(found.chapter.end_ms, seconds));
        if let Some(ChapterInFile { line, .. }) = past {
            self.warn_of_another_cut(file, *line, "this chapter", seconds);
        }
        Ok(Chapters {
            file: file.to_owned(),
            list: found.into_iter().map(|found| found.chapter).collect(),
        })
    }

    fn read_timed(&self, key: &str, file: &str) -> Result<Vec<u8>, FolderProblem> {
        let path = self.find(key, file)?;
        read_bounded(&path, MAX_CAPTION_BYTES)
            .map_err(|problem| (self.at_key)(key, format!("{file:?} {problem}")))
    }

    fn timed_problem(&self, file: &str, error: CaptionError) -> FolderProblem {
        self.in_file(file, error.line, error.problem)
    }

    fn warn_of_another_cut(&mut self, file: &str, line: usize, what: &str, seconds: i32) {
        let problem = format!(
            "{what} ends after the video, which lasts {seconds} s; the file may belong to another cut of it"
        );
        self.warn(file, line, problem);
    }

    /// Once, though several lessons name the file.
    pub(super) fn warn(&mut self, file: &str, line: usize, problem: String) {
        let warning = self.in_file(file, line, problem);
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }
}

/// Whether a time lies past the end of a video, whose duration is rounded up.
fn is_past(milliseconds: u32, seconds: i32) -> bool {
    i64::from(milliseconds) > i64::from(seconds) * 1_000
}

/// The bytes of a file that is no larger than `most`.
pub(super) fn read_bounded(path: &Path, most: usize) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(most as u64 + 1).read_to_end(&mut bytes))
        .map_err(|cause| format!("cannot be read: {cause}"))?;
    if bytes.len() > most {
        return Err(format!("is larger than {} MiB", most / 1024 / 1024));
    }
    Ok(bytes)
}
