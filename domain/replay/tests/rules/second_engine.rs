//! A second engine, written from the text of the rules alone, without regard to speed: balances, floors and excursions are added up anew
//! from lists whenever they are asked for. It shares the data types of the crate and nothing else.

mod acts;
mod fills;
mod judge;
mod result;

use replay::{Definition, Entry, EventKind, Exit, Rule, Side, SubBar};

const DAY: i64 = 86_400;

#[derive(Debug, Clone, PartialEq)]
pub struct Open {
    pub side: Side,
    pub size: i64,
    pub price: i64,
    pub stop: Option<i64>,
    pub target: Option<i64>,
    pub since: usize,
    pub closing: i64,
    sure: Option<u8>,
    stop_at_fill: Option<i64>,
    /// Every price that counts for the excursions.
    prices: Vec<i64>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Closed {
    pub side: Side,
    pub size: i64,
    pub entry_at: usize,
    pub entry_price: i64,
    pub exit_at: usize,
    pub exit_price: i64,
    pub exit: Exit,
    pub result: i64,
    pub risk: Option<i64>,
    pub mae: i64,
    pub mfe: i64,
    pub either_way: bool,
    pub sure: Option<u8>,
    gain: i64,
}

/// Price and size of events that are a fill.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Happening {
    pub at: usize,
    pub kind: EventKind,
    pub fill: Option<(i64, i64)>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Breach {
    pub rule: Rule,
    pub at: usize,
    pub price: Option<i64>,
    pub equity: i64,
    pub limit: i64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Over {
    Failed,
    Chart,
    Member,
    Replaced,
}

/// An entry that was filled.
struct Opened {
    day: i64,
    risk: Option<i64>,
}

pub struct SecondEngine<'r> {
    definition: &'r Definition,
    bars: &'r [SubBar],
    first_at: usize,
    pub at: usize,
    pub position: Option<Open>,
    pub waiting: Option<Entry>,
    pub closed: Vec<Closed>,
    pub events: Vec<Happening>,
    pub broken: Vec<Breach>,
    pub paused: bool,
    pub over: Option<Over>,
    commissions: Vec<i64>,
    day_end_balances: Vec<i64>,
    best_equities: Vec<i64>,
    anchor: i64,
    daily_broken_today: bool,
    opened: Vec<Opened>,
    max_loss_distances: Vec<i64>,
    daily_loss_distances: Vec<i64>,
    /// Shown bar, at, equity, higher floor.
    curve: Vec<(i64, usize, i64, Option<i64>)>,
}

impl<'r> SecondEngine<'r> {
    pub fn begin(definition: &'r Definition, bars: &'r [SubBar]) -> Self {
        let first_date = bars[0].time.div_euclid(DAY);
        let is_before = |bar: &&SubBar| {
            bar.time.div_euclid(DAY) == first_date && bar.time.rem_euclid(DAY) < definition.begin.seconds()
        };
        let first_at = bars.iter().filter(is_before).count();
        Self {
            definition,
            bars,
            first_at,
            at: first_at,
            position: None,
            waiting: None,
            closed: Vec::new(),
            events: Vec::new(),
            broken: Vec::new(),
            paused: false,
            over: None,
            commissions: Vec::new(),
            day_end_balances: Vec::new(),
            best_equities: Vec::new(),
            anchor: definition.account.balance,
            daily_broken_today: false,
            opened: Vec::new(),
            max_loss_distances: Vec::new(),
            daily_loss_distances: Vec::new(),
            curve: Vec::new(),
        }
    }

    pub fn balance(&self) -> i64 {
        let gains: i64 = self.closed.iter().map(|trade| trade.gain).sum();
        self.definition.account.balance + gains - self.commissions.iter().sum::<i64>()
    }

    pub fn equity(&self, price: i64) -> i64 {
        let open = self
            .position
            .as_ref()
            .map_or(0, |open| self.gain(open, open.size, price));
        self.balance() + open
    }

    pub fn trades_today(&self) -> usize {
        let today = self.day(self.at - 1);
        self.opened.iter().filter(|opened| opened.day == today).count()
    }

    /// The member's `end`.
    pub fn end(&mut self) {
        if self.over.is_none() {
            self.close_at_end(self.last_close());
            self.over = self.over.or(Some(Over::Member));
            self.note_curve();
        }
    }

    /// The rows of the chart were changed.
    pub fn replace(&mut self) {
        if self.over.is_none() {
            self.cancel_waiting();
            self.exit_at_end(self.last_close());
            self.over = Some(Over::Replaced);
            self.note_curve();
        }
    }

    pub fn last_close(&self) -> i64 {
        self.bars[self.at - 1].close
    }

    fn gain(&self, open: &Open, size: i64, price: i64) -> i64 {
        let ticks = match open.side {
            Side::Long => price - open.price,
            Side::Short => open.price - price,
        };
        ticks * size * self.definition.instrument.tick_value
    }

    fn day(&self, bar: usize) -> i64 {
        (self.bars[bar].time - self.definition.day_ends().seconds()).div_euclid(DAY)
    }

    fn date(&self, bar: usize) -> i64 {
        self.bars[bar].time.div_euclid(DAY)
    }

    fn is_from_end(&self, bar: usize) -> bool {
        let time = self.bars[bar].time.rem_euclid(DAY);
        self.definition.end.is_some_and(|end| time >= end.seconds())
    }

    fn closes_what_is_open(&self, bar: usize) -> bool {
        if bar + 1 == self.bars.len() {
            return true;
        }
        let next_is_later = self.date(bar + 1) > self.date(bar) || self.is_from_end(bar + 1);
        self.definition.end.is_some() && !self.is_from_end(bar) && next_is_later
    }

    fn tell(&mut self, kind: EventKind, fill: Option<(i64, i64)>) {
        let at = self.at;
        self.events.push(Happening { at, kind, fill });
    }

    fn cancel_waiting(&mut self) {
        if self.waiting.take().is_some() {
            self.tell(EventKind::Cancelled, None);
        }
    }

    fn note_curve(&mut self) {
        if self.at == self.first_at {
            return;
        }
        let time = self.bars[self.at - 1].time;
        let shown = time - time.rem_euclid(self.definition.bar);
        if self.curve.last().is_some_and(|(last, ..)| *last == shown) {
            self.curve.pop();
        }
        let higher = self.max_loss_floor().max(self.daily_loss_floor());
        let equity = self.equity(self.last_close());
        self.curve.push((shown, self.at, equity, higher));
    }
}
