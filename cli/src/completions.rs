//! `portal completions`: what a shell needs to complete the commands, made from them.

use clap::{Args, Command, ValueEnum};
use clap_complete::{Shell, generate};

use crate::output::{Refusal, print_text};

/// Print the completions of a shell
#[derive(Debug, Args)]
#[command(after_help = "Example: portal completions bash > /etc/bash_completion.d/portal")]
pub struct Completions {
    shell: CompletedShell,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum CompletedShell {
    Bash,
    Zsh,
    Fish,
}

impl Completions {
    /// `command` is the whole of `portal`.
    pub fn run(self, mut command: Command) -> Result<(), Refusal> {
        let shell = match self.shell {
            CompletedShell::Bash => Shell::Bash,
            CompletedShell::Zsh => Shell::Zsh,
            CompletedShell::Fish => Shell::Fish,
        };
        let mut script = Vec::new();
        generate(shell, &mut command, "portal", &mut script);
        print_text(&String::from_utf8_lossy(&script))
    }
}
