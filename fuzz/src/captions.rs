//! Caption and chapter files: what is read can be written, and reads the same again.

use courses::lesson::{
    captions::{Cue, parse_captions, to_web_vtt},
    chapters::{Chapter, chapters_to_web_vtt, parse_chapters},
};

pub fn check(data: &[u8]) {
    let lines = 1 + data.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count();
    match parse_captions(data) {
        Ok(read) => {
            let told = read.warnings.iter().map(|warning| warning.line);
            let told = told.chain(read.cues.iter().map(|cue| cue.line));
            assert!(told.clone().all(|line| (1..=lines).contains(&line)));
            let cues: Vec<Cue> = read.cues.into_iter().map(|found| found.cue).collect();
            assert!(!cues.is_empty());
            for cue in &cues {
                assert!(cue.start_ms < cue.end_ms, "{cue:?}");
                assert!(
                    !cue.text.is_empty() && cue.text.chars().count() <= 2_000,
                    "{cue:?}"
                );
                assert!(
                    !cue.text.contains(|sign: char| sign.is_control() && sign != '\n'),
                    "{cue:?}"
                );
                assert!(!cue.placement.contains(['\n', '<', '&']), "{cue:?}");
            }
            assert!(cues.is_sorted_by_key(|cue| cue.start_ms));
            let written = to_web_vtt(&cues);
            let again = parse_captions(written.as_bytes());
            let again: Vec<Cue> = again
                .expect("it was written")
                .cues
                .into_iter()
                .map(|found| found.cue)
                .collect();
            assert_eq!(again, cues, "{written}");
        }
        Err(error) => assert!((1..=lines).contains(&error.line), "{error}"),
    }
    match parse_chapters(data) {
        Ok(read) => {
            let chapters: Vec<Chapter> = read.chapters.into_iter().map(|found| found.chapter).collect();
            assert!(chapters.is_sorted_by(|before, next| before.start_ms < next.start_ms));
            let written = chapters_to_web_vtt(&chapters);
            let again = parse_chapters(written.as_bytes()).expect("it was written");
            let again: Vec<Chapter> = again.chapters.into_iter().map(|found| found.chapter).collect();
            assert_eq!(again, chapters, "{written}");
        }
        Err(error) => assert!((1..=lines).contains(&error.line), "{error}"),
    }
}
