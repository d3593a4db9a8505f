//! What belongs to a lesson in a course folder: its text with pictures, captions, chapters and attachments, each read and checked.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

use courses::{
    CaptionsManifest, LessonSource, Playback, VideoManifest,
    lesson::{
        captions::{CaptionProblem, Cue, CueInFile, MAX_CAPTION_BYTES, parse_captions},
        chapters::{ChapterInFile, parse_chapters},
        content::{Captions, Chapters},
        destination::{Destination, destination, path_in_folder},
        language::parse_language,
        markdown::{MAX_TEXT_BYTES, Reference, ReferenceKind, notices, references},
    },
};

use super::{
    attachment_content::check_attachment,
    files::{MAX_IMAGE_BYTES, file_within, read_image},
    folder_lesson::{FolderFile, FolderImage, FolderLesson, FolderPicture, FolderText, MANIFEST},
    manifest::ManifestFile,
    problem::{FolderProblem, FoundProblems},
};
use crate::{
    packaging::program::Ffmpeg,
    video::lesson_video::{LessonVideo, UNPLAYABLE, read_lesson_video},
};

/// The largest picture of a text: a screen of charts.
const MAX_PICTURE_BYTES: u64 = 10 * 1024 * 1024;

/// Reads the files of one folder. Each piece of a lesson that is refused is one problem, and the next piece is read.
pub(super) struct LessonReader<'a> {
    /// The folder, as it was named.
    pub(super) folder: &'a Path,
    /// The folder without links.
    pub(super) root: &'a Path,
    pub(super) manifest: &'a ManifestFile<'a>,
    pub(super) problems: &'a mut FoundProblems,
    /// What finds the last frame of a video, if it is there.
    pub(super) ffmpeg: Option<&'a Ffmpeg>,
    /// What is taken as it is, though it is probably a mistake.
    pub(super) warnings: Vec<FolderProblem>,
    /// The real paths of the files that were asked for.
    pub(super) named: BTreeSet<PathBuf>,
}

impl LessonReader<'_> {
    /// A lesson with everything that it names; `key` is where it stands, such as `sections[0].videos[2]`. `None` if a part of it was
    /// refused.
    pub(super) fn read(&mut self, key: &str, lesson: &VideoManifest) -> Option<FolderLesson> {
        let file_key = format!("{key}.file");
        let path = self.find(&file_key, &lesson.file);
        let path = self.keep_at(&file_key, path);
        let attachments = self.read_attachments(key, &lesson.attachments);
        let exercises = lesson.exercises.as_ref().map(|file| {
            let key = format!("{key}.exercises");
            self.read_exercises(&key, file)
        });
        let replay = lesson.replay.as_ref().map(|file| {
            let key = format!("{key}.replay");
            self.read_replay(&key, file)
        });
        let attached = attachments.as_deref().unwrap_or_default();
        if lesson.is_text() {
            let text = path.as_ref().map(|path| {
                let text = self.read_text(&file_key, &lesson.file, path, attached);
                self.keep_at(&file_key, text)
            });
            return Some(FolderLesson {
                path: path?,
                source: LessonSource::Text,
                shown_part: None,
                text: Some(text??),
                captions: Vec::new(),
                chapters: None,
                attachments: attachments?,
                exercises: whole(exercises)?,
                replay: whole(replay)?,
            });
        }
        let video = path.as_ref().and_then(|path| {
            let video = read_lesson_video(path, self.ffmpeg)
                .map_err(|problem| self.at_key(&file_key, format!("{:?} {problem}", lesson.file)));
            self.keep_at(&file_key, video)
        });
        if let Some(LessonVideo { facts, .. }) = &video
            && facts.playback == Playback::NotExpected
            && self.ffmpeg.is_none()
        {
            let warning = self.at_key(&file_key, format!("{:?} {UNPLAYABLE}", lesson.file));
            self.warnings.push(warning);
        }
        let text = lesson.text.as_ref().map(|file| {
            let key = format!("{key}.text");
            let text = self
                .find(&key, file)
                .and_then(|path| self.read_text(&key, file, &path, attached));
            self.keep_at(&key, text)
        });
        // Of a video that is refused the end is not known.
        let seconds = video
            .as_ref()
            .map_or(i32::MAX, |video| video.facts.duration_seconds);
        let captions = self.read_all_captions(key, &lesson.captions, seconds);
        let chapters = lesson.chapters.as_ref().map(|file| {
            let key = format!("{key}.chapters");
            let chapters = self.read_chapters(&key, file, seconds);
            self.keep_at(&key, chapters)
        });
        let LessonVideo { facts, shown_part } = video?;
        Some(FolderLesson {
            path: path?,
            source: LessonSource::Video {
                video_type: facts.video_type,
                duration_seconds: facts.duration_seconds,
                playback: facts.playback,
            },
            shown_part,
            text: whole(text)?,
            captions: captions?,
            chapters: whole(chapters)?,
            attachments: attachments?,
            exercises: whole(exercises)?,
            replay: whole(replay)?,
        })
    }

    /// What was read for a key of the manifest; a problem is kept, unless one of the key is known.
    pub(super) fn keep_at<T>(&mut self, key: &str, read: Result<T, FolderProblem>) -> Option<T> {
        match read {
            Ok(read) => Some(read),
            Err(problem) => {
                if !self.manifest.is_refused(key) {
                    self.problems.add(problem);
                }
                None
            }
        }
    }

    /// A problem at a key of the manifest.
    pub(super) fn at_key(&self, key: &str, problem: String) -> FolderProblem {
        self.in_file(MANIFEST, self.manifest.line_of(key), problem)
    }

    /// The course's picture.
    pub(super) fn read_image(&mut self, name: &str) -> Result<FolderImage, FolderProblem> {
        let key = "image";
        let path = self
            .path_of(name)
            .map_err(|problem| self.at_key(key, format!("{key}: {problem}")))?;
        let image_type = read_image(&path, MAX_IMAGE_BYTES)
            .map_err(|problem| self.at_key(key, format!("{key}: {name:?} {problem}")))?;
        Ok(FolderImage { path, image_type })
    }

    fn read_attachments(&mut self, key: &str, names: &[String]) -> Option<Vec<FolderFile>> {
        let mut attachments = Vec::new();
        for (n, file) in names.iter().enumerate() {
            let key = format!("{key}.attachments[{n}]");
            let attachment = self.read_attachment(&key, file);
            attachments.push(self.keep_at(&key, attachment));
        }
        attachments.into_iter().collect()
    }

    fn read_all_captions(
        &mut self,
        key: &str,
        entries: &[CaptionsManifest],
        seconds: i32,
    ) -> Option<Vec<Captions>> {
        let mut captions = Vec::new();
        for (n, entry) in entries.iter().enumerate() {
            let key = format!("{key}.captions[{n}].file");
            let cues = self.read_captions(&key, &entry.file, seconds);
            let cues = self.keep_at(&key, cues);
            // A text that is not a language tag was refused with the manifest.
            let language = parse_language(&entry.language).ok();
            captions.push(cues.zip(language).map(|(cues, language)| Captions {
                cues,
                file: entry.file.clone(),
                language,
                label: entry.label.clone(),
            }));
        }
        captions.into_iter().collect()
    }

    fn read_attachment(&mut self, key: &str, name: &str) -> Result<FolderFile, FolderProblem> {
        let path = self.find(key, name)?;
        let at = |problem: String| self.at_key(key, format!("{name:?} {problem}"));
        let warning = check_attachment(&path, name).map_err(at)?.map(at);
        self.warnings.extend(warning);
        Ok(FolderFile {
            file: name.to_owned(),
            path,
        })
    }

    pub(super) fn find(&mut self, key: &str, name: &str) -> Result<PathBuf, FolderProblem> {
        self.path_of(name).map_err(|problem| self.at_key(key, problem))
    }

    /// The real path of a file that is named in the folder.
    pub(super) fn path_of(&mut self, name: &str) -> Result<PathBuf, String> {
        let path = file_within(self.root, name)?;
        self.named.insert(path.clone());
        Ok(path)
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
            .map_err(|problem| self.at_key(key, format!("{file:?} {problem}")))?;
        let markdown = self.utf8(file, &bytes)?;
        if markdown.trim().is_empty() {
            return Err(self.in_file(file, 1, "is empty"));
        }
        let mut pictures = BTreeMap::new();
        for reference in references(markdown) {
            let picture = self.read_reference(file, &reference, attachments);
            match picture {
                Ok(picture) => pictures.extend(picture),
                Err(problem) => self.problems.add(problem),
            }
        }
        for notice in notices(markdown) {
            self.warn(file, notice.line, notice.kind.to_string());
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

    /// The picture that a text shows; `None` for a reference that is no picture of the folder.
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
                        format!("the link to {named:?} leads nowhere: it is not an attachment of the lesson");
                    self.warn(text, reference.line, problem);
                }
                Ok(None)
            }
            ReferenceKind::Picture => {
                let name = path.ok_or_else(|| {
                    let problem = format!("{named:?} is not a path within the folder");
                    self.in_file(text, reference.line, problem)
                })?;
                let path = self
                    .path_of(&name)
                    .map_err(|problem| self.in_file(text, reference.line, problem))?;
                let image_type = read_image(&path, MAX_PICTURE_BYTES)
                    .map_err(|problem| self.in_file(text, reference.line, format!("{name:?} {problem}")))?;
                Ok(Some((name, FolderPicture { path, image_type })))
            }
        }
    }

    fn read_captions(&mut self, key: &str, file: &str, seconds: i32) -> Result<Vec<Cue>, FolderProblem> {
        let bytes = self.read_timed(key, file)?;
        let read = parse_captions(&bytes).map_err(|problem| self.timed_problem(file, problem))?;
        self.warn_of_left_out(file, read.warnings);
        let found = read.cues;
        let past = found.iter().find(|found| is_past(found.cue.end_ms, seconds));
        if let Some(CueInFile { line, .. }) = past {
            self.warn_of_another_cut(file, *line, "this caption", seconds);
        }
        Ok(found.into_iter().map(|found| found.cue).collect())
    }

    fn read_chapters(&mut self, key: &str, file: &str, seconds: i32) -> Result<Chapters, FolderProblem> {
        let bytes = self.read_timed(key, file)?;
        let read = parse_chapters(&bytes).map_err(|problem| self.timed_problem(file, problem))?;
        self.warn_of_left_out(file, read.warnings);
        let found = read.chapters;
        let past = found.iter().find(|found| is_past(found.chapter.end_ms, seconds));
        if let Some(ChapterInFile { line, .. }) = past {
            self.warn_of_another_cut(file, *line, "this chapter", seconds);
        }
        Ok(Chapters {
            file: file.to_owned(),
            list: found.into_iter().map(|found| found.chapter).collect(),
        })
    }

    fn read_timed(&mut self, key: &str, file: &str) -> Result<Vec<u8>, FolderProblem> {
        let path = self.find(key, file)?;
        read_bounded(&path, MAX_CAPTION_BYTES)
            .map_err(|problem| self.at_key(key, format!("{file:?} {problem}")))
    }

    fn timed_problem(&self, file: &str, found: CaptionProblem) -> FolderProblem {
        self.in_file(file, found.line, found.problem)
    }

    fn warn_of_left_out(&mut self, file: &str, found: Vec<CaptionProblem>) {
        for CaptionProblem { line, problem } in found {
            self.warn(file, line, problem);
        }
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

/// An absent or a read part; `None` if it was refused.
fn whole<T>(part: Option<Option<T>>) -> Option<Option<T>> {
    match part {
        None => Some(None),
        Some(read) => read.map(Some),
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
