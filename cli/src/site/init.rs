//! `portal site init`: writes a folder with the built-in values, to be changed by the owner. On a terminal it asks for those that are
//! placeholders.
//!
//! Decision: the answers are kept in memory and the file is written whole at the end, so an interrupt leaves nothing behind. Cost: who
//! interrupts types them again; the end of the input keeps them.

use std::path::PathBuf;

use clap::Args;
use outbound::{InitError, NewSite};

use crate::{
    called_path::called_path,
    output::{Refusal, ask, can_ask, counted, refused, say},
};

/// Write a folder with today's values and a comment on each; on a terminal, ask for the placeholders. Needs no installation
#[derive(Debug, Args)]
#[command(after_help = "Example: portal site init /etc/portal/site")]
pub struct Init {
    #[arg(value_parser = called_path())]
    folder: PathBuf,
}

impl Init {
    pub fn run(self) -> Result<(), Refusal> {
        let refusal = |error: InitError| refused(error.to_string());
        let mut site = NewSite::of(&self.folder).map_err(refusal)?;
        let next = if can_ask() {
            ask_for_values(&mut site)?;
            let left = match site.questions().len() {
                0 => String::from("no placeholder is"),
                left => counted(left, "placeholder is", "placeholders are"),
            };
            format!(", in which {left} left; change its prices and claims")
        } else {
            String::from("; change its values")
        };
        let problems = site.problems();
        let path = site.write().map_err(refusal)?;
        for problem in &problems {
            say(&problem.to_string());
        }
        say(&format!(
            "wrote {}{next}, check them with `portal site check {}`, and start the server with PORTAL_SITE_DIR={}",
            path.display(),
            self.folder.display(),
            self.folder.display()
        ));
        Ok(())
    }
}

/// Asks for each placeholder until it is answered or left, or the input ends.
fn ask_for_values(site: &mut NewSite) -> Result<(), Refusal> {
    say(&format!(
        "{}. Enter leaves one as it is, - says that you have no such address, Ctrl-D leaves the rest",
        counted(
            site.questions().len(),
            "value is a placeholder",
            "values are placeholders"
        )
    ));
    let mut left = 0;
    while let Some(question) = site.questions().get(left) {
        let Some(typed) = ask(&format!("{}, {}:", question.key, question.hint))? else {
            break;
        };
        if typed.trim().is_empty() {
            left += 1;
        } else if let Err(reason) = site.answer(question, &typed) {
            say(&reason);
        }
    }
    Ok(())
}
