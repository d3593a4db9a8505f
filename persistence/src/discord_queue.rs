//! Work on Discord accounts as rows: queued by whatever changes access, claimed by workers.
//!
//! Rows are locked in one order, users before queue before state and accounts by name, so that two writes never wait for each
//! other in a circle.

use accounts::DiscordUserId;
use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use diesel::prelude::*;
use discord::{Claim, QueuedMember};
use kernel::{StoreError, UserId};

use crate::{
    Store,
    schema::{discord_queue, discord_sweep, user_course_access, users},
    store::on,
    times::{loaded, stored},
};

/// Servers' clocks differ; an ended access is looked for again for this long. Looking again costs nothing at Discord.
const CLOCKS_DIFFER: TimeDelta = TimeDelta::seconds(60);

/// No work waits for longer; what seems to was put off by a clock that was ahead.
const LONGEST_PAUSE: TimeDelta = TimeDelta::hours(25);

/// The due time of work that waits for nothing.
const AT_ONCE: NaiveDateTime = DateTime::UNIX_EPOCH.naive_utc();

pub(crate) fn enqueue(store: &mut Store<'_>, account: &str) -> Result<(), StoreError> {
    on!(store, c => diesel::insert_into(discord_queue::table)
        .values((
            discord_queue::discord_user_id.eq(account),
            discord_queue::generation.eq(1_i64),
            discord_queue::due_at.eq(AT_ONCE),
        ))
        .on_conflict(discord_queue::discord_user_id)
        .do_update()
        .set((
            discord_queue::generation.eq(discord_queue::generation + 1),
            discord_queue::due_at.eq(AT_ONCE),
        ))
        .execute(*c))
    .map(|_| ())
}

/// Queues the account that a user has linked, if any.
pub(crate) fn enqueue_user(store: &mut Store<'_>, user: UserId) -> Result<(), StoreError> {
    let account = on!(store, c => users::table
        .find(user.0)
        .select(users::discord_user_id)
        .first::<Option<String>>(*c)
        .optional())?;
    match account.flatten() {
        Some(account) => enqueue(store, &account),
        None => Ok(()),
    }
}

/// Queues everybody who was ever given a course: its role is another one now.
pub(crate) fn enqueue_holders(store: &mut Store<'_>, course: i32) -> Result<(), StoreError> {
    let accounts = on!(store, c => user_course_access::table
        .inner_join(users::table)
        .filter(user_course_access::course_id.eq(course))
        .filter(users::discord_user_id.is_not_null())
        .order(users::discord_user_id)
        .select(users::discord_user_id.assume_not_null())
        .load::<String>(*c))?;
    accounts.iter().try_for_each(|account| enqueue(store, account))
}

pub(crate) fn enqueue_ended(store: &mut Store<'_>, now: DateTime<Utc>) -> Result<usize, StoreError> {
    let swept = on!(store, c => discord_sweep::table
        .select(discord_sweep::swept_until)
        .first::<NaiveDateTime>(*c))?;
    // A clock that was put back must not leave a gap behind it, and accesses that it took for ended are open again.
    let from = stored((loaded(swept) - CLOCKS_DIFFER).min(now));
    let until = stored(loaded(swept).max(now));
    on!(store, c => diesel::update(discord_queue::table.filter(
        discord_queue::due_at.gt(stored(now + LONGEST_PAUSE))
            .or(discord_queue::claimed_until.gt(stored(now + LONGEST_PAUSE)))
    ))
    .set((
        discord_queue::due_at.eq(AT_ONCE),
        discord_queue::claimed_until.eq(None::<NaiveDateTime>),
    ))
    .execute(*c))?;
    let mut accounts = on!(store, c => user_course_access::table
        .inner_join(users::table)
        .filter(user_course_access::expires_at.gt(from))
        .filter(user_course_access::expires_at.le(until))
        .filter(users::discord_user_id.is_not_null())
        .order(users::discord_user_id)
        .select(users::discord_user_id.assume_not_null())
        .load::<String>(*c))?;
    accounts.dedup();
    for account in &accounts {
        enqueue(store, account)?;
    }
    on!(store, c => diesel::update(discord_sweep::table)
        .set(discord_sweep::swept_until.eq(stored(now)))
        .execute(*c))?;
    Ok(accounts.len())
}

pub(crate) fn has_due(store: &mut Store<'_>, now: DateTime<Utc>) -> Result<bool, StoreError> {
    let now = stored(now);
    on!(store, c => discord_queue::table
        .filter(discord_queue::due_at.le(now))
        .filter(discord_queue::claimed_until.is_null().or(discord_queue::claimed_until.le(now)))
        .select(discord_queue::discord_user_id)
        .first::<String>(*c)
        .optional())
    .map(|row| row.is_some())
}

pub(crate) fn claim_due(
    store: &mut Store<'_>,
    now: DateTime<Utc>,
    until: DateTime<Utc>,
) -> Result<Option<QueuedMember>, StoreError> {
    let stamp = stored(now);
    loop {
        let account = on!(store, c => discord_queue::table
            .filter(discord_queue::due_at.le(stamp))
            .filter(discord_queue::claimed_until.is_null().or(discord_queue::claimed_until.le(stamp)))
            .order((discord_queue::due_at, discord_queue::discord_user_id))
            .select(discord_queue::discord_user_id)
            .first::<String>(*c)
            .optional())?;
        let Some(account) = account else { return Ok(None) };
        // Another worker may have been faster; then the update matches no row and the next one is tried.
        let claimed = claim(store, &DiscordUserId(account), now, until)?;
        if claimed.is_some() {
            return Ok(claimed);
        }
    }
}

pub(crate) fn claim(
    store: &mut Store<'_>,
    account: &DiscordUserId,
    now: DateTime<Utc>,
    until: DateTime<Utc>,
) -> Result<Option<QueuedMember>, StoreError> {
    let row = on!(store, c => diesel::update(
        discord_queue::table.find(&account.0).filter(
            discord_queue::claimed_until.is_null().or(discord_queue::claimed_until.le(stored(now)))
        )
    )
    .set(discord_queue::claimed_until.eq(stored(until)))
    .returning((discord_queue::generation, discord_queue::attempts))
    .get_result::<(i64, i32)>(*c)
    .optional())?;
    Ok(row.map(|(generation, attempts)| QueuedMember {
        member: account.clone(),
        claim: Claim {
            generation,
            until: loaded(stored(until)),
        },
        attempts,
    }))
}

pub(crate) fn holds(store: &mut Store<'_>, work: &QueuedMember) -> Result<bool, StoreError> {
    // Updates that change nothing hold the rows' locks on PostgreSQL.
    on!(store, c => diesel::update(users::table.filter(users::discord_user_id.eq(&work.member.0)))
        .set(users::discord_user_id.eq(&work.member.0))
        .execute(*c))?;
    let until = stored(work.claim.until);
    on!(store, c => diesel::update(
        discord_queue::table.find(&work.member.0).filter(discord_queue::claimed_until.eq(until))
    )
    .set(discord_queue::claimed_until.eq(until))
    .execute(*c))
    .map(|rows| rows == 1)
}

pub(crate) fn finish(store: &mut Store<'_>, work: &QueuedMember) -> Result<(), StoreError> {
    let rows = on!(store, c => diesel::delete(
        discord_queue::table
            .find(&work.member.0)
            .filter(discord_queue::generation.eq(work.claim.generation))
    )
    .execute(*c))?;
    if rows == 0 { release(store, work) } else { Ok(()) }
}

pub(crate) fn postpone(
    store: &mut Store<'_>,
    work: &QueuedMember,
    due: DateTime<Utc>,
    attempts: i32,
    problem: Option<&str>,
) -> Result<(), StoreError> {
    let rows = on!(store, c => diesel::update(
        discord_queue::table
            .find(&work.member.0)
            .filter(discord_queue::generation.eq(work.claim.generation))
    )
    .set((
        discord_queue::due_at.eq(stored(due)),
        discord_queue::attempts.eq(attempts),
        discord_queue::last_error.eq(problem),
        discord_queue::claimed_until.eq(None::<NaiveDateTime>),
    ))
    .execute(*c))?;
    if rows == 0 { release(store, work) } else { Ok(()) }
}

/// Work that was queued again while it was held is due already.
fn release(store: &mut Store<'_>, work: &QueuedMember) -> Result<(), StoreError> {
    on!(store, c => diesel::update(discord_queue::table.find(&work.member.0))
        .set(discord_queue::claimed_until.eq(None::<NaiveDateTime>))
        .execute(*c))
    .map(|_| ())
}
