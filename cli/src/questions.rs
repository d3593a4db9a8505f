//! `portal questions`: what members asked beside lessons.

mod answer;
mod decide;
mod list;

use clap::Subcommand;

use crate::output::Refusal;

/// Questions beside lessons: list, answer, hide, keep
#[derive(Debug, Subcommand)]
pub enum QuestionsCommand {
    List(list::List),
    Answer(answer::Answer),
    Hide(decide::Hide),
    Keep(decide::Keep),
}

impl QuestionsCommand {
    pub fn run(self) -> Result<(), Refusal> {
        match self {
            Self::List(command) => command.run(),
            Self::Answer(command) => command.run(),
            Self::Hide(command) => command.run(),
            Self::Keep(command) => command.run(),
        }
    }
}
