//! Notices to members that an access ends soon, and that it has ended: one of each for an end, with any number of servers.

use ::mail::{AccessEndedMail, AccessEndingMail, Mail};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::StoreError;

use crate::{AccessNotice, CourseStore, DueEnd};

/// How long before an end its notice is sent.
pub const ENDING_SOON: TimeDelta = TimeDelta::days(7);
/// For an end longer ago than this no notice is sent: it is from before there were notices, or from a time without a server.
pub const ENDED_LATELY: TimeDelta = TimeDelta::days(2);

/// The ends for which a notice is due now.
///
/// # Errors
/// [`StoreError`]
pub fn ends_to_notify(
    store: &mut dyn CourseStore,
    notice: AccessNotice,
    at_most: i64,
    now: DateTime<Utc>,
) -> Result<Vec<DueEnd>, StoreError> {
    match notice {
        AccessNotice::Ending => store.ends_to_notify(notice, now, now + ENDING_SOON, at_most),
        AccessNotice::Ended => store.ends_to_notify(notice, now - ENDED_LATELY, now, at_most),
    }
}

/// Queues the notice of an end, unless it was sent before, the access was extended or taken back since, or the whole access was
/// so short that the notice before its end would have come at its start.
///
/// # Errors
/// [`StoreError`]
pub fn notify_end(
    store: &mut dyn CourseStore,
    notice: AccessNotice,
    end: &DueEnd,
    public_url: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    if !store.lock_user(end.user.id)? {
        return Ok(());
    }
    let stands = store.grant_of(end.user.id, end.course)?;
    if stands.and_then(|grant| grant.expires_at) != Some(end.ends_at)
        || !store.record_notified(end.user.id, end.course, end.ends_at, notice, now)?
    {
        return Ok(());
    }
    if notice == AccessNotice::Ending && end.ends_at - end.purchased_at <= ENDING_SOON {
        return Ok(());
    }
    store.enqueue_mail(&compose(notice, end, public_url), now)
}

fn compose(notice: AccessNotice, end: &DueEnd, public_url: &str) -> Mail {
    match notice {
        AccessNotice::Ending => AccessEndingMail {
            to: &end.user.email,
            course_title: &end.title,
            ends_at: end.ends_at,
            // A plan's key extends a running term; the course's own page offers it only after the end.
            extend_url: &format!("{public_url}/pricing"),
        }
        .compose(),
        AccessNotice::Ended => AccessEndedMail {
            to: &end.user.email,
            course_title: &end.title,
            ended_at: end.ends_at,
            renew_url: &format!("{public_url}/courses/{}", end.course.0),
        }
        .compose(),
    }
}
