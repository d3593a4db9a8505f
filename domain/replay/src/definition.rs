//! What a replay's file says, and what contradicts itself or its charts.

pub mod rules;
pub mod time_of_day;

use serde::{Deserialize, Serialize};

use crate::{amount::Tick, chart::Chart};
use rules::Rules;
use time_of_day::{DAY_SECONDS, TimeOfDay};

pub const MAX_CONTRACTS: u32 = 100_000;
/// Whole numbers up to this are exact in JSON.
const MAX_SUM: i128 = 1 << 53;

/// Times are UTC; sums are in cents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Definition {
    pub title: String,
    /// Markdown.
    pub prompt: String,
    /// Markdown, shown after a run.
    pub plan: String,
    /// Paths relative to the course's folder; at least one.
    pub charts: Vec<String>,
    /// Seconds of a shown bar.
    pub bar: i64,
    /// From where the member decides, on a chart's first date.
    pub begin: TimeOfDay,
    /// Where each date's trading ends.
    pub end: Option<TimeOfDay>,
    /// Where a day ends for rules by day; midnight if it is not set.
    pub day_ends: Option<TimeOfDay>,
    pub instrument: Instrument,
    pub account: Account,
    pub rules: Rules,
    /// An IANA name; times are shown in it.
    pub timezone: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Instrument {
    pub name: String,
    pub tick: Tick,
    /// Cents of a tick of one contract.
    pub tick_value: i64,
    pub currency: String,
    /// Cents of a contract and side.
    pub commission: i64,
    pub slippage_ticks: i64,
    /// Contracts at once.
    pub most: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    pub balance: i64,
}

/// What contradicts itself; each names the keys of the file that it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DefinitionProblem {
    #[error("charts must name at least one file")]
    NoCharts,
    #[error("bar must divide 24 hours")]
    BarDividesNoDay,
    #[error("end must be after begin")]
    EndNotAfterBegin,
    #[error("{0} must be above 0")]
    NotPositive(&'static str),
    #[error("{0} must not be below 0")]
    Negative(&'static str),
    #[error("most is at most 100,000")]
    TooManyContracts,
    #[error("max_loss.lock is under the first floor, the balance less the amount")]
    LockUnderFirstFloor,
    #[error("best_day must not be over 1")]
    BestDayOverOne,
    #[error("read_on needs source")]
    ReadOnWithoutSource,
    #[error("source needs read_on")]
    SourceWithoutReadOn,
    #[error("bar is no multiple of the chart's step of {step} seconds")]
    BarNoMultiple { step: i64 },
    #[error("the chart has no row before begin on its first date")]
    NothingBeforeBegin,
    #[error("the chart has no row from begin on, on its first date")]
    NothingFromBegin,
    #[error("the sums of a run on this chart could become too large: {0} is too high")]
    SumsTooLarge(&'static str),
}

impl DefinitionProblem {
    /// The key of the file that the problem is reported at, such as `rules.best_day`.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::NoCharts => "charts",
            Self::BarDividesNoDay | Self::BarNoMultiple { .. } => "bar",
            Self::EndNotAfterBegin => "end",
            Self::NotPositive(key) | Self::Negative(key) | Self::SumsTooLarge(key) => key,
            Self::TooManyContracts => "instrument.most",
            Self::LockUnderFirstFloor => "rules.max_loss",
            Self::BestDayOverOne => "rules.best_day",
            Self::ReadOnWithoutSource => "rules.read_on",
            Self::SourceWithoutReadOn => "rules.source",
            Self::NothingBeforeBegin | Self::NothingFromBegin => "begin",
        }
    }
}

impl Definition {
    #[must_use]
    pub fn day_ends(&self) -> TimeOfDay {
        self.day_ends.unwrap_or(TimeOfDay::MIDNIGHT)
    }

    /// Every contradiction within the file.
    #[must_use]
    pub fn problems(&self) -> Vec<DefinitionProblem> {
        let mut problems = Vec::new();
        if self.charts.is_empty() {
            problems.push(DefinitionProblem::NoCharts);
        }
        if self.bar <= 0 || DAY_SECONDS % self.bar != 0 {
            problems.push(DefinitionProblem::BarDividesNoDay);
        }
        if self.end.is_some_and(|end| end <= self.begin) {
            problems.push(DefinitionProblem::EndNotAfterBegin);
        }
        self.problems_of_amounts(&mut problems);
        self.problems_of_rules(&mut problems);
        problems
    }

    fn problems_of_amounts(&self, problems: &mut Vec<DefinitionProblem>) {
        let (instrument, rules) = (&self.instrument, &self.rules);
        let above_nought = [
            ("instrument.tick_value", Some(instrument.tick_value)),
            ("instrument.most", Some(i64::from(instrument.most))),
            ("account.balance", Some(self.account.balance)),
            ("rules.profit_target", rules.profit_target),
            ("rules.max_loss", rules.max_loss.map(|rule| rule.amount)),
            ("rules.daily_loss", rules.daily_loss.map(|rule| rule.amount)),
            ("rules.days", rules.days.map(i64::from)),
            ("rules.trades", rules.trades.map(i64::from)),
            ("rules.risk", rules.risk),
        ];
        let is_wrong = |amount: Option<i64>| amount.is_some_and(|amount| amount <= 0);
        let wrong = above_nought.into_iter().filter(|(_, amount)| is_wrong(*amount));
        problems.extend(wrong.map(|(key, _)| DefinitionProblem::NotPositive(key)));
        let not_below_nought = [
            ("instrument.commission", instrument.commission),
            ("instrument.slippage_ticks", instrument.slippage_ticks),
        ];
        let wrong = not_below_nought.into_iter().filter(|(_, amount)| *amount < 0);
        problems.extend(wrong.map(|(key, _)| DefinitionProblem::Negative(key)));
        if instrument.most > MAX_CONTRACTS {
            problems.push(DefinitionProblem::TooManyContracts);
        }
    }

    fn problems_of_rules(&self, problems: &mut Vec<DefinitionProblem>) {
        let rules = &self.rules;
        let is_under = |lock: i64, amount: i64| lock < self.account.balance - amount;
        if let Some(rule) = rules.max_loss
            && rule.lock.is_some_and(|lock| is_under(lock, rule.amount))
        {
            problems.push(DefinitionProblem::LockUnderFirstFloor);
        }
        if rules.best_day.is_some_and(|share| share.is_over_one()) {
            problems.push(DefinitionProblem::BestDayOverOne);
        }
        match (&rules.source, rules.read_on) {
            (None, Some(_)) => problems.push(DefinitionProblem::ReadOnWithoutSource),
            (Some(_), None) => problems.push(DefinitionProblem::SourceWithoutReadOn),
            _ => {}
        }
    }

    /// Every contradiction between the file and one of its charts.
    #[must_use]
    pub fn problems_with(&self, chart: &Chart) -> Vec<DefinitionProblem> {
        let mut problems = Vec::new();
        if self.bar % chart.step() != 0 {
            problems.push(DefinitionProblem::BarNoMultiple { step: chart.step() });
        }
        let first_date = chart
            .sub_bars()
            .first()
            .map(|bar| bar.time.div_euclid(DAY_SECONDS));
        let on_first_date = chart
            .sub_bars()
            .iter()
            .take_while(|bar| Some(bar.time.div_euclid(DAY_SECONDS)) == first_date);
        let (mut before, mut from) = (0_usize, 0_usize);
        for bar in on_first_date {
            let is_before = bar.time.rem_euclid(DAY_SECONDS) < self.begin.seconds();
            *(if is_before { &mut before } else { &mut from }) += 1;
        }
        if before == 0 {
            problems.push(DefinitionProblem::NothingBeforeBegin);
        }
        if from == 0 {
            problems.push(DefinitionProblem::NothingFromBegin);
        }
        problems.extend(self.too_large_sum(chart).map(DefinitionProblem::SumsTooLarge));
        problems
    }

    /// The key whose value could make a sum too large to be exact in JSON, if a full position were turned over in every sub-bar.
    fn too_large_sum(&self, chart: &Chart) -> Option<&'static str> {
        let bars = chart.sub_bars();
        let highest = bars.iter().map(|bar| bar.high).max()?;
        let lowest = bars.iter().map(|bar| bar.low).min()?;
        let turnover = i128::from(self.instrument.most) * bars.len() as i128;
        let ticks = i128::from(highest - lowest) + 2 * i128::from(self.instrument.slippage_ticks);
        if turnover * ticks * i128::from(self.instrument.tick_value) > MAX_SUM {
            Some("instrument.tick_value")
        } else if 2 * turnover * i128::from(self.instrument.commission) > MAX_SUM {
            Some("instrument.commission")
        } else {
            None
        }
    }
}
