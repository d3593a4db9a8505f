//! What a run holds: the position, closed trades and what happened.

use serde::{Deserialize, Serialize};

use super::act::Side;

/// Prices are ticks; `since` is how many sub-bars were seen once it was filled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    pub side: Side,
    pub size: i64,
    pub price: i64,
    pub stop: Option<i64>,
    pub target: Option<i64>,
    pub since: usize,
    /// Contracts that a market order closes at the next open.
    pub closing: i64,
    pub sure: Option<u8>,
    pub(super) stop_at_fill: Option<i64>,
    /// Furthest ticks against and for, over the sub-bars that it was open in to their end.
    pub(super) furthest: Furthest,
}

impl Position {
    /// Ticks that a price is for the position; below 0 against it.
    #[must_use]
    pub fn ticks_at(&self, price: i64) -> i64 {
        (price - self.price) * self.side.sign()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Furthest {
    pub against: i64,
    pub favourable: i64,
}

impl Furthest {
    pub fn including(self, ticks: i64) -> Self {
        Self {
            against: self.against.max(-ticks),
            favourable: self.favourable.max(ticks),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    Stop,
    Target,
    Closed,
    End,
    Rule,
}

/// A closed trade. Sums are in cents, prices and distances in ticks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trade {
    pub side: Side,
    pub size: i64,
    pub entry_at: usize,
    pub entry_price: i64,
    pub exit_at: usize,
    pub exit_price: i64,
    pub exit: Exit,
    /// With both commissions.
    pub result: i64,
    /// From the fill to the stop at the fill, with both commissions; `None` without a stop then, or if it is not above 0.
    pub risk: Option<i64>,
    pub mae: i64,
    pub mfe: i64,
    pub either_way: bool,
    pub sure: Option<u8>,
    /// The stop at the fill.
    pub stop_at_fill: Option<i64>,
}

impl Trade {
    /// The result in units of its risk.
    #[must_use]
    pub fn r(&self) -> Option<f64> {
        self.risk.map(|risk| self.result as f64 / risk as f64)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventKind {
    Filled,
    Stopped,
    Target,
    Closed,
    End,
    Paused,
    Rule,
    Cancelled,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    pub at: usize,
    pub kind: EventKind,
    pub price: Option<i64>,
    pub size: Option<i64>,
}

/// A filled entry: what `days`, `trades` and `risk` are counted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FilledEntry {
    pub day: i64,
    /// As *enter* counts it, with the stop at the fill; `None` without a stop.
    pub risk: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    MaxLoss,
    DailyLoss,
    ProfitTarget,
    BestDay,
    Days,
    Trades,
    Risk,
}

impl Rule {
    /// As the file has it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::MaxLoss => "max_loss",
            Self::DailyLoss => "daily_loss",
            Self::ProfitTarget => "profit_target",
            Self::BestDay => "best_day",
            Self::Days => "days",
            Self::Trades => "trades",
            Self::Risk => "risk",
        }
    }
}

/// A broken floor. `equity` is the one judged at the exit's price, before a rule's exit takes its commission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Broken {
    pub rule: Rule,
    pub at: usize,
    pub price: Option<i64>,
    pub equity: i64,
    pub limit: i64,
}

/// Why time does not move any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    Failed,
    ChartEnd,
    ByMember,
    /// The rows of its chart were changed; the verdict is `short`.
    Replaced,
}

/// Equity at the close of a shown bar's last seen sub-bar, and the higher floor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CurvePoint {
    pub at: usize,
    pub equity: i64,
    pub floor: Option<i64>,
}
