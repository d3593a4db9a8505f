//! Notes and questions to the user of the command: on standard error, where no data goes.

use std::io::{self, BufRead, IsTerminal, Write};

use indicatif::{ProgressBar, ProgressStyle};
use kernel::OneLine;

use super::refusal::{Refusal, failed, refused};

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
    if !can_ask() {
        let question = OneLine::spaced(question);
        return Err(refused(format!(
            "{question} There is no terminal to ask on, so nothing was changed; say --yes to do it"
        )));
    }
    let answer = ask(&format!("{question} [y/N]"))?.unwrap_or_default();
    if matches!(answer.trim().to_lowercase().as_str(), "y" | "yes") {
        Ok(())
    } else {
        Err(refused("nothing was changed"))
    }
}

/// Whether there is a terminal to ask on.
pub fn can_ask() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// The line that is typed behind a question; `None` at the end of the input.
///
/// # Errors
/// The terminal cannot be read.
pub fn ask(question: &str) -> Result<Option<String>, Refusal> {
    let question = OneLine::spaced(question);
    loop {
        let _ = write!(io::stderr(), "{question} ");
        let _ = io::stderr().flush();
        let mut line = Vec::new();
        io::stdin()
            .lock()
            .read_until(b'\n', &mut line)
            .map_err(failed("the terminal cannot be read"))?;
        if line.last() != Some(&b'\n') {
            // What is said next begins on a line of its own.
            let _ = writeln!(io::stderr());
        }
        if line.is_empty() {
            return Ok(None);
        }
        match String::from_utf8(line) {
            Ok(line) => return Ok(Some(line)),
            Err(_) => say("what was typed is not UTF-8 text"),
        }
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
