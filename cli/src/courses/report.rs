//! `portal courses report`

use clap::Args;
use progress::{LessonReport, Share, report_course};

use crate::{
    installation::Installation,
    output::{Cell, Column, Format, Records, Refusal, counted, say},
};

const COLUMNS: &[Column] = &[
    ("lesson", "LESSON"),
    ("members", "MEMBERS"),
    ("started", "STARTED"),
    ("finished", "FINISHED"),
    ("halfStoppedAt", "HALF STOPPED AT"),
    ("exercisesRightFirstTry", "RIGHT FIRST TRY"),
    ("replayTried", "TRIED"),
    ("replayPassed", "PASSED"),
    ("replayBrokenMost", ""),
];

/// Show a line a lesson: who started and finished it, where half of those had stopped, how many exercises were right at the first try,
/// and who tried and passed its replay
#[derive(Debug, Args)]
#[command(after_help = "Example: portal courses report forex-sessions")]
pub struct Report {
    /// A number or a slug
    course: String,
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Report {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let course = here.course(&self.course)?;
        let now = chrono::Utc::now();
        let lessons = here.database.read(|store| report_course(store, course.id, now))?;
        if lessons.is_empty() {
            say(&format!("{} has no lessons", course.slug));
        }
        let records = Records {
            columns: COLUMNS,
            rows: lessons.iter().map(row).collect(),
        };
        records.print(self.format)?;
        say_hard_exercises(&lessons);
        say_broken_rules(&lessons);
        Ok(())
    }
}

/// Names the exercises that few members answer right at once.
fn say_hard_exercises(lessons: &[LessonReport]) {
    for lesson in lessons {
        for (exercise, share) in &lesson.hard_exercises {
            let percent = share.percent().unwrap_or_default();
            say(&format!(
                "exercise {exercise} of {:?}: {percent} % right at the first try ({} of {})",
                lesson.title, share.right, share.of
            ));
        }
    }
}

/// Names the rule of each replay that was broken in most runs.
fn say_broken_rules(lessons: &[LessonReport]) {
    for lesson in lessons {
        if let Some((rule, runs)) = lesson.replay.most_broken() {
            say(&format!(
                "the replay of {:?}: {rule} was broken most, in {}",
                lesson.title,
                counted(runs, "run", "runs")
            ));
        }
    }
}

fn first_tries(Share { right, of }: Share) -> Cell {
    if of == 0 {
        Cell::Nothing
    } else {
        Cell::Share { right, of }
    }
}

fn row(lesson: &LessonReport) -> Vec<Cell> {
    vec![
        Cell::text(&lesson.title),
        Cell::count(lesson.members),
        Cell::count(lesson.started),
        Cell::count(lesson.finished),
        lesson
            .half_stopped_at
            .map_or(Cell::Nothing, |second| Cell::Number(second.into())),
        first_tries(lesson.first_tries),
        Cell::count(lesson.replay.tried),
        Cell::count(lesson.replay.passed),
        lesson
            .replay
            .most_broken()
            .map_or(Cell::Nothing, |(rule, _)| Cell::Whole(rule.to_owned())),
    ]
}
