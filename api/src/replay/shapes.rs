//! A run as JSON: what was seen of it. Sums are in cents, prices numbers on the tick.

use ::courses::lesson::markdown::to_html;
use ::replay::{
    Definition, Event, Run, RunResult, SubBar, Tick, Trade, is_forming, shown_bars, since_shown_bar,
};
use chrono::{DateTime, Utc};
use replay_runs::{RunSummary, StoredRun};
use serde::Serialize;
use utoipa::ToSchema;

use crate::replay::names::{
    ReplayEntryType, ReplayEventKind, ReplayExit, ReplayRule, ReplaySide, ReplayVerdict,
};

/// 17 CFR 4.41(b)(1)(i), shown beside every result.
const DISCLAIMER: &str = "Hypothetical or simulated performance results have certain inherent limitations. Unlike an actual \
    performance record, simulated results do not represent actual trading. Also, since the trades have not actually been executed, \
    the results may have under- or over-compensated for the impact, if any, of certain market factors, such as lack of liquidity. \
    Simulated trading programs in general are also subject to the fact that they are designed with the benefit of hindsight. No \
    representation is being made that any account will or is likely to achieve profits or losses similar to those shown.";

/// A run of a replay. `at` is how many sub-bars were seen; every `at` within it is such a number.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplayRun {
    id: i32,
    video_id: i32,
    at: usize,
    /// How many sub-bars there are; null until the run has ended.
    of: Option<usize>,
    started_at: DateTime<Utc>,
    ended_at: Option<DateTime<Utc>>,
    /// Shown bars: time, open, high, low, close.
    bars: Vec<(DateTime<Utc>, f64, f64, f64, f64)>,
    /// Whether the last bar is not complete.
    forming: bool,
    position: Option<ReplayPosition>,
    waiting: Option<ReplayEntry>,
    balance: i64,
    floors: ReplayFloors,
    paused: bool,
    trades_today: u32,
    /// What happened in this call.
    events: Vec<ReplayEvent>,
    trades: Vec<ReplayTrade>,
    result: Option<ReplayRunResult>,
}

#[derive(Serialize, ToSchema)]
pub struct ReplayPosition {
    side: ReplaySide,
    size: i64,
    price: f64,
    stop: Option<f64>,
    target: Option<f64>,
    since: usize,
    /// Contracts that are closed at the next open.
    closing: i64,
}

#[derive(Serialize, ToSchema)]
pub struct ReplayEntry {
    side: ReplaySide,
    size: i64,
    r#type: ReplayEntryType,
    price: Option<f64>,
    stop: Option<f64>,
    target: Option<f64>,
    sure: Option<u8>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplayFloors {
    max_loss: Option<i64>,
    daily_loss: Option<i64>,
}

#[derive(Serialize, ToSchema)]
pub struct ReplayEvent {
    at: usize,
    kind: ReplayEventKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    price: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<i64>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplayTrade {
    side: ReplaySide,
    size: i64,
    entry_at: usize,
    entry_price: f64,
    exit_at: usize,
    exit_price: f64,
    exit: ReplayExit,
    result: i64,
    r: Option<f64>,
    /// Furthest ticks against the position.
    mae: i64,
    /// Furthest ticks for it.
    mfe: i64,
    either_way: bool,
    sure: Option<u8>,
}

/// The result of a run with what its review draws.
#[derive(Serialize, ToSchema)]
pub struct ReplayRunResult {
    #[serde(flatten)]
    figures: ReplayRunFigures,
    /// For each shown bar: at, equity at the close, the higher floor.
    curve: Vec<(usize, i64, Option<i64>)>,
    /// How the teacher would have traded it, as safe HTML.
    plan: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplayRunFigures {
    verdict: ReplayVerdict,
    broken: Vec<ReplayBroken>,
    met: Vec<ReplayMet>,
    profit: i64,
    trades: usize,
    wins: usize,
    expectancy_r: Option<f64>,
    profit_factor: Option<f64>,
    brier: Option<f64>,
    best_day_share: Option<f64>,
    disclaimer: &'static str,
}

#[derive(Serialize, ToSchema)]
pub struct ReplayBroken {
    rule: ReplayRule,
    at: usize,
    price: Option<f64>,
    equity: i64,
    limit: i64,
}

#[derive(Serialize, ToSchema)]
pub struct ReplayMet {
    rule: ReplayRule,
    met: bool,
    #[schema(value_type = Option<f64>)]
    value: Option<Amount>,
    #[schema(value_type = f64)]
    limit: Amount,
}

/// A number that is written without decimals where it is whole.
#[derive(Serialize, Clone, Copy)]
#[serde(untagged)]
pub enum Amount {
    Whole(i64),
    Share(f64),
}

impl From<f64> for Amount {
    fn from(number: f64) -> Self {
        if number.fract() == 0.0 && number.abs() < 1e15 {
            Self::Whole(number as i64)
        } else {
            Self::Share(number)
        }
    }
}

/// One of a lesson's runs.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplayRunSummary {
    id: i32,
    started_at: DateTime<Utc>,
    ended_at: Option<DateTime<Utc>>,
    verdict: Option<ReplayVerdict>,
    result: Option<ReplayRunFigures>,
}

impl ReplayRunSummary {
    pub fn of(run: &RunSummary, definition: Option<&Definition>) -> Self {
        let outcome = run.outcome.as_ref();
        let result = outcome.zip(definition);
        Self {
            id: run.id.0,
            started_at: run.started_at,
            ended_at: outcome.map(|outcome| outcome.ended_at),
            verdict: run.verdict().map(ReplayVerdict::from),
            result: result.map(|(outcome, definition)| figures(&outcome.result, definition)),
        }
    }
}

/// What an answer shows of a run.
pub struct Shown<'r> {
    pub stored: &'r StoredRun,
    pub run: &'r Run<'r>,
    /// Bars from the last shown bar that was known then; all of them without it.
    pub from: Option<usize>,
    pub first_event: usize,
    pub ended_at: Option<DateTime<Utc>>,
}

impl From<Shown<'_>> for ReplayRun {
    fn from(shown: Shown<'_>) -> Self {
        let run = shown.run;
        let definition = run.definition();
        let tick = definition.instrument.tick;
        let price = |ticks: i64| tick.number_of(ticks);
        let new = shown
            .from
            .map_or(run.seen(), |at| since_shown_bar(run.seen(), at, definition.bar));
        let events = run.events().get(shown.first_event..).unwrap_or_default();
        Self {
            id: shown.stored.id.0,
            video_id: shown.stored.lesson.0,
            at: run.at(),
            of: run.of(),
            started_at: shown.stored.started_at,
            ended_at: shown.ended_at,
            bars: shown_bars(new, definition.bar)
                .iter()
                .map(|bar| bar_shape(bar, tick))
                .collect(),
            forming: is_forming(run.seen(), run.chart().step(), definition.bar),
            position: run.position().map(|position| ReplayPosition {
                side: position.side.into(),
                size: position.size,
                price: price(position.price),
                stop: position.stop.map(price),
                target: position.target.map(price),
                since: position.since,
                closing: position.closing,
            }),
            waiting: run.waiting().map(|entry| ReplayEntry {
                side: entry.side.into(),
                size: entry.size,
                r#type: entry.entry_type.into(),
                price: entry.entry_type.price().map(price),
                stop: entry.stop.map(price),
                target: entry.target.map(price),
                sure: entry.sure,
            }),
            balance: run.balance(),
            floors: ReplayFloors {
                max_loss: run.max_loss_floor(),
                daily_loss: run.daily_loss_floor(),
            },
            paused: run.is_paused(),
            trades_today: run.trades_today(),
            events: events.iter().map(|event| event_shape(event, tick)).collect(),
            trades: run
                .trades()
                .iter()
                .map(|trade| trade_shape(trade, tick))
                .collect(),
            result: run.result().map(|result| result_shape(&result, definition)),
        }
    }
}

fn bar_shape(bar: &SubBar, tick: Tick) -> (DateTime<Utc>, f64, f64, f64, f64) {
    let price = |ticks: i64| tick.number_of(ticks);
    let time = DateTime::from_timestamp(bar.time, 0).unwrap_or_default();
    (
        time,
        price(bar.open),
        price(bar.high),
        price(bar.low),
        price(bar.close),
    )
}

fn event_shape(event: &Event, tick: Tick) -> ReplayEvent {
    ReplayEvent {
        at: event.at,
        kind: event.kind.into(),
        price: event.price.map(|ticks| tick.number_of(ticks)),
        size: event.size,
    }
}

fn trade_shape(trade: &Trade, tick: Tick) -> ReplayTrade {
    ReplayTrade {
        side: trade.side.into(),
        size: trade.size,
        entry_at: trade.entry_at,
        entry_price: tick.number_of(trade.entry_price),
        exit_at: trade.exit_at,
        exit_price: tick.number_of(trade.exit_price),
        exit: trade.exit.into(),
        result: trade.result,
        r: trade.r(),
        mae: trade.mae,
        mfe: trade.mfe,
        either_way: trade.either_way,
        sure: trade.sure,
    }
}

fn result_shape(result: &RunResult, definition: &Definition) -> ReplayRunResult {
    let curve = result.curve.iter();
    ReplayRunResult {
        figures: figures(result, definition),
        curve: curve.map(|point| (point.at, point.equity, point.floor)).collect(),
        plan: to_html(&definition.plan, &|_| None),
    }
}

fn figures(result: &RunResult, definition: &Definition) -> ReplayRunFigures {
    let tick = definition.instrument.tick;
    let broken = result.broken.iter().map(|broken| ReplayBroken {
        rule: broken.rule.into(),
        at: broken.at,
        price: broken.price.map(|ticks| tick.number_of(ticks)),
        equity: broken.equity,
        limit: broken.limit,
    });
    let met = result.met.iter().map(|met| ReplayMet {
        rule: met.rule.into(),
        met: met.met,
        value: met.value.map(Amount::from),
        limit: Amount::from(met.limit),
    });
    ReplayRunFigures {
        verdict: result.verdict.into(),
        broken: broken.collect(),
        met: met.collect(),
        profit: result.profit,
        trades: result.trades,
        wins: result.wins,
        expectancy_r: result.expectancy_r,
        profit_factor: result.profit_factor,
        brier: result.brier,
        best_day_share: result.best_day_share,
        disclaimer: DISCLAIMER,
    }
}
