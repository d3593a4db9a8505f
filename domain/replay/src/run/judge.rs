//! The rules, judged in every sub-bar after its fills: the first price by the floors as they stood, then the best price moves a peak, then
//! the worst price.

use super::{
    Run,
    fills::{Passage, ProtectiveFill, fill_protection},
    floors::Touched,
    state::{Broken, Ended, EventKind, Exit, Position, Rule},
};

impl Run<'_> {
    /// Fills the position's stop or target in what it lives through of a sub-bar, and judges.
    pub(super) fn fill_and_judge(&mut self, position: &Position, passage: &Passage) {
        let best = passage.best(position.side);
        match fill_protection(position, passage, self.definition.instrument.slippage_ticks) {
            None => {
                self.judge_price(passage.first, true);
                if self.position.is_some() {
                    self.floors.raise_peak(self.equity_at(best));
                    self.judge_price(passage.worst(position.side), false);
                }
            }
            Some(ProtectiveFill::StopAtFirst(price)) => {
                self.exit(position.size, price, Exit::Stop, passage);
                self.floors.raise_peak(self.balance);
                self.judge_balance();
            }
            Some(ProtectiveFill::StopInside { price, either_way }) => {
                self.floors.raise_peak(self.equity_at(best));
                self.exit(position.size, price, Exit::Stop, passage);
                if let Some(trade) = self.trades.last_mut() {
                    trade.either_way = either_way;
                }
                self.judge_balance();
            }
            Some(ProtectiveFill::TargetAtFirst(price)) => {
                self.exit(position.size, price, Exit::Target, passage);
                self.judge_without_position();
            }
            Some(ProtectiveFill::TargetInside(price)) => self.judge_before_target(position, passage, price),
        }
    }

    /// A rule that the worst price touches goes before the target, as a stop does; the peak is then that of the target's balance. That
    /// balance is judged too: the commission of the exit may touch a floor that no price of the sub-bar touched.
    fn judge_before_target(&mut self, position: &Position, passage: &Passage, price: i64) {
        self.judge_price(passage.first, true);
        if self.position.is_none() {
            return;
        }
        let commission = position.size * self.definition.instrument.commission;
        self.floors.raise_peak(self.equity_at(price) - commission);
        self.judge_price(passage.worst(position.side), false);
        if self.position.is_some() {
            self.exit(position.size, price, Exit::Target, passage);
            self.judge_balance();
        }
    }

    /// Without a position, or after it was closed at the open: the balance after the fills, by the old floors and by the moved peak.
    pub(super) fn judge_without_position(&mut self) {
        self.judge_balance();
        if self.ended.is_none() {
            self.floors.raise_peak(self.balance);
            self.judge_balance();
        }
    }

    /// Judges the open position at a price. A touched floor closes it at that price where it is the first one, and otherwise at the price
    /// that touches the limit.
    fn judge_price(&mut self, price: i64, is_first: bool) {
        let Some(position) = self.position.clone() else {
            return;
        };
        let equity = self.equity_at(price);
        let Some(touched) = self.floors.touched_by(equity) else {
            self.floors.note_distance(equity);
            return;
        };
        let exit_price = if is_first {
            price
        } else {
            self.price_that_touches(&position, touched.limit)
        };
        let equity = self.equity_at(exit_price);
        self.floors.note_distance(equity);
        self.exit_by_rule(&position, exit_price);
        self.break_rule(touched, equity);
    }

    /// Rounded against the member to a tick.
    fn price_that_touches(&self, position: &Position, limit: i64) -> i64 {
        let a_tick = position.size * self.definition.instrument.tick_value;
        let ticks = (limit - self.balance).div_euclid(a_tick);
        position.price + position.side.sign() * ticks
    }

    /// Judges the balance, and after a pause once more, so that `max_loss` may fail too.
    pub(super) fn judge_balance(&mut self) {
        let equity = self.balance;
        let touched = self.floors.touched_by(equity);
        self.floors.note_distance(equity);
        if let Some(touched) = touched {
            self.note(EventKind::Rule, None, None);
            self.break_rule(touched, equity);
        }
    }

    fn break_rule(&mut self, touched: Touched, equity: i64) {
        let last = self.trades.last().filter(|trade| trade.exit_at == self.at);
        self.broken.push(Broken {
            rule: touched.rule,
            at: self.at,
            price: last.map(|trade| trade.exit_price),
            equity,
            limit: touched.limit,
        });
        let only_pauses = touched.rule == Rule::DailyLoss && self.floors.break_daily_loss();
        self.cancel_waiting();
        if only_pauses {
            self.is_paused = true;
            self.note(EventKind::Paused, None, None);
            self.judge_balance();
        } else {
            self.ended = Some(Ended::Failed);
        }
    }
}
