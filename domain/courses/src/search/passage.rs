//! What is indexed: a few neighbouring lines of one lesson, which a search reads as a whole.
//!
//! Decision: some ten cues are one passage instead of each being indexed alone. A word that is said in every cue then has a tenth of the
//! entries, and words on both sides of a break between cues are found together: a passage ends with the first line of the next.

use std::collections::BTreeSet;

use super::words::words;
use crate::{CourseId, VideoId};

/// Lines of a passage that no other passage begins with.
const OWN_LINES: usize = 10;
/// A passage of longer lines has fewer; a row stays below the size from which PostgreSQL stores values apart.
const OWN_CHARS: usize = 1_000;
/// A longer line is divided at a space, or after the end of a sentence or clause of a script without spaces.
const LINE_CHARS: usize = 400;

/// Where a passage comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PassageSource {
    /// The title of a lesson and its description.
    Lesson,
    /// The name of a section and its description; found as its first lesson.
    Section,
    /// The title of a course and its description; found as its first lesson.
    Course,
    /// Titles of chapters.
    Chapters,
    /// Paragraphs of a lesson's text.
    Text,
    /// What is said.
    Captions,
    /// A question of a member and the public answer to it.
    Answer,
}

impl PassageSource {
    pub const ALL: [Self; 7] = [
        Self::Lesson,
        Self::Section,
        Self::Course,
        Self::Chapters,
        Self::Text,
        Self::Captions,
        Self::Answer,
    ];

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Lesson => "lesson",
            Self::Section => "section",
            Self::Course => "course",
            Self::Chapters => "chapters",
            Self::Text => "text",
            Self::Captions => "captions",
            Self::Answer => "answer",
        }
    }

    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|source| source.as_str() == name)
    }
}

/// A line as it is shown: plain text without line breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub text: String,
    /// Milliseconds, where it is said or begins in the video.
    pub start_ms: Option<u32>,
}

impl Line {
    #[must_use]
    pub fn new(text: &str, start_ms: Option<u32>) -> Self {
        Self {
            text: text.split_whitespace().collect::<Vec<_>>().join(" "),
            start_ms,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    pub course: CourseId,
    pub lesson: VideoId,
    pub source: PassageSource,
    /// The number of the question that is answered; `None` if the passage is the lesson's own.
    pub question: Option<i32>,
    /// How many lines of the same source precede it.
    pub first_line: usize,
    pub lines: Vec<Line>,
    /// How many of the lines the next passage does not have; the rest is its beginning.
    pub own_lines: usize,
}

impl Passage {
    /// Its words for the index, each once, in order.
    #[must_use]
    pub fn index_words(&self) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for line in &self.lines {
            found.extend(words(&line.text).index_words());
        }
        found
    }
}

/// Divides the lines of one source into passages.
#[must_use]
pub fn passages(
    course: CourseId,
    lesson: VideoId,
    source: PassageSource,
    lines: impl IntoIterator<Item = Line>,
) -> Vec<Passage> {
    let lines: Vec<Line> = lines
        .into_iter()
        .flat_map(divided)
        .filter(|line| !line.text.is_empty())
        .collect();
    let mut found = Vec::new();
    let mut first_line = 0;
    while first_line < lines.len() {
        let own_lines = own_lines(&lines[first_line..]);
        let end = (first_line + own_lines + 1).min(lines.len());
        found.push(Passage {
            course,
            lesson,
            source,
            question: None,
            first_line,
            lines: lines[first_line..end].to_vec(),
            own_lines,
        });
        first_line += own_lines;
    }
    found
}

/// At least one.
fn own_lines(lines: &[Line]) -> usize {
    let mut chars = 0;
    let fitting = lines.iter().take(OWN_LINES).take_while(|line| {
        chars += line.text.chars().count();
        chars <= OWN_CHARS
    });
    fitting.count().max(1)
}

/// Where a text that is too long can end without dividing a word.
fn end_of_words(text: &str) -> Option<usize> {
    let space = text.rfind(' ').filter(|end| *end > 0);
    let sign = text.char_indices().rfind(|&(_, c)| {
        matches!(
            c,
            '\u{3001}' | '\u{3002}' | '\u{ff01}' | '\u{ff0c}' | '\u{ff1b}' | '\u{ff1f}'
        )
    });
    space.max(sign.map(|(at, c)| at + c.len_utf8()))
}

fn divided(line: Line) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut rest = line.text.as_str();
    while let Some((limit, _)) = rest.char_indices().nth(LINE_CHARS) {
        let end = end_of_words(&rest[..limit]).unwrap_or(limit);
        lines.push(Line {
            text: rest[..end].to_owned(),
            start_ms: line.start_ms,
        });
        rest = rest[end..].trim_start();
    }
    lines.push(Line {
        text: rest.to_owned(),
        start_ms: line.start_ms,
    });
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(lines: &[String]) -> Vec<Passage> {
        let lines = lines.iter().map(|text| Line::new(text, Some(7)));
        passages(CourseId(1), VideoId(2), PassageSource::Captions, lines)
    }

    #[test]
    fn a_passage_ends_with_the_first_line_of_the_next() {
        let lines: Vec<_> = (0..21).map(|n| format!("line {n}")).collect();
        let found = of(&lines);
        let shown: Vec<_> = found
            .iter()
            .map(|passage| (passage.first_line, passage.own_lines, passage.lines.len()))
            .collect();
        assert_eq!(shown, [(0, 10, 11), (10, 10, 11), (20, 1, 1)]);
        assert_eq!(found[0].lines[10], found[1].lines[0]);
    }

    #[test]
    fn a_long_paragraph_becomes_lines_that_end_at_a_space() {
        let paragraph = "word ".repeat(20_000);
        let found = of(&[paragraph]);
        let words: usize = found
            .iter()
            .flat_map(|passage| &passage.lines[..passage.own_lines])
            .map(|line| line.text.split(' ').filter(|word| *word == "word").count())
            .sum();
        assert_eq!(words, 20_000);
        assert!(
            of(&["é".repeat(1_000)])
                .iter()
                .all(|passage| passage.lines[0].text.chars().count() <= LINE_CHARS)
        );
    }

    #[test]
    fn a_long_line_without_spaces_ends_with_a_sentence() {
        let found = of(&["开盘区间的高点很重要。".repeat(100)]);
        let mut lines = found.iter().flat_map(|passage| &passage.lines);
        assert!(lines.all(|line| line.text.ends_with('。')));
    }

    #[test]
    fn the_index_has_each_word_once() {
        let found = of(&[String::from("Stop-loss, stop\n LOSS")]);
        let words: Vec<_> = found[0].index_words().into_iter().collect();
        assert_eq!(words, ["loss", "stop", "stoploss"]);
    }

    proptest! {
        #[test]
        fn every_line_is_the_own_of_one_passage(lines in proptest::collection::vec("[a-zé ]{0,900}", 0..40)) {
            let found = of(&lines);
            let own: Vec<_> = found.iter().flat_map(|passage| &passage.lines[..passage.own_lines]).map(|line| line.text.clone()).collect();
            let words = |texts: &[String]| texts.iter().flat_map(|text| text.chars().filter(|c| *c != ' ').collect::<Vec<_>>()).collect::<String>();
            prop_assert_eq!(words(&own), words(&lines));
            for passage in &found {
                prop_assert!(passage.index_words().iter().map(|word| word.len() + 8).sum::<usize>() < 60_000);
            }
        }
    }
}
