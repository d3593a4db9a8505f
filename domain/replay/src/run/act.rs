//! What a member does: acts, as they are well formed, and what the moment refuses.

use serde::{Deserialize, Serialize};

/// Acts of a run (contract, "What changes in what stands"): each step plays all of them again.
pub const MAX_ACTS: usize = 2_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    Long,
    Short,
}

impl Side {
    /// 1 for a long, -1 for a short.
    #[must_use]
    pub fn sign(self) -> i64 {
        match self {
            Self::Long => 1,
            Self::Short => -1,
        }
    }
}

/// How an entry is filled; prices in ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EntryType {
    Market,
    Limit(i64),
    Stop(i64),
}

impl EntryType {
    /// `None` for a market entry.
    #[must_use]
    pub fn price(self) -> Option<i64> {
        match self {
            Self::Market => None,
            Self::Limit(price) | Self::Stop(price) => Some(price),
        }
    }
}

/// An entry, as it is sent and while it waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub side: Side,
    /// Contracts, at least one.
    pub size: i64,
    pub entry_type: EntryType,
    pub stop: Option<i64>,
    pub target: Option<i64>,
    /// From 50 to 100.
    pub sure: Option<u8>,
}

/// A change of a stop or a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    Leave,
    Remove,
    Move(i64),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Act {
    Enter(Entry),
    Cancel,
    Protect {
        stop: Change,
        target: Change,
    },
    /// Without a size: what is not closing yet.
    Close(Option<i64>),
}

/// Why the moment forbids an act. Each reads as a sentence to the member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("The run has ended")]
    Ended,
    #[error("A run has at most {MAX_ACTS} acts; end this one and begin another")]
    TooManyActs,
    #[error("Close the position before you enter again")]
    HasPosition,
    #[error("An entry is waiting already; cancel it first")]
    HasWaiting,
    #[error("Trading is paused until the next day")]
    Paused,
    #[error("The size is over the most contracts at once")]
    OverMost,
    #[error("The day's number of trades is reached")]
    OverTrades,
    #[error("The rules want a stop with every entry")]
    NoStop,
    #[error("The risk of this entry is over the rules' risk")]
    OverRisk,
    #[error("The stop must be beyond the price, on the side of a loss")]
    StopSide,
    #[error("The target must be beyond the price, on the side of a gain")]
    TargetSide,
    #[error("No entry is waiting")]
    NothingWaiting,
    #[error("There is no position and no waiting entry")]
    NothingToProtect,
    #[error("The rules do not let a stop be removed")]
    StopRemoved,
    #[error("The rules do not let a stop be moved away")]
    StopLoosened,
    #[error("There is no position to close")]
    NoPosition,
    #[error("The whole position is closing already")]
    AllClosing,
    #[error("That is more than what is left of the position")]
    OverPosition,
}
