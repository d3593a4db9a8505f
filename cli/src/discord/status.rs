//! `portal discord status`: how the link to the guild and its queue stand, from the database alone.

use clap::Args;
use courses::CourseStore;
use discord::{LinkStore, MemberQueue, QueueState};
use kernel::StoreError;
use serde_json::json;

use crate::{
    installation::Installation,
    output::{Cell, Column, Format, Records, Refusal, print_json, print_text, rfc3339},
};

const COLUMNS: &[Column] = &[
    ("connected", "CONNECTED"),
    ("linked", "LINKED MEMBERS"),
    ("courses", "COURSES WITH A ROLE"),
    ("waiting", "WAITING"),
    ("left", "NOT IN THE SERVER"),
    ("failing", "FAILING"),
];

const PROBLEMS: &[Column] = &[
    ("discordUserId", "DISCORD"),
    ("attempts", "TRIED"),
    ("againAt", "AGAIN"),
    ("problem", "PROBLEM"),
];

/// Show how many members are linked, waiting, not in the server or failing; asks Discord nothing
#[derive(Debug, Args)]
#[command(after_help = "Example: portal discord status")]
pub struct Status {
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Status {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let (state, linked, courses) = here.database.read(|store| {
            let accounts = store.known_accounts()?;
            let linked = accounts.iter().filter(|(_, user)| user.is_some()).count();
            let courses = store.courses()?;
            let with_role = courses
                .iter()
                .filter(|course| course.discord_role.is_some())
                .count();
            Ok::<_, StoreError>((store.queue_state()?, linked, with_role))
        })?;
        let connected = here.settings.discord.is_some();
        if self.format == Format::Json {
            return print_json(&json!({
                "connected": connected,
                "linked": linked,
                "courses": courses,
                "waiting": state.waiting,
                "left": state.left,
                "failing": state.problems.len(),
                "problems": state.problems.iter().map(|problem| json!({
                    "discordUserId": problem.member.0,
                    "attempts": problem.attempts,
                    "againAt": rfc3339(problem.again_at),
                    "problem": problem.problem,
                })).collect::<Vec<_>>(),
            }));
        }
        let summary = Records {
            columns: COLUMNS,
            rows: vec![vec![
                Cell::Flag(connected),
                Cell::count(linked),
                Cell::count(courses),
                Cell::Number(state.waiting),
                Cell::Number(state.left),
                Cell::count(state.problems.len()),
            ]],
        };
        summary.print_one(self.format)?;
        if self.format == Format::Table && !state.problems.is_empty() {
            print_text("\n")?;
            problems(&state).print(self.format)?;
        }
        Ok(())
    }
}

fn problems(state: &QueueState) -> Records {
    Records {
        columns: PROBLEMS,
        rows: state
            .problems
            .iter()
            .map(|problem| {
                vec![
                    Cell::Whole(problem.member.0.clone()),
                    Cell::Number(problem.attempts.into()),
                    problem.again_at.into(),
                    Cell::text(&problem.problem),
                ]
            })
            .collect(),
    }
}
