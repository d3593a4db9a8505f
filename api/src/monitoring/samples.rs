//! What is looked up in the database when metrics are read.

use std::time::{Duration, Instant};

use chrono::Utc;
use kernel::StoreError;
use persistence::{Backlog, Database, MonitoringStore as _};
use tokio::sync::Mutex;

/// However often metrics are read, the database is asked no more often than this.
const FRESH: Duration = Duration::from_secs(1);

/// When the database was asked last; those who read metrics at the same time share one look.
#[derive(Default)]
pub struct Samples(Mutex<Option<Instant>>);

impl Samples {
    /// Brings the metrics that are looked up to date. Where the database does not answer, they stay as they were and
    /// `portal_database_up` is 0.
    pub async fn refresh(&self, database: &Database) {
        let mut asked = self.0.lock().await;
        if asked.is_some_and(|at| at.elapsed() < FRESH) {
            return;
        }
        let now = Utc::now();
        let backlog: Result<Backlog, StoreError> =
            database.read_blocking(move |store| store.backlog(now)).await;
        match backlog {
            Ok(backlog) => {
                let age = backlog.oldest_mail.map(|since| now - since);
                let age = age.and_then(|age| age.to_std().ok()).unwrap_or_default();
                show(&backlog, age);
            }
            Err(error) => {
                tracing::debug!(%error, "the backlog cannot be counted");
                metrics::gauge!("portal_database_up").set(0.0);
            }
        }
        *asked = Some(Instant::now());
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of rows are far below 2^52")]
fn show(backlog: &Backlog, oldest_mail: Duration) {
    metrics::gauge!("portal_database_up").set(1.0);
    metrics::gauge!("portal_mail_backlog", "state" => "waiting").set(backlog.mails_waiting as f64);
    metrics::gauge!("portal_mail_backlog", "state" => "given_up").set(backlog.mails_given_up as f64);
    metrics::gauge!("portal_mail_backlog_age_seconds").set(oldest_mail.as_secs_f64());
    metrics::gauge!("portal_discord_backlog", "state" => "due").set(backlog.members_due as f64);
    metrics::gauge!("portal_discord_backlog", "state" => "failing").set(backlog.members_failing as f64);
    metrics::gauge!("portal_streams").set(backlog.devices_watching as f64);
}
