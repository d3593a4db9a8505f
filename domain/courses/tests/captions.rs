//! Captions: what is read, what is refused and where.
#![expect(clippy::unwrap_used, reason = "a test that cannot continue ends with a panic")]

use courses::lesson::captions::{Cue, parse_captions, to_web_vtt};
use proptest::prelude::*;
use rstest::rstest;

fn cues_of(file: &[u8]) -> Vec<Cue> {
    let found = parse_captions(file).unwrap();
    found.into_iter().map(|found| found.cue).collect()
}

fn cue(start_ms: u32, end_ms: u32, text: &str) -> Cue {
    Cue {
        start_ms,
        end_ms,
        placement: String::new(),
        text: text.to_owned(),
    }
}

#[test]
fn a_web_vtt_file_is_read() {
    let file = "\u{feff}WEBVTT - Course\r\nKind: captions\r\n\r\nNOTE nothing\r\n\r\nintro\r\n00:01.000 --> 00:04.500 line:10% align:start\r\n\
                <v Anna>The <i>first</i> bar &amp; its high</v>\r\nsecond line\r\n\r\n01:00:00.000 --> 01:00:01.000\r\n5 < 6\r\n";
    let cues = cues_of(file.as_bytes());
    assert_eq!(cues[0].text, "The first bar & its high\nsecond line");
    assert_eq!(cues[0].placement, "line:10% align:start");
    assert_eq!((cues[0].start_ms, cues[0].end_ms), (1_000, 4_500));
    assert_eq!(cues[1], cue(3_600_000, 3_601_000, "5 < 6"));
}

#[test]
fn a_subrip_file_is_read() {
    let file = "1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<font color=\"red\">Hello</font>\n\n2\n00:00:02,500 --> 00:00:03,000\nWorld\n";
    assert_eq!(
        cues_of(file.as_bytes()),
        [cue(1_000, 2_000, "Hello"), cue(2_500, 3_000, "World")]
    );
}

#[rstest]
#[case("", 1, "neither WebVTT nor SubRip or no cue")]
#[case("WEBVTT\n", 1, "no cue")]
#[case("Just some words\nand more\n", 1, "neither WebVTT nor SubRip")]
#[case("one\n00:00:01,000 --> 00:00:02,000\nx\n", 1, "neither WebVTT nor SubRip")]
#[case("WEBVTT\n\n00:04.000 --> 00:01.000\nx\n", 3, "times run backwards")]
#[case("WEBVTT\n\n00:01.000 --> 00:01.000\nx\n", 3, "times run backwards")]
#[case(
    "WEBVTT\n\n00:05.000 --> 00:06.000\nx\n\n00:01.000 --> 00:02.000\ny\n",
    6,
    "times run backwards"
)]
#[case("WEBVTT\n\n00:01 --> 00:02.000\nx\n", 3, "is not a time")]
#[case("WEBVTT\n\n00:61.000 --> 01:02.000\nx\n", 3, "is not a time")]
#[case("WEBVTT\n\nwords without times\n", 3, "a line of times")]
#[case("WEBVTT\n\n999999:00:01.000 --> 999999:00:02.000\nx\n", 3, "is not a time")]
fn a_file_that_is_none_is_refused_with_its_line(
    #[case] file: &str,
    #[case] line: usize,
    #[case] problem: &str,
) {
    let error = parse_captions(file.as_bytes()).unwrap_err();
    assert_eq!(error.line, line, "{error}");
    assert!(
        problem.contains(&error.problem) || error.problem.contains(problem) || file.is_empty(),
        "{error}"
    );
}

#[test]
fn bytes_that_are_no_text_are_refused_with_their_line() {
    let error = parse_captions(b"WEBVTT\n\n00:01.000 --> 00:02.000\n\xff\xfe\n").unwrap_err();
    assert_eq!((error.line, error.problem.as_str()), (4, "the text is not UTF-8"));
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = parse_captions(&bytes);
    }

    #[test]
    fn any_text_after_the_header_is_read_or_refused(body in "(?s).{0,300}") {
        let _ = parse_captions(format!("WEBVTT\n\n00:01.000 --> 00:02.000\n{body}").as_bytes());
    }

    #[test]
    fn what_is_written_is_read_again(texts in proptest::collection::vec("[a-zA-Z0-9 <>&:.-]{1,40}", 1..20)) {
        let cues: Vec<Cue> = (0_u32..)
            .zip(texts.iter().map(|text| text.trim()).filter(|text| !text.is_empty()))
            .map(|(n, text)| cue(n * 1_000, n * 1_000 + 900, text))
            .collect();
        prop_assume!(!cues.is_empty());
        prop_assert_eq!(cues_of(to_web_vtt(&cues).as_bytes()), cues);
    }
}
