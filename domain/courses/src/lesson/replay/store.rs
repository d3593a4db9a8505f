//! The replays of lessons, as runs use them.

use std::ops::Range;

use kernel::StoreError;
use replay::{Definition, SubBar};

use super::packed_chart::ChartDigest;
use crate::VideoId;

/// A stored definition; it is kept while a lesson or a run has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DefinitionId(pub i32);

/// A stored chart; it is kept while a lesson or a run has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ReplayChartId(pub i32);

/// The replay that a lesson has now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CurrentReplay {
    pub id: DefinitionId,
    pub definition: Definition,
    /// In the order of the definition's charts.
    pub charts: Vec<CurrentChart>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CurrentChart {
    pub id: ReplayChartId,
    /// The name in the course's folder.
    pub file: String,
    /// Of the times and prices in the rows of the file: with other rows it is another.
    pub rows: ChartDigest,
    /// Seconds.
    pub step: i64,
    /// How many there are.
    pub sub_bars: usize,
}

/// How many runs of a lesson a member has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RunCounts {
    pub runs: i64,
    pub passed: i64,
}

/// Every method may return [`StoreError`].
pub trait ReplayContentStore {
    /// `None` if the lesson has no replay now.
    fn current_replay(&mut self, lesson: VideoId) -> Result<Option<CurrentReplay>, StoreError>;
    fn replay_definition(&mut self, id: DefinitionId) -> Result<Option<Definition>, StoreError>;
    /// The sub-bars with these numbers, from 0, as far as the chart has them. Reads the parts that hold them and no others.
    fn sub_bars(&mut self, chart: ReplayChartId, numbers: Range<usize>) -> Result<Vec<SubBar>, StoreError>;
}
