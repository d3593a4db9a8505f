//! What is looked up in the database when metrics are read.

use std::{
    path::Path,
    sync::OnceLock,
    time::{Duration, Instant},
};

use chrono::{DateTime, Utc};
use kernel::StoreError;
use outbound::last_backup_at;
use persistence::{Backlog, Database};
use tokio::sync::Mutex;

/// However often metrics are read, the database is asked no more often than this.
const FRESH: Duration = Duration::from_secs(1);

/// When the database was asked last; requests for metrics at the same time share one look.
#[derive(Default)]
pub struct Samples {
    asked: Mutex<Option<Instant>>,
    /// When it was asked first.
    begun: OnceLock<Instant>,
}

impl Samples {
    /// Brings the metrics that are looked up to date. Where the database does not answer, they stay as they were and
    /// `portal_database_up` is 0.
    pub async fn refresh(&self, database: &Database, data_dir: &Path) {
        let mut asked = self.asked.lock().await;
        if asked.is_some_and(|at| at.elapsed() < FRESH) {
            return;
        }
        let now = Utc::now();
        show_disk(data_dir);
        show_backup(data_dir, now, self.begun.get_or_init(Instant::now).elapsed());
        let backlog: Result<Backlog, StoreError> =
            database.read_blocking(move |store| store.backlog(now)).await;
        match backlog {
            Ok(backlog) => {
                let age = |since: Option<DateTime<Utc>>| {
                    let age = since.map(|since| now - since);
                    age.and_then(|age| age.to_std().ok()).unwrap_or_default()
                };
                metrics::gauge!("portal_refund_backlog_age_seconds")
                    .set(age(backlog.oldest_refund).as_secs_f64());
                show(&backlog, age(backlog.oldest_mail));
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
    metrics::gauge!("portal_orders_flagged").set(backlog.orders_flagged as f64);
}

/// A full disk stops imports, backups and an embedded database.
#[expect(
    clippy::cast_precision_loss,
    reason = "a few bytes more or less of a disk mean nothing"
)]
fn show_disk(data_dir: &Path) {
    if let Ok(disk) = rustix::fs::statvfs(data_dir) {
        metrics::gauge!("portal_disk_bytes").set((disk.f_blocks * disk.f_frsize) as f64);
        metrics::gauge!("portal_disk_free_bytes").set((disk.f_bavail * disk.f_frsize) as f64);
    }
}

/// Where no backup is known, its age is counted from `watched` ago, so that a backup that is never taken is seen too.
fn show_backup(data_dir: &Path, now: DateTime<Utc>, watched: Duration) {
    let age = match last_backup_at(data_dir) {
        Some(written_at) => (now - written_at).to_std().unwrap_or_default(),
        None => watched,
    };
    metrics::gauge!("portal_backup_age_seconds").set(age.as_secs_f64());
}
