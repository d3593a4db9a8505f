//! Rules 1 to 5 of fills: what a sub-bar fills, at which price, and what of it the position lives through.

use crate::chart::SubBar;

use super::{
    act::{Entry, EntryType, Side},
    state::Position,
};

/// The prices of a sub-bar that a position lives through. `first` is the open, or the fill where the open came before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Passage {
    pub first: i64,
    pub high: i64,
    pub low: i64,
    pub close: i64,
}

impl Passage {
    /// The whole sub-bar.
    pub fn whole(bar: &SubBar) -> Self {
        Self {
            first: bar.open,
            high: bar.high,
            low: bar.low,
            close: bar.close,
        }
    }

    /// The best and the worst price for a side.
    pub fn best(&self, side: Side) -> i64 {
        match side {
            Side::Long => self.high,
            Side::Short => self.low,
        }
    }

    pub fn worst(&self, side: Side) -> i64 {
        match side {
            Side::Long => self.low,
            Side::Short => self.high,
        }
    }
}

pub(super) struct EntryFill {
    pub price: i64,
    pub passage: Passage,
}

/// Where a waiting entry is filled in a sub-bar, if it is.
pub(super) fn fill_entry(entry: &Entry, bar: &SubBar, slippage: i64) -> Option<EntryFill> {
    let sign = entry.side.sign();
    // Against who buys is up, against who sells is down.
    let slipped = |price: i64| price + sign * slippage;
    let at_open = |price: i64| EntryFill {
        price,
        passage: Passage::whole(bar),
    };
    match entry.entry_type {
        EntryType::Market => Some(at_open(slipped(bar.open))),
        EntryType::Stop(price) => {
            let furthest = if sign > 0 { bar.high } else { bar.low };
            if (furthest - price) * sign < 0 {
                None
            } else if (bar.open - price) * sign >= 0 {
                Some(at_open(slipped(bar.open)))
            } else {
                let fill = slipped(price);
                let passage = match entry.side {
                    Side::Long => high_stands(bar, fill),
                    Side::Short => low_stands(bar, fill),
                };
                Some(EntryFill { price: fill, passage })
            }
        }
        EntryType::Limit(price) => {
            let furthest = if sign > 0 { bar.low } else { bar.high };
            if (bar.open - price) * sign < 0 {
                Some(at_open(bar.open))
            } else if (furthest - price) * sign <= -1 {
                let passage = match entry.side {
                    Side::Long => low_stands(bar, price),
                    Side::Short => high_stands(bar, price),
                };
                Some(EntryFill { price, passage })
            } else {
                None
            }
        }
    }
}

/// Rule 5, a stop to buy or a limit to sell: the high came after the fill; of the low only fill and close are known.
fn high_stands(bar: &SubBar, fill: i64) -> Passage {
    Passage {
        first: fill,
        high: bar.high,
        low: fill.min(bar.close),
        close: bar.close,
    }
}

/// Rule 5, a stop to sell or a limit to buy.
fn low_stands(bar: &SubBar, fill: i64) -> Passage {
    Passage {
        first: fill,
        high: fill.max(bar.close),
        low: bar.low,
        close: bar.close,
    }
}

/// How a position's stop or target is filled in a sub-bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProtectiveFill {
    /// The first price triggers it.
    StopAtFirst(i64),
    StopInside {
        price: i64,
        either_way: bool,
    },
    TargetAtFirst(i64),
    TargetInside(i64),
}

/// Rules 2 to 4 for the position's stop and target.
pub(super) fn fill_protection(
    position: &Position,
    passage: &Passage,
    slippage: i64,
) -> Option<ProtectiveFill> {
    let sign = position.side.sign();
    let slipped = |price: i64| price - sign * slippage;
    let is_at_or_under = |price: i64, stop: i64| (price - stop) * sign <= 0;
    if let Some(stop) = position.stop
        && is_at_or_under(passage.first, stop)
    {
        return Some(ProtectiveFill::StopAtFirst(slipped(passage.first)));
    }
    if let Some(target) = position.target
        && (passage.first - target) * sign > 0
    {
        return Some(ProtectiveFill::TargetAtFirst(passage.first));
    }
    let traded_through = |target: &i64| (passage.best(position.side) - target) * sign >= 1;
    let target = position.target.filter(traded_through);
    let touched = |stop: &i64| is_at_or_under(passage.worst(position.side), *stop);
    match position.stop.filter(touched) {
        Some(stop) => Some(ProtectiveFill::StopInside {
            price: slipped(stop),
            either_way: target.is_some(),
        }),
        None => target.map(ProtectiveFill::TargetInside),
    }
}
