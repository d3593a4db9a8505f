//! What is kept of a run: its acts, and how far time moved. The run is computed from it.

use serde::{Deserialize, Serialize};

use super::{
    Run,
    act::{Act, Refusal},
    state::Ended,
};
use crate::{chart::Chart, definition::Definition};

/// An act at the close of sub-bar `at - 1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActAt {
    pub at: usize,
    pub act: Act,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClosedBy {
    Member,
    Replacement,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    pub at: usize,
    /// In order.
    pub acts: Vec<ActAt>,
    /// What ended the run at `at`, other than its chart or a rule.
    pub closed_by: Option<ClosedBy>,
}

impl Record {
    /// The run that this is the record of.
    ///
    /// # Errors
    /// [`Refusal`] if the record is of another chart or of other rules.
    pub fn run<'r>(&self, definition: &'r Definition, chart: &'r Chart) -> Result<Run<'r>, Refusal> {
        let mut run = Run::begin(definition, chart);
        for ActAt { at, act } in &self.acts {
            while run.at < *at && run.step() {}
            run.act(act)?;
        }
        while run.at < self.at && run.step() {}
        match self.closed_by {
            Some(ClosedBy::Member) => run.end(),
            Some(ClosedBy::Replacement) => run.close_replaced(),
            None => {}
        }
        Ok(run)
    }
}

impl Run<'_> {
    /// Moves time by up to so many sub-bars, with `stop_on_event` to the end of the first in which something happened.
    pub fn steps(&mut self, steps: usize, stop_on_event: bool) {
        let before = self.events.len();
        for _ in 0..steps {
            if !self.step() || (stop_on_event && self.events.len() > before) {
                break;
            }
        }
    }

    /// What ended the run, for its record.
    #[must_use]
    pub fn closed_by(&self) -> Option<ClosedBy> {
        match self.ended? {
            Ended::ByMember => Some(ClosedBy::Member),
            Ended::Replaced => Some(ClosedBy::Replacement),
            Ended::Failed | Ended::ChartEnd => None,
        }
    }
}
