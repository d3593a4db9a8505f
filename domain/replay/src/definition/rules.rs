//! The rules that a run is judged by, as data. Sums are in cents.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::amount::Share;

/// A rule without a value is not set.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Rules {
    pub profit_target: Option<i64>,
    pub max_loss: Option<MaxLoss>,
    pub daily_loss: Option<DailyLoss>,
    pub best_day: Option<Share>,
    pub days: Option<u32>,
    pub trades: Option<u32>,
    pub risk: Option<i64>,
    /// Where the rules were read, with [`Rules::read_on`].
    pub source: Option<String>,
    pub read_on: Option<NaiveDate>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MaxLoss {
    pub amount: i64,
    pub trails: Trails,
    /// The floor never rises over this balance.
    pub lock: Option<i64>,
}

/// What the floor of [`MaxLoss`] follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Trails {
    Never,
    /// The highest balance at a day's end.
    Day,
    /// The highest equity.
    Peak,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DailyLoss {
    pub amount: i64,
    pub from: DailyAnchor,
    pub then: Then,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DailyAnchor {
    /// The balance at the day's begin.
    Balance,
    /// The higher of that balance and the equity at the last close before the day.
    Higher,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Then {
    Fail,
    Pause,
}
