//! `portal questions`: what members asked beside lessons.

mod answer;
mod list;

use clap::Subcommand;

use crate::output::Refusal;

/// Questions beside lessons: list, answer
#[derive(Debug, Subcommand)]
pub enum QuestionsCommand {
    List(list::List),
    Answer(answer::Answer),
}

impl QuestionsCommand {
    pub fn run(self) -> Result<(), Refusal> {
        match self {
            Self::List(command) => command.run(),
            Self::Answer(command) => command.run(),
        }
    }
}
