//! Jobs as rows: enqueued by rules, claimed by one worker at a time, put off, given up and ended.
//!
//! Decision: a claim is a time in the row. The job of a server that was ended while it worked is free again once that time has passed, in
//! its old place, and nothing has to notice the end of that server. Each claim has a number, so that a worker that took too long changes
//! nothing of a job that another one holds. A claim by a clock that was ahead holds nothing, and what such a clock put off is recalled.
//! Ruled out: to keep a transaction open while the outside is asked, which would hold back SQLite's one writer.

use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use diesel::prelude::*;
use kernel::{JobKind, JobOutcome, JobRank, Jobs, NewJob, StoreError};

use crate::{
    Store,
    errors::unexpected,
    schema::jobs,
    store::{Link, on},
    times::{loaded, stored},
};

/// For how long a claim holds a job unless it is renewed.
pub const JOB_CLAIM: TimeDelta = TimeDelta::minutes(1);

/// No claim is made for longer; a later end was written by a clock that was ahead.
pub(crate) const LONGEST_CLAIM: TimeDelta = TimeDelta::minutes(10);

/// The due time of a job that waits for nothing.
const AT_ONCE: NaiveDateTime = DateTime::UNIX_EPOCH.naive_utc();

/// A job that a worker holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    pub kind: JobKind,
    pub key: String,
    /// How many failures its next pause counts.
    pub attempts: i32,
    id: i32,
    generation: i64,
    claim: i64,
}

/// A job as staff see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobRecord {
    pub key: String,
    pub attempts: i32,
    /// `None`: given up.
    pub due_at: Option<DateTime<Utc>>,
    pub last_error: Option<String>,
}

#[derive(Insertable)]
#[diesel(table_name = jobs)]
struct NewRow<'a> {
    kind: &'a str,
    key: &'a str,
    payload: Option<&'a str>,
    rank: i32,
    generation: i64,
    due_at: NaiveDateTime,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = jobs)]
struct ClaimedRow {
    id: i32,
    key: String,
    generation: i64,
    claim: i64,
    attempts: i32,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = jobs)]
struct RecordRow {
    key: String,
    attempts: i32,
    due_at: Option<NaiveDateTime>,
    last_error: Option<String>,
}

impl From<RecordRow> for JobRecord {
    fn from(row: RecordRow) -> Self {
        Self {
            key: row.key,
            attempts: row.attempts,
            due_at: row.due_at.map(loaded),
            last_error: row.last_error,
        }
    }
}

/// Jobs that no worker holds.
macro_rules! is_free {
    ($now:expr) => {
        jobs::claimed_until
            .is_null()
            .or(jobs::claimed_until.le(crate::times::stored($now)))
            .or(jobs::claimed_until.gt(crate::times::stored($now + crate::jobs::LONGEST_CLAIM)))
    };
}

/// The free jobs of a kind and a rank, those that are due longest first.
macro_rules! waiting {
    ($kind:expr, $payloads:expr, $rank:expr, $now:expr) => {
        jobs::table
            .filter(jobs::kind.eq($kind))
            .filter(jobs::rank.eq($rank.number()))
            .filter(jobs::due_at.is_not_null())
            .filter(jobs::payload.is_null().or(jobs::payload.eq_any($payloads)))
            .filter(is_free!($now))
            .order((jobs::due_at, jobs::id))
            .limit(1)
    };
}

pub(crate) use is_free;

/// Takes a job for [`JOB_CLAIM`] where it is free.
macro_rules! claim {
    ($store:expr, $kind:expr, $which:expr, $now:expr) => {{
        let claimed = on!($store, c => diesel::update(jobs::table.filter($which).filter(is_free!($now)))
            .set((
                jobs::claim.eq(jobs::claim + 1),
                jobs::claimed_until.eq(stored($now + JOB_CLAIM)),
            ))
            .returning(ClaimedRow::as_returning())
            .get_result(*c)
            .optional())?;
        claimed.map(|row| Job {
            kind: $kind,
            key: row.key,
            attempts: row.attempts,
            id: row.id,
            generation: row.generation,
            claim: row.claim,
        })
    }};
}

/// The row of a job while this claim holds it.
macro_rules! held {
    ($job:expr) => {
        jobs::table
            .filter(jobs::id.eq($job.id))
            .filter(jobs::claim.eq($job.claim))
    };
}

impl Jobs for Store<'_> {
    fn enqueue(&mut self, job: NewJob<'_>) -> Result<(), StoreError> {
        self.wakes = true;
        let due_at = job.due.map_or(AT_ONCE, stored);
        let row = NewRow {
            kind: job.kind,
            key: job.key,
            payload: job.payload,
            rank: job.rank.number(),
            generation: 1,
            due_at,
        };
        on!(self, c => diesel::insert_into(jobs::table)
            .values(row)
            .on_conflict((jobs::kind, jobs::key))
            .do_update()
            .set((
                jobs::generation.eq(jobs::generation + 1),
                jobs::due_at.eq(due_at),
                jobs::attempts.eq(0),
            ))
            .execute(*c))
        .map(|_| ())
    }

    fn forget(&mut self, kind: JobKind, key: &str) -> Result<(), StoreError> {
        on!(self, c => diesel::delete(
            jobs::table.filter(jobs::kind.eq(kind)).filter(jobs::key.eq(key))
        )
        .execute(*c))
        .map(|_| ())
    }
}

/// Jobs from the workers' side. `payloads` are those that the program knows. Every method may return [`StoreError`].
impl Store<'_> {
    /// When the next free job of a kind is due; a read, so that asking often costs nothing.
    pub fn next_due(
        &mut self,
        kind: JobKind,
        payloads: &[&str],
        now: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>, StoreError> {
        let mut next: Option<NaiveDateTime> = None;
        for rank in JobRank::ALL {
            let due: Option<Option<NaiveDateTime>> = on!(self, c => waiting!(kind, payloads, rank, now)
                .select(jobs::due_at)
                .first(*c)
                .optional())?;
            next = [next, due.flatten()].into_iter().flatten().min();
        }
        Ok(next.map(loaded))
    }

    /// Takes the due job of the first rank that has one. On PostgreSQL its row is locked, and rows that another server claims at this
    /// moment are passed over; SQLite has one writer.
    pub fn claim_due_job(
        &mut self,
        kind: JobKind,
        payloads: &[&str],
        now: DateTime<Utc>,
    ) -> Result<Option<Job>, StoreError> {
        for rank in JobRank::ALL {
            let due = waiting!(kind, payloads, rank, now)
                .filter(jobs::due_at.le(stored(now)))
                .select(jobs::id);
            let id: Option<i32> = match &mut self.link {
                Link::Sqlite(c) => due.get_result(*c).optional(),
                Link::Postgres(c) => due.for_update().skip_locked().get_result(*c).optional(),
            }
            .map_err(unexpected)?;
            if let Some(id) = id {
                return Ok(claim!(self, kind, jobs::id.eq(id), now));
            }
        }
        Ok(None)
    }

    /// Takes one job, due or not; `None` if it does not exist, or another worker holds it.
    pub fn claim_job(
        &mut self,
        kind: JobKind,
        key: &str,
        now: DateTime<Utc>,
    ) -> Result<Option<Job>, StoreError> {
        Ok(claim!(
            self,
            kind,
            jobs::kind.eq(kind).and(jobs::key.eq(key)),
            now
        ))
    }

    /// Holds a job for another [`JOB_CLAIM`].
    pub fn renew_job(&mut self, job: &Job, now: DateTime<Utc>) -> Result<(), StoreError> {
        on!(self, c => diesel::update(held!(job).filter(jobs::claimed_until.is_not_null()))
            .set(jobs::claimed_until.eq(stored(now + JOB_CLAIM)))
            .execute(*c))
        .map(|_| ())
    }

    /// Whether a claim still holds its job, whose row is locked until the transaction ends.
    pub fn holds_job(&mut self, job: &Job) -> Result<bool, StoreError> {
        // An update that changes nothing holds the row's lock on PostgreSQL.
        on!(self, c => diesel::update(held!(job)).set(jobs::claim.eq(job.claim)).execute(*c))
            .map(|rows| rows == 1)
    }

    /// Ends a try. A job that was enqueued again meanwhile is due as that says. Nothing changes of a job that another worker holds.
    pub fn settle_job(&mut self, job: &Job, outcome: &JobOutcome) -> Result<(), StoreError> {
        self.wakes = true;
        let current = || held!(job).filter(jobs::generation.eq(job.generation));
        let (due, attempts, problem) = match outcome {
            JobOutcome::Done => {
                let rows = on!(self, c => diesel::delete(current()).execute(*c))?;
                return if rows == 0 { self.release_job(job) } else { Ok(()) };
            }
            JobOutcome::Again {
                at,
                because,
                attempts,
            } => (Some(stored(*at)), *attempts, because.as_deref()),
            JobOutcome::Never { because } => (None, job.attempts.saturating_add(1), Some(because.as_str())),
        };
        let rows = on!(self, c => diesel::update(current())
            .set((
                jobs::due_at.eq(due),
                jobs::claimed_until.eq(None::<NaiveDateTime>),
                jobs::attempts.eq(attempts),
                jobs::last_error.eq(problem),
            ))
            .execute(*c))?;
        if rows == 0 { self.release_job(job) } else { Ok(()) }
    }

    /// Makes jobs due at once; their pauses begin anew.
    pub(crate) fn hurry_jobs(&mut self, kind: JobKind, keys: &[String]) -> Result<(), StoreError> {
        self.wakes = true;
        on!(self, c => diesel::update(
            jobs::table.filter(jobs::kind.eq(kind)).filter(jobs::key.eq_any(keys))
        )
        .set((
            jobs::generation.eq(jobs::generation + 1),
            jobs::due_at.eq(AT_ONCE),
            jobs::attempts.eq(0),
        ))
        .execute(*c))
        .map(|_| ())
    }

    /// [`Jobs::forget`] for several.
    pub(crate) fn forget_jobs(&mut self, kind: JobKind, keys: &[String]) -> Result<(), StoreError> {
        on!(self, c => diesel::delete(
            jobs::table.filter(jobs::kind.eq(kind)).filter(jobs::key.eq_any(keys))
        )
        .execute(*c))
        .map(|_| ())
    }

    fn release_job(&mut self, job: &Job) -> Result<(), StoreError> {
        on!(self, c => diesel::update(held!(job))
            .set(jobs::claimed_until.eq(None::<NaiveDateTime>))
            .execute(*c))
        .map(|_| ())
    }

    /// Makes the jobs of a kind due that are due after `latest` only: they were put off by a clock that was ahead. Answers how many.
    pub fn recall_jobs(&mut self, kind: JobKind, latest: DateTime<Utc>) -> Result<usize, StoreError> {
        self.wakes = true;
        on!(self, c => diesel::update(
            jobs::table.filter(jobs::kind.eq(kind)).filter(jobs::due_at.gt(stored(latest)))
        )
        .set(jobs::due_at.eq(AT_ONCE))
        .execute(*c))
    }

    /// A job as staff see it; `None` if it does not exist.
    pub fn job(&mut self, kind: JobKind, key: &str) -> Result<Option<JobRecord>, StoreError> {
        let row = on!(self, c => jobs::table
            .filter(jobs::kind.eq(kind))
            .filter(jobs::key.eq(key))
            .select(RecordRow::as_select())
            .first(*c)
            .optional())?;
        Ok(row.map(JobRecord::from))
    }

    /// The jobs of a kind, those that are due longest first.
    pub fn jobs(&mut self, kind: JobKind) -> Result<Vec<JobRecord>, StoreError> {
        let rows = on!(self, c => jobs::table
            .filter(jobs::kind.eq(kind))
            .order((jobs::due_at, jobs::id))
            .select(RecordRow::as_select())
            .load(*c))?;
        Ok(rows.into_iter().map(JobRecord::from).collect())
    }
}
