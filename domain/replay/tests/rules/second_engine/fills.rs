//! "Orders" 1 to 6: a sub-bar and what it fills.

use replay::{DailyAnchor, Entry, EntryType, EventKind, Exit, Side, SubBar};

use super::{Closed, Open, Opened, Over, SecondEngine};

/// What of a sub-bar counts for the position; in the sub-bar of a priced entry the fill stands in place of the open (rule 5).
#[derive(Clone, Copy)]
pub(super) struct Counted {
    pub(super) open: i64,
    pub(super) high: i64,
    pub(super) low: i64,
}

/// What became of the position in a sub-bar.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Fate {
    NoPosition,
    StaysOpen,
    ClosedAtOpen,
    StoppedInside,
    /// Filled unless a rule goes before it.
    TargetInside(i64),
}

impl SecondEngine<'_> {
    /// False if time cannot move.
    pub fn step(&mut self) -> bool {
        if self.over.is_some() {
            return false;
        }
        let number = self.at;
        let bar = self.bars[number];
        if self.day(number) != self.day(number - 1) {
            self.begin_day();
        }
        self.at = number + 1;
        let closed_before = self.closed.len();
        if self.is_from_end(number) {
            self.cancel_waiting();
        }
        self.fill_market_close(&bar);
        let mut counted = Counted {
            open: bar.open,
            high: bar.high,
            low: bar.low,
        };
        let mut entry_bar = false;
        if let Some(entry) = self.waiting
            && let Some((price, cut)) = self.entry_fill(&entry, &bar)
        {
            self.open_position(&entry, price);
            counted = if cut {
                cut_by_rule_5(&entry, price, &bar)
            } else {
                counted
            };
            entry_bar = true;
        }
        let fate = if self.position.is_none() {
            let was_closed = self.closed.len() > closed_before;
            if was_closed {
                Fate::ClosedAtOpen
            } else {
                Fate::NoPosition
            }
        } else {
            self.stop_or_target(counted, entry_bar)
        };
        self.judge(fate, counted, entry_bar);
        if self.over.is_none() && self.closes_what_is_open(number) {
            self.close_at_end(bar.close);
        }
        if self.over.is_none() && self.at == self.bars.len() {
            self.over = Some(Over::Chart);
        }
        self.note_curve();
        true
    }

    fn begin_day(&mut self) {
        let balance = self.balance();
        self.day_end_balances.push(balance);
        let is_higher = self
            .definition
            .rules
            .daily_loss
            .is_some_and(|rule| rule.from == DailyAnchor::Higher);
        self.anchor = if is_higher {
            balance.max(self.equity(self.last_close()))
        } else {
            balance
        };
        self.daily_broken_today = false;
        self.paused = false;
    }

    /// Rule 1, closes.
    fn fill_market_close(&mut self, bar: &SubBar) {
        let slippage = self.definition.instrument.slippage_ticks;
        let Some(open) = self.position.as_mut().filter(|open| open.closing > 0) else {
            return;
        };
        let size = open.closing;
        open.closing = 0;
        let price = match open.side {
            Side::Long => bar.open - slippage,
            Side::Short => bar.open + slippage,
        };
        self.take_out(size, price, Exit::Closed, EventKind::Closed, &[bar.open], false);
    }

    /// The fill's price, and whether only a part of the sub-bar came after it.
    fn entry_fill(&self, entry: &Entry, bar: &SubBar) -> Option<(i64, bool)> {
        let slippage = self.definition.instrument.slippage_ticks;
        match (entry.entry_type, entry.side) {
            (EntryType::Market, Side::Long) => Some((bar.open + slippage, false)),
            (EntryType::Market, Side::Short) => Some((bar.open - slippage, false)),
            (EntryType::Stop(price), Side::Long) if bar.open >= price => Some((bar.open + slippage, false)),
            (EntryType::Stop(price), Side::Short) if bar.open <= price => Some((bar.open - slippage, false)),
            (EntryType::Stop(price), Side::Long) if bar.high >= price => Some((price + slippage, true)),
            (EntryType::Stop(price), Side::Short) if bar.low <= price => Some((price - slippage, true)),
            (EntryType::Limit(price), Side::Long) if bar.open < price => Some((bar.open, false)),
            (EntryType::Limit(price), Side::Short) if bar.open > price => Some((bar.open, false)),
            (EntryType::Limit(price), Side::Long) if bar.low < price => Some((price, true)),
            (EntryType::Limit(price), Side::Short) if bar.high > price => Some((price, true)),
            _ => None,
        }
    }

    fn open_position(&mut self, entry: &Entry, price: i64) {
        let before = match entry.entry_type {
            EntryType::Market => self.bars[self.at - 2].close,
            EntryType::Limit(price) | EntryType::Stop(price) => price,
        };
        let (day, risk) = (self.day(self.at - 1), self.risk(entry, before));
        self.opened.push(Opened { day, risk });
        self.waiting = None;
        self.commissions
            .push(entry.size * self.definition.instrument.commission);
        self.position = Some(Open {
            side: entry.side,
            size: entry.size,
            price,
            stop: entry.stop,
            target: entry.target,
            since: self.at,
            closing: 0,
            sure: entry.sure,
            stop_at_fill: entry.stop,
            prices: Vec::new(),
        });
        self.tell(EventKind::Filled, Some((price, entry.size)));
    }

    /// Rules 2 to 4 for the position.
    fn stop_or_target(&mut self, counted: Counted, entry_bar: bool) -> Fate {
        let Some(open) = self.position.clone() else {
            return Fate::NoPosition;
        };
        let slippage = self.definition.instrument.slippage_ticks;
        // A short is a long of the mirrored prices.
        let mirror = if open.side == Side::Long { 1 } else { -1 };
        let (first, low, high) = match open.side {
            Side::Long => (counted.open, counted.low, counted.high),
            Side::Short => (-counted.open, -counted.high, -counted.low),
        };
        let stop = open.stop.map(|price| price * mirror);
        let target = open.target.map(|price| price * mirror);
        let excursion = if entry_bar { open.price } else { counted.open };
        if stop.is_some_and(|stop| first <= stop) {
            let price = (first - slippage) * mirror;
            self.take_out(
                open.size,
                price,
                Exit::Stop,
                EventKind::Stopped,
                &[excursion],
                false,
            );
            return Fate::ClosedAtOpen;
        }
        if target.is_some_and(|target| first > target) {
            self.take_out(
                open.size,
                first * mirror,
                Exit::Target,
                EventKind::Target,
                &[excursion],
                false,
            );
            return Fate::ClosedAtOpen;
        }
        let reached = target.filter(|target| high > *target);
        if let Some(stop) = stop.filter(|stop| low <= *stop) {
            let best = self.equity(high * mirror);
            self.best_equities.push(best);
            let price = (stop - slippage) * mirror;
            let either_way = reached.is_some();
            self.take_out(
                open.size,
                price,
                Exit::Stop,
                EventKind::Stopped,
                &[excursion],
                either_way,
            );
            return Fate::StoppedInside;
        }
        match reached {
            Some(target) => Fate::TargetInside(target * mirror),
            None => Fate::StaysOpen,
        }
    }

    /// Closes `size` contracts of the position at a price; `excursions` are the sub-bar's prices that count besides the exit's.
    pub(super) fn take_out(
        &mut self,
        size: i64,
        price: i64,
        exit: Exit,
        kind: EventKind,
        excursions: &[i64],
        either_way: bool,
    ) {
        let Some(open) = self.position.clone() else { return };
        let instrument = &self.definition.instrument;
        let mut ticks = vec![0];
        for seen in open.prices.iter().chain(excursions).chain(&[price]) {
            ticks.push(if open.side == Side::Long {
                seen - open.price
            } else {
                open.price - seen
            });
        }
        let gain = self.gain(&open, size, price);
        let both_commissions = 2 * size * instrument.commission;
        let risk = open
            .stop_at_fill
            .map(|stop| both_commissions - self.gain(&open, size, stop));
        self.commissions.push(size * instrument.commission);
        self.closed.push(Closed {
            side: open.side,
            size,
            entry_at: open.since,
            entry_price: open.price,
            exit_at: self.at,
            exit_price: price,
            exit,
            result: gain - both_commissions,
            risk: risk.filter(|risk| *risk > 0),
            mae: -ticks.iter().min().copied().unwrap_or(0),
            mfe: ticks.iter().max().copied().unwrap_or(0),
            either_way,
            sure: open.sure,
            gain,
        });
        self.position = (open.size > size).then(|| Open {
            size: open.size - size,
            ..open
        });
        self.tell(kind, Some((price, size)));
    }

    pub(super) fn note_prices(&mut self, prices: &[i64]) {
        if let Some(open) = self.position.as_mut() {
            open.prices.extend(prices);
        }
    }
}

/// Only what provably came after the fill.
fn cut_by_rule_5(entry: &Entry, fill: i64, bar: &SubBar) -> Counted {
    let high_stands = matches!(
        (entry.entry_type, entry.side),
        (EntryType::Stop(_), Side::Long) | (EntryType::Limit(_), Side::Short)
    );
    if high_stands {
        Counted {
            open: fill,
            high: bar.high,
            low: fill.min(bar.close),
        }
    } else {
        Counted {
            open: fill,
            high: fill.max(bar.close),
            low: bar.low,
        }
    }
}
