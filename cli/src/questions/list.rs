//! `portal questions list`

use ::questions::{AnsweredWhich, ListedQuestion, listed_questions};
use chrono::Utc;
use clap::Args;

use crate::{
    installation::Installation,
    output::{Cell, Column, Format, Records, Refusal, say},
};

/// The most questions of a list.
const LISTED: usize = 10_000;

const COLUMNS: &[Column] = &[
    ("id", "ID"),
    ("askedAt", "ASKED"),
    ("by", "BY"),
    ("courseTitle", "COURSE"),
    ("lessonTitle", "LESSON"),
    ("seconds", "SECOND"),
    ("private", "PRIVATE"),
    ("answeredAt", "ANSWERED"),
    ("priority", "PRIORITY"),
    ("hidden", "HIDDEN"),
    ("text", "TEXT"),
];

/// List the questions: the unanswered ones, oldest first, then the others, newest first
#[derive(Debug, Args)]
#[command(after_help = "Example: portal questions list --unanswered")]
pub struct List {
    /// Only the questions that wait for an answer
    #[arg(long)]
    unanswered: bool,
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl List {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let now = Utc::now();
        let list = |which| {
            here.database
                .read(|store| listed_questions(store, which, LISTED, now))
        };
        let mut found = list(AnsweredWhich::Waiting)?;
        if !self.unanswered {
            found.extend(list(AnsweredWhich::Answered)?);
        }
        if found.is_empty() {
            say("no questions");
        }
        let records = Records {
            columns: COLUMNS,
            rows: found.iter().map(row).collect(),
        };
        records.print(self.format)
    }
}

fn row(ListedQuestion { question, priority }: &ListedQuestion) -> Vec<Cell> {
    vec![
        Cell::Number(question.id.0.into()),
        question.asked_at.into(),
        Cell::text(question.by()),
        Cell::text(question.place.course_title.as_str()),
        Cell::text(question.place.lesson_title.as_str()),
        Cell::Number(question.seconds.into()),
        Cell::Flag(question.private),
        question.answer.as_ref().map(|answer| answer.answered_at).into(),
        Cell::Flag(*priority),
        Cell::Flag(question.hidden),
        Cell::text(question.text.as_str()),
    ]
}
