//! `portal discord status`: how the link to the guild and its jobs stand, from the database alone.

use clap::Args;
use courses::CourseStore;
use kernel::StoreError;
use persistence::DiscordJobs;
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
            Ok::<_, StoreError>((store.discord_jobs()?, linked, with_role))
        })?;
        let connected = here.settings.discord.is_some();
        if self.format == Format::Json {
            return print_json(&json!({
                "connected": connected,
                "linked": linked,
                "courses": courses,
                "waiting": state.waiting,
                "left": state.left,
                "failing": state.failing.len(),
                "problems": state.failing.iter().map(|problem| json!({
                    "discordUserId": problem.key,
                    "attempts": problem.attempts,
                    "againAt": problem.due_at.map(rfc3339),
                    "problem": problem.last_error,
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
                Cell::count(state.failing.len()),
            ]],
        };
        summary.print_one(self.format)?;
        if self.format == Format::Table && !state.failing.is_empty() {
            print_text("\n")?;
            problems(&state).print(self.format)?;
        }
        Ok(())
    }
}

fn problems(state: &DiscordJobs) -> Records {
    Records {
        columns: PROBLEMS,
        rows: state
            .failing
            .iter()
            .map(|problem| {
                vec![
                    Cell::Whole(problem.key.clone()),
                    Cell::Number(problem.attempts.into()),
                    problem.due_at.into(),
                    Cell::text(problem.last_error.as_deref().unwrap_or_default()),
                ]
            })
            .collect(),
    }
}
