//! The rows of runs, as the rules use them.

use chrono::{DateTime, Utc};
use courses::{
    CourseId, CourseStore, Grant, VideoId,
    lesson::{
        exercise::Exercise,
        replay::{
            packed_chart::ChartDigest,
            store::{DefinitionId, ReplayChartId},
        },
    },
};
use kernel::{StoreError, UserId};
use replay::{Record, RunResult, Verdict};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RunId(pub i32);

#[derive(Debug, Clone, PartialEq)]
pub struct StoredRun {
    pub id: RunId,
    pub user: UserId,
    pub lesson: VideoId,
    pub definition: DefinitionId,
    pub chart: ReplayChartId,
    /// The chart's name in the course's folder when the run began.
    pub chart_file: String,
    /// Of the rows of that chart.
    pub rows: ChartDigest,
    pub started_at: DateTime<Utc>,
    pub ended_at: Option<DateTime<Utc>>,
    pub record: Record,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRun {
    pub user: UserId,
    pub lesson: VideoId,
    pub definition: DefinitionId,
    pub chart: ReplayChartId,
    pub chart_file: String,
    pub started_at: DateTime<Utc>,
    pub at: usize,
}

/// What an ended run came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    pub ended_at: DateTime<Utc>,
    pub result: RunResult,
}

/// A run in the list of a lesson's; its result has no curve.
#[derive(Debug, Clone, PartialEq)]
pub struct RunSummary {
    pub id: RunId,
    pub definition: DefinitionId,
    pub started_at: DateTime<Utc>,
    pub outcome: Option<Outcome>,
}

impl RunSummary {
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.outcome.as_ref().map(|outcome| outcome.result.verdict)
    }
}

/// A run that has not ended, as lists show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenRun {
    pub id: RunId,
    pub lesson: VideoId,
    pub course: CourseId,
    pub lesson_title: String,
    /// The number of the rules' day in which it stands, from 1.
    pub day: u32,
    /// The rule `days`.
    pub days: Option<u32>,
    pub started_at: DateTime<Utc>,
}

/// Every method may return [`StoreError`].
pub trait RunStore: CourseStore {
    /// Until the transaction ends, no other one of this member begins a run.
    fn lock_runs_of(&mut self, user: UserId) -> Result<(), StoreError>;
    /// A member's run; until the transaction ends, no other changes it.
    fn lock_run(&mut self, id: RunId, user: UserId) -> Result<Option<StoredRun>, StoreError>;
    /// A member's run, without a lock.
    fn run(&mut self, id: RunId, user: UserId) -> Result<Option<StoredRun>, StoreError>;
    /// The run of the lesson that has not ended; there is at most one.
    fn open_run(&mut self, user: UserId, lesson: VideoId) -> Result<Option<StoredRun>, StoreError>;
    /// The names of the charts that a member's kept runs of a lesson played.
    fn played_charts(&mut self, user: UserId, lesson: VideoId) -> Result<Vec<String>, StoreError>;
    /// Deletes a member's oldest runs of a lesson, so that so many are left.
    fn keep_newest_runs(&mut self, user: UserId, lesson: VideoId, kept: usize) -> Result<(), StoreError>;
    fn insert_run(&mut self, run: &NewRun) -> Result<RunId, StoreError>;
    /// A run after a call, and the number of the rules' day in which it stands.
    fn put_run(
        &mut self,
        id: RunId,
        record: &Record,
        day: u32,
        outcome: Option<&Outcome>,
    ) -> Result<(), StoreError>;
    /// A member's runs that have not ended, newest first, with the member's grant of their course.
    fn open_runs(&mut self, user: UserId) -> Result<Vec<(OpenRun, Grant)>, StoreError>;
    /// Keeps the exercises of a run, which go with it; they are due from `asked_at` on.
    fn put_exercises(
        &mut self,
        run: &StoredRun,
        exercises: &[Exercise],
        asked_at: DateTime<Utc>,
    ) -> Result<(), StoreError>;
    /// The runs of a course's lessons that have not ended; until the transaction ends, no other changes them.
    fn lock_open_runs(&mut self, course: CourseId) -> Result<Vec<StoredRun>, StoreError>;
}
