//! Caption files of the field: each line of `tests/field/captions/*.jsonl` is a file and what must come of it. Those of WebVTT are the
//! cases of the standard's own tests (web-platform-tests, webvtt/parsing) in other words. A new case is a line more.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot continue ends with a panic"
)]

use std::{fs, path::PathBuf};

use courses::{
    CourseId, VideoId,
    lesson::{
        captions::{Cue, parse_captions, spoken_lines, to_web_vtt},
        content::{Captions, LessonContent},
    },
    search::index::lesson_passages,
};
use rstest::rstest;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    says: String,
    /// The content.
    file: Option<String>,
    /// The name of the file that has it.
    input: Option<String>,
    /// Start and end in milliseconds, text, and placement if there is any.
    #[serde(default)]
    cues: Vec<ExpectedCue>,
    /// The lines of the warnings.
    #[serde(default)]
    left_out: Vec<usize>,
    /// The line and words of the refusal.
    refused: Option<(usize, String)>,
    /// What the transcript and the search have; without it, the cues.
    spoken: Option<Vec<(u32, u32, String)>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum ExpectedCue {
    Placed(u32, u32, String, String),
    Plain(u32, u32, String),
}

impl From<&ExpectedCue> for Cue {
    fn from(expected: &ExpectedCue) -> Self {
        let (start_ms, end_ms, text, placement) = match expected {
            ExpectedCue::Placed(start, end, text, placement) => (*start, *end, text, placement.as_str()),
            ExpectedCue::Plain(start, end, text) => (*start, *end, text, ""),
        };
        Self {
            start_ms,
            end_ms,
            placement: placement.to_owned(),
            text: text.clone(),
        }
    }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/field/captions")
}

fn bytes_of(case: &Case) -> Vec<u8> {
    match (&case.file, &case.input) {
        (Some(text), None) => text.clone().into_bytes(),
        (None, Some(name)) => fs::read(folder().join(name)).unwrap(),
        _ => panic!("{}: one of file and input", case.says),
    }
}

/// What is wrong with what came of a case.
fn failure(case: &Case) -> Option<String> {
    let read = match (parse_captions(&bytes_of(case)), &case.refused) {
        (Err(problem), Some((line, words))) => {
            let is_told = problem.line == *line && problem.problem.contains(words);
            return (!is_told).then(|| format!("refused by {problem}"));
        }
        (Err(problem), None) => return Some(format!("refused by {problem}")),
        (Ok(_), Some(_)) => return Some(String::from("was taken")),
        (Ok(read), None) => read,
    };
    let cues: Vec<Cue> = read.cues.into_iter().map(|found| found.cue).collect();
    let wanted: Vec<Cue> = case.cues.iter().map(Cue::from).collect();
    if cues != wanted {
        return Some(format!("has {cues:#?}"));
    }
    let lines: Vec<usize> = read.warnings.iter().map(|warning| warning.line).collect();
    if lines != case.left_out {
        return Some(format!("warns of {:#?}", read.warnings));
    }
    let again = parse_captions(to_web_vtt(&cues).as_bytes()).unwrap();
    let again_cues: Vec<Cue> = again.cues.into_iter().map(|found| found.cue).collect();
    if again_cues != cues || !again.warnings.is_empty() {
        return Some(format!("is written as {}", to_web_vtt(&cues)));
    }
    let spoken: Vec<_> = spoken_lines(&cues)
        .into_iter()
        .map(|line| (line.start_ms, line.end_ms, line.text))
        .collect();
    let wanted = case.spoken.clone().unwrap_or_else(|| {
        let cues = cues.iter();
        cues.map(|cue| (cue.start_ms, cue.end_ms, cue.text.clone()))
            .collect()
    });
    (spoken != wanted).then(|| format!("says {spoken:#?}"))
}

#[rstest]
#[case("web-vtt.jsonl")]
#[case("subrip.jsonl")]
fn each_file_of_the_field_is_read_as_the_standard_reads_it(#[case] table: &str) {
    let text = fs::read_to_string(folder().join(table)).unwrap();
    let cases: Vec<Case> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let failures: Vec<_> = cases
        .iter()
        .filter_map(|case| Some(format!("{}: {}", case.says, failure(case)?)))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(cases.len() > 10, "the table is not whole");
}

#[test]
fn a_web_vtt_file_that_is_not_utf8_is_taken_with_a_warning_and_a_subrip_file_refused() {
    let read = parse_captions(b"WEBVTT\n\n00:01.000 --> 00:02.000\n\xff\n").unwrap();
    assert_eq!(read.cues[0].cue.text, "\u{fffd}");
    assert_eq!(read.warnings.len(), 1);
    assert_eq!(read.warnings[0].line, 4);
    let problem = parse_captions(b"1\r\n00:00:01,000 --> 00:00:02,000\r\nCaf\xe9\r\n").unwrap_err();
    assert_eq!(problem.line, 3);
    assert!(problem.problem.contains("not UTF-8"), "{problem}");
}

#[test]
fn what_is_left_out_is_told_by_its_line_and_only_so_often() {
    let lost = "\n\nlost".repeat(100);
    let read = parse_captions(format!("WEBVTT\n\n00:01.000 --> 00:02.000\na{lost}").as_bytes()).unwrap();
    assert_eq!(read.warnings.len(), 51);
    assert_eq!(read.warnings[0].line, 6);
    assert!(
        read.warnings[0].problem.contains("\"lost\""),
        "{}",
        read.warnings[0]
    );
    assert_eq!(read.warnings[50].line, 106);
    // The same setting in each cue is told once.
    let cue = "\n\n00:01.000 --> 00:02.000 align:middle\na".repeat(3);
    let read = parse_captions(format!("WEBVTT{cue}").as_bytes()).unwrap();
    assert_eq!(read.warnings.len(), 1);
    assert_eq!(read.warnings[0].line, 3);
}

#[test]
fn what_rolling_captions_say_is_in_transcript_and_search_once() {
    let read = parse_captions(&fs::read(folder().join("c03-youtube.vtt")).unwrap()).unwrap();
    let content = LessonContent {
        captions: vec![Captions {
            file: String::from("c03-youtube.vtt"),
            language: String::from("en"),
            label: String::from("English"),
            cues: read.cues.into_iter().map(|found| found.cue).collect(),
        }],
        ..LessonContent::default()
    };
    let said = ["welcome to the opening range", "we wait for the bell"];
    let transcript = content.transcript();
    assert!(
        transcript.iter().map(|line| &line.text).eq(said),
        "{transcript:?}"
    );
    let passages = lesson_passages(CourseId(1), VideoId(1), &content, &[]);
    let lines = passages.iter().flat_map(|passage| &passage.lines);
    assert!(lines.map(|line| &line.text).eq(said), "{passages:?}");
}
