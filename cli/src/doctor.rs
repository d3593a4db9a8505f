//! `portal doctor`: whether what is configured works; a line for each check, its first word the verdict.

mod discord;
mod files;
mod mail;
mod media;
mod orders;
mod settings;
mod stripe;
mod verdict;
mod writable;

use clap::Args;
use persistence::Database;

use crate::{
    installation::{media_store, open_database, read_settings},
    output::Refusal,
};
use verdict::{Report, Verdict};

/// Check settings, files, database, mail, Discord, Stripe and media; a line each, exit 1 when one fails
#[derive(Debug, Args)]
pub struct Doctor {}

impl Doctor {
    pub fn run(self) -> Result<(), Refusal> {
        let mut report = Report::default();
        let settings = match read_settings() {
            Ok(settings) => settings,
            Err(Refusal::Line(problem)) => {
                report.add("settings", Verdict::Fail(problem))?;
                return report.end();
            }
            Err(closed) => return Err(closed),
        };
        report.add("settings", settings::check_settings(&settings))?;
        let database = match open_database(&settings) {
            Ok(database) => {
                report.add("database", check_database(&database))?;
                Some(database)
            }
            Err(Refusal::Line(problem)) => {
                report.add("database", Verdict::Fail(problem))?;
                None
            }
            Err(closed) => return Err(closed),
        };
        report.add("files", files::check_files(&settings))?;
        report.add("mail", mail::check_mail(&settings, database.as_ref()))?;
        for verdict in discord::check_discord(&settings, database.as_ref()) {
            report.add("discord", verdict)?;
        }
        report.add("stripe", stripe::check_stripe(&settings))?;
        if let Some(verdict) = database.as_ref().and_then(orders::check_flagged) {
            report.add("orders", verdict)?;
        }
        report.add(
            "media",
            media::check_media(&media_store(&settings), database.as_ref()),
        )?;
        report.end()
    }
}

fn check_database(database: &Database) -> Verdict {
    let kind = database.kind();
    match database.check() {
        Ok(()) => Verdict::Ok(format!("{kind}, reached, schema up to date")),
        Err(error) => Verdict::Fail(format!("{kind}: {error}")),
    }
}
