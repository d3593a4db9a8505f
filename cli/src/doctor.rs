//! `portal doctor`: whether what is configured works; a line each, its first word the verdict.

mod discord;
mod stripe;

use std::path::Path;

use courses::CourseStore;
use outbound::{MediaError, MediaStore, Protection, Settings, SmtpAddress, SmtpDelivery};
use persistence::{Database, OutboxStore};

use crate::{
    doctor::discord::check_discord,
    doctor::stripe::{check_flagged, check_stripe},
    installation::{media_store, open_database, read_settings},
    output::counted,
    output::print_text,
    output::{Refusal, refused},
};

pub enum Verdict {
    Ok(String),
    Warn(String),
    Fail(String),
}

use Verdict::{Fail, Ok as Fine, Warn};

/// Prints a check as soon as it is made, and counts.
#[derive(Default)]
struct Report {
    failed: usize,
    made: usize,
}

impl Report {
    fn add(&mut self, what: &str, verdict: Verdict) -> Result<(), Refusal> {
        let (word, text) = match verdict {
            Fine(text) => ("ok", text),
            Warn(text) => ("warn", text),
            Fail(text) => {
                self.failed += 1;
                ("fail", text)
            }
        };
        self.made += 1;
        let text = text.replace(char::is_control, " ");
        print_text(&format!("{word:4}  {what:8}  {text}\n"))
    }

    fn end(&self) -> Result<(), Refusal> {
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

pub fn doctor() -> Result<(), Refusal> {
    let mut report = Report::default();
    let settings = match read_settings() {
        Ok(settings) => settings,
        Err(Refusal::Line(problem)) => {
            report.add("settings", Fail(problem))?;
            return report.end();
        }
        Err(closed) => return Err(closed),
    };
    let origin = settings.public_url.origin();
    report.add(
        "settings",
        Fine(format!("{origin}, data in {}", settings.data_dir.display())),
    )?;
    let database = match open_database(&settings) {
        Ok(database) => {
            report.add("database", check_database(&database))?;
            Some(database)
        }
        Err(Refusal::Line(problem)) => {
            report.add("database", Fail(problem))?;
            None
        }
        Err(closed) => return Err(closed),
    };
    report.add("mail", check_mail(&settings, database.as_ref()))?;
    for verdict in check_discord(&settings, database.as_ref()) {
        report.add("discord", verdict)?;
    }
    report.add("stripe", check_stripe(&settings))?;
    if let Some(verdict) = database.as_ref().and_then(check_flagged) {
        report.add("orders", verdict)?;
    }
    report.add("media", check_media(&media_store(&settings), database.as_ref()))?;
    report.end()
}

fn check_database(database: &Database) -> Verdict {
    let kind = database.kind();
    match database.check() {
        Ok(()) => Fine(format!("{kind}, reached, schema up to date")),
        Err(error) => Fail(format!("{kind}: {error}")),
    }
}

fn check_mail(settings: &Settings, database: Option<&Database>) -> Verdict {
    let way = match &settings.smtp {
        None => writable(&settings.outbox()).map(|()| {
            format!(
                "no PORTAL_SMTP_URL, so mails are written to {}",
                settings.outbox().display()
            )
        }),
        Some(address) => greet(settings, address),
    };
    let counts = database.map(|database| database.read(|store| store.mail_counts()));
    match (way, counts) {
        (Err(problem), _) => Fail(problem),
        (Ok(way), Some(Ok((waiting, given_up)))) if given_up > 0 => Warn(format!(
            "{way}; {waiting} waiting, {given_up} failed: `portal mail list --failed` says why"
        )),
        (Ok(way), Some(Ok((waiting, _)))) => Fine(format!("{way}; {waiting} waiting")),
        (Ok(way), _) => Warn(format!("{way}; the outbox cannot be read")),
    }
}

/// Connects to the mail server, with TLS and the sign-in that a mail would take.
fn greet(settings: &Settings, address: &SmtpAddress) -> Result<String, String> {
    let place = format!("the mail server {}:{}", address.host, address.port);
    let protection = match address.protection {
        Protection::Tls => "TLS",
        Protection::StartTls => "STARTTLS",
        Protection::Loopback => "STARTTLS where it is offered",
        Protection::Open => "no protection",
    };
    SmtpDelivery::new(address.clone(), settings.letterhead(None))
        .greet()
        .map(|()| format!("{place} takes us, with {protection}"))
        .map_err(|problem| format!("{place}: {problem}; see PORTAL_SMTP_URL"))
}

fn check_media(media: &MediaStore, database: Option<&Database>) -> Verdict {
    let place = media.root().display();
    if let Err(problem) = writable(media.root()) {
        return Fail(problem);
    }
    let Some(database) = database else {
        return Warn(format!(
            "{place} can be written; what should be there only the database knows"
        ));
    };
    let mut named = match database.read(|store| store.media_locations()) {
        Ok(named) => named,
        Err(error) => return Warn(format!("{place} can be written; {error}")),
    };
    named.sort_by(|a, b| a.0.cmp(&b.0));
    named.dedup();
    let mut missing = Vec::new();
    for location in &named {
        match media.open(location) {
            Ok(_) => {}
            Err(MediaError::Missing(location)) => missing.push(location),
            Err(other) => return Fail(other.to_string()),
        }
    }
    match missing.first() {
        None if named.is_empty() => Fine(format!("{place} can be written; no course has files yet")),
        None => {
            let files = counted(named.len(), "file", "files");
            Fine(format!("{place} can be written; {files} of courses, all there"))
        }
        Some(first) => {
            let files = counted(missing.len(), "file is", "files are");
            Fail(format!(
                "{files} missing in {place}, such as {first}; import the course again or restore a backup"
            ))
        }
    }
}

/// Whether files can be made in a folder, or, before it exists, in the nearest one above it.
fn writable(folder: &Path) -> Result<(), String> {
    let here = std::env::current_dir().unwrap_or_default();
    let whole = here.join(folder);
    let nearest = whole.ancestors().find(|path| path.exists()).unwrap_or(&here);
    if !nearest.is_dir() {
        return Err(format!("{} is no folder", nearest.display()));
    }
    tempfile::tempfile_in(nearest)
        .map(|_| ())
        .map_err(|cause| format!("{} cannot be written: {cause}", folder.display()))
}
