//! "Orders": what the moment forbids.

use replay::{Act, Change, Entry, EntryType, Side};

use super::SecondEngine;

/// The moment forbids the act.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Forbidden;

impl SecondEngine<'_> {
    pub fn act(&mut self, act: &Act) -> Result<(), Forbidden> {
        if self.over.is_some() {
            return Err(Forbidden);
        }
        match act {
            Act::Enter(entry) => self.enter(entry),
            Act::Cancel => self.waiting.take().map(|_| ()).ok_or(Forbidden),
            Act::Protect { stop, target } => self.protect(*stop, *target),
            Act::Close(size) => self.close(*size),
        }
    }

    fn enter(&mut self, entry: &Entry) -> Result<(), Forbidden> {
        let rules = &self.definition.rules;
        let price = self.price_of(entry);
        let is_over_trades = rules
            .trades
            .is_some_and(|most| self.trades_today() >= most as usize);
        let is_over_risk = rules.risk.is_some_and(|most| match self.risk(entry, price) {
            Some(risk) => risk > most,
            None => true,
        });
        let forbidden = self.position.is_some()
            || self.waiting.is_some()
            || self.paused
            || entry.size > i64::from(self.definition.instrument.most)
            || is_over_trades
            || is_over_risk
            || entry
                .stop
                .is_some_and(|stop| !is_stop_side(entry.side, stop, price))
            || entry
                .target
                .is_some_and(|target| !is_stop_side(other(entry.side), target, price));
        if forbidden {
            return Err(Forbidden);
        }
        self.waiting = Some(*entry);
        Ok(())
    }

    /// The entry's own price; of a market entry the last close.
    fn price_of(&self, entry: &Entry) -> i64 {
        match entry.entry_type {
            EntryType::Market => self.last_close(),
            EntryType::Limit(price) | EntryType::Stop(price) => price,
        }
    }

    /// As `risk` counts it: to the stop, commissions of both sides, the slippage of each fill that slips.
    pub(super) fn risk(&self, entry: &Entry, price: i64) -> Option<i64> {
        let instrument = &self.definition.instrument;
        let distance = (price - entry.stop?).abs();
        let slipping_fills = match entry.entry_type {
            EntryType::Limit(_) => 1,
            EntryType::Market | EntryType::Stop(_) => 2,
        };
        let ticks = distance + slipping_fills * instrument.slippage_ticks;
        Some(entry.size * (ticks * instrument.tick_value + 2 * instrument.commission))
    }

    fn protect(&mut self, stop: Change, target: Change) -> Result<(), Forbidden> {
        let (side, reference, stop_now) = match (&self.position, &self.waiting) {
            (Some(open), _) => (open.side, self.last_close(), open.stop),
            (None, Some(entry)) => (entry.side, self.price_of(entry), entry.stop),
            (None, None) => return Err(Forbidden),
        };
        let has_risk = self.definition.rules.risk.is_some();
        match stop {
            Change::Remove if has_risk => return Err(Forbidden),
            Change::Move(price) if !is_stop_side(side, price, reference) => return Err(Forbidden),
            Change::Move(price) if has_risk && stop_now.is_some_and(|now| is_stop_side(side, price, now)) => {
                return Err(Forbidden);
            }
            _ => {}
        }
        if let Change::Move(price) = target
            && !is_stop_side(other(side), price, reference)
        {
            return Err(Forbidden);
        }
        let (stop_place, target_place) = match (&mut self.position, &mut self.waiting) {
            (Some(open), _) => (&mut open.stop, &mut open.target),
            (None, Some(entry)) => (&mut entry.stop, &mut entry.target),
            (None, None) => return Err(Forbidden),
        };
        for (place, change) in [(stop_place, stop), (target_place, target)] {
            match change {
                Change::Leave => {}
                Change::Remove => *place = None,
                Change::Move(price) => *place = Some(price),
            }
        }
        Ok(())
    }

    fn close(&mut self, size: Option<i64>) -> Result<(), Forbidden> {
        let open = self.position.as_mut().ok_or(Forbidden)?;
        let left = open.size - open.closing;
        let size = size.unwrap_or(left);
        if left == 0 || size > left {
            return Err(Forbidden);
        }
        open.closing += size;
        Ok(())
    }
}

fn other(side: Side) -> Side {
    match side {
        Side::Long => Side::Short,
        Side::Short => Side::Long,
    }
}

/// Below the reference for a long, above it for a short.
fn is_stop_side(side: Side, price: i64, reference: i64) -> bool {
    match side {
        Side::Long => price < reference,
        Side::Short => price > reference,
    }
}
