//! The tables of a replay's file that are written, and the words of its values.

use chrono::{Datelike as _, NaiveDate};
use replay::{DailyAnchor, DailyLoss, Definition, Instrument, MaxLoss, Rules, Then, Tick, Trails};
use serde::Serialize;
use toml::value::{Date, Datetime};

/// From the smallest to the largest.
const UNITS: [(char, i64); 3] = [('s', 1), ('m', 60), ('h', 3_600)];

#[derive(Serialize)]
pub(super) struct ReplayTable<'d> {
    title: &'d str,
    prompt: &'d str,
    #[serde(skip_serializing_if = "Option::is_none")]
    plan: Option<&'d str>,
    charts: &'d [String],
    bar: String,
    begin: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    day_ends: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timezone: Option<&'d str>,
    instrument: InstrumentTable<'d>,
    account: AccountTable,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<RulesTable<'d>>,
}

#[derive(Serialize)]
struct InstrumentTable<'d> {
    name: &'d str,
    tick: f64,
    tick_value: f64,
    currency: &'d str,
    #[serde(skip_serializing_if = "Option::is_none")]
    commission: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    slippage_ticks: Option<i64>,
    most: i64,
}

#[derive(Serialize)]
struct AccountTable {
    balance: f64,
}

#[derive(Serialize)]
struct RulesTable<'d> {
    #[serde(skip_serializing_if = "Option::is_none")]
    profit_target: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best_day: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    days: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trades: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    risk: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'d str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    read_on: Option<Datetime>,
    /// Last: TOML writes tables after values.
    #[serde(skip_serializing_if = "Option::is_none")]
    max_loss: Option<MaxLossTable>,
    #[serde(skip_serializing_if = "Option::is_none")]
    daily_loss: Option<DailyLossTable>,
}

#[derive(Serialize)]
struct MaxLossTable {
    amount: f64,
    trails: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    lock: Option<f64>,
}

#[derive(Serialize)]
struct DailyLossTable {
    amount: f64,
    from: &'static str,
    then: &'static str,
}

pub(super) const TRAILS: [(&str, Trails); 3] = [
    ("never", Trails::Never),
    ("day", Trails::Day),
    ("peak", Trails::Peak),
];
pub(super) const ANCHORS: [(&str, DailyAnchor); 2] =
    [("balance", DailyAnchor::Balance), ("higher", DailyAnchor::Higher)];
pub(super) const THENS: [(&str, Then); 2] = [("fail", Then::Fail), ("pause", Then::Pause)];

/// Seconds of a length such as `10s`, `5m` or `1h`.
pub(super) fn parse_length(text: &str) -> Option<i64> {
    let (unit, seconds) = UNITS.into_iter().find(|(unit, _)| text.ends_with(*unit))?;
    let count = text.strip_suffix(unit)?;
    if count.is_empty() || count.len() > 6 || !count.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    count.parse::<i64>().ok().map(|count| count * seconds)
}

/// The length as [`parse_length`] reads it, in the largest unit that fits.
fn length_text(seconds: i64) -> String {
    let fits = |size: i64| seconds % size == 0 && seconds != 0;
    let (unit, size) = UNITS
        .into_iter()
        .rev()
        .find(|(_, size)| fits(*size))
        .unwrap_or(UNITS[0]);
    format!("{}{unit}", seconds / size)
}

fn word_of<T: PartialEq>(words: &[(&'static str, T)], value: &T) -> &'static str {
    let word = words.iter().find(|(_, known)| known == value);
    word.map_or("", |(word, _)| word)
}

/// A decimal text as a number; with at most 15 digits it is written as it was.
fn number(text: &str) -> f64 {
    text.parse().unwrap_or_default()
}

fn cents(cents: i64) -> f64 {
    let sign = if cents < 0 { "-" } else { "" };
    let cents = cents.unsigned_abs();
    number(&format!("{sign}{}.{:02}", cents / 100, cents % 100))
}

fn date(date: NaiveDate) -> Datetime {
    let part = |number: u32| u8::try_from(number).unwrap_or_default();
    Datetime::from(Date {
        year: u16::try_from(date.year()).unwrap_or_default(),
        month: part(date.month()),
        day: part(date.day()),
    })
}

impl<'d> From<&'d Definition> for ReplayTable<'d> {
    fn from(definition: &'d Definition) -> Self {
        Self {
            title: &definition.title,
            prompt: &definition.prompt,
            plan: Some(definition.plan.as_str()).filter(|plan| !plan.is_empty()),
            charts: &definition.charts,
            bar: length_text(definition.bar),
            begin: definition.begin.to_string(),
            end: definition.end.map(|time| time.to_string()),
            day_ends: definition.day_ends.map(|time| time.to_string()),
            timezone: definition.timezone.as_deref(),
            instrument: InstrumentTable::from(&definition.instrument),
            account: AccountTable {
                balance: cents(definition.account.balance),
            },
            rules: Some(&definition.rules)
                .filter(|rules| **rules != Rules::default())
                .map(RulesTable::from),
        }
    }
}

impl<'d> From<&'d Instrument> for InstrumentTable<'d> {
    fn from(instrument: &'d Instrument) -> Self {
        let tick: Tick = instrument.tick;
        Self {
            name: &instrument.name,
            tick: number(&tick.to_string()),
            tick_value: cents(instrument.tick_value),
            currency: &instrument.currency,
            commission: Some(instrument.commission).filter(|sum| *sum != 0).map(cents),
            slippage_ticks: Some(instrument.slippage_ticks).filter(|ticks| *ticks != 0),
            most: instrument.most.into(),
        }
    }
}

impl<'d> From<&'d Rules> for RulesTable<'d> {
    fn from(rules: &'d Rules) -> Self {
        Self {
            profit_target: rules.profit_target.map(cents),
            best_day: rules.best_day.map(|share| number(&share.to_string())),
            days: rules.days.map(i64::from),
            trades: rules.trades.map(i64::from),
            risk: rules.risk.map(cents),
            source: rules.source.as_deref(),
            read_on: rules.read_on.map(date),
            max_loss: rules.max_loss.map(MaxLossTable::from),
            daily_loss: rules.daily_loss.map(DailyLossTable::from),
        }
    }
}

impl From<MaxLoss> for MaxLossTable {
    fn from(rule: MaxLoss) -> Self {
        Self {
            amount: cents(rule.amount),
            trails: word_of(&TRAILS, &rule.trails),
            lock: rule.lock.map(cents),
        }
    }
}

impl From<DailyLoss> for DailyLossTable {
    fn from(rule: DailyLoss) -> Self {
        Self {
            amount: cents(rule.amount),
            from: word_of(&ANCHORS, &rule.from),
            then: word_of(&THENS, &rule.then),
        }
    }
}
