//! "Rules": floors, the order of judging, and what a broken rule does.

use replay::{EventKind, Exit, Rule, Side, Then, Trails};

use super::{
    Breach, Over, SecondEngine,
    fills::{Counted, Fate},
};

impl SecondEngine<'_> {
    pub fn max_loss_floor(&self) -> Option<i64> {
        let rule = self.definition.rules.max_loss?;
        let start = self.definition.account.balance;
        let followed: &[i64] = match rule.trails {
            Trails::Never => &[],
            Trails::Day => &self.day_end_balances,
            Trails::Peak => &self.best_equities,
        };
        let highest = followed.iter().copied().fold(start, i64::max);
        let floor = highest - rule.amount;
        Some(rule.lock.map_or(floor, |lock| floor.min(lock)))
    }

    pub fn daily_loss_floor(&self) -> Option<i64> {
        let rule = self.definition.rules.daily_loss?;
        Some(self.anchor - rule.amount)
    }

    /// First O, then the best price for the peak, then the worst price.
    pub(super) fn judge(&mut self, fate: Fate, counted: Counted, entry_bar: bool) {
        let side = self.position.as_ref().map_or(Side::Long, |open| open.side);
        let (best, worst) = match side {
            Side::Long => (counted.high, counted.low),
            Side::Short => (counted.low, counted.high),
        };
        let opening = match (&self.position, entry_bar) {
            (Some(open), true) => open.price,
            _ => counted.open,
        };
        match fate {
            Fate::NoPosition | Fate::StoppedInside => self.judge_balance(),
            Fate::ClosedAtOpen => {
                let balance = self.balance();
                self.best_equities.push(balance);
                self.judge_balance();
            }
            Fate::StaysOpen => {
                if self.judge_price(counted.open, true, opening) {
                    return;
                }
                let at_best = self.equity(best);
                self.best_equities.push(at_best);
                if !self.judge_price(worst, false, opening) {
                    self.note_prices(&[opening, counted.high, counted.low]);
                }
            }
            Fate::TargetInside(target) => {
                if self.judge_price(counted.open, true, opening) {
                    return;
                }
                let size = self.position.as_ref().map_or(0, |open| open.size);
                let after = self.equity(target) - size * self.definition.instrument.commission;
                self.best_equities.push(after);
                if !self.judge_price(worst, false, opening) {
                    self.take_out(size, target, Exit::Target, EventKind::Target, &[opening], false);
                    self.judge_balance();
                }
            }
        }
    }

    /// The close at a day's `end`, the chart's end or the member's, and the balance judged once more.
    pub(super) fn close_at_end(&mut self, close: i64) {
        self.cancel_waiting();
        self.exit_at_end(close);
        self.judge_balance();
    }

    pub(super) fn exit_at_end(&mut self, close: i64) {
        let slippage = self.definition.instrument.slippage_ticks;
        if let Some(open) = &self.position {
            let price = match open.side {
                Side::Long => close - slippage,
                Side::Short => close + slippage,
            };
            self.take_out(open.size, price, Exit::End, EventKind::End, &[], false);
        }
    }

    /// Judges an open position at a price, and closes it by a rule that the price touches.
    fn judge_price(&mut self, price: i64, is_open: bool, opening: i64) -> bool {
        let equity = self.equity(price);
        let Some((rule, limit)) = self.touched(equity) else {
            self.note_distances(equity);
            return false;
        };
        let Some(open) = self.position.clone() else {
            return false;
        };
        let exit_price = if is_open {
            price
        } else {
            self.price_touching(limit)
        };
        let exit_equity = self.equity(exit_price);
        self.note_distances(exit_equity);
        self.take_out(
            open.size,
            exit_price,
            Exit::Rule,
            EventKind::Rule,
            &[opening],
            false,
        );
        self.break_rule(rule, Some(exit_price), exit_equity, limit);
        true
    }

    /// The best price for the member at which equity is at or under the limit: looked for a tick at a time.
    fn price_touching(&self, limit: i64) -> i64 {
        let Some(open) = &self.position else { return 0 };
        let worse = if open.side == Side::Long { -1 } else { 1 };
        let mut price = open.price;
        while self.equity(price) <= limit {
            price -= worse;
        }
        while self.equity(price) > limit {
            price += worse;
        }
        price
    }

    fn judge_balance(&mut self) {
        let balance = self.balance();
        self.note_distances(balance);
        if let Some((rule, limit)) = self.touched(balance) {
            let in_sub_bar = self.closed.last().filter(|trade| trade.exit_at == self.at);
            let price = in_sub_bar.map(|trade| trade.exit_price);
            self.tell(EventKind::Rule, None);
            self.break_rule(rule, price, balance, limit);
        }
    }

    /// The higher floor of the two that the equity touches; equal: `max_loss`.
    fn touched(&self, equity: i64) -> Option<(Rule, i64)> {
        let max_loss = self.max_loss_floor().filter(|floor| equity <= *floor);
        let daily_loss = self
            .daily_loss_floor()
            .filter(|floor| equity <= *floor && !self.daily_broken_today);
        match (max_loss, daily_loss) {
            (Some(max_loss), Some(daily_loss)) if daily_loss > max_loss => {
                Some((Rule::DailyLoss, daily_loss))
            }
            (Some(max_loss), _) => Some((Rule::MaxLoss, max_loss)),
            (None, Some(daily_loss)) => Some((Rule::DailyLoss, daily_loss)),
            (None, None) => None,
        }
    }

    fn note_distances(&mut self, equity: i64) {
        if let Some(floor) = self.max_loss_floor() {
            self.max_loss_distances.push(equity - floor);
        }
        if let Some(floor) = self.daily_loss_floor().filter(|_| !self.daily_broken_today) {
            self.daily_loss_distances.push(equity - floor);
        }
    }

    fn break_rule(&mut self, rule: Rule, price: Option<i64>, equity: i64, limit: i64) {
        let at = self.at;
        self.broken.push(Breach {
            rule,
            at,
            price,
            equity,
            limit,
        });
        let then = self.definition.rules.daily_loss.map(|rule| rule.then);
        if rule == Rule::MaxLoss || then == Some(Then::Fail) {
            self.cancel_waiting();
            self.over = Some(Over::Failed);
            return;
        }
        self.daily_broken_today = true;
        self.paused = true;
        self.cancel_waiting();
        self.tell(EventKind::Paused, None);
        let balance = self.balance();
        self.note_distances(balance);
        if let Some((rule, limit)) = self.touched(balance) {
            self.tell(EventKind::Rule, None);
            self.break_rule(rule, price, balance, limit);
        }
    }
}
