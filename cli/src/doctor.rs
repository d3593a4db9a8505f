//! `portal doctor`: whether what is configured works; a line for each check, its first word the verdict. What a public site still lacks
//! stands below them, as the commands to type.

mod backup;
mod database;
mod files;
mod guards;
mod media;
mod next;
mod orders;
mod packaging;
mod pages;
mod search;
mod services;
mod settings;
mod site;
mod staff;
mod verdict;

use crate::{
    installation::{missing_installation, open_with_any_key, read_settings},
    output::{Refusal, refused},
};
use clap::Args;
use outbound::{Settings, check_folder_owner, unknown_names};
use persistence::Database;
use verdict::{Report, Verdict};

/// Check settings, files, database, mail, Discord, Stripe, media and search; a line each, exit 1 when one fails
///
/// Below the checks a site over https has a line `next` for each step of the first day that is left: the command to type.
#[derive(Debug, Args)]
#[command(after_help = "Example: portal doctor")]
pub struct Doctor {
    /// Make the index of the search anew where it is damaged; writes wait meanwhile
    #[arg(long)]
    rebuild_search: bool,
}

impl Doctor {
    pub fn run(self) -> Result<(), Refusal> {
        let settings = match read_settings() {
            Ok(settings) => settings,
            Err(Refusal::Line(problem)) => {
                let mut report = Report::default();
                report.add("settings", Verdict::Fail(problem))?;
                return report.end();
            }
            Err(closed) => return Err(closed),
        };
        check_folder_owner(&settings.data_dir)?;
        // A database that cannot be asked has a line below.
        if let Ok(Some(problem)) = missing_installation(&settings) {
            return Err(refused(problem));
        }
        if self.rebuild_search
            && let Ok(database) = open_with_any_key(&settings)
        {
            search::rebuild_search(&database)?;
        }
        let mut report = Report::default();
        let database = check_everything(&settings, &mut report)?;
        for command in next::next_commands(&settings, database.as_ref()) {
            report.next(&command)?;
        }
        report.end()
    }
}

/// Every check of an installation, a line each.
pub fn check_installation(settings: &Settings) -> Result<(), Refusal> {
    let mut report = Report::default();
    check_everything(settings, &mut report)?;
    report.end()
}

/// The checks, and the database where it can be opened.
fn check_everything(settings: &Settings, report: &mut Report) -> Result<Option<Database>, Refusal> {
    report.add("settings", settings::check_settings(settings))?;
    for unknown in unknown_names(std::env::vars_os().map(|(name, _)| name)) {
        report.add("settings", Verdict::Warn(unknown.to_string()))?;
    }
    if let Some(verdict) = settings::check_metrics(settings) {
        report.add("metrics", verdict)?;
    }
    report.add("site", site::check_site(settings))?;
    let database = match open_with_any_key(settings) {
        Ok(database) => {
            report.add("database", database::check_database(settings, &database))?;
            Some(database)
        }
        Err(Refusal::Line(problem)) => {
            report.add("database", Verdict::Fail(problem))?;
            None
        }
        Err(closed) => return Err(closed),
    };
    report.add("files", files::check_files(settings))?;
    report.add("mail", services::mail::check_mail(settings, database.as_ref()))?;
    for verdict in services::discord::check_discord(settings, database.as_ref()) {
        report.add("discord", verdict)?;
    }
    report.add("stripe", services::stripe::check_stripe(settings))?;
    if let Some(verdict) = database.as_ref().and_then(orders::check_flagged) {
        report.add("orders", verdict)?;
    }
    if let Some(database) = &database {
        report.add("refunds", orders::check_refunds(database))?;
    }
    if let Some(verdict) = database
        .as_ref()
        .and_then(|database| orders::tax::check_tax(settings, database))
    {
        report.add("tax", verdict)?;
    }
    if let Some(verdict) = database.as_ref().and_then(orders::check_e_invoices) {
        report.add("e-invoices", verdict)?;
    }
    report.add("media", media::check_media(settings, database.as_ref()))?;
    report.add(
        "packages",
        packaging::check_packaging(settings, database.as_ref()),
    )?;
    if let Some(verdict) = database.as_ref().and_then(pages::check_pages) {
        report.add("pages", verdict)?;
    }
    if let Some(database) = &database {
        report.add("search", search::check_search(database))?;
        report.add("triggers", guards::check_guards(database))?;
    }
    if let Some(verdict) = database.as_ref().and_then(staff::check_looks) {
        report.add("staff", verdict)?;
    }
    if let Some(verdict) = database.as_ref().and_then(backup::check_backup) {
        report.add("backup", verdict)?;
    }
    Ok(database)
}
