//! Files of exercises: a problem names a line of the file, and what is read can be written and reads the same again.

use courses::lesson::{
    chart::{Chart, parse_chart},
    exercise::{Exercise, Question},
};
use outbound::{ExercisesFile, LineProblem, exercises_text};

const CHART: &[u8] =
    b"2026-03-02T14:30:00Z,5400,5412.25,5398.5,5410\n2026-03-02T14:35:00Z,5410,5411,5401,5402.75\n";

pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let exercises = match read(text) {
        Ok(exercises) => exercises,
        Err(problems) => {
            assert!(!problems.is_empty());
            let lines = 1 + text.matches('\n').count();
            for problem in problems {
                assert!((1..=lines).contains(&problem.line), "{problem:?}");
            }
            return;
        }
    };
    assert!(!exercises.is_empty());
    for exercise in &exercises {
        if let Question::Choice { options, answer } = &exercise.question {
            assert!(!answer.is_empty() && answer.iter().all(|number| *number < options.len()));
        }
    }
    let written = exercises_text(&exercises).expect("it was read");
    assert_eq!(read(&written).as_ref(), Ok(&exercises), "{written}");
}

/// The exercises of a file; every chart that it names is the same one.
fn read(text: &str) -> Result<Vec<Exercise>, Vec<LineProblem>> {
    ExercisesFile::parse(text)?.read(|line, name| {
        if name.starts_with("no") {
            let problem = String::from("is missing");
            return Err(LineProblem { line, problem });
        }
        let bars = parse_chart(CHART).expect("it is a chart");
        Ok(Chart {
            file: name.to_owned(),
            bars,
        })
    })
}
