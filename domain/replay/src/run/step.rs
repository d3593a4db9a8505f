//! Time: a step, a day's change, a day's end, the chart's end.

use crate::chart::SubBar;

use super::{
    Run,
    fills::{Passage, fill_entry},
    state::{CurvePoint, Ended, Event, EventKind, Exit, FilledEntry, Furthest, Position, Trade},
};

impl Run<'_> {
    /// Moves time by one sub-bar; false when the run has ended.
    pub fn step(&mut self) -> bool {
        let (Some(bar), None) = (self.chart.sub_bars().get(self.at).copied(), self.ended) else {
            return false;
        };
        self.change_day();
        self.at += 1;
        let is_late = self.calendar.is_from_end(bar.time);
        if is_late {
            self.cancel_waiting();
        }
        let passage = self.fill_at_begin(&bar);
        match self.position.clone() {
            Some(position) => self.fill_and_judge(&position, &passage),
            None => self.judge_without_position(),
        }
        let next = self.chart.sub_bars().get(self.at).map(|bar| bar.time);
        let is_chart_end = next.is_none();
        if self.ended.is_none() && (is_chart_end || self.calendar.is_last_before_end(bar.time, next)) {
            self.close_at(bar.close, Some(&passage));
        }
        if self.ended.is_none() && is_chart_end {
            self.ended = Some(Ended::ChartEnd);
        }
        if let Some(position) = &mut self.position {
            let (high, low) = (position.ticks_at(passage.high), position.ticks_at(passage.low));
            position.furthest = position.furthest.including(high).including(low);
        }
        self.draw_curve();
        true
    }

    /// The member's end: at the last seen close, slippage against.
    pub fn end(&mut self) {
        if self.ended.is_none() {
            self.close_at(self.last_close(), None);
            self.ended = self.ended.or(Some(Ended::ByMember));
            self.draw_curve();
        }
    }

    /// Closes the run as it stands, because the rows of its chart were changed.
    pub fn close_replaced(&mut self) {
        if self.ended.is_none() {
            self.cancel_waiting();
            self.exit_at_close(self.last_close(), None);
            self.ended = Some(Ended::Replaced);
            self.draw_curve();
        }
    }

    /// A day ends at `day_ends`: a new anchor, a floor that trails, no pause any more.
    fn change_day(&mut self) {
        let day = self.calendar.day_of(self.time_of(self.at));
        if day != self.day || self.at == self.first_at {
            self.days += 1;
        }
        if day != self.day {
            self.floors
                .begin_day(self.balance, self.equity_at(self.last_close()));
            self.day = day;
            self.trades_today = 0;
            self.is_paused = false;
        }
    }

    /// Rule 1 for closes, and rules 1 to 3 for a waiting entry.
    fn fill_at_begin(&mut self, bar: &SubBar) -> Passage {
        let slippage = self.definition.instrument.slippage_ticks;
        let whole = Passage::whole(bar);
        if let Some(position) = self.position.clone() {
            if position.closing > 0 {
                let price = bar.open - position.side.sign() * slippage;
                self.exit(position.closing, price, Exit::Closed, &whole);
            }
            return whole;
        }
        let Some(entry) = self.waiting else {
            return whole;
        };
        let Some(fill) = fill_entry(&entry, bar, slippage) else {
            return whole;
        };
        let close_before = self.close_of(self.at - 2);
        let risk = self.risk_of(&entry, close_before);
        self.waiting = None;
        self.balance -= entry.size * self.definition.instrument.commission;
        self.entries.push(FilledEntry { day: self.day, risk });
        self.trades_today += 1;
        self.position = Some(Position {
            side: entry.side,
            size: entry.size,
            price: fill.price,
            stop: entry.stop,
            target: entry.target,
            since: self.at,
            closing: 0,
            sure: entry.sure,
            stop_at_fill: entry.stop,
            furthest: Furthest::default(),
        });
        self.note(EventKind::Filled, Some(fill.price), Some(entry.size));
        fill.passage
    }

    /// The close at C, and the balance judged once more.
    fn close_at(&mut self, close: i64, passage: Option<&Passage>) {
        self.exit_at_close(close, passage);
        self.cancel_waiting();
        self.judge_balance();
    }

    /// An exit at a day's end or the run's end counts its whole sub-bar, and its own price.
    fn exit_at_close(&mut self, close: i64, passage: Option<&Passage>) {
        let Some(position) = self.position.clone() else {
            return;
        };
        let price = close - position.side.sign() * self.definition.instrument.slippage_ticks;
        let mut furthest = position.furthest.including(position.ticks_at(price));
        if let Some(passage) = passage {
            let (high, low) = (position.ticks_at(passage.high), position.ticks_at(passage.low));
            furthest = furthest.including(high).including(low);
        }
        self.close_part(position.size, price, Exit::End, furthest);
    }

    pub(super) fn exit_by_rule(&mut self, position: &Position, price: i64) {
        let whole = Passage::whole(&self.last_seen());
        self.exit(position.size, price, Exit::Rule, &whole);
    }

    /// An exit within a sub-bar: of it only the open (in the entry's own: the fill) and the exit's price count as furthest.
    pub(super) fn exit(&mut self, size: i64, price: i64, exit: Exit, passage: &Passage) {
        let Some(position) = &self.position else {
            return;
        };
        let mut furthest = position.furthest.including(position.ticks_at(price));
        if position.since < self.at {
            furthest = furthest.including(position.ticks_at(passage.first));
        }
        self.close_part(size, price, exit, furthest);
    }

    /// A partial close is a trade of its own, with its part of everything.
    fn close_part(&mut self, size: i64, price: i64, exit: Exit, furthest: Furthest) {
        let instrument = &self.definition.instrument;
        let Some(position) = &mut self.position else {
            return;
        };
        let gain = position.ticks_at(price) * instrument.tick_value * size;
        let commission = instrument.commission * size;
        let risk = position.stop_at_fill.map(|stop| {
            // A stop may be far from every price of the chart.
            let ticks = -position.ticks_at(stop);
            let loss = ticks.saturating_mul(instrument.tick_value).saturating_mul(size);
            loss.saturating_add(2 * commission)
        });
        self.trades.push(Trade {
            side: position.side,
            size,
            entry_at: position.since,
            entry_price: position.price,
            exit_at: self.at,
            exit_price: price,
            exit,
            result: gain - 2 * commission,
            risk: risk.filter(|risk| *risk > 0),
            mae: furthest.against,
            mfe: furthest.favourable,
            either_way: false,
            sure: position.sure,
            stop_at_fill: position.stop_at_fill,
        });
        self.balance += gain - commission;
        position.size -= size;
        position.closing = 0;
        if position.size == 0 {
            self.position = None;
        }
        let kind = match exit {
            Exit::Stop => EventKind::Stopped,
            Exit::Target => EventKind::Target,
            Exit::Closed => EventKind::Closed,
            Exit::End => EventKind::End,
            Exit::Rule => EventKind::Rule,
        };
        self.note(kind, Some(price), Some(size));
    }

    pub(super) fn cancel_waiting(&mut self) {
        if self.waiting.take().is_some() {
            self.note(EventKind::Cancelled, None, None);
        }
    }

    pub(super) fn note(&mut self, kind: EventKind, price: Option<i64>, size: Option<i64>) {
        let at = self.at;
        self.events.push(Event {
            at,
            kind,
            price,
            size,
        });
    }

    fn draw_curve(&mut self) {
        if self.at == self.first_at {
            return;
        }
        let point = CurvePoint {
            at: self.at,
            equity: self.equity_at(self.last_close()),
            floor: self.floors.higher(),
        };
        let shown = self.last_seen().time.div_euclid(self.definition.bar);
        if self.curve_bar == Some(shown) {
            self.curve.pop();
        }
        self.curve_bar = Some(shown);
        self.curve.push(point);
    }
}
