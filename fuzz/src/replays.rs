//! Files of replays and their charts: a problem names a line of the file, and what is read can be written and reads the same again.

use outbound::{ReplayFile, parse_replay_chart, replay_text};
use replay::Tick;

pub fn check(data: &[u8]) {
    let lines = 1 + data.iter().filter(|byte| **byte == b'\n').count();
    let Ok(tick) = Tick::parse("0.25") else {
        return;
    };
    match parse_replay_chart(data, tick) {
        Ok(chart) => assert!(chart.sub_bars().len() >= 2),
        Err(problems) => {
            assert!(!problems.is_empty());
            for problem in problems {
                assert!((1..=lines).contains(&problem.line), "{problem:?}");
            }
        }
    }
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    match ReplayFile::parse(text) {
        Ok(read) if read.problems().is_empty() => {
            let definition = read.definition().expect("there is no problem");
            let written = replay_text(definition).expect("it was read");
            let again = ReplayFile::parse(&written);
            let again = again.as_ref().ok().and_then(ReplayFile::definition);
            assert_eq!(again, Some(definition), "{written}");
        }
        Ok(read) => {
            for problem in read.problems() {
                assert!((1..=lines).contains(&problem.line), "{problem:?}");
            }
        }
        Err(problems) => {
            for problem in problems {
                assert!((1..=lines).contains(&problem.line), "{problem:?}");
            }
        }
    }
}
