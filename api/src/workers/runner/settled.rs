//! Tells requests that wait for a job that jobs of this server were settled.

use std::time::Duration;

use actix_web::rt::time::timeout;
use chrono::Utc;
use kernel::{JobKind, StoreError};
use persistence::Database;
use tokio::sync::watch;

/// A handle to share.
#[derive(Clone)]
pub struct Settled(watch::Sender<()>);

impl Default for Settled {
    fn default() -> Self {
        Self(watch::channel(()).0)
    }
}

impl Settled {
    /// A job was settled.
    pub(super) fn note(&self) {
        self.0.send_replace(());
    }

    /// Waits until a job is not due any more: done, given up or put off. At the longest for this time; a job that another server does may
    /// be settled before.
    ///
    /// # Errors
    /// [`StoreError`]
    pub async fn wait(
        &self,
        database: &Database,
        kind: JobKind,
        key: &str,
        longest: Duration,
    ) -> Result<(), StoreError> {
        let mut settled = self.0.subscribe();
        let waited = timeout(longest, async {
            loop {
                let key = key.to_owned();
                let job = database.read_blocking(move |store| store.job(kind, &key)).await?;
                let due = job.and_then(|job| job.due_at);
                if due.is_none_or(|due| due > Utc::now()) {
                    return Ok(());
                }
                // The sender lives in the site.
                let _ = settled.changed().await;
            }
        });
        waited.await.unwrap_or(Ok(()))
    }
}
