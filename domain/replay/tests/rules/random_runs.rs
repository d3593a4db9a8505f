//! Random charts, rules and acts. Sums are near each other's size, so that rules are touched, missed and met in about equal parts.

use chrono::NaiveDate;
use replay::{
    Account, Act, Change, Chart, DailyAnchor, DailyLoss, Definition, Entry, EntryType, Instrument, MaxLoss,
    Rules, Run, Share, Side, SubBar, Then, Tick, TimeOfDay, Trails,
};

use crate::agreement::Move;

const STEP: i64 = 1_800;
const DAY: i64 = 86_400;

/// SplitMix64 (Steele, Lea, Flood 2014).
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Both ends can come.
    pub fn between(&mut self, least: i64, most: i64) -> i64 {
        least + (self.next() % (most - least + 1) as u64) as i64
    }

    pub fn chance(&mut self, percent: i64) -> bool {
        self.between(1, 100) <= percent
    }

    pub fn pick<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.between(0, among.len() as i64 - 1) as usize]
    }

    fn maybe<T>(&mut self, percent: i64, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let is_set = self.chance(percent);
        is_set.then(|| make(self))
    }
}

/// Two to four dates of half-hour sub-bars, with gaps of time and of price.
pub fn chart(random: &mut Random) -> Chart {
    let first = NaiveDate::from_ymd_opt(2026, 1, 5).unwrap();
    let midnight = first.and_hms_opt(0, 0, 0).unwrap().and_utc().timestamp();
    let dates = random.between(2, 4);
    let range = random.pick(&[1, 2, 4, 8]);
    let mut bars: Vec<SubBar> = Vec::new();
    let mut close = 100;
    for number in 16..dates * (DAY / STEP) {
        let is_kept = number < 20 || !random.chance(8);
        let is_night = number.rem_euclid(DAY / STEP) < 14 && random.chance(80);
        if !is_kept || is_night {
            continue;
        }
        let gap = if random.chance(12) {
            random.between(-range * 2, range * 2)
        } else {
            0
        };
        let open = close + gap;
        close = open + random.between(-range, range);
        let (above, below) = (random.between(0, range), random.between(0, range));
        bars.push(SubBar {
            time: midnight + number * STEP,
            open,
            high: open.max(close) + above,
            low: open.min(close) - below,
            close,
        });
    }
    Chart::new(bars).unwrap()
}

pub fn definition(random: &mut Random) -> Definition {
    let tick_value = random.pick(&[1, 7, 100, 125]);
    let commission = random.pick(&[0, 0, 1, 62, 90, 300]);
    let amount = |random: &mut Random| {
        (random.between(1, 30) * tick_value * 3 / 2 + random.between(0, 3) * commission).max(1)
    };
    let balance = random.pick(&[10_000, 50_000]);
    let begin = random.pick(&["08:30", "09:00", "09:30"]);
    let rules = Rules {
        profit_target: random.maybe(40, amount),
        max_loss: random.maybe(60, |random| {
            let amount = amount(random);
            MaxLoss {
                amount,
                trails: random.pick(&[Trails::Never, Trails::Day, Trails::Peak, Trails::Peak]),
                lock: random.maybe(40, |random| balance - amount + random.between(0, 2 * amount)),
            }
        }),
        daily_loss: random.maybe(60, |random| DailyLoss {
            amount: amount(random),
            from: random.pick(&[DailyAnchor::Balance, DailyAnchor::Higher]),
            then: random.pick(&[Then::Fail, Then::Pause, Then::Pause]),
        }),
        best_day: random.maybe(30, |random| {
            Share::parse(random.pick(&["0.3", "0.5", "1", "0.01"])).unwrap()
        }),
        days: random.maybe(30, |random| random.between(1, 4) as u32),
        trades: random.maybe(30, |random| random.between(1, 4) as u32),
        risk: random.maybe(25, |random| amount(random) * 2),
        source: None,
        read_on: None,
    };
    Definition {
        title: "Random".into(),
        prompt: String::new(),
        plan: String::new(),
        charts: vec!["random.csv".into()],
        bar: random.pick(&[STEP, 2 * STEP, 4 * STEP]),
        begin: TimeOfDay::parse(begin).unwrap(),
        end: random.maybe(40, |random| {
            TimeOfDay::parse(random.pick(&["15:00", "16:10", "21:00", "23:30"])).unwrap()
        }),
        day_ends: random.maybe(50, |random| {
            TimeOfDay::parse(random.pick(&["00:30", "09:00", "16:00", "22:00"])).unwrap()
        }),
        instrument: Instrument {
            name: "R".into(),
            tick: Tick::parse("0.25").unwrap(),
            tick_value,
            currency: "USD".into(),
            commission,
            slippage_ticks: random.pick(&[0, 0, 1, 1, 3]),
            most: random.between(1, 5) as u32,
        },
        account: Account { balance },
        rules,
        timezone: None,
    }
}

/// What a member might do now, sensible more often than not.
pub fn next_move(random: &mut Random, run: &Run<'_>) -> Move {
    if random.chance(55) {
        return Move::Step;
    }
    if random.chance(1) {
        return if random.chance(50) {
            Move::End
        } else {
            Move::Replace
        };
    }
    let close = run.last_close();
    let act = match random.between(1, 100) {
        1..=4 => Act::Cancel,
        5..=16 => Act::Close(random.maybe(50, |random| random.between(1, 3))),
        17..=34 => protection(random, close),
        _ => Act::Enter(entry(random, close)),
    };
    Move::Act(act)
}

fn protection(random: &mut Random, close: i64) -> Act {
    let change = |random: &mut Random| match random.between(1, 10) {
        1..=2 => Change::Remove,
        3..=4 => Change::Leave,
        _ => Change::Move(close + random.between(-8, 8)),
    };
    let stop = change(random);
    match change(random) {
        Change::Leave if stop == Change::Leave => Act::Protect {
            stop,
            target: Change::Remove,
        },
        target => Act::Protect { stop, target },
    }
}

fn entry(random: &mut Random, close: i64) -> Entry {
    let side = random.pick(&[Side::Long, Side::Short]);
    let price = close + random.between(-5, 5);
    let entry_type = match random.between(1, 3) {
        1 => EntryType::Market,
        2 => EntryType::Limit(price),
        _ => EntryType::Stop(price),
    };
    let from = entry_type.price().unwrap_or(close);
    let beyond = |random: &mut Random| {
        if random.chance(95) {
            random.between(1, 9)
        } else {
            random.between(-2, 0)
        }
    };
    Entry {
        side,
        size: random.between(1, 5),
        entry_type,
        stop: random.maybe(75, |random| from - side.sign() * beyond(random)),
        target: random.maybe(65, |random| from + side.sign() * beyond(random)),
        sure: random.maybe(50, |random| random.between(50, 100) as u8),
    }
}
