//! Captions: what is read of any text. What comes of each file of the field is in `caption_cases.rs`.
#![expect(clippy::unwrap_used, reason = "a test that cannot continue ends with a panic")]

use courses::lesson::captions::{Cue, parse_captions, to_web_vtt};
use proptest::prelude::*;

fn cues_of(file: &[u8]) -> Vec<Cue> {
    let read = parse_captions(file).unwrap();
    read.cues.into_iter().map(|found| found.cue).collect()
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
                <v Anna>The <i>first</i> bar &amp; its high</v>\r\nsecond line\r\n\r\n01:00:00.000 --> 01:00:01.000\r\n5 &lt; 6\r\n";
    let cues = cues_of(file.as_bytes());
    assert_eq!(cues[0].text, "The first bar & its high\nsecond line");
    assert_eq!(cues[0].placement, "line:10% align:start");
    assert_eq!((cues[0].start_ms, cues[0].end_ms), (1_000, 4_500));
    assert_eq!(cues[1], cue(3_600_000, 3_601_000, "5 < 6"));
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
