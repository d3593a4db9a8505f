//! Beginning a run.

use chrono::{DateTime, Utc};
use courses::{
    VideoId,
    lesson::replay::store::{CurrentChart, CurrentReplay},
};
use kernel::{StoreError, UserId};
use replay::Run;

use crate::{
    NewRun, OpenedRun, RunError, RunId, RunStore, StoredRun,
    play::{chart_of, opened},
};

/// Kept runs of a member and lesson (contract, "Your turn").
pub const MAX_RUNS: usize = 200;

/// Runs in one answer (contract, "What changes in what stands").
pub const RUNS_AT_ONCE: usize = 20;

/// A run that is open now.
#[derive(Debug)]
pub struct Begun {
    pub run: OpenedRun,
    /// False where the run was open already.
    pub is_new: bool,
}

/// Begins a run of a lesson that the member may open; an open run of it is given instead.
///
/// # Errors
/// [`RunError::NoReplay`], [`RunError::Store`]
pub fn begin_run(
    store: &mut dyn RunStore,
    user: UserId,
    lesson: VideoId,
    now: DateTime<Utc>,
) -> Result<Begun, RunError> {
    store.lock_runs_of(user)?;
    if let Some(run) = store.open_run(user, lesson)? {
        let run = opened(store, run)?;
        return Ok(Begun { run, is_new: false });
    }
    let current = store.current_replay(lesson)?.ok_or(RunError::NoReplay)?;
    let chart = next_chart(store, user, lesson, &current)?;
    let sub_bars = chart_of(store, chart.id)?;
    let at = Run::begin(&current.definition, &sub_bars).at();
    store.keep_newest_runs(user, lesson, MAX_RUNS - 1)?;
    let new = NewRun {
        user,
        lesson,
        definition: current.id,
        chart: chart.id,
        chart_file: chart.file.clone(),
        started_at: now,
        at,
    };
    let id = store.insert_run(&new)?;
    let run = OpenedRun {
        stored: stored(id, new, &chart),
        definition: current.definition,
        chart: sub_bars,
    };
    Ok(Begun { run, is_new: true })
}

/// The chart that the member's kept runs have played the fewest times, the earlier in the list first.
fn next_chart(
    store: &mut dyn RunStore,
    user: UserId,
    lesson: VideoId,
    current: &CurrentReplay,
) -> Result<CurrentChart, RunError> {
    let played = store.played_charts(user, lesson)?;
    let times = |chart: &&CurrentChart| played.iter().filter(|file| **file == chart.file).count();
    // Of equal ones `min_by_key` takes the first.
    let chart = current.charts.iter().min_by_key(times);
    let without = || StoreError::Inconsistent("a replay has no chart".into());
    Ok(chart.cloned().ok_or_else(without)?)
}

fn stored(id: RunId, new: NewRun, chart: &CurrentChart) -> StoredRun {
    StoredRun {
        id,
        user: new.user,
        lesson: new.lesson,
        definition: new.definition,
        chart: new.chart,
        chart_file: new.chart_file,
        rows: chart.rows.clone(),
        started_at: new.started_at,
        ended_at: None,
        record: replay::Record {
            at: new.at,
            ..Default::default()
        },
    }
}
