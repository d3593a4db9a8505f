//! What is kept of a run: its acts, and how far time moved. The run is computed from it.

use crate::chart::SubBar;
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
    /// Adds an act at the close of sub-bar `at - 1`. An entry that is cancelled at the same close leaves nothing, and neither do the changes of it.
    pub fn add(&mut self, at: usize, act: Act) {
        let here = self
            .acts
            .iter()
            .rposition(|kept| kept.at < at)
            .map_or(0, |last| last + 1);
        if act == Act::Cancel {
            let entry = self
                .acts
                .iter()
                .rposition(|kept| matches!(kept.act, Act::Enter(_)));
            if let Some(entry) = entry.filter(|entry| *entry >= here) {
                self.acts.truncate(entry);
                return;
            }
        }
        self.acts.push(ActAt { at, act });
    }

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

/// How far time moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// By so many sub-bars.
    Steps(usize),
    /// To the end of the shown bar that is forming, or of the next one where none is.
    BarEnd,
}

impl Run<'_> {
    /// Moves time, with `stop_on_event` at most to the end of the first sub-bar in which something happened.
    pub fn advance(&mut self, until: Until, stop_on_event: bool) {
        let before = self.events.len();
        let steps = match until {
            Until::Steps(steps) => steps,
            Until::BarEnd => self.left_of_bar(),
        };
        for _ in 0..steps {
            if !self.step() || (stop_on_event && self.events.len() > before) {
                break;
            }
        }
    }

    /// How many sub-bars follow of the shown bar that is forming, or of the next one where it has no more. A chart may lack rows.
    fn left_of_bar(&self) -> usize {
        let unseen = self.chart.sub_bars().get(self.at..).unwrap_or_default();
        let shown = |bar: &SubBar| bar.time.div_euclid(self.definition.bar);
        let of_next = unseen.first().map(shown);
        unseen
            .iter()
            .take_while(|bar| Some(shown(bar)) == of_next)
            .count()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::act::{Change, Entry, EntryType, Side};

    fn enter() -> Act {
        Act::Enter(Entry {
            side: Side::Long,
            size: 1,
            entry_type: EntryType::Market,
            stop: None,
            target: None,
            sure: None,
        })
    }

    fn moved() -> Act {
        Act::Protect {
            stop: Change::Move(1),
            target: Change::Leave,
        }
    }

    fn kept(acts: &[(usize, Act)]) -> Vec<(usize, Act)> {
        let mut record = Record::default();
        for (at, act) in acts {
            record.add(*at, *act);
        }
        record.acts.iter().map(|kept| (kept.at, kept.act)).collect()
    }

    #[test]
    fn an_entry_and_its_cancel_at_one_close_leave_no_act() {
        let before = [(1, enter()), (1, moved())];
        let mut acts = before.to_vec();
        acts.extend([
            (2, Act::Close(None)),
            (2, enter()),
            (2, moved()),
            (2, Act::Cancel),
        ]);
        assert_eq!(kept(&acts), [&before[..], &[(2, Act::Close(None))]].concat());
        let twice = [(3, enter()), (3, Act::Cancel), (3, enter())];
        assert_eq!(kept(&twice), [(3, enter())]);
    }

    #[test]
    fn a_cancel_of_an_earlier_entry_is_kept() {
        let acts = [(1, enter()), (2, moved()), (2, Act::Cancel)];
        assert_eq!(kept(&acts), acts);
    }
}
