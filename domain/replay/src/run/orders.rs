//! What the moment allows: the acts, at the close of the last seen sub-bar.

use super::{
    Run,
    act::{Act, Change, Entry, EntryType, Refusal, Side},
};

impl Run<'_> {
    /// Does a member's act; a refused one changes nothing.
    ///
    /// # Errors
    /// [`Refusal`]
    pub fn act(&mut self, act: &Act) -> Result<(), Refusal> {
        if self.ended.is_some() {
            return Err(Refusal::Ended);
        }
        match act {
            Act::Enter(entry) => self.enter(entry),
            Act::Cancel => self.waiting.take().map(drop).ok_or(Refusal::NothingWaiting),
            Act::Protect { stop, target } => self.protect(*stop, *target),
            Act::Close(size) => self.order_close(*size),
        }
    }

    fn enter(&mut self, entry: &Entry) -> Result<(), Refusal> {
        let rules = &self.definition.rules;
        if self.position.is_some() {
            return Err(Refusal::HasPosition);
        }
        if self.waiting.is_some() {
            return Err(Refusal::HasWaiting);
        }
        if self.is_paused {
            return Err(Refusal::Paused);
        }
        if entry.size > i64::from(self.definition.instrument.most) {
            return Err(Refusal::OverMost);
        }
        if rules.trades.is_some_and(|most| self.trades_today >= most) {
            return Err(Refusal::OverTrades);
        }
        let price = entry.entry_type.price().unwrap_or(self.last_close());
        check_sides(entry.side, price, entry.stop, entry.target)?;
        if let Some(limit) = rules.risk {
            let risk = self.risk_of(entry, self.last_close()).ok_or(Refusal::NoStop)?;
            if risk > limit {
                return Err(Refusal::OverRisk);
            }
        }
        self.waiting = Some(*entry);
        Ok(())
    }

    /// From the entry's price (market: last close) to the stop, with both commissions and the slippage of each fill that slips.
    pub(super) fn risk_of(&self, entry: &Entry, last_close: i64) -> Option<i64> {
        let instrument = &self.definition.instrument;
        let price = entry.entry_type.price().unwrap_or(last_close);
        let distance = (price - entry.stop?) * entry.side.sign();
        let slips = match entry.entry_type {
            EntryType::Market | EntryType::Stop(_) => 2,
            EntryType::Limit(_) => 1,
        };
        let ticks = distance.saturating_add(slips * instrument.slippage_ticks);
        let contract = ticks
            .saturating_mul(instrument.tick_value)
            .saturating_add(2 * instrument.commission);
        Some(contract.saturating_mul(entry.size))
    }

    fn protect(&mut self, stop: Change, target: Change) -> Result<(), Refusal> {
        let last_close = self.last_close();
        let (side, price, before) = match (&self.position, &self.waiting) {
            (Some(position), _) => (position.side, last_close, (position.stop, position.target)),
            (None, Some(entry)) => {
                let price = entry.entry_type.price().unwrap_or(last_close);
                (entry.side, price, (entry.stop, entry.target))
            }
            (None, None) => return Err(Refusal::NothingToProtect),
        };
        let moved = |change: Change| match change {
            Change::Move(price) => Some(price),
            Change::Leave | Change::Remove => None,
        };
        check_sides(side, price, moved(stop), moved(target))?;
        let after = (changed(before.0, stop), changed(before.1, target));
        if self.definition.rules.risk.is_some() {
            match (before.0, after.0) {
                (_, None) if stop == Change::Remove => return Err(Refusal::StopRemoved),
                (Some(old), Some(new)) if (new - old) * side.sign() < 0 => return Err(Refusal::StopLoosened),
                _ => {}
            }
        }
        if let Some(position) = &mut self.position {
            (position.stop, position.target) = after;
        } else if let Some(entry) = &mut self.waiting {
            (entry.stop, entry.target) = after;
        }
        Ok(())
    }

    fn order_close(&mut self, size: Option<i64>) -> Result<(), Refusal> {
        let position = self.position.as_mut().ok_or(Refusal::NoPosition)?;
        let left = position.size - position.closing;
        if left == 0 {
            return Err(Refusal::AllClosing);
        }
        let size = size.unwrap_or(left);
        if size > left {
            return Err(Refusal::OverPosition);
        }
        position.closing += size;
        Ok(())
    }
}

fn changed(before: Option<i64>, change: Change) -> Option<i64> {
    match change {
        Change::Leave => before,
        Change::Remove => None,
        Change::Move(price) => Some(price),
    }
}

/// A stop or target that is not beyond the price on its side is refused.
fn check_sides(side: Side, price: i64, stop: Option<i64>, target: Option<i64>) -> Result<(), Refusal> {
    if stop.is_some_and(|stop| (stop - price) * side.sign() >= 0) {
        return Err(Refusal::StopSide);
    }
    if target.is_some_and(|target| (target - price) * side.sign() <= 0) {
        return Err(Refusal::TargetSide);
    }
    Ok(())
}
