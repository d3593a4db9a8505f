//! The chart of a run: the sub-bars of a file, on which every fill and every rule is decided.

use serde::{Deserialize, Serialize};

/// Rows of a chart's file (contract, "Your turn").
pub const MAX_SUB_BARS: usize = 200_000;

/// Prices in ticks of one step of time, which begins at `time`, in seconds of Unix time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubBar {
    pub time: i64,
    pub open: i64,
    pub high: i64,
    pub low: i64,
    pub close: i64,
}

impl SubBar {
    pub(crate) const NONE: Self = Self {
        time: 0,
        open: 0,
        high: 0,
        low: 0,
        close: 0,
    };
}

/// Sub-bars in order of time, each a whole number of steps after the first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chart {
    step: i64,
    sub_bars: Vec<SubBar>,
}

/// A problem of one row, numbered from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("row {row}: {problem}")]
pub struct ChartError {
    pub row: usize,
    pub problem: ChartProblem,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ChartProblem {
    #[error("a chart needs at least two rows")]
    TooFewRows,
    #[error("a chart has at most 200,000 rows")]
    TooManyRows,
    #[error("the time is not after that of the row before")]
    TimeNotAscending,
    #[error("the time is no whole number of steps of {step} seconds after the first row")]
    OffStep { step: i64 },
    #[error("the high is below the low")]
    HighBelowLow,
    #[error("the open is not between the low and the high")]
    OpenOutside,
    #[error("the close is not between the low and the high")]
    CloseOutside,
}

impl Chart {
    /// # Errors
    /// The [`ChartError`] of the first row that has one.
    pub fn new(sub_bars: Vec<SubBar>) -> Result<Self, ChartError> {
        if let Some(error) = first_wrong_row(&sub_bars) {
            return Err(error);
        }
        let pairs = sub_bars.iter().zip(sub_bars.iter().skip(1));
        let (Some(step), Some(first)) = (
            pairs.map(|(bar, next)| next.time - bar.time).min(),
            sub_bars.first(),
        ) else {
            let problem = ChartProblem::TooFewRows;
            return Err(ChartError {
                row: sub_bars.len().saturating_sub(1),
                problem,
            });
        };
        let start = first.time;
        match sub_bars.iter().position(|bar| (bar.time - start) % step != 0) {
            Some(row) => Err(ChartError {
                row,
                problem: ChartProblem::OffStep { step },
            }),
            None => Ok(Self { step, sub_bars }),
        }
    }

    /// Seconds: the smallest difference between the times of two rows.
    #[must_use]
    pub fn step(&self) -> i64 {
        self.step
    }

    /// At least two.
    #[must_use]
    pub fn sub_bars(&self) -> &[SubBar] {
        &self.sub_bars
    }
}

fn first_wrong_row(sub_bars: &[SubBar]) -> Option<ChartError> {
    let mut before: Option<i64> = None;
    for (row, bar) in sub_bars.iter().enumerate() {
        let problem = if row >= MAX_SUB_BARS {
            Some(ChartProblem::TooManyRows)
        } else if before.is_some_and(|before| bar.time <= before) {
            Some(ChartProblem::TimeNotAscending)
        } else {
            problem_of_prices(bar)
        };
        if let Some(problem) = problem {
            return Some(ChartError { row, problem });
        }
        before = Some(bar.time);
    }
    None
}

fn problem_of_prices(bar: &SubBar) -> Option<ChartProblem> {
    let range = bar.low..=bar.high;
    if bar.high < bar.low {
        Some(ChartProblem::HighBelowLow)
    } else if !range.contains(&bar.open) {
        Some(ChartProblem::OpenOutside)
    } else if !range.contains(&bar.close) {
        Some(ChartProblem::CloseOutside)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn rows(times: &[i64]) -> Vec<SubBar> {
        let bar = |time: &i64| SubBar {
            time: *time,
            open: 4,
            high: 6,
            low: 2,
            close: 5,
        };
        times.iter().map(bar).collect()
    }

    #[test]
    fn the_step_is_the_smallest_difference() {
        assert_eq!(Chart::new(rows(&[0, 60, 180, 200])).unwrap().step(), 20);
    }

    #[rstest]
    #[case(&[], 0, ChartProblem::TooFewRows)]
    #[case(&[0], 0, ChartProblem::TooFewRows)]
    #[case(&[0, 60, 60], 2, ChartProblem::TimeNotAscending)]
    #[case(&[0, 60, 30], 2, ChartProblem::TimeNotAscending)]
    #[case(&[0, 60, 100], 1, ChartProblem::OffStep { step: 40 })]
    #[case(&[0, 30, 75], 2, ChartProblem::OffStep { step: 30 })]
    fn wrong_times_are_named_with_their_row(
        #[case] times: &[i64],
        #[case] row: usize,
        #[case] problem: ChartProblem,
    ) {
        assert_eq!(Chart::new(rows(times)), Err(ChartError { row, problem }));
    }

    #[rstest]
    #[case(SubBar { time: 60, open: 4, high: 3, low: 4, close: 4 }, ChartProblem::HighBelowLow)]
    #[case(SubBar { time: 60, open: 7, high: 6, low: 2, close: 4 }, ChartProblem::OpenOutside)]
    #[case(SubBar { time: 60, open: 4, high: 6, low: 2, close: 1 }, ChartProblem::CloseOutside)]
    fn wrong_prices_are_named_with_their_row(#[case] bar: SubBar, #[case] problem: ChartProblem) {
        let mut rows = rows(&[0, 60, 120]);
        rows[1] = bar;
        assert_eq!(Chart::new(rows), Err(ChartError { row: 1, problem }));
    }

    #[test]
    fn two_hundred_thousand_rows_are_the_most() {
        let times: Vec<i64> = (0..200_001).collect();
        assert!(Chart::new(rows(&times[..200_000])).is_ok());
        let error = ChartError {
            row: 200_000,
            problem: ChartProblem::TooManyRows,
        };
        assert_eq!(Chart::new(rows(&times)), Err(error));
    }
}
