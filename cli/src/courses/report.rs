//! `portal courses report`

use clap::Args;
use progress::{LessonReport, Share, report_course};

use crate::{
    installation::Installation,
    output::{Cell, Column, Format, Records, Refusal, say},
};

const COLUMNS: &[Column] = &[
    ("lesson", "LESSON"),
    ("members", "MEMBERS"),
    ("started", "STARTED"),
    ("finished", "FINISHED"),
    ("halfStoppedAt", "HALF STOPPED AT"),
    ("exercisesRightFirstTry", "RIGHT FIRST TRY"),
];

/// Show a line a lesson: who started and finished it, where half of those had stopped, and how many exercises were right at the first try
#[derive(Debug, Args)]
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
    ]
}
