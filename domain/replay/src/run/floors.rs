//! `max_loss` and `daily_loss`: the floors that equity may not reach, and what moves them.

use crate::definition::rules::{DailyAnchor, DailyLoss, MaxLoss, Rules, Then, Trails};

use super::state::Rule;

#[derive(Debug, Clone)]
pub(super) struct Floors {
    max_loss: Option<MaxLoss>,
    daily_loss: Option<DailyLoss>,
    start: i64,
    /// Highest balance at a day's end so far.
    highest_day_end: i64,
    /// Highest equity so far.
    peak: i64,
    /// What the daily loss is counted from.
    anchor: i64,
    is_daily_broken: bool,
    least_max_loss: Option<i64>,
    least_daily_loss: Option<i64>,
}

/// A floor that was touched.
#[derive(Debug, Clone, Copy)]
pub(super) struct Touched {
    pub rule: Rule,
    pub limit: i64,
}

impl Floors {
    pub fn new(rules: &Rules, start: i64) -> Self {
        Self {
            max_loss: rules.max_loss,
            daily_loss: rules.daily_loss,
            start,
            highest_day_end: start,
            peak: start,
            anchor: start,
            is_daily_broken: false,
            least_max_loss: None,
            least_daily_loss: None,
        }
    }

    pub fn max_loss(&self) -> Option<i64> {
        let rule = self.max_loss?;
        let from = match rule.trails {
            Trails::Never => self.start,
            Trails::Day => self.highest_day_end,
            Trails::Peak => self.peak,
        };
        let floor = from - rule.amount;
        Some(rule.lock.map_or(floor, |lock| floor.min(lock)))
    }

    pub fn daily_loss(&self) -> Option<i64> {
        self.daily_loss.map(|rule| self.anchor - rule.amount)
    }

    /// The higher of both.
    pub fn higher(&self) -> Option<i64> {
        self.max_loss().max(self.daily_loss())
    }

    /// A day's change: done before the first sub-bar of the next day.
    pub fn begin_day(&mut self, balance: i64, equity_at_last_close: i64) {
        self.highest_day_end = self.highest_day_end.max(balance);
        self.is_daily_broken = false;
        self.anchor = match self.daily_loss.map(|rule| rule.from) {
            Some(DailyAnchor::Higher) => balance.max(equity_at_last_close),
            _ => balance,
        };
    }

    pub fn raise_peak(&mut self, equity: i64) {
        self.peak = self.peak.max(equity);
    }

    /// The floor that is named when this equity touches one or both: the higher, `max_loss` where they are equal. In one day a daily
    /// loss is judged until it was broken once.
    pub fn touched_by(&self, equity: i64) -> Option<Touched> {
        let max_loss = self.max_loss().map(|limit| (limit, Rule::MaxLoss));
        let daily_loss = self.judged_daily_loss().map(|limit| (limit, Rule::DailyLoss));
        let touched = [daily_loss, max_loss]
            .into_iter()
            .flatten()
            .filter(|(limit, _)| equity <= *limit);
        // Of equal ones `max_by_key` takes the last.
        let (limit, rule) = touched.max_by_key(|(limit, _)| *limit)?;
        Some(Touched { rule, limit })
    }

    /// Keeps the least distances of an equity that was judged.
    pub fn note_distance(&mut self, equity: i64) {
        let least =
            |before: Option<i64>, distance: i64| Some(before.map_or(distance, |before| before.min(distance)));
        if let Some(limit) = self.max_loss() {
            self.least_max_loss = least(self.least_max_loss, equity - limit);
        }
        if let Some(limit) = self.judged_daily_loss() {
            self.least_daily_loss = least(self.least_daily_loss, equity - limit);
        }
    }

    /// The daily loss is not judged again on this day. Whether it only pauses.
    pub fn break_daily_loss(&mut self) -> bool {
        self.is_daily_broken = true;
        self.daily_loss.is_some_and(|rule| rule.then == Then::Pause)
    }

    /// The least distance to the floor of `max_loss`; the amount itself while nothing was judged.
    pub fn least_max_loss(&self) -> Option<i64> {
        self.least_max_loss.or(self.max_loss.map(|rule| rule.amount))
    }

    pub fn least_daily_loss(&self) -> Option<i64> {
        self.least_daily_loss.or(self.daily_loss.map(|rule| rule.amount))
    }

    fn judged_daily_loss(&self) -> Option<i64> {
        self.daily_loss().filter(|_| !self.is_daily_broken)
    }
}
