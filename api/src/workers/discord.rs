//! Makes Discord's roles follow access.

use std::{sync::Arc, time::Duration};

use accounts::DiscordUserId;
use chrono::Utc;
use discord::{Assignment, GuildError, forget_if_unlinked, take_assignment, update_roles};
use kernel::{JobOutcome, StoreError};
use outbound::{DiscordClient, GuildUntil};
use persistence::{Database, Job};

use crate::monitoring::events::{count_reconciliation, count_up_to_date};
use crate::workers::runner::kind::{Outside, Tried};

/// Reconciles the account of a job within a time.
///
/// # Errors
/// [`StoreError`]
pub fn reconcile(
    database: &Database,
    client: &Arc<DiscordClient>,
    job: &Job,
    limit: Duration,
) -> Result<Tried, StoreError> {
    let account = DiscordUserId(job.key.clone());
    let known = database.read(|store| Assignment::look(store, &account, Utc::now()))?;
    if known.is_up_to_date(Utc::now()) {
        let job = job.clone();
        return Ok(Tried::new(Outside::NotAsked, move |store| {
            let now = Utc::now();
            // The job's row before the account's (docs/concurrency.md).
            if !store.holds_job(&job)? {
                return Ok(JobOutcome::Done);
            }
            let known = Assignment::look(store, &account, now)?;
            if !known.is_up_to_date(now) {
                return Ok(JobOutcome::Again {
                    at: now,
                    because: None,
                    attempts: 0,
                });
            }
            count_up_to_date();
            forget_if_unlinked(store, &known)?;
            Ok(JobOutcome::Done)
        }));
    }
    let work = database.write(move |store| take_assignment(store, &account, Utc::now()))?;
    let report = update_roles(&GuildUntil::for_worker(client, limit), &work);
    count_reconciliation(&report);
    let outside = match &report.trouble {
        Some(GuildError::Unavailable { .. }) => Outside::Unreachable,
        _ => Outside::Answers,
    };
    if let Some(trouble) = &report.trouble {
        tracing::debug!(member = work.member.0, %trouble, "a member's roles are not up to date yet");
    }
    let job = job.clone();
    Ok(Tried::new(outside, move |store| {
        store.finish_member(&job, &work, &report, Utc::now())
    }))
}

/// Has the accounts reconciled whose access ended.
pub fn enqueue_ended(database: &Database) {
    match database.write(|store| store.enqueue_ended(Utc::now())) {
        Ok(0) => {}
        Ok(ended) => tracing::debug!(ended, "accesses ended"),
        Err::<_, StoreError>(error) => {
            tracing::debug!(%error, "ended accesses cannot be looked for; it is tried again")
        }
    }
}
