//! Exercises of every kind in a [`LessonFolder`]: in its first lesson, and in its first preview.

use courses::VideoId;
use serde_json::{Value, json};

use crate::courses::lesson_folder::LessonFolder;

pub const EXERCISES: &str = r#"[[exercises]]
id = "tick-value"
kind = "choice"
prompt = "What is **one tick** worth? <script>alert(1)</script>"
options = ["$1.25", "<b>$5</b>", "$12.50", "A quarter point"]
answer = [3, 0]
explanation = "Elucidation of *ticks*."

[[exercises]]
id = "size"
kind = "number"
prompt = "How many contracts?"
unit = "contracts"
answer = 31415.5
tolerance = 0.25

[[exercises]]
id = "opening-high"
kind = "level"
prompt = "Mark the high of the opening range."
chart = "es-open.csv"
answer = 5411.3
tolerance = 0.5
explanation = "Elucidation of the high."

[[exercises]]
id = "opening-range"
kind = "range"
prompt = "Mark the first half hour."
chart = "es-open.csv"
answer = ["2026-03-02T14:30:00Z", "2026-03-02T15:00:00Z"]
tolerance = "5m"
explanation = "Elucidation of the range."

[[exercises]]
id = "to-the-bar"
kind = "range"
prompt = "Mark the second bar."
chart = "plain.csv"
answer = ["2026-03-02T14:45:00Z", "2026-03-02T14:45:00Z"]
"#;

const CHART: &str = "time,open,high,low,close,volume
2026-03-02T14:30:00Z,5410,5411.5,5408.25,5409,1200
2026-03-02T14:45:00Z,5409,5412.25,5409,5412,900
2026-03-02T15:00:00Z,5412,5412.25,5407.75,5408,1500.5
";

const PLAIN: &str = "time,open,high,low,close
2026-03-02T14:30:00Z,1.5,2,1,2
2026-03-02T14:45:00Z,2,2.25,1.75,2
";

/// Every exercise with a right answer, as the result shows it, and a wrong answer.
#[must_use]
pub fn answers() -> Vec<(&'static str, Value, Value)> {
    let time = |time: &str| format!("2026-03-02T{time}:00Z");
    vec![
        ("tick-value", json!([0, 3]), json!([0])),
        ("size", json!(31415.5), json!(31415.9)),
        ("opening-high", json!(5411.3), json!(5410)),
        (
            "opening-range",
            json!([time("14:30"), time("15:00")]),
            json!([time("14:36"), time("15:00")]),
        ),
        (
            "to-the-bar",
            json!([time("14:45"), time("14:45")]),
            json!([time("14:30"), time("14:45")]),
        ),
    ]
}

/// Puts the exercises into the folder.
pub fn add_exercises(folder: &LessonFolder) {
    folder.write("01-exercises.toml", EXERCISES.as_bytes());
    folder.write("es-open.csv", CHART.as_bytes());
    folder.write("plain.csv", PLAIN.as_bytes());
    for title in ["title = \"What a future is\"\n", "title = \"A preview\"\n"] {
        folder.change(title, &format!("{title}exercises = \"01-exercises.toml\"\n"));
    }
}

/// Where an exercise is answered.
#[must_use]
pub fn exercise_path(lesson: VideoId, exercise: &str) -> String {
    format!("/api/videos/{}/exercises/{exercise}", lesson.0)
}
