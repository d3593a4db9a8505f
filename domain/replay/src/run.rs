//! A run: one member on one chart. It is its acts; the state is computed from them.

pub mod act;
mod calendar;
mod fills;
mod floors;
mod judge;
mod orders;
pub mod record;
pub mod result;
pub mod state;
mod step;

use crate::{
    chart::{Chart, SubBar},
    definition::{Definition, time_of_day::DAY_SECONDS},
};
use act::Entry;
use calendar::Calendar;
use floors::Floors;
use state::{Broken, CurvePoint, Ended, Event, FilledEntry, Position, Trade};

/// Sums are in cents, prices in ticks; `at` is how many sub-bars the member has seen.
#[derive(Debug, Clone)]
pub struct Run<'r> {
    definition: &'r Definition,
    chart: &'r Chart,
    calendar: Calendar,
    first_at: usize,
    at: usize,
    /// The rules' day of the last seen sub-bar.
    day: i64,
    /// How many of the rules' days the run has been in.
    days: u32,
    balance: i64,
    position: Option<Position>,
    waiting: Option<Entry>,
    floors: Floors,
    is_paused: bool,
    trades_today: u32,
    entries: Vec<FilledEntry>,
    trades: Vec<Trade>,
    events: Vec<Event>,
    broken: Vec<Broken>,
    curve: Vec<CurvePoint>,
    curve_bar: Option<i64>,
    ended: Option<Ended>,
}

impl<'r> Run<'r> {
    /// Begins after the sub-bars before `begin` on the chart's first UTC date.
    #[must_use]
    pub fn begin(definition: &'r Definition, chart: &'r Chart) -> Self {
        let first_at = first_at(definition, chart);
        let calendar = Calendar::new(definition);
        let last_seen = chart.sub_bars().get(first_at - 1);
        let balance = definition.account.balance;
        Self {
            definition,
            chart,
            calendar,
            first_at,
            at: first_at,
            day: last_seen.map_or(0, |bar| calendar.day_of(bar.time)),
            days: 0,
            balance,
            position: None,
            waiting: None,
            floors: Floors::new(&definition.rules, balance),
            is_paused: false,
            trades_today: 0,
            entries: Vec::new(),
            trades: Vec::new(),
            events: Vec::new(),
            broken: Vec::new(),
            curve: Vec::new(),
            curve_bar: None,
            ended: None,
        }
    }

    #[must_use]
    pub fn definition(&self) -> &'r Definition {
        self.definition
    }

    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// The number of the rules' day in which the run stands, from 1; days without a sub-bar are not counted.
    #[must_use]
    pub fn day_number(&self) -> u32 {
        self.days.max(1)
    }

    /// How many sub-bars there are; the member sees it once the run has ended.
    #[must_use]
    pub fn of(&self) -> Option<usize> {
        self.ended.map(|_| self.chart.sub_bars().len())
    }

    /// The sub-bars that the member has seen.
    #[must_use]
    pub fn seen(&self) -> &'r [SubBar] {
        self.chart.sub_bars().get(..self.at).unwrap_or_default()
    }

    #[must_use]
    pub fn chart(&self) -> &'r Chart {
        self.chart
    }

    #[must_use]
    pub fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    #[must_use]
    pub fn waiting(&self) -> Option<&Entry> {
        self.waiting.as_ref()
    }

    #[must_use]
    pub fn balance(&self) -> i64 {
        self.balance
    }

    #[must_use]
    pub fn max_loss_floor(&self) -> Option<i64> {
        self.floors.max_loss()
    }

    #[must_use]
    pub fn daily_loss_floor(&self) -> Option<i64> {
        self.floors.daily_loss()
    }

    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.is_paused
    }

    #[must_use]
    pub fn trades_today(&self) -> u32 {
        self.trades_today
    }

    /// Everything that happened since the begin, in its order.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The closed trades, in the order of their exits.
    #[must_use]
    pub fn trades(&self) -> &[Trade] {
        &self.trades
    }

    #[must_use]
    pub fn ended(&self) -> Option<Ended> {
        self.ended
    }

    /// The balance, and the open position at a price.
    #[must_use]
    pub fn equity_at(&self, price: i64) -> i64 {
        let gain = |position: &Position| {
            position.ticks_at(price) * position.size * self.definition.instrument.tick_value
        };
        self.balance + self.position.as_ref().map_or(0, gain)
    }

    /// The close of the last seen sub-bar.
    #[must_use]
    pub fn last_close(&self) -> i64 {
        self.last_seen().close
    }

    fn last_seen(&self) -> SubBar {
        let bar = self
            .at
            .checked_sub(1)
            .and_then(|last| self.chart.sub_bars().get(last));
        // A chart has at least one sub-bar before the begin.
        bar.copied().unwrap_or(SubBar::NONE)
    }

    fn close_of(&self, number: usize) -> i64 {
        self.chart.sub_bars().get(number).map_or(0, |bar| bar.close)
    }

    fn time_of(&self, number: usize) -> i64 {
        self.chart.sub_bars().get(number).map_or(0, |bar| bar.time)
    }
}

fn first_at(definition: &Definition, chart: &Chart) -> usize {
    let first = chart.sub_bars().first().map_or(0, |bar| bar.time);
    let midnight = first - first.rem_euclid(DAY_SECONDS);
    let begin = midnight + definition.begin.seconds();
    chart.sub_bars().partition_point(|bar| bar.time < begin).max(1)
}
