//! What a check found, and the report of all checks.

use std::{sync::mpsc, thread, time::Duration};

use kernel::OneLine;

use crate::output::{Refusal, counted, print_text, refused};

pub enum Verdict {
    Ok(String),
    Warn(String),
    Fail(String),
}

/// A service is waited for so long.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// What asking a service answers, unless that takes longer than a person waits. A question that is given up goes on until the command ends.
pub fn ask<T: Send + 'static>(question: impl FnOnce() -> T + Send + 'static) -> Result<T, String> {
    let (answer, answered) = mpsc::sync_channel(1);
    thread::Builder::new()
        .spawn(move || answer.send(question()))
        .map_err(|error| format!("no thread can be started: {error}"))?;
    answered
        .recv_timeout(LONGEST_WAIT)
        .map_err(|_| format!("no answer within {} seconds", LONGEST_WAIT.as_secs()))
}

/// Prints a check as soon as it is made, and counts.
#[derive(Default)]
pub struct Report {
    failed: usize,
    made: usize,
}

impl Report {
    pub fn add(&mut self, what: &str, verdict: Verdict) -> Result<(), Refusal> {
        let (word, text) = match verdict {
            Verdict::Ok(text) => ("ok", text),
            Verdict::Warn(text) => ("warn", text),
            Verdict::Fail(text) => {
                self.failed += 1;
                ("fail", text)
            }
        };
        self.made += 1;
        let text = OneLine::spaced(&text);
        print_text(&format!("{word:4}  {what:8}  {text}\n"))
    }

    /// A command that is left to type: no check, so it counts as nothing.
    pub fn next(&self, command: &str) -> Result<(), Refusal> {
        print_text(&format!("next  {}\n", OneLine::spaced(command)))
    }

    pub fn end(&self) -> Result<(), Refusal> {
        match self.failed {
            0 => Ok(()),
            failed => Err(refused(format!(
                "{} of {} failed; the lines that begin with fail say why",
                failed,
                counted(self.made, "check", "checks")
            ))),
        }
    }
}
