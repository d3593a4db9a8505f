//! "The result".

use std::collections::{BTreeMap, BTreeSet};

use replay::{Rule, Then, Verdict};

use super::{Closed, Over, SecondEngine};

#[derive(Debug, Clone, PartialEq)]
pub struct FoundMet {
    pub rule: Rule,
    pub met: bool,
    pub value: Option<f64>,
    pub limit: f64,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    pub verdict: Verdict,
    pub met: Vec<FoundMet>,
    pub profit: i64,
    pub wins: usize,
    pub expectancy_r: Option<f64>,
    pub profit_factor: Option<f64>,
    pub brier: Option<f64>,
    pub best_day_share: Option<f64>,
    pub curve: Vec<(usize, i64, Option<i64>)>,
}

impl SecondEngine<'_> {
    /// `None` until the run has ended.
    pub fn result(&self) -> Option<Found> {
        let over = self.over?;
        let met = self.met();
        let verdict = match over {
            Over::Failed => Verdict::Failed,
            Over::Replaced => Verdict::Short,
            _ if self.closed.is_empty() => Verdict::Short,
            _ if met.iter().all(|entry| entry.met) => Verdict::Passed,
            _ => Verdict::Short,
        };
        let of = |value: fn(&Closed) -> Option<f64>| mean(self.closed.iter().filter_map(value).collect());
        let gains: i64 = self.closed.iter().map(|trade| trade.result.max(0)).sum();
        let losses: i64 = self.closed.iter().map(|trade| (-trade.result).max(0)).sum();
        Some(Found {
            verdict,
            met,
            profit: self.profit(),
            wins: self.closed.iter().filter(|trade| trade.result > 0).count(),
            expectancy_r: of(|trade| Some(trade.result as f64 / trade.risk? as f64)),
            profit_factor: (losses > 0).then(|| gains as f64 / losses as f64),
            brier: of(|trade| {
                let happened = if trade.result > 0 { 1.0 } else { 0.0 };
                Some((f64::from(trade.sure?) / 100.0 - happened).powi(2))
            }),
            best_day_share: self.best_day_share(),
            curve: self
                .curve
                .iter()
                .map(|(_, at, equity, floor)| (*at, *equity, *floor))
                .collect(),
        })
    }

    fn profit(&self) -> i64 {
        self.balance() - self.definition.account.balance
    }

    fn best_day(&self) -> i64 {
        let mut days: BTreeMap<i64, i64> = BTreeMap::new();
        for trade in &self.closed {
            *days.entry(self.day(trade.exit_at - 1)).or_default() += trade.result;
        }
        days.values().copied().fold(0, i64::max)
    }

    fn best_day_share(&self) -> Option<f64> {
        let profit = self.profit();
        (profit > 0).then(|| self.best_day() as f64 / profit as f64)
    }

    fn met(&self) -> Vec<FoundMet> {
        let rules = &self.definition.rules;
        let is_broken = |rule: Rule| self.broken.iter().any(|broken| broken.rule == rule);
        // The start is an equity too.
        let least =
            |distances: &[i64], amount: i64| Some(distances.iter().copied().fold(amount, i64::min) as f64);
        let mut met = Vec::new();
        let mut add = |rule, is_met, value, limit| {
            met.push(FoundMet {
                rule,
                met: is_met,
                value,
                limit,
            });
        };
        if let Some(rule) = rules.max_loss {
            let value = least(&self.max_loss_distances, rule.amount);
            add(
                Rule::MaxLoss,
                !is_broken(Rule::MaxLoss),
                value,
                rule.amount as f64,
            );
        }
        if let Some(rule) = rules.daily_loss {
            let is_met = rule.then == Then::Pause || !is_broken(Rule::DailyLoss);
            add(
                Rule::DailyLoss,
                is_met,
                least(&self.daily_loss_distances, rule.amount),
                rule.amount as f64,
            );
        }
        let profit = self.profit();
        if let Some(target) = rules.profit_target {
            add(
                Rule::ProfitTarget,
                profit >= target,
                Some(profit as f64),
                target as f64,
            );
        }
        if let Some(share) = rules.best_day {
            let is_met = share.of_reaches(profit, self.best_day());
            add(Rule::BestDay, is_met, self.best_day_share(), share.to_f64());
        }
        if let Some(days) = rules.days {
            let opened: BTreeSet<i64> = self.opened.iter().map(|opened| opened.day).collect();
            add(
                Rule::Days,
                opened.len() >= days as usize,
                Some(opened.len() as f64),
                f64::from(days),
            );
        }
        if let Some(trades) = rules.trades {
            let mut by_day: BTreeMap<i64, u32> = BTreeMap::new();
            for opened in &self.opened {
                *by_day.entry(opened.day).or_default() += 1;
            }
            let most = by_day.values().copied().max().unwrap_or(0);
            add(
                Rule::Trades,
                most <= trades,
                Some(f64::from(most)),
                f64::from(trades),
            );
        }
        if let Some(risk) = rules.risk {
            let largest = self
                .opened
                .iter()
                .filter_map(|opened| opened.risk)
                .max()
                .unwrap_or(0);
            add(Rule::Risk, largest <= risk, Some(largest as f64), risk as f64);
        }
        met
    }
}

fn mean(values: Vec<f64>) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}
