//! `portal site check`: every problem of the owner's folder, a line each.

use std::path::PathBuf;

use ::site::{Placeholder, Theme};
use clap::Args;
use outbound::{line_of_key, read_site};

use crate::{
    called_path::called_path,
    installation::read_settings,
    output::{Refusal, refused, say},
};

/// Name every problem of the owner's folder with its file and line; needs no installation
#[derive(Debug, Args)]
#[command(after_help = "Example: portal site check /etc/portal/site")]
pub struct Check {
    /// The folder; by default the folder that the server reads
    #[arg(value_parser = called_path())]
    folder: Option<PathBuf>,
}

impl Check {
    pub fn run(self) -> Result<(), Refusal> {
        let folder = match self.folder {
            Some(folder) => folder,
            None => read_settings()?.site_folder().ok_or_else(|| {
                refused("there is no folder of the site: PORTAL_SITE_DIR is not set, and the data folder has no folder `site`; `portal site init FOLDER` writes one")
            })?,
        };
        let site = match read_site(&folder) {
            Ok(site) => site,
            Err(problems) => {
                return Err(refused_lines(problems.iter().map(ToString::to_string)));
            }
        };
        let file = folder.join("site.toml");
        for placeholder in site.placeholders() {
            let line = line_of_key(&folder, &placeholder.key);
            say(&format!(
                "{}:{line}: {placeholder} {}",
                file.display(),
                Placeholder::PROBLEM
            ));
        }
        if let Some(problem) = site.e_invoice_problem() {
            let line = line_of_key(&folder, "company.e_invoices");
            say(&format!(
                "{}:{line}: company.e_invoices: {problem}",
                file.display()
            ));
        }
        let low: Vec<_> = site
            .contrast_problems()
            .iter()
            .map(|problem| {
                let table = match problem.theme {
                    Theme::Light => "colours",
                    Theme::Dark => "colours.dark",
                };
                let line = line_of_key(&folder, &format!("{table}.{}", problem.name));
                format!("{}:{line}: {table}: {problem}", file.display())
            })
            .collect();
        if low.is_empty() {
            say(&format!("{} can be used", folder.display()));
            Ok(())
        } else {
            Err(refused_lines(low.into_iter()))
        }
    }
}

/// A refusal of one line for each problem.
fn refused_lines(lines: impl Iterator<Item = String>) -> Refusal {
    let mut lines: Vec<_> = lines.collect();
    let last = lines.pop().unwrap_or_default();
    for line in &lines {
        say(line);
    }
    refused(last)
}
