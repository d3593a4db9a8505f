//! Deletes what has ended.

use std::num::NonZeroU32;

use accounts::{SESSION_BATCH, SESSION_IDLE};
use audit::{AuditStore, TRIM_BATCH, TRIM_PAUSE, erase_deleted_names, trim_trail};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::StoreError;
use orders::{expire_order, forget_orders, stale_orders};
use persistence::{Database, Store};
use staff::STAFF_SESSION_IDLE;

use crate::app::SharedApp;

/// Delivered mails are deleted after this long; until then their number limits how many one address gets.
const REMEMBER_MAILS: TimeDelta = TimeDelta::days(30);
/// Errors of pages are deleted when they were not reported again for this long.
const REMEMBER_PAGE_ERRORS: TimeDelta = TimeDelta::days(30);

pub fn clean_up(app: &SharedApp, now: DateTime<Utc>) {
    let cleaned: Result<(), StoreError> = app.database.write(move |store| {
        store.purge_challenges(now)?;
        store.purge_staff_sessions(now, now - STAFF_SESSION_IDLE)?;
        store.purge_mails(now - REMEMBER_MAILS)?;
        store.purge_page_errors(now - REMEMBER_PAGE_ERRORS)?;
        store.purge_tokens(now)?;
        forget_orders(store, now)
    });
    let cleaned = cleaned
        .and_then(|()| end_sessions(&app.database, now))
        .and_then(|()| end_orders(&app.database, now))
        .and_then(|()| app.refused_sign_ins.record_counts(&app.database, now))
        .and_then(|()| shorten_trail(&app.database, app.settings.audit_days, now))
        // By itself: servers count attempts at any moment, and wait for none of the above.
        .and_then(|()| app.database.write(|store| store.purge_attempts().map(|_| ())));
    if let Err(error) = cleaned {
        tracing::warn!(%error, "what has ended could not be deleted");
    }
    if let Err(error) = app.media.remove_unfinished_if_idle() {
        tracing::warn!(%error, "media files that were cut off could not be removed");
    }
}

/// In transactions of a bounded size: after days without a server many have ended.
fn end_sessions(database: &Database, now: DateTime<Utc>) -> Result<(), StoreError> {
    let full = usize::try_from(SESSION_BATCH).unwrap_or(usize::MAX);
    let end = move |store: &mut Store<'_>| store.purge_sessions(now, now - SESSION_IDLE, SESSION_BATCH);
    while database.write(end)? >= full {}
    Ok(())
}

/// Each in a transaction of its own: an event of the provider may want one of them, or its coupon, at the same moment.
fn end_orders(database: &Database, now: DateTime<Utc>) -> Result<(), StoreError> {
    for reference in database.read(|store| stale_orders(store, now))? {
        database.write(move |store| expire_order(store, &reference, now))?;
    }
    Ok(())
}

/// What leaves the audit trail, in transactions of a bounded size.
fn shorten_trail(database: &Database, days: NonZeroU32, now: DateTime<Utc>) -> Result<(), StoreError> {
    while database.write(move |store| erase_deleted_names(store, now))? > 0 {}
    let trimmed_at = database.read(|store| store.removed_acts())?.at;
    if trimmed_at.is_some_and(|at| now - at < TRIM_PAUSE) {
        return Ok(());
    }
    let full = usize::try_from(TRIM_BATCH).unwrap_or(usize::MAX);
    while database.write(move |store| trim_trail(store, days.get(), now))? >= full {}
    Ok(())
}
