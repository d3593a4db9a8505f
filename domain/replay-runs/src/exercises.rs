//! The short exercises that an ended run leaves for the member's revision: of each broken rule and of each trade without its plan.

mod text;

use courses::lesson::exercise::{Exercise, Question};
use replay::{Act, ActAt, Broken, Change, Definition, Rule, Run, Trade};

use crate::RunId;
use text::{Asked, cents, ticks};

/// Exercises of one run.
pub const MAX_RUN_EXERCISES: usize = 3;

/// Contracts are asked for at this part of the account where the rules limit no risk.
const RISKED_PART_OF_ACCOUNT: i64 = 100;

/// How a trade left the plan: a stop from the fill on, which is not moved away or removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WithoutPlan {
    NoStop,
    StopRemoved { ticks: i64 },
    StopMovedAway { from: i64, to: i64 },
}

/// At most three exercises of an ended run: its broken rules in their order, then its trades in theirs; the parts of a trade are asked
/// about once. `None` while the run is open.
#[must_use]
pub fn exercises_of(run: &Run<'_>, id: RunId, acts: &[ActAt]) -> Vec<Exercise> {
    let Some(result) = run.result() else {
        return Vec::new();
    };
    let definition = run.definition();
    let of_rules = result
        .broken
        .iter()
        .map(|broken| of_broken_rule(definition, broken, run.trades()));
    let mut asked_about = None;
    let of_trades = run.trades().iter().filter_map(|trade| {
        let without_plan = without_plan(trade, acts)?;
        let is_other_part = asked_about.replace(trade.entry_at) == Some(trade.entry_at);
        (!is_other_part).then(|| of_trade(definition, trade, without_plan))
    });
    let numbered = (1..).zip(of_rules.chain(of_trades).take(MAX_RUN_EXERCISES));
    numbered
        .filter_map(|(number, asked)| exercise(id, number, asked))
        .collect()
}

fn exercise(run: RunId, number: usize, asked: Asked) -> Option<Exercise> {
    Some(Exercise {
        id: format!("replay-{}-{number}", run.0).parse().ok()?,
        prompt: asked.prompt,
        question: Question::Number {
            unit: Some(asked.unit),
            answer: asked.answer.parse().ok()?,
            tolerance: courses::lesson::decimal::Decimal::ZERO,
        },
        explanation: Some(asked.explanation),
        chart: None,
        timezone: None,
    })
}

/// How far the floor was from the position's entry; without a position, where the floor was.
fn of_broken_rule(definition: &Definition, broken: &Broken, trades: &[Trade]) -> Asked {
    let instrument = &definition.instrument;
    let last = trades.iter().rposition(|trade| trade.exit_at == broken.at);
    let open = last.and_then(|last| {
        let trade = trades.get(last)?;
        let before: i64 = trades.iter().take(last).map(|trade| trade.result).sum();
        let balance = definition.account.balance + before - trade.size * instrument.commission;
        (balance > broken.limit).then_some((trade, balance))
    });
    match open {
        Some((trade, balance)) => text::distance_to_floor(definition, broken, trade, balance),
        None => text::floor(definition, broken, amount_of(definition, broken.rule)),
    }
}

fn amount_of(definition: &Definition, rule: Rule) -> i64 {
    let rules = &definition.rules;
    let amount = match rule {
        Rule::DailyLoss => rules.daily_loss.map(|rule| rule.amount),
        _ => rules.max_loss.map(|rule| rule.amount),
    };
    amount.unwrap_or(0)
}

fn of_trade(definition: &Definition, trade: &Trade, without_plan: WithoutPlan) -> Asked {
    match without_plan {
        WithoutPlan::NoStop => text::missing_stop(definition, trade),
        WithoutPlan::StopRemoved { ticks: away } => {
            let what = format!("Its stop was {} away, and you removed it.", ticks(away));
            text::size_at_risk(definition, trade, &what, away, risked(definition))
        }
        WithoutPlan::StopMovedAway { from, to } => {
            let what = format!(
                "Its stop was {} away, and you moved it to {}.",
                ticks(from),
                ticks(to)
            );
            text::size_at_risk(definition, trade, &what, to, risked(definition))
        }
    }
}

/// What a trade may risk, in cents, with a name for it.
fn risked(definition: &Definition) -> (i64, String) {
    let currency = &definition.instrument.currency;
    match definition.rules.risk {
        Some(risk) => (risk, format!("{} {currency}, the rules' risk", cents(risk))),
        None => {
            let risk = definition.account.balance / RISKED_PART_OF_ACCOUNT;
            (risk, format!("{} {currency}, 1 % of the account", cents(risk)))
        }
    }
}

/// `None` for a trade that had a stop from its fill on and kept it.
fn without_plan(trade: &Trade, acts: &[ActAt]) -> Option<WithoutPlan> {
    let Some(stop) = trade.stop_at_fill else {
        return Some(WithoutPlan::NoStop);
    };
    let away = |price: i64| (trade.entry_price - price) * trade.side.sign();
    let from = away(stop);
    let mut furthest = from;
    for ActAt { at, act } in acts {
        let is_open = (trade.entry_at..trade.exit_at).contains(at);
        match act {
            Act::Protect { stop, .. } if is_open => match stop {
                Change::Remove => return Some(WithoutPlan::StopRemoved { ticks: from.max(1) }),
                Change::Move(price) => furthest = furthest.max(away(*price)),
                Change::Leave => {}
            },
            _ => {}
        }
    }
    let to = furthest;
    (to > from).then_some(WithoutPlan::StopMovedAway { from, to })
}
