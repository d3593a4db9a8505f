//! The jobs of Discord accounts: enqueued by each change of access.
//!
//! Rows are locked in one order, users before jobs before state and accounts by name, so that two writes never wait for each other in a
//! circle.

use std::collections::BTreeSet;

use accounts::DiscordUserId;
use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use diesel::prelude::*;
use discord::{Assignment, MEMBER_JOB, Report, enqueue_member, finish_assignment, take_assignment};
use kernel::{JobOutcome, StoreError, UserId};

use crate::{
    Job, JobRecord, Store,
    schema::{discord_members, discord_sweep, user_course_access, users},
    store::on,
    times::{loaded, stored},
};

/// Servers' clocks differ; an ended access is enqueued again for this long. Enqueueing it again costs nothing at Discord.
const CLOCKS_DIFFER: TimeDelta = TimeDelta::seconds(60);

/// How the jobs of Discord accounts stand, for staff.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DiscordJobs {
    /// Those of accounts that are in the guild.
    pub waiting: i64,
    /// Linked accounts that are not in the guild.
    pub left: i64,
    /// Those that failed.
    pub failing: Vec<JobRecord>,
}

/// Enqueues the account that a user has linked, if any.
pub(crate) fn enqueue_user(store: &mut Store<'_>, user: UserId) -> Result<(), StoreError> {
    let account = on!(store, c => users::table
        .find(user.0)
        .select(users::discord_user_id)
        .first::<Option<String>>(*c)
        .optional())?;
    match account.flatten() {
        Some(account) => enqueue_member(store, &DiscordUserId(account)),
        None => Ok(()),
    }
}

/// Enqueues every linked account that was ever given a course: its role is another one now.
pub(crate) fn enqueue_holders(store: &mut Store<'_>, course: i32) -> Result<(), StoreError> {
    let accounts = on!(store, c => user_course_access::table
        .inner_join(users::table)
        .filter(user_course_access::course_id.eq(course))
        .filter(users::discord_user_id.is_not_null())
        .order(users::discord_user_id)
        .select(users::discord_user_id.assume_not_null())
        .load::<String>(*c))?;
    accounts
        .into_iter()
        .try_for_each(|account| enqueue_member(store, &DiscordUserId(account)))
}

/// The jobs of Discord accounts from the workers' and the staff's side. Every method may return [`StoreError`].
impl Store<'_> {
    /// Enqueues the linked account of each user whose access ended since the last call of any server; answers how many.
    pub fn enqueue_ended(&mut self, now: DateTime<Utc>) -> Result<usize, StoreError> {
        let swept = on!(self, c => discord_sweep::table
            .select(discord_sweep::swept_until)
            .first::<NaiveDateTime>(*c))?;
        // A clock that was put back must not leave a gap behind it, and accesses that it took for ended are open again.
        let from = stored((loaded(swept) - CLOCKS_DIFFER).min(now));
        let until = stored(loaded(swept).max(now));
        let mut accounts = on!(self, c => user_course_access::table
            .inner_join(users::table)
            .filter(user_course_access::expires_at.gt(from))
            .filter(user_course_access::expires_at.le(until))
            .filter(users::discord_user_id.is_not_null())
            .order(users::discord_user_id)
            .select(users::discord_user_id.assume_not_null())
            .load::<String>(*c))?;
        accounts.dedup();
        let count = accounts.len();
        for account in accounts {
            enqueue_member(self, &DiscordUserId(account))?;
        }
        on!(self, c => diesel::update(discord_sweep::table)
            .set(discord_sweep::swept_until.eq(stored(now)))
            .execute(*c))?;
        Ok(count)
    }

    /// Whether a claim still holds the job of an account. Locks the rights of the account's user, and then the job, until the transaction
    /// ends.
    fn holds_member(&mut self, job: &Job) -> Result<bool, StoreError> {
        // An update that changes nothing holds the row's lock on PostgreSQL.
        on!(self, c => diesel::update(users::table.filter(users::discord_user_id.eq(&job.key)))
            .set(users::is_subscribed.eq(users::is_subscribed))
            .execute(*c))?;
        self.holds_job(job)
    }

    /// Takes the job of an account, due or not, with its assignment; `None` if it does not exist, or another worker holds it.
    pub fn take_member(
        &mut self,
        account: &DiscordUserId,
        now: DateTime<Utc>,
    ) -> Result<Option<(Job, Assignment)>, StoreError> {
        let Some(job) = self.claim_job(MEMBER_JOB, &account.0, now)? else {
            return Ok(None);
        };
        Ok(Some((job, take_assignment(self, account, now)?)))
    }

    /// Stores the result of an assignment, unless another worker holds the job by now: that worker asks Discord again. The caller settles
    /// the job.
    pub fn finish_member(
        &mut self,
        job: &Job,
        done: &Assignment,
        report: &Report,
        now: DateTime<Utc>,
    ) -> Result<JobOutcome, StoreError> {
        if !self.holds_member(job)? {
            return Ok(JobOutcome::Done);
        }
        finish_assignment(self, done, report, job.attempts, now)
    }

    /// How the jobs of Discord accounts stand.
    pub fn discord_jobs(&mut self) -> Result<DiscordJobs, StoreError> {
        let jobs = self.jobs(MEMBER_JOB)?;
        let outside = on!(self, c => discord_members::table
            .filter(discord_members::left_at.is_not_null())
            .select(discord_members::discord_user_id)
            .load::<String>(*c))?;
        let outside: BTreeSet<String> = outside.into_iter().collect();
        let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let waiting = jobs.iter().filter(|job| !outside.contains(&job.key)).count();
        Ok(DiscordJobs {
            waiting: count(waiting),
            left: count(outside.len()),
            failing: jobs.into_iter().filter(|job| job.last_error.is_some()).collect(),
        })
    }
}
