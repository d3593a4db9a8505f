//! A kind of job, and what its worker answers.

use std::{sync::Arc, time::Duration};

use chrono::{TimeDelta, Utc};
use kernel::{JobKind, JobOutcome, StoreError};
use persistence::{Job, Store};

/// What a try writes down, in the transaction that settles its job; it says what becomes of the job. Called again where that transaction
/// was not committed.
pub type Report = dyn Fn(&mut Store<'_>) -> Result<JobOutcome, StoreError> + Send + Sync;

/// What a try showed of the outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outside {
    NotAsked,
    Answers,
    Unreachable,
    /// It refuses this site, whatever it is asked.
    RefusesSite,
}

/// What came of a try.
pub struct Tried {
    pub report: Arc<Report>,
    pub outside: Outside,
}

impl Tried {
    pub fn new(
        outside: Outside,
        report: impl Fn(&mut Store<'_>) -> Result<JobOutcome, StoreError> + Send + Sync + 'static,
    ) -> Self {
        Self {
            report: Arc::new(report),
            outside,
        }
    }

    /// The same, of an outside that answers.
    pub fn answered(self) -> Self {
        Self {
            outside: Outside::Answers,
            ..self
        }
    }

    /// There was nothing to do.
    pub fn nothing() -> Self {
        Self::new(Outside::NotAsked, |_| Ok(JobOutcome::Done))
    }

    /// A job whose facts cannot be read is tried again: soon where the database did not answer, else after a growing pause.
    pub(super) fn not(job: &Job, error: &StoreError) -> Self {
        let (kind, key) = (job.kind, job.key.as_str());
        let is_passing = matches!(
            error,
            StoreError::Unavailable(_) | StoreError::OutcomeUnknown(_) | StoreError::Busy(_)
        );
        let (pause, because, attempts) = if is_passing {
            tracing::warn!(kind, key, %error, "a job could not be tried; it is tried again");
            (TimeDelta::seconds(1), None, job.attempts)
        } else {
            tracing::error!(kind, key, %error, "a job could not be tried; it is tried again");
            let attempts = job.attempts.saturating_add(1);
            let minutes = TimeDelta::minutes(1_i64 << attempts.clamp(0, 5));
            (minutes, Some(error.to_string()), attempts)
        };
        Self::new(Outside::NotAsked, move |_| {
            Ok(JobOutcome::Again {
                at: Utc::now() + pause,
                because: because.clone(),
                attempts,
            })
        })
    }
}

/// Tries one job.
type Work = dyn Fn(&Job) -> Result<Tried, StoreError> + Send + Sync;

/// A kind of job.
pub struct Kind {
    pub name: JobKind,
    /// The payloads that its worker knows.
    pub payloads: Vec<&'static str>,
    pub threads: usize,
    /// How long a try may take; its claim is not renewed for longer.
    pub limit: Duration,
    /// No job is put off for longer; what is due later was put off by a clock that was ahead.
    pub longest_pause: TimeDelta,
    /// After a jump of the clock nothing is done until it has run evenly for this long.
    pub steady: Option<Duration>,
    /// The worker.
    pub work: Box<Work>,
    /// Called at each look and before each job: for how long the outside asked to be left alone.
    pub rest: Box<dyn Fn() -> Option<Duration> + Send + Sync>,
    /// Called at each look with how long jobs have been due at every look.
    pub look: Option<Box<dyn Fn(Duration) + Send + Sync>>,
}
