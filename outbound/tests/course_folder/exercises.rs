//! The exercises of a lesson: what is taken, and the way out again.

use std::fs;

use chrono::TimeDelta;
use courses::lesson::{
    content::LessonContent,
    exercise::{Exercises, Question, RangeTolerance},
};
use outbound::{MediaStore, store_course, write_course_folder};

use super::{
    exports::catalogued,
    lessons::{MANIFEST, folder, read, write},
};

pub(crate) const EXERCISES: &str = r#"# The contract's own example.
[[exercises]]
id = "tick-value"
kind = "choice"
prompt = "What is **one tick** worth?"
options = ["$1.25", "$5", "$12.50"]
answer = [0]
explanation = "A quarter point, at five dollars a point."

[[exercises]]
id = "size"
kind = "number"
prompt = "How many contracts?"
unit = "contracts"
answer = 3.0
tolerance = 0.0

[[exercises]]
id = "opening-high"
kind = "level"
prompt = "Mark the high of the opening range."
chart = "charts/es-open.csv"
answer = 5412.25
tolerance = 0.5

[[exercises]]
id = "opening-range"
kind = "range"
prompt = "Mark the first half hour."
chart = "charts/es-open.csv"
answer = ["2026-03-02T14:30:00Z", "2026-03-02T15:00:00Z"]
tolerance = "5m"

[[exercises]]
id = "to-the-bar"
kind = "range"
prompt = "Mark the first bar."
chart = "plain.csv"
answer = ["2026-03-02T14:30:00Z", "2026-03-02T14:30:00Z"]
"#;

pub(crate) const CHART: &str = "time,open,high,low,close,volume
2026-03-02T14:30:00Z,5410,5411.5,5408.25,5409,1200
2026-03-02T14:45:00Z,5409,5412.25,5409,5412,900
2026-03-02T15:00:00Z,5412,5412.25,5407.75,5408,1500.5
";

const PLAIN: &str = "2026-03-02T14:30:00Z,1,2,1,2\r\n2026-03-02T14:31:00+00:00,2,2,0.5,1\r\n";

pub(crate) fn with_exercises() -> tempfile::TempDir {
    let folder = folder();
    for (name, text) in [
        ("course.toml", manifest().as_str()),
        ("01-exercises.toml", EXERCISES),
        ("charts/es-open.csv", CHART),
        ("plain.csv", PLAIN),
    ] {
        write(folder.path(), name, text);
    }
    folder
}

fn manifest() -> String {
    let after = "title = \"How to read a chart\"\n";
    let lessons = MANIFEST.replacen(after, &format!("{after}exercises = \"01-exercises.toml\"\n"), 1);
    let after = "preview = true\n";
    lessons.replacen(after, &format!("{after}exercises = \"01-exercises.toml\"\n"), 1)
}

fn exercises(content: &LessonContent) -> &Exercises {
    content.exercises.as_ref().unwrap()
}

#[test]
fn every_kind_is_read_with_its_chart() {
    let folder = with_exercises();
    let read = read(folder.path());
    assert_eq!(read.warnings, []);
    let found = read.lessons[0][0].exercises.clone().unwrap();
    assert_eq!(read.lessons[0][1].exercises.as_ref(), Some(&found));
    let ids: Vec<_> = found.list.iter().map(|exercise| exercise.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "tick-value",
            "size",
            "opening-high",
            "opening-range",
            "to-the-bar"
        ]
    );
    let kinds: Vec<_> = found
        .list
        .iter()
        .map(|exercise| exercise.question.kind().as_str())
        .collect();
    assert_eq!(kinds, ["choice", "number", "level", "range", "range"]);
    let files: Vec<_> = found
        .charts
        .iter()
        .map(|chart| (chart.file.as_str(), chart.bars.len()))
        .collect();
    assert_eq!(files, [("charts/es-open.csv", 3), ("plain.csv", 2)]);
    let tolerances: Vec<_> = found
        .list
        .iter()
        .filter_map(|exercise| match exercise.question {
            Question::Range { tolerance, .. } => Some(tolerance),
            _ => None,
        })
        .collect();
    assert_eq!(
        tolerances,
        [
            RangeTolerance::Within(TimeDelta::minutes(5)),
            RangeTolerance::SameBar(Some(TimeDelta::minutes(1)))
        ]
    );
    let volume = found.charts[0].bars[2].volume.unwrap();
    assert_eq!(
        (volume.to_string(), found.charts[1].bars[0].volume),
        (String::from("1500.5"), None)
    );
}

#[test]
fn an_export_has_the_exercises_that_were_imported() {
    let source = with_exercises();
    let media = MediaStore::in_folder(source.path().join("media"));
    let first = store_course(&read(source.path()), &media).unwrap();
    let (course, sections, contents) = catalogued(&first);
    let root = tempfile::tempdir().unwrap();
    let target = root.path().join("out");
    write_course_folder(&course, &sections, &contents, &media, &target).unwrap();
    let again = store_course(&read(&target), &media).unwrap();
    let of = |import: &courses::ImportedCourse| exercises(&import.sections[0].videos[0].content).clone();
    assert_eq!(of(&again), of(&first));
    assert_eq!(
        fs::read_to_string(target.join("charts/es-open.csv")).unwrap(),
        CHART
    );
    let text = fs::read_to_string(target.join("01-exercises.toml")).unwrap();
    assert!(
        text.contains("tolerance = \"5m\"") && text.contains("answer = 5412.25"),
        "{text}"
    );
    // From now on nothing changes any more.
    let (course, sections, contents) = catalogued(&again);
    let second = root.path().join("second");
    write_course_folder(&course, &sections, &contents, &media, &second).unwrap();
    assert_eq!(
        fs::read_to_string(second.join("01-exercises.toml")).unwrap(),
        text
    );
}
