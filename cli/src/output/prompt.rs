//! Notes and questions to the user of the command: on standard error, where no data goes.

use std::io::{self, IsTerminal, Write};

use indicatif::{ProgressBar, ProgressStyle};
use kernel::OneLine;

use super::refusal::{Refusal, refused};

/// One line on standard error. Names that come from elsewhere may hold anything, a line break or a terminal's commands too.
pub fn say(line: &str) {
    let line = OneLine::spaced(line);
    // A failure to write here can be reported nowhere.
    let _ = writeln!(io::stderr(), "{line}");
}

/// Asks before something is destroyed, but with `--yes`.
///
/// # Errors
/// A refusal where the answer is no, and where there is no terminal to ask on.
pub fn confirm(question: &str, yes: bool) -> Result<(), Refusal> {
    if yes {
        return Ok(());
    }
    let question = OneLine::spaced(question);
    if !(io::stdin().is_terminal() && io::stderr().is_terminal()) {
        return Err(refused(format!(
            "{question} There is no terminal to ask on, so nothing was changed; say --yes to do it"
        )));
    }
    let _ = write!(io::stderr(), "{question} [y/N] ");
    let _ = io::stderr().flush();
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    if matches!(answer.trim().to_lowercase().as_str(), "y" | "yes") {
        Ok(())
    } else {
        Err(refused("nothing was changed"))
    }
}

/// A bar of so many steps; nothing at all where standard error is no terminal.
pub fn bar(steps: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {wide_msg}");
    let bar = ProgressBar::new(steps as u64);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// `1 key`, `2 keys`.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    if count == 1 {
        format!("1 {one}")
    } else {
        format!("{count} {many}")
    }
}
