//! What a check found, and the report of all checks.

use crate::output::{Refusal, counted, print_text, refused};

pub enum Verdict {
    Ok(String),
    Warn(String),
    Fail(String),
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
        let text = text.replace(char::is_control, " ");
        print_text(&format!("{word:4}  {what:8}  {text}\n"))
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
