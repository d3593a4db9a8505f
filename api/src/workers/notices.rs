//! Notifies members of the ends of their accesses and of the starts of live sessions, and reminds members who have not watched for a while.
//! Every server does; each end, each start and each pause is mailed about once.

use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use courses::{AccessNotice, ends_to_notify, notify_end};
use kernel::StoreError;
use live::{SOON, tell_soon};
use progress::{ReminderLinks, quiet_courses, remind};

use crate::app::SharedApp;
use crate::pools::panics::contain;

/// Reminders are looked for less often, because the look reads what every member watched.
const REMINDERS: Duration = Duration::from_secs(5 * 60);
/// So many in one transaction, so that other writes do not wait long for it.
const BATCH: i64 = 50;

/// What is known from round to round.
#[derive(Default)]
pub struct Notices {
    /// When reminders were looked for; at once after a start, and after the clock has jumped.
    looked: Option<Instant>,
}

impl Notices {
    /// One round; `None` while the clock is not to be relied on: a mail cannot be taken back.
    pub fn round(&mut self, app: &SharedApp, now: Option<DateTime<Utc>>) {
        let Some(now) = now else {
            self.looked = None;
            return;
        };
        for notice in AccessNotice::ALL {
            while let Some(Ok(true)) = contain(|| notify(app, notice, now)) {}
        }
        contain(|| tell_starts(app, now));
        if self.looked.is_none_or(|last| last.elapsed() >= REMINDERS) {
            let has_more = contain(|| remind_members(app, now)).unwrap_or_default();
            self.looked = (!has_more).then(Instant::now);
        }
    }
}

/// Sends the notices of some ends; whether there may be more.
fn notify(app: &SharedApp, notice: AccessNotice, now: DateTime<Utc>) -> Result<bool, StoreError> {
    let sent = app
        .database
        .read(|store| ends_to_notify(store, notice, BATCH, now))
        .and_then(|ends| {
            let count = i64::try_from(ends.len()).unwrap_or(BATCH);
            if count == 0 {
                return Ok(false);
            }
            let origin = app.settings.public_url.origin().to_owned();
            app.database.write(move |store| {
                ends.iter()
                    .try_for_each(|end| notify_end(store, notice, end, &origin, now))
            })?;
            Ok(count == BATCH)
        });
    if let Err(error) = &sent {
        tracing::warn!(%error, "members could not be notified of the ends of their accesses");
    }
    sent
}

/// Mails of live sessions that begin within a day, each start once.
fn tell_starts(app: &SharedApp, now: DateTime<Utc>) {
    let told = app
        .database
        .read(|store| store.starts_to_tell(now, now + SOON))
        .and_then(|starts| {
            starts.into_iter().try_for_each(|id| {
                let shared = app.clone();
                app.database.write(move |store| {
                    let origin = shared.settings.public_url.origin();
                    tell_soon(store, id, origin, &shared.reminder_secret, now)
                })
            })
        });
    if let Err(error) = told {
        tracing::warn!(%error, "members could not be told of the starts of live sessions");
    }
}

/// Reminds some members; whether there may be more, who come in the next round, so that a mail server sees no burst.
fn remind_members(app: &SharedApp, now: DateTime<Utc>) -> bool {
    let reminded = app
        .database
        .read(|store| quiet_courses(store, BATCH, now))
        .and_then(|quiet| {
            let count = i64::try_from(quiet.len()).unwrap_or(BATCH);
            if count == 0 {
                return Ok(false);
            }
            let shared = app.clone();
            app.database.write(move |store| {
                let links = ReminderLinks {
                    public_url: shared.settings.public_url.origin(),
                    secret: &shared.reminder_secret,
                };
                quiet
                    .iter()
                    .try_for_each(|quiet| remind(store, *quiet, links, now))
            })?;
            Ok(count == BATCH)
        });
    reminded.unwrap_or_else(|error: StoreError| {
        tracing::warn!(%error, "members could not be reminded");
        false
    })
}
