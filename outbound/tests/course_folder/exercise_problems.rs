//! The file and the line of every problem with exercises and charts.

use chrono::TimeDelta;
use outbound::read_course_folder;
use rstest::rstest;

use super::{
    exercises::{CHART, EXERCISES, with_exercises},
    lessons::{read, shown, write},
};

#[rstest]
#[case(
    "id = \"size\"",
    "id = \"tick-value\"",
    "11: exercises[1].id: tick-value is the id of another exercise"
)]
#[case(
    "id = \"size\"",
    "id = \"a/b\"",
    "11: exercises[1].id: an id is 1 to 64 letters"
)]
#[case(
    "id = \"size\"",
    "id = \"..\"",
    "11: exercises[1].id: an id is 1 to 64 letters"
)]
#[case(
    "id = \"size\"",
    "id = 3",
    "11: exercises[1].id: must be a text, not a number"
)]
#[case("id = \"size\"\n", "", "10: exercises[1].id: is missing")]
#[case(
    "kind = \"number\"",
    "kind = \"essay\"",
    "12: exercises[1].kind: is choice, number, level or range"
)]
#[case(
    "kind = \"number\"",
    "kinds = \"number\"",
    "12: exercises[1].kinds: is an unknown key"
)]
#[case(
    "\"How many contracts?\"",
    "\" \"",
    "13: exercises[1].prompt: must not be empty"
)]
#[case(
    "unit = \"contracts\"",
    "unit = \"\"",
    "14: exercises[1].unit: must not be empty"
)]
#[case(
    "unit = \"contracts\"",
    "options = [\"a\", \"b\"]",
    "14: exercises[1].options: belongs to the kind choice, not to number"
)]
#[case(
    "answer = 3.0",
    "answer = [3]",
    "15: exercises[1].answer: must be a number, not an array"
)]
#[case(
    "answer = 3.0",
    "answer = \"3\"",
    "15: exercises[1].answer: must be a number, not a text"
)]
#[case(
    "answer = 3.0",
    "answer = true",
    "15: exercises[1].answer: must be a number, a text or a list, not true or false"
)]
#[case(
    "answer = 3.0",
    "answer = 2026-03-02",
    "15: exercises[1].answer: must be a number, a text or a list, not a date"
)]
#[case("answer = 3.0", "answer = nan", "15: exercises[1].answer: is no number")]
#[case("answer = 3.0", "answer = -inf", "15: exercises[1].answer: is no number")]
#[case(
    "answer = 3.0",
    "answer = 1e30",
    "15: exercises[1].answer: is not below 1,000,000,000,000"
)]
#[case(
    "answer = 3.0",
    "answer = 0.1234567890123",
    "15: exercises[1].answer: has more than 15 digits or 12 decimals"
)]
#[case("answer = 3.0\n", "", "10: exercises[1].answer: is missing")]
#[case(
    "tolerance = 0.0",
    "tolerance = -0.25",
    "16: exercises[1].tolerance: must not be negative"
)]
#[case(
    "tolerance = 0.0",
    "tolerance = nan",
    "16: exercises[1].tolerance: is no number"
)]
#[case(
    "tolerance = 0.0",
    "tolerance = inf",
    "16: exercises[1].tolerance: is no number"
)]
#[case(
    "tolerance = 0.0",
    "tolerance = \"5m\"",
    "16: exercises[1].tolerance: must be a number, not a text"
)]
#[case(
    "options = [\"$1.25\", \"$5\", \"$12.50\"]\n",
    "",
    "2: exercises[0].options: is missing"
)]
#[case(
    "[\"$1.25\", \"$5\", \"$12.50\"]",
    "[\"$5\"]",
    "6: exercises[0].options: a choice has 2 to 50 options"
)]
#[case("\"$12.50\"]", "\"$5\"]", "6: exercises[0].options[2]: $5 is there twice")]
#[case(
    "\"$12.50\"]",
    "5]",
    "6: exercises[0].options[2]: must be a text, not a number"
)]
#[case(
    "answer = [0]",
    "answer = [3]",
    "7: exercises[0].answer: there is no option 3; they are counted from 0 to 2"
)]
#[case(
    "answer = [0]",
    "answer = [-1]",
    "7: exercises[0].answer[0]: must be a list of option numbers"
)]
#[case(
    "answer = [0]",
    "answer = [0.5]",
    "7: exercises[0].answer[0]: must be a list of option numbers"
)]
#[case(
    "answer = [0]",
    "answer = []",
    "7: exercises[0].answer: a choice has at least one right option"
)]
#[case(
    "answer = [0]",
    "answer = 0",
    "7: exercises[0].answer: must be a list of option numbers"
)]
#[case(
    "answer = [0]",
    "answer = [0]\ntolerance = 1",
    "8: exercises[0].tolerance: belongs to the kind number, level, range, not to choice"
)]
#[case(
    "chart = \"charts/es-open.csv\"\nanswer = 5412.25",
    "answer = 5412.25",
    "18: exercises[2].chart: is missing"
)]
#[case("charts/es-open.csv", "none.csv", "22: there is no file \"none.csv\"")]
#[case(
    "charts/es-open.csv",
    "../es-open.csv",
    "22: \"../es-open.csv\" is not a path within the folder"
)]
#[case(
    "answer = 5412.25",
    "answer = 5412.5",
    "23: exercises[2].answer: 5412.5 is not between the chart's lowest price 5407.75 and its highest 5412.25"
)]
#[case(
    "answer = 5412.25",
    "answer = 5407.5",
    "23: exercises[2].answer: 5407.5 is not between"
)]
#[case(
    "\"2026-03-02T15:00:00Z\"]\ntolerance",
    "\"2026-03-02T15:01:00Z\"]\ntolerance",
    "31: exercises[3].answer[1]: charts/es-open.csv has no bar of 2026-03-02T15:01:00Z"
)]
#[case(
    "[\"2026-03-02T14:30:00Z\", \"2026-03-02T15:00:00Z\"]",
    "[\"2026-03-02T15:00:00Z\", \"2026-03-02T14:30:00Z\"]",
    "31: exercises[3].answer: ends before it begins"
)]
#[case(
    "[\"2026-03-02T14:30:00Z\", \"2026-03-02T15:00:00Z\"]",
    "[\"2026-03-02T14:30:00Z\"]",
    "31: exercises[3].answer: must be two times"
)]
#[case(
    "[\"2026-03-02T14:30:00Z\", \"2026-03-02T15:00:00Z\"]",
    "[\"2026-03-02T15:30:00+01:00\", \"2026-03-02T15:00:00Z\"]",
    "31: exercises[3].answer[0]: \"2026-03-02T15:30:00+01:00\" is not in UTC"
)]
#[case(
    "tolerance = \"5m\"",
    "tolerance = \"-5m\"",
    "32: exercises[3].tolerance: must not be negative"
)]
#[case(
    "tolerance = \"5m\"",
    "tolerance = 5",
    "32: exercises[3].tolerance: must be a time such as"
)]
#[case(
    "tolerance = \"5m\"",
    "tolerance = \"five\"",
    "32: exercises[3].tolerance: must be a time such as"
)]
#[case(
    "tolerance = \"5m\"",
    "tolerance = \"m\"",
    "32: exercises[3].tolerance: must be a time such as"
)]
#[case(
    "tolerance = \"5m\"",
    "tolerance = \"367d\"",
    "32: exercises[3].tolerance: is longer than 366 days"
)]
#[case("[[exercises]]\nid = \"tick", "[exercises]\nid = \"tick", "")]
#[case(
    "chart = \"plain.csv\"",
    "chart = \"plain.csv\"\ntimezone = \"New York\"",
    "39: exercises[4].timezone: \"New York\" is no time zone of IANA"
)]
#[case(
    "unit = \"contracts\"",
    "timezone = \"America/New_York\"",
    "14: exercises[1].timezone: needs a chart, which is missing"
)]
#[case("id = \"tick-value\"", "id = ", "3: ")]
fn a_problem_of_an_exercise_names_its_line(#[case] right: &str, #[case] wrong: &str, #[case] problem: &str) {
    assert!(EXERCISES.contains(right), "{right}");
    let folder = with_exercises();
    write(
        folder.path(),
        "01-exercises.toml",
        &EXERCISES.replacen(right, wrong, 1),
    );
    let found = shown(folder.path(), &read_course_folder(folder.path()).unwrap_err());
    let expected = format!("01-exercises.toml:{problem}");
    assert!(found.starts_with(&expected), "{found:?} instead of {expected:?}");
}

#[test]
fn a_file_without_exercises_is_refused() {
    let folder = with_exercises();
    for (text, problem) in [
        ("", "01-exercises.toml:1: exercises: is missing"),
        (
            "exercises = []\n",
            "01-exercises.toml:1: exercises: has no [[exercises]]",
        ),
        (
            "exercises = [3]\n",
            "01-exercises.toml:1: exercises: must be [[exercises]] tables, not a number",
        ),
        (
            "\n[[exercise]]\nid = \"a\"\n",
            "01-exercises.toml:2: exercise: is an unknown key; the nearest is exercises",
        ),
    ] {
        write(folder.path(), "01-exercises.toml", text);
        let found = shown(folder.path(), &read_course_folder(folder.path()).unwrap_err());
        assert_eq!(found, problem);
    }
}

const SECOND: &str = "2026-03-02T14:45:00Z,5409,5412.25,5409,5412,900";

#[rstest]
#[case(
    "2026-03-02T14:15:00Z,5409,5412.25,5409,5412,900",
    "3: the bars are not in order: 2026-03-02T14:15:00Z comes after 2026-03-02T14:30:00Z"
)]
#[case(
    "2026-03-02T14:30:00Z,5409,5412.25,5409,5412,900",
    "3: the bar of 2026-03-02T14:30:00Z is there twice"
)]
#[case(
    "2026-03-02T14:45:00Z,5409,5408,5409,5412,900",
    "3: the high 5408 is below the low 5409"
)]
#[case(
    "2026-03-02T14:45:00Z,5409,5412.25,5409,5413,900",
    "3: the close 5413 is not between the low 5409 and the high 5412.25"
)]
#[case(
    "2026-03-02T14:45:00Z,5408,5412.25,5409,5412,900",
    "3: the open 5408 is not between"
)]
#[case(
    "2026-03-02T15:45:00+01:00,5409,5412.25,5409,5412,900",
    "3: time: \"2026-03-02T15:45:00+01:00\" is not in UTC"
)]
#[case(
    "2026-03-02 14:45,5409,5412.25,5409,5412,900",
    "3: time: \"2026-03-02 14:45\" is no time of RFC 3339"
)]
#[case(
    "2026-03-02T14:45:00,5409,5412.25,5409,5412,900",
    "3: time: \"2026-03-02T14:45:00\" is no time of RFC 3339"
)]
#[case(
    "2026-03-02T14:45:00Z,NaN,5412.25,5409,5412,900",
    "3: open: \"NaN\" is no number"
)]
#[case(
    "2026-03-02T14:45:00Z,5409,inf,5409,5412,900",
    "3: high: \"inf\" is no number"
)]
#[case("2026-03-02T14:45:00Z,5409,5412.25,,5412,900", "3: low: \"\" is no number")]
#[case("2026-03-02T14:45:00Z,5409,5412.25,5409,5412,-1", "3: the volume is negative")]
#[case(
    "2026-03-02T14:45:00Z,5409,5412.25,5409,5412",
    "3: has 5 fields instead of 6: time,open,high,low,close,volume"
)]
#[case(
    "2026-03-02T14:45:00Z,5409,5412.25,5409,5412,1,1",
    "3: has 7 fields instead of 6"
)]
fn a_problem_of_a_chart_names_its_line(#[case] row: &str, #[case] problem: &str) {
    let folder = with_exercises();
    assert!(CHART.contains(SECOND));
    write(
        folder.path(),
        "charts/es-open.csv",
        &CHART.replacen(SECOND, row, 1),
    );
    let found = shown(folder.path(), &read_course_folder(folder.path()).unwrap_err());
    let expected = format!("charts/es-open.csv:{problem}");
    assert!(found.starts_with(&expected), "{found:?} instead of {expected:?}");
}

#[test]
fn a_chart_has_one_to_five_thousand_bars_under_their_names() {
    let folder = with_exercises();
    let refused = |text: &str| {
        write(folder.path(), "charts/es-open.csv", text);
        shown(folder.path(), &read_course_folder(folder.path()).unwrap_err())
    };
    assert_eq!(refused(""), "charts/es-open.csv:1: has no bars");
    assert_eq!(
        refused("time,open,high,low,close\n\n"),
        "charts/es-open.csv:1: has no bars"
    );
    assert!(refused("time,high,open,low,close\n").starts_with("charts/es-open.csv:1: the columns must be"));
    let start = "2026-03-02T14:30:00Z"
        .parse::<chrono::DateTime<chrono::Utc>>()
        .unwrap();
    let bars = |count: i64| {
        let rows = (0..count).map(|n| {
            let time = start + TimeDelta::minutes(n);
            format!(
                "{},5410,5412.25,5407.75,5411\n",
                time.format("%Y-%m-%dT%H:%M:%SZ")
            )
        });
        format!("\u{feff}time,open,high,low,close\n{}", rows.collect::<String>())
    };
    assert_eq!(
        refused(&bars(5_001)),
        "charts/es-open.csv:5002: a chart has at most 5,000 bars"
    );
    write(folder.path(), "charts/es-open.csv", &bars(5_000));
    let read = read(folder.path());
    assert_eq!(
        read.lessons[0][0].exercises.as_ref().unwrap().charts[0]
            .bars
            .len(),
        5_000
    );
    let large = refused(&"x".repeat(1024 * 1024 + 1));
    assert_eq!(
        large,
        "01-exercises.toml:22: \"charts/es-open.csv\" is larger than 1 MiB"
    );
}

#[test]
fn a_picture_in_an_exercise_is_a_warning() {
    let folder = with_exercises();
    let text = EXERCISES.replacen("How many contracts?", "![a](pictures/chart.png) How many?", 1);
    write(folder.path(), "01-exercises.toml", &text);
    let read = read(folder.path());
    let warnings: Vec<_> = read
        .warnings
        .iter()
        .map(|warning| shown(folder.path(), warning))
        .collect();
    assert_eq!(
        warnings,
        ["01-exercises.toml:13: the picture \"pictures/chart.png\" is not shown in an exercise"]
    );
}
