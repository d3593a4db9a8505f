//! The thread that delivers the outbox and tidies what has ended.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use accounts::{AccountStore, SESSION_IDLE, StoreError};
use chrono::{DateTime, TimeDelta, Utc};
use orders::expire_stale;
use outbound::{DeliveryError, MailDelivery};
use persistence::{Database, OutboxStore};

use crate::site::SharedSite;

const PAUSE: Duration = Duration::from_secs(1);
const TIDY: Duration = Duration::from_secs(600);
/// Delivered mails are forgotten after this long; until then their number limits how many one address gets.
const REMEMBER_MAILS: TimeDelta = TimeDelta::days(30);
/// A mail is tried for three days.
const GIVE_UP: i32 = 24;

/// Starts the thread. It ends with the process.
pub fn start(site: SharedSite, delivery: Arc<dyn MailDelivery>) -> std::io::Result<()> {
    std::thread::Builder::new()
        .name(String::from("mail"))
        .spawn(move || {
            let mut tidied: Option<Instant> = None;
            loop {
                while let Ok(true) = deliver_one(&site.database, delivery.as_ref(), Utc::now()) {}
                if tidied.is_none_or(|last| last.elapsed() >= TIDY) {
                    tidied = Some(Instant::now());
                    tidy(&site);
                }
                std::thread::sleep(PAUSE);
            }
        })?;
    Ok(())
}

/// Delivers the mail that waits longest; whether there was one.
fn deliver_one(
    database: &Database,
    delivery: &dyn MailDelivery,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    if !database.read(|store| store.has_due_mail(now))? {
        return Ok(false);
    }
    let Some(due) = database.write(move |store| store.claim_mail(now))? else {
        return Ok(true);
    };
    let outcome = delivery.deliver(&due.mail);
    database.write(move |store| match outcome {
        Ok(()) => store.mail_sent(due.id, Utc::now()),
        Err(DeliveryError::Refused(problem)) => {
            tracing::error!(
                mail = due.id,
                problem,
                "a mail cannot be delivered and was given up"
            );
            store.mail_failed(due.id, &problem, None)
        }
        Err(DeliveryError::Unavailable(problem)) => {
            let again = (due.attempts < GIVE_UP).then(|| now + pause_after(due.attempts));
            tracing::warn!(mail = due.id, problem, again = ?again, "a mail was not delivered");
            store.mail_failed(due.id, &problem, again)
        }
    })?;
    Ok(true)
}

/// Growing pauses: a minute first, four hours at the most.
fn pause_after(attempts: i32) -> TimeDelta {
    TimeDelta::minutes((1_i64 << attempts.clamp(0, 8)).min(240))
}

fn tidy(site: &SharedSite) {
    site.limits.forget_the_quiet();
    let now = Utc::now();
    let tidied: Result<(), StoreError> = site.database.write(move |store| {
        store.purge_sessions(now, now - SESSION_IDLE)?;
        store.purge_mails(now - REMEMBER_MAILS)?;
        expire_stale(store, now)?;
        Ok(())
    });
    if let Err(error) = tidied {
        tracing::warn!(%error, "what has ended could not be tidied away");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_cover_about_three_days() {
        let total = (0..GIVE_UP)
            .map(pause_after)
            .fold(TimeDelta::zero(), |sum, pause| sum + pause);
        assert!((0..GIVE_UP).all(|n| pause_after(n) <= pause_after(n + 1)));
        assert!(
            total > TimeDelta::days(2) && total < TimeDelta::days(4),
            "{total}"
        );
    }
}
