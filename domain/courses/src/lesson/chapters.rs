//! Chapters of a video, from the same kinds of file as captions.

use kernel::{OneLine, shows_nothing};

use super::captions::{CaptionProblem, parse_cues};

/// More chapters than this are a caption file named by mistake.
const MAX_CHAPTERS: usize = 500;

/// A part of a video with a title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chapter {
    /// Milliseconds from the start of the video.
    pub start_ms: u32,
    /// Milliseconds from the start of the video; after `start_ms`.
    pub end_ms: u32,
    pub title: String,
}

/// A chapter, and the line of the file on which it begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChapterInFile {
    /// From 1.
    pub line: usize,
    pub chapter: Chapter,
}

/// What was read of a file of chapters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadChapters {
    /// In order of their start; at least one.
    pub chapters: Vec<ChapterInFile>,
    /// What of the file is left out, in the order of its lines.
    pub warnings: Vec<CaptionProblem>,
}

/// The chapters of a WebVTT or SubRip file.
///
/// # Errors
/// [`CaptionProblem`] for a file of another format, a chapter whose title is missing or not a [`OneLine`], two chapters that begin at once,
/// and more than 500.
pub fn parse_chapters(bytes: &[u8]) -> Result<ReadChapters, CaptionProblem> {
    let mut chapters: Vec<ChapterInFile> = Vec::new();
    let read = parse_cues(bytes)?;
    for found in read.cues {
        let title = found.cue.text.replace('\n', " ");
        let problem = |problem: &str| {
            Err(CaptionProblem {
                line: found.line,
                problem: problem.to_owned(),
            })
        };
        if shows_nothing(&title) {
            return problem("a chapter needs a title");
        }
        if let Err(error) = OneLine::check(&title) {
            return problem(&format!("a chapter's title {error}"));
        }
        if chapters
            .last()
            .is_some_and(|before| before.chapter.start_ms == found.cue.start_ms)
        {
            return problem("two chapters begin at the same time");
        }
        if chapters.len() == MAX_CHAPTERS {
            return problem("there are more than 500 chapters");
        }
        chapters.push(ChapterInFile {
            line: found.line,
            chapter: Chapter {
                start_ms: found.cue.start_ms,
                end_ms: found.cue.end_ms,
                title,
            },
        });
    }
    Ok(ReadChapters {
        chapters,
        warnings: read.warnings,
    })
}

/// The chapters as a WebVTT file.
#[must_use]
pub fn chapters_to_web_vtt(chapters: &[Chapter]) -> String {
    let cues: Vec<_> = chapters
        .iter()
        .map(|chapter| super::captions::Cue {
            start_ms: chapter.start_ms,
            end_ms: chapter.end_ms,
            placement: String::new(),
            text: chapter.title.clone(),
        })
        .collect();
    super::captions::to_web_vtt(&cues)
}
