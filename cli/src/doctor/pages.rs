//! What broke in pages at members', as their browsers reported it.

use chrono::{TimeDelta, Utc};
use persistence::Database;

use super::verdict::Verdict::{self, Warn};
use crate::output::counted;

/// Errors that were not reported again since then are of the past.
const RECENT: TimeDelta = TimeDelta::days(7);

/// The errors of pages of the last seven days; `None` if no error was reported.
pub fn check_pages(database: &Database) -> Option<Verdict> {
    let errors = match database.read(|store| store.page_errors_since(Utc::now() - RECENT)) {
        Ok(errors) => errors,
        Err(error) => return Some(Warn(format!("their errors cannot be read: {error}"))),
    };
    let most = errors.first()?;
    let reports = usize::try_from(most.reports).unwrap_or(usize::MAX);
    Some(Warn(format!(
        "{} in seven days; the most frequent: {:?} in {} of version {}, {}, last at {}",
        counted(errors.len(), "error of a page", "errors of pages"),
        most.error.message,
        most.error.route,
        most.error.version,
        counted(reports, "report", "reports"),
        most.last_at.format("%Y-%m-%d %H:%M UTC"),
    )))
}
