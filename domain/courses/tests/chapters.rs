//! Chapters: what is read, what is refused and where.

use courses::lesson::chapters::{Chapter, chapters_to_web_vtt, parse_chapters};
use rstest::rstest;

#[test]
fn chapters_are_read_and_written_again() {
    let file = "WEBVTT\n\n00:00.000 --> 00:10.000\nThe\nopen\n\n00:10.000 --> 01:00.000\nThe <b>range</b>\n";
    let chapters = |file: &str| -> Vec<Chapter> {
        let read = parse_chapters(file.as_bytes()).unwrap();
        read.chapters.into_iter().map(|found| found.chapter).collect()
    };
    let read = chapters(file);
    let expected = [(0, 10_000, "The open"), (10_000, 60_000, "The range")];
    let found: Vec<_> = read
        .iter()
        .map(|chapter| (chapter.start_ms, chapter.end_ms, chapter.title.as_str()))
        .collect();
    assert_eq!(found, expected);
    assert_eq!(chapters(&chapters_to_web_vtt(&read)), read);
}

#[rstest]
#[case("WEBVTT\n\n00:00.000 --> 00:10.000\n\n", 3, "needs a title")]
#[case("WEBVTT\n\n00:00.000 --> 00:10.000\n<b></b>\n", 3, "needs a title")]
#[case(
    "WEBVTT\n\n00:05.000 --> 00:10.000\na\n\n00:05.000 --> 00:12.000\nb\n",
    6,
    "begin at the same time"
)]
#[case("WEBVTT\n\n00:05.000 --> 00:01.000\na\n", 3, "ends before it starts")]
#[case(
    "WEBVTT\n\n00:00.000 --> 00:10.000\nThe \u{202e}open\n",
    3,
    "invisible characters"
)]
#[case("no chapters at all", 1, "neither WebVTT nor SubRip")]
fn a_chapter_that_is_none_is_refused_with_its_line(
    #[case] file: &str,
    #[case] line: usize,
    #[case] problem: &str,
) {
    let error = parse_chapters(file.as_bytes()).unwrap_err();
    assert_eq!(error.line, line, "{error}");
    assert!(error.problem.contains(problem), "{error}");
}
