//! The keys of a replay's file, once for reading and writing, in the order in which the contract shows them.

use replay::{DailyAnchor, DailyLoss, Definition, Instrument, MaxLoss, Rules, Then, Tick, Trails};
use serde::{Deserialize, Serialize};

use super::super::tables::{
    numbers::{Date, Number, Table, Whole},
    values::{Text, Texts},
};

/// From the smallest to the largest.
const UNITS: [(char, i64); 3] = [('s', 1), ('m', 60), ('h', 3_600)];

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReplayTable {
    pub title: Text,
    pub prompt: Text,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Text>,
    pub charts: Texts,
    pub bar: Text,
    pub begin: Text,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day_ends: Option<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timezone: Option<Text>,
    pub instrument: Table<InstrumentTable>,
    pub account: Table<AccountTable>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Table<RulesTable>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct InstrumentTable {
    pub name: Text,
    pub tick: Number,
    pub tick_value: Number,
    pub currency: Text,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commission: Option<Number>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slippage_ticks: Option<Whole>,
    pub most: Whole,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AccountTable {
    pub balance: Number,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RulesTable {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profit_target: Option<Number>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_day: Option<Number>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub days: Option<Whole>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trades: Option<Whole>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub risk: Option<Number>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_on: Option<Date>,
    /// Last: TOML writes tables after values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_loss: Option<Table<MaxLossTable>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub daily_loss: Option<Table<DailyLossTable>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MaxLossTable {
    pub amount: Number,
    pub trails: Text,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lock: Option<Number>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DailyLossTable {
    pub amount: Number,
    pub from: Text,
    pub then: Text,
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

fn word_of<T: PartialEq + Copy>(words: &[(&str, T)], value: T) -> Text {
    let word = words.iter().find(|(_, known)| *known == value);
    Text(word.map_or("", |(word, _)| word).to_owned())
}

/// A decimal text as a number; with at most 15 digits it is written as it was.
fn number(text: &str) -> Number {
    Number(text.parse().unwrap_or_default())
}

fn cents(cents: i64) -> Number {
    let sign = if cents < 0 { "-" } else { "" };
    let cents = cents.unsigned_abs();
    number(&format!("{sign}{}.{:02}", cents / 100, cents % 100))
}

impl From<&Definition> for ReplayTable {
    fn from(definition: &Definition) -> Self {
        let text = |text: &String| Text(text.clone());
        Self {
            title: text(&definition.title),
            prompt: text(&definition.prompt),
            plan: Some(&definition.plan).filter(|plan| !plan.is_empty()).map(text),
            charts: Texts(definition.charts.iter().map(text).collect()),
            bar: Text(length_text(definition.bar)),
            begin: Text(definition.begin.to_string()),
            end: definition.end.map(|time| Text(time.to_string())),
            day_ends: definition.day_ends.map(|time| Text(time.to_string())),
            timezone: definition.timezone.as_ref().map(text),
            instrument: Table(InstrumentTable::from(&definition.instrument)),
            account: Table(AccountTable {
                balance: cents(definition.account.balance),
            }),
            rules: Some(&definition.rules)
                .filter(|rules| **rules != Rules::default())
                .map(|rules| Table(RulesTable::from(rules))),
        }
    }
}

impl From<&Instrument> for InstrumentTable {
    fn from(instrument: &Instrument) -> Self {
        let tick: Tick = instrument.tick;
        Self {
            name: Text(instrument.name.clone()),
            tick: number(&tick.to_string()),
            tick_value: cents(instrument.tick_value),
            currency: Text(instrument.currency.clone()),
            commission: Some(instrument.commission).filter(|sum| *sum != 0).map(cents),
            slippage_ticks: Some(instrument.slippage_ticks)
                .filter(|ticks| *ticks != 0)
                .map(Whole),
            most: Whole(instrument.most.into()),
        }
    }
}

impl From<&Rules> for RulesTable {
    fn from(rules: &Rules) -> Self {
        Self {
            profit_target: rules.profit_target.map(cents),
            best_day: rules.best_day.map(|share| number(&share.to_string())),
            days: rules.days.map(|days| Whole(days.into())),
            trades: rules.trades.map(|trades| Whole(trades.into())),
            risk: rules.risk.map(cents),
            source: rules.source.clone().map(Text),
            read_on: rules.read_on.map(Date),
            max_loss: rules.max_loss.map(|rule| Table(MaxLossTable::from(rule))),
            daily_loss: rules.daily_loss.map(|rule| Table(DailyLossTable::from(rule))),
        }
    }
}

impl From<MaxLoss> for MaxLossTable {
    fn from(rule: MaxLoss) -> Self {
        Self {
            amount: cents(rule.amount),
            trails: word_of(&TRAILS, rule.trails),
            lock: rule.lock.map(cents),
        }
    }
}

impl From<DailyLoss> for DailyLossTable {
    fn from(rule: DailyLoss) -> Self {
        Self {
            amount: cents(rule.amount),
            from: word_of(&ANCHORS, rule.from),
            then: word_of(&THENS, rule.then),
        }
    }
}
