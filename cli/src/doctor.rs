//! `portal doctor`: whether what is configured works; a line for each check, its first word the verdict.

mod audit;
mod backup;
mod database;
mod discord;
mod files;
mod mail;
mod media;
mod orders;
mod packaging;
mod search;
mod settings;
mod stripe;
mod verdict;
mod writable;

use crate::{
    installation::{open_database, read_settings},
    output::Refusal,
};
use ::audit::ChainLink;
use clap::Args;
use verdict::{Report, Verdict};

/// Check settings, files, database, mail, Discord, Stripe, media and the audit trail; a line each, exit 1 when one fails
#[derive(Debug, Args)]
pub struct Doctor {
    /// Make the index of the search anew where it is damaged; writes wait meanwhile
    #[arg(long)]
    rebuild_search: bool,
    /// An earlier end of the audit trail, as this command printed it or a backup holds it: the trail must still have it
    #[arg(long, value_name = "NUMBER:HASH")]
    audit_head: Option<ChainLink>,
}

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
                report.add("database", database::check_database(&settings, &database))?;
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
        if let Some(database) = &database {
            report.add("refunds", orders::check_refunds(database))?;
        }
        report.add("media", media::check_media(&settings, database.as_ref()))?;
        report.add(
            "packages",
            packaging::check_packaging(&settings, database.as_ref()),
        )?;
        if let Some(database) = &database {
            if self.rebuild_search {
                search::rebuild_search(database)?;
            }
            report.add("search", search::check_search(database))?;
            report.add("audit", audit::check_trail(database, self.audit_head))?;
        }
        if let Some(verdict) = backup::check_backup(&settings) {
            report.add("backup", verdict)?;
        }
        report.end()
    }
}
