//! Work on Discord accounts as rows: queued by each change of access, claimed by workers.
//!
//! Rows are locked in one order, users before queue before state and accounts by name, so that two writes never wait for each
//! other in a circle.

use std::collections::BTreeSet;

use accounts::DiscordUserId;
use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use diesel::prelude::*;
use discord::{Claim, MemberQueue, QueueProblem, QueueState, QueuedMember};
use kernel::{StoreError, UserId};

use crate::{
    Store, due_queue,
    schema::{discord_members, discord_queue, discord_sweep, user_course_access, users},
    store::on,
    times::{loaded, stored},
};

/// Servers' clocks differ; an ended access is queued again for this long. Queueing it again costs nothing at Discord.
const CLOCKS_DIFFER: TimeDelta = TimeDelta::seconds(60);

/// No work waits for longer; what seems to was put off by a clock that was ahead.
const LONGEST_PAUSE: TimeDelta = TimeDelta::hours(25);

/// The due time of work that waits for nothing.
const AT_ONCE: NaiveDateTime = DateTime::UNIX_EPOCH.naive_utc();

#[derive(Insertable)]
#[diesel(table_name = discord_queue)]
struct NewWorkRow<'a> {
    discord_user_id: &'a str,
    generation: i64,
    due_at: NaiveDateTime,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = discord_queue)]
struct ClaimedRow {
    generation: i64,
    attempts: i32,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = discord_queue)]
struct WaitingRow {
    discord_user_id: String,
    attempts: i32,
    due_at: NaiveDateTime,
    last_error: Option<String>,
}

fn enqueue(store: &mut Store<'_>, account: &str) -> Result<(), StoreError> {
    let row = NewWorkRow {
        discord_user_id: account,
        generation: 1,
        due_at: AT_ONCE,
    };
    on!(store, c => diesel::insert_into(discord_queue::table)
        .values(row)
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

/// Queues every linked account that was ever given a course: its role is another one now.
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

/// Work that was queued again while it was held is due already.
fn release(store: &mut Store<'_>, work: &QueuedMember) -> Result<(), StoreError> {
    on!(store, c => diesel::update(discord_queue::table.find(&work.member.0))
        .set((
            discord_queue::claimed_until.eq(None::<NaiveDateTime>),
            discord_queue::attempts.eq(work.attempts),
        ))
        .execute(*c))
    .map(|_| ())
}

impl MemberQueue for Store<'_> {
    fn enqueue_member(&mut self, account: &DiscordUserId) -> Result<(), StoreError> {
        enqueue(self, &account.0)
    }

    fn enqueue_ended(&mut self, now: DateTime<Utc>) -> Result<usize, StoreError> {
        let swept = on!(self, c => discord_sweep::table
            .select(discord_sweep::swept_until)
            .first::<NaiveDateTime>(*c))?;
        // A clock that was put back must not leave a gap behind it, and accesses that it took for ended are open again.
        let from = stored((loaded(swept) - CLOCKS_DIFFER).min(now));
        let until = stored(loaded(swept).max(now));
        on!(self, c => due_queue::recall!(discord_queue, now + LONGEST_PAUSE, AT_ONCE).execute(*c))?;
        let mut accounts = on!(self, c => user_course_access::table
            .inner_join(users::table)
            .filter(user_course_access::expires_at.gt(from))
            .filter(user_course_access::expires_at.le(until))
            .filter(users::discord_user_id.is_not_null())
            .order(users::discord_user_id)
            .select(users::discord_user_id.assume_not_null())
            .load::<String>(*c))?;
        accounts.dedup();
        for account in &accounts {
            enqueue(self, account)?;
        }
        on!(self, c => diesel::update(discord_sweep::table)
            .set(discord_sweep::swept_until.eq(stored(now)))
            .execute(*c))?;
        Ok(accounts.len())
    }

    fn has_due_member(&mut self, now: DateTime<Utc>) -> Result<bool, StoreError> {
        due_queue::has_due!(self, discord_queue, now)
    }

    fn claim_due_member(
        &mut self,
        now: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> Result<Option<QueuedMember>, StoreError> {
        loop {
            let queue = discord_queue::table;
            let due = due_queue::longest_due!(self, discord_queue, discord_user_id, queue, now)?;
            let Some(account) = due else {
                return Ok(None);
            };
            // Another worker may have been faster; then the update matches no row and the next one is tried.
            let claimed = self.claim_member(&DiscordUserId(account), now, until)?;
            if claimed.is_some() {
                return Ok(claimed);
            }
        }
    }

    fn claim_member(
        &mut self,
        account: &DiscordUserId,
        now: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> Result<Option<QueuedMember>, StoreError> {
        let work = discord_queue::table.find(&account.0);
        let row = on!(self, c => due_queue::claim!(work, discord_queue, now, until)
            .returning(ClaimedRow::as_returning())
            .get_result(*c)
            .optional())?;
        Ok(row.map(|row| QueuedMember {
            member: account.clone(),
            claim: Claim {
                generation: row.generation,
                until: loaded(stored(until)),
            },
            attempts: row.attempts.saturating_sub(1),
        }))
    }

    fn holds(&mut self, work: &QueuedMember) -> Result<bool, StoreError> {
        // Updates that change nothing hold the rows' locks on PostgreSQL.
        on!(self, c => diesel::update(users::table.filter(users::discord_user_id.eq(&work.member.0)))
            .set(users::is_subscribed.eq(users::is_subscribed))
            .execute(*c))?;
        let until = stored(work.claim.until);
        on!(self, c => diesel::update(
            discord_queue::table.find(&work.member.0).filter(discord_queue::claimed_until.eq(until))
        )
        .set(discord_queue::claimed_until.eq(until))
        .execute(*c))
        .map(|rows| rows == 1)
    }

    fn finish(&mut self, work: &QueuedMember) -> Result<(), StoreError> {
        let rows = on!(self, c => diesel::delete(
            discord_queue::table
                .find(&work.member.0)
                .filter(discord_queue::generation.eq(work.claim.generation))
        )
        .execute(*c))?;
        if rows == 0 { release(self, work) } else { Ok(()) }
    }

    fn postpone(
        &mut self,
        work: &QueuedMember,
        due: DateTime<Utc>,
        attempts: i32,
        problem: Option<&str>,
    ) -> Result<(), StoreError> {
        let held = discord_queue::table
            .find(&work.member.0)
            .filter(discord_queue::generation.eq(work.claim.generation));
        let attempts = discord_queue::attempts.eq(attempts);
        let rows = on!(self, c => due_queue::postpone!(held, discord_queue, stored(due), problem, attempts).execute(*c))?;
        if rows == 0 { release(self, work) } else { Ok(()) }
    }

    fn queue_state(&mut self) -> Result<QueueState, StoreError> {
        let rows = on!(self, c => discord_queue::table
            .order(discord_queue::due_at)
            .select(WaitingRow::as_select())
            .load(*c))?;
        let outside = on!(self, c => discord_members::table
            .filter(discord_members::left_at.is_not_null())
            .select(discord_members::discord_user_id)
            .load::<String>(*c))?;
        let outside: BTreeSet<String> = outside.into_iter().collect();
        let left = i64::try_from(outside.len()).unwrap_or(i64::MAX);
        let waiting = rows
            .iter()
            .filter(|row| !outside.contains(&row.discord_user_id))
            .count();
        Ok(QueueState {
            waiting: i64::try_from(waiting).unwrap_or(i64::MAX),
            left,
            problems: rows
                .into_iter()
                .filter_map(|row| {
                    Some(QueueProblem {
                        member: DiscordUserId(row.discord_user_id),
                        attempts: row.attempts,
                        again_at: loaded(row.due_at),
                        problem: row.last_error?,
                    })
                })
                .collect(),
        })
    }
}
