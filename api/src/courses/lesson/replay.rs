//! The replay of a lesson as JSON (contract, "Your turn"): what a member knows before a run. The plan comes with a run's result.

use ::courses::lesson::markdown::to_html;
use ::replay::{DailyAnchor, DailyLoss, Definition, Instrument, MaxLoss, Rules, Then, Trails};
use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

/// A market to be traded bar by bar. Sums are in cents.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LessonReplay {
    pub title: String,
    /// Safe HTML.
    pub prompt: String,
    /// Seconds of a shown bar.
    pub bar: i64,
    /// The time zone of IANA in which times are shown, where the course names one.
    pub timezone: Option<String>,
    pub instrument: ReplayInstrument,
    pub account: ReplayAccount,
    pub rules: ReplayRules,
    /// The caller's runs.
    pub runs: i64,
    /// The caller's runs that passed.
    pub passed: i64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplayInstrument {
    pub name: String,
    /// The smallest step of a price.
    pub tick: f64,
    /// Of one contract.
    pub tick_value: i64,
    pub currency: String,
    /// Of a contract and side.
    pub commission: i64,
    pub slippage_ticks: i64,
    /// Contracts at once.
    pub most: u32,
}

#[derive(Serialize, ToSchema)]
pub struct ReplayAccount {
    pub balance: i64,
}

/// A rule that is null is not set.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplayRules {
    pub profit_target: Option<i64>,
    pub max_loss: Option<ReplayMaxLoss>,
    pub daily_loss: Option<ReplayDailyLoss>,
    /// A share.
    pub best_day: Option<f64>,
    pub days: Option<u32>,
    pub trades: Option<u32>,
    pub risk: Option<i64>,
    /// Where the rules were read.
    pub source: Option<String>,
    pub read_on: Option<NaiveDate>,
}

#[derive(Serialize, ToSchema)]
pub struct ReplayMaxLoss {
    pub amount: i64,
    pub trails: ReplayTrails,
    /// A balance.
    pub lock: Option<i64>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReplayTrails {
    Never,
    Day,
    Peak,
}

#[derive(Serialize, ToSchema)]
pub struct ReplayDailyLoss {
    pub amount: i64,
    pub from: ReplayAnchor,
    pub then: ReplayThen,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReplayAnchor {
    Balance,
    Higher,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReplayThen {
    Fail,
    Pause,
}

impl From<&Definition> for LessonReplay {
    /// Without the caller's runs.
    fn from(definition: &Definition) -> Self {
        Self {
            title: definition.title.clone(),
            prompt: to_html(&definition.prompt, &|_| None),
            bar: definition.bar,
            timezone: definition.timezone.clone(),
            instrument: ReplayInstrument::from(&definition.instrument),
            account: ReplayAccount {
                balance: definition.account.balance,
            },
            rules: ReplayRules::from(&definition.rules),
            runs: 0,
            passed: 0,
        }
    }
}

impl From<&Instrument> for ReplayInstrument {
    fn from(instrument: &Instrument) -> Self {
        Self {
            name: instrument.name.clone(),
            tick: decimal(&instrument.tick),
            tick_value: instrument.tick_value,
            currency: instrument.currency.clone(),
            commission: instrument.commission,
            slippage_ticks: instrument.slippage_ticks,
            most: instrument.most,
        }
    }
}

impl From<&Rules> for ReplayRules {
    fn from(rules: &Rules) -> Self {
        Self {
            profit_target: rules.profit_target,
            max_loss: rules.max_loss.map(ReplayMaxLoss::from),
            daily_loss: rules.daily_loss.map(ReplayDailyLoss::from),
            best_day: rules.best_day.as_ref().map(decimal),
            days: rules.days,
            trades: rules.trades,
            risk: rules.risk,
            source: rules.source.clone(),
            read_on: rules.read_on,
        }
    }
}

impl From<MaxLoss> for ReplayMaxLoss {
    fn from(rule: MaxLoss) -> Self {
        Self {
            amount: rule.amount,
            trails: match rule.trails {
                Trails::Never => ReplayTrails::Never,
                Trails::Day => ReplayTrails::Day,
                Trails::Peak => ReplayTrails::Peak,
            },
            lock: rule.lock,
        }
    }
}

impl From<DailyLoss> for ReplayDailyLoss {
    fn from(rule: DailyLoss) -> Self {
        Self {
            amount: rule.amount,
            from: match rule.from {
                DailyAnchor::Balance => ReplayAnchor::Balance,
                DailyAnchor::Higher => ReplayAnchor::Higher,
            },
            then: match rule.then {
                Then::Fail => ReplayThen::Fail,
                Then::Pause => ReplayThen::Pause,
            },
        }
    }
}

/// The nearest floating point number to a decimal, which JSON writes as the decimal again.
fn decimal(number: &impl ToString) -> f64 {
    // The text of a decimal always parses.
    number.to_string().parse().unwrap_or_default()
}
