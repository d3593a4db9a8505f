//! Stepping and ending a run.

use chrono::{DateTime, Utc};
use courses::{CourseStore, VideoId, lesson::replay::store::ReplayChartId};
use kernel::{StoreError, UserId};
use replay::{Act, Chart, ClosedBy, Definition, MAX_ACTS, MAX_SUB_BARS, Refusal, Run, Until};

use crate::{Outcome, RunId, RunStore, StoredRun, exercises_of};

#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error("the lesson has no replay")]
    NoReplay,
    /// Also for another member's run.
    #[error("there is no such run")]
    NoSuchRun,
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    #[error("the run stands elsewhere")]
    Moved,
    #[error("the run has ended")]
    Ended { closed_by: Option<ClosedBy> },
    #[error("the moment forbids the act: {0}")]
    Refused(#[from] Refusal),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A run with what it is played on.
#[derive(Debug)]
pub struct OpenedRun {
    pub stored: StoredRun,
    pub definition: Definition,
    pub chart: Chart,
}

impl OpenedRun {
    /// The lesson whose access decides about the run.
    #[must_use]
    pub fn lesson(&self) -> VideoId {
        self.stored.lesson
    }

    /// The run as it stands.
    ///
    /// # Errors
    /// [`StoreError::Inconsistent`] if the acts are not of this run.
    pub fn played(&self) -> Result<Run<'_>, StoreError> {
        let run = self.stored.record.run(&self.definition, &self.chart);
        run.map_err(|refusal| StoreError::Inconsistent(Box::new(refusal)))
    }
}

/// A run after a call: what happened in the call begins at `first_event`.
#[derive(Debug)]
pub struct Played<'r> {
    pub run: Run<'r>,
    pub first_event: usize,
    pub ended_at: Option<DateTime<Utc>>,
}

/// A call to step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Steps {
    /// Where the run stands, as the caller last saw it.
    pub at: usize,
    pub acts: Vec<Act>,
    pub until: Until,
    pub stop_on_event: bool,
}

/// A member's run with its definition and chart.
///
/// # Errors
/// [`RunError::NoSuchRun`], [`RunError::Store`]
pub fn find_run(
    store: &mut dyn RunStore,
    user: UserId,
    id: Option<RunId>,
    lock: Lock,
) -> Result<OpenedRun, RunError> {
    let id = id.ok_or(RunError::NoSuchRun)?;
    let run = match lock {
        Lock::ForChange => store.lock_run(id, user)?,
        Lock::ForReading => store.run(id, user)?,
    };
    Ok(opened(store, run.ok_or(RunError::NoSuchRun)?)?)
}

/// What a run is read for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lock {
    ForChange,
    ForReading,
}

/// Does the acts, then moves time; an act that is refused leaves everything as it was.
///
/// # Errors
/// [`PlayError`]
pub fn step_run<'r>(
    store: &mut dyn RunStore,
    opened: &'r OpenedRun,
    steps: &Steps,
    now: DateTime<Utc>,
) -> Result<Played<'r>, PlayError> {
    let mut run = standing_at(opened, steps.at)?;
    let first_event = run.events().len();
    for act in &steps.acts {
        run.act(act)?;
    }
    run.advance(steps.until, steps.stop_on_event);
    let mut record = opened.stored.record.clone();
    let at = steps.at;
    for act in &steps.acts {
        record.add(at, *act);
    }
    if record.acts.len() > MAX_ACTS {
        return Err(Refusal::TooManyActs.into());
    }
    record.at = run.at();
    keep(store, opened, run, &record, first_event, now)
}

/// The member's end.
///
/// # Errors
/// [`PlayError`]
pub fn end_run<'r>(
    store: &mut dyn RunStore,
    opened: &'r OpenedRun,
    at: usize,
    now: DateTime<Utc>,
) -> Result<Played<'r>, PlayError> {
    let mut run = standing_at(opened, at)?;
    let first_event = run.events().len();
    run.end();
    let mut record = opened.stored.record.clone();
    record.closed_by = Some(ClosedBy::Member);
    keep(store, opened, run, &record, first_event, now)
}

fn standing_at(opened: &OpenedRun, at: usize) -> Result<Run<'_>, PlayError> {
    let run = opened.played()?;
    if run.ended().is_some() {
        let closed_by = run.closed_by();
        Err(PlayError::Ended { closed_by })
    } else if run.at() == at {
        Ok(run)
    } else {
        Err(PlayError::Moved)
    }
}

fn keep<'r>(
    store: &mut dyn RunStore,
    opened: &OpenedRun,
    run: Run<'r>,
    record: &replay::Record,
    first_event: usize,
    now: DateTime<Utc>,
) -> Result<Played<'r>, PlayError> {
    let outcome = run.result().map(|result| Outcome {
        ended_at: now,
        result,
    });
    store.put_run(opened.stored.id, record, run.day_number(), outcome.as_ref())?;
    if let Some(outcome) = &outcome {
        let exercises = exercises_of(&run, opened.stored.id, &record.acts);
        store.put_exercises(&opened.stored, &exercises, outcome.ended_at)?;
    }
    Ok(Played {
        run,
        first_event,
        ended_at: outcome.map(|outcome| outcome.ended_at),
    })
}

/// A stored run with its definition and chart.
pub(crate) fn opened(store: &mut dyn CourseStore, stored: StoredRun) -> Result<OpenedRun, StoreError> {
    let without = || StoreError::Inconsistent("a run has no definition".into());
    Ok(OpenedRun {
        definition: store.replay_definition(stored.definition)?.ok_or_else(without)?,
        chart: chart_of(store, stored.chart)?,
        stored,
    })
}

pub(crate) fn chart_of(store: &mut dyn CourseStore, chart: ReplayChartId) -> Result<Chart, StoreError> {
    let sub_bars = store.sub_bars(chart, 0..MAX_SUB_BARS)?;
    Chart::new(sub_bars).map_err(|error| StoreError::Inconsistent(Box::new(error)))
}
