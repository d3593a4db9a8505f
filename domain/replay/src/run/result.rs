//! The verdict, and what is shown after a run.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{
    Run,
    state::{Broken, CurvePoint, Ended, Rule, Trade},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Passed,
    Short,
    Failed,
}

impl Verdict {
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Short => "short",
            Self::Failed => "failed",
        }
    }
}

/// One entry for each rule that is set. `value` and `limit` are in the rule's own unit: cents, a share, days or trades.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Met {
    pub rule: Rule,
    pub met: bool,
    pub value: Option<f64>,
    pub limit: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunResult {
    pub verdict: Verdict,
    pub broken: Vec<Broken>,
    pub met: Vec<Met>,
    /// Cents.
    pub profit: i64,
    pub trades: usize,
    pub wins: usize,
    pub expectancy_r: Option<f64>,
    pub profit_factor: Option<f64>,
    pub brier: Option<f64>,
    pub best_day_share: Option<f64>,
    /// Not written down with the result: the acts give it anew, and of a long chart it has megabytes.
    #[serde(skip)]
    pub curve: Vec<CurvePoint>,
}

impl Run<'_> {
    /// `None` until the run has ended.
    #[must_use]
    pub fn result(&self) -> Option<RunResult> {
        let ended = self.ended?;
        let met = self.met();
        let verdict = match ended {
            Ended::Replaced => Verdict::Short,
            Ended::Failed => Verdict::Failed,
            _ if self.trades.is_empty() => Verdict::Short,
            _ if met.iter().all(|rule| rule.met) => Verdict::Passed,
            _ => Verdict::Short,
        };
        let gains: i64 = self.trades.iter().map(|trade| trade.result.max(0)).sum();
        let losses: i64 = self.trades.iter().map(|trade| trade.result.min(0)).sum();
        Some(RunResult {
            verdict,
            broken: self.broken.clone(),
            met,
            profit: self.profit(),
            trades: self.trades.len(),
            wins: self.trades.iter().filter(|trade| trade.result > 0).count(),
            expectancy_r: mean(self.trades.iter().filter_map(Trade::r)),
            profit_factor: (losses < 0).then(|| gains as f64 / -losses as f64),
            brier: mean(self.trades.iter().filter_map(surprise)),
            best_day_share: self.best_day_share(),
            curve: self.curve.clone(),
        })
    }

    fn profit(&self) -> i64 {
        self.balance - self.definition.account.balance
    }

    /// A day's result is that of the trades that ended on it; the best is at least 0.
    fn best_day(&self) -> i64 {
        let mut days: BTreeMap<i64, i64> = BTreeMap::new();
        for trade in &self.trades {
            let day = self.calendar.day_of(self.time_of(trade.exit_at - 1));
            *days.entry(day).or_default() += trade.result;
        }
        days.into_values().max().unwrap_or_default().max(0)
    }

    fn best_day_share(&self) -> Option<f64> {
        let profit = self.profit();
        (profit > 0).then(|| self.best_day() as f64 / profit as f64)
    }

    fn met(&self) -> Vec<Met> {
        let rules = &self.definition.rules;
        // The rule that failed the run is the last rule that was broken.
        let failed_by = self.broken.last().filter(|_| self.ended == Some(Ended::Failed));
        let has_failed = |rule: Rule| failed_by.is_some_and(|broken| broken.rule == rule);
        let profit = self.profit();
        let sums = |rule: Rule, met: bool, value: i64, limit: i64| Met {
            rule,
            met,
            value: Some(value as f64),
            limit: limit as f64,
        };
        let days: BTreeSet<i64> = self.entries.iter().map(|entry| entry.day).collect();
        let (days, most) = (days.len() as i64, self.most_in_a_day());
        let risk = self
            .entries
            .iter()
            .filter_map(|entry| entry.risk)
            .max()
            .unwrap_or_default();
        let max_loss = rules.max_loss.map(|rule| {
            let least = self.floors.least_max_loss().unwrap_or(rule.amount);
            sums(Rule::MaxLoss, !has_failed(Rule::MaxLoss), least, rule.amount)
        });
        let daily_loss = rules.daily_loss.map(|rule| {
            let least = self.floors.least_daily_loss().unwrap_or(rule.amount);
            sums(Rule::DailyLoss, !has_failed(Rule::DailyLoss), least, rule.amount)
        });
        let best_day = rules.best_day.map(|share| Met {
            rule: Rule::BestDay,
            met: share.of_reaches(profit, self.best_day()),
            value: self.best_day_share(),
            limit: share.to_f64(),
        });
        let number = |rule: Rule, limit: u32, met: fn(i64, i64) -> bool, value: i64| {
            sums(rule, met(value, i64::from(limit)), value, i64::from(limit))
        };
        let all = [
            max_loss,
            daily_loss,
            rules
                .profit_target
                .map(|target| sums(Rule::ProfitTarget, profit >= target, profit, target)),
            best_day,
            rules
                .days
                .map(|limit| number(Rule::Days, limit, |days, limit| days >= limit, days)),
            rules
                .trades
                .map(|limit| number(Rule::Trades, limit, |most, limit| most <= limit, most)),
            rules
                .risk
                .map(|limit| sums(Rule::Risk, risk <= limit, risk, limit)),
        ];
        all.into_iter().flatten().collect()
    }

    fn most_in_a_day(&self) -> i64 {
        let mut days: BTreeMap<i64, i64> = BTreeMap::new();
        for entry in &self.entries {
            *days.entry(entry.day).or_default() += 1;
        }
        days.into_values().max().unwrap_or_default()
    }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0_u32), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

/// The Brier score of one trade: how far the member's certainty was from what happened, squared.
fn surprise(trade: &Trade) -> Option<f64> {
    let outcome = if trade.result > 0 { 1.0 } else { 0.0 };
    trade.sure.map(|sure| (f64::from(sure) / 100.0 - outcome).powi(2))
}
