//! Plays a run on both engines at once and compares everything that a member or a check can see, after every act and every sub-bar.

use replay::{Act, Chart, Definition, EventKind, Refusal, Run};

use crate::second_engine::{Over, SecondEngine};

/// What is done to a run.
#[derive(Debug, Clone, PartialEq)]
pub enum Move {
    Act(Act),
    Step,
    End,
    Replace,
}

pub struct Both<'r> {
    pub run: Run<'r>,
    second: SecondEngine<'r>,
}

impl<'r> Both<'r> {
    pub fn begin(definition: &'r Definition, chart: &'r Chart) -> Self {
        Self {
            run: Run::begin(definition, chart),
            second: SecondEngine::begin(definition, chart.sub_bars()),
        }
    }

    /// Whether the moment forbade the act; otherwise the difference, as a text.
    pub fn make(&mut self, what: &Move) -> Result<Option<Refusal>, String> {
        let mut refusal = None;
        match what {
            Move::Act(act) => {
                refusal = self.run.act(act).err();
                let second = self.second.act(act);
                same("whether the act is refused", &refusal.is_some(), &second.is_err())
                    .map_err(|difference| format!("{difference}: {act:?}: {refusal:?}"))?;
            }
            Move::Step => same("whether time moved", &self.run.step(), &self.second.step())?,
            Move::End => {
                self.run.end();
                self.second.end();
            }
            Move::Replace => {
                self.run.close_replaced();
                self.second.replace();
            }
        }
        self.compare().map(|()| refusal)
    }

    fn compare(&self) -> Result<(), String> {
        let (run, second) = (&self.run, &self.second);
        same("at", &run.at(), &second.at)?;
        same("trades", &trades_of(run), &trades_of_second(second))?;
        same("events", &events_of(run), &events_of_second(second))?;
        same(
            "ended",
            &run.ended().map(|ended| format!("{ended:?}")),
            &second.over.map(ended_name),
        )?;
        same("balance", &run.balance(), &second.balance())?;
        same("max_loss floor", &run.max_loss_floor(), &second.max_loss_floor())?;
        same(
            "daily_loss floor",
            &run.daily_loss_floor(),
            &second.daily_loss_floor(),
        )?;
        same("paused", &run.is_paused(), &second.paused)?;
        same(
            "trades today",
            &(run.trades_today() as usize),
            &second.trades_today(),
        )?;
        same("waiting", &run.waiting().copied(), &second.waiting)?;
        same("position", &position_of(run), &position_of_second(second))?;
        same(
            "equity",
            &run.equity_at(run.last_close()),
            &second.equity(second.last_close()),
        )?;
        compare_results(run, second)
    }
}

fn compare_results(run: &Run<'_>, second: &SecondEngine<'_>) -> Result<(), String> {
    let (found, other) = match (run.result(), second.result()) {
        (None, None) => return Ok(()),
        (Some(found), Some(other)) => (found, other),
        (found, other) => return Err(format!("result: {found:?} and {other:?}")),
    };
    same("broken", &broken_of(&found), &broken_of_second(second))?;
    same("verdict", &found.verdict, &other.verdict)?;
    for (found, other) in found.met.iter().zip(&other.met) {
        let name = found.rule.name();
        same(name, &(found.rule, found.met), &(other.rule, other.met))?;
        near(name, found.value, other.value)?;
        near(name, Some(found.limit), Some(other.limit))?;
    }
    same("count of met", &found.met.len(), &other.met.len())?;
    same("profit", &found.profit, &other.profit)?;
    same("count of trades", &found.trades, &second.closed.len())?;
    same("wins", &found.wins, &other.wins)?;
    near("expectancyR", found.expectancy_r, other.expectancy_r)?;
    near("profitFactor", found.profit_factor, other.profit_factor)?;
    near("brier", found.brier, other.brier)?;
    near("bestDayShare", found.best_day_share, other.best_day_share)?;
    let curve: Vec<_> = found
        .curve
        .iter()
        .map(|point| (point.at, point.equity, point.floor))
        .collect();
    same("curve", &curve, &other.curve)
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, engine: &T, second: &T) -> Result<(), String> {
    if engine == second {
        return Ok(());
    }
    Err(format!(
        "{what}: the engine has\n  {engine:?}, the second engine\n  {second:?}"
    ))
}

fn near(what: &str, engine: Option<f64>, second: Option<f64>) -> Result<(), String> {
    let is_near = match (engine, second) {
        (Some(engine), Some(second)) => (engine - second).abs() <= 1e-9 * engine.abs().max(1.0),
        (None, None) => true,
        _ => false,
    };
    if is_near {
        Ok(())
    } else {
        same(what, &engine, &second)
    }
}

fn ended_name(over: Over) -> String {
    let name = match over {
        Over::Failed => "Failed",
        Over::Chart => "ChartEnd",
        Over::Member => "ByMember",
        Over::Replaced => "Replaced",
    };
    name.into()
}

fn trades_of(run: &Run<'_>) -> Vec<String> {
    let text = |trade: &replay::Trade| {
        format!(
            "{:?} {} {}@{} {}@{} {:?} result {} r {:?} mae {} mfe {} either {} sure {:?}",
            trade.side,
            trade.size,
            trade.entry_price,
            trade.entry_at,
            trade.exit_price,
            trade.exit_at,
            trade.exit,
            trade.result,
            trade.r(),
            trade.mae,
            trade.mfe,
            trade.either_way,
            trade.sure
        )
    };
    run.trades().iter().map(text).collect()
}

fn trades_of_second(second: &SecondEngine<'_>) -> Vec<String> {
    let text = |trade: &crate::second_engine::Closed| {
        format!(
            "{:?} {} {}@{} {}@{} {:?} result {} r {:?} mae {} mfe {} either {} sure {:?}",
            trade.side,
            trade.size,
            trade.entry_price,
            trade.entry_at,
            trade.exit_price,
            trade.exit_at,
            trade.exit,
            trade.result,
            trade.risk.map(|risk| trade.result as f64 / risk as f64),
            trade.mae,
            trade.mfe,
            trade.either_way,
            trade.sure
        )
    };
    second.closed.iter().map(text).collect()
}

type EventText = (usize, EventKind, Option<(i64, i64)>);

fn events_of(run: &Run<'_>) -> Vec<EventText> {
    let fill = |event: &replay::Event| match event.kind {
        EventKind::Cancelled | EventKind::Paused => None,
        _ => event.price.zip(event.size),
    };
    run.events()
        .iter()
        .map(|event| (event.at, event.kind, fill(event)))
        .collect()
}

fn events_of_second(second: &SecondEngine<'_>) -> Vec<EventText> {
    second
        .events
        .iter()
        .map(|event| (event.at, event.kind, event.fill))
        .collect()
}

fn broken_of(result: &replay::RunResult) -> Vec<String> {
    let text = |broken: &replay::Broken| {
        format!(
            "{:?}",
            (broken.rule, broken.at, broken.price, broken.equity, broken.limit)
        )
    };
    result.broken.iter().map(text).collect()
}

fn broken_of_second(second: &SecondEngine<'_>) -> Vec<String> {
    let text = |broken: &crate::second_engine::Breach| {
        format!(
            "{:?}",
            (broken.rule, broken.at, broken.price, broken.equity, broken.limit)
        )
    };
    second.broken.iter().map(text).collect()
}

fn position_of(run: &Run<'_>) -> String {
    run.position().map_or_else(String::new, |open| {
        let orders = (open.stop, open.target, open.since, open.closing);
        format!("{:?} {} at {} {orders:?}", open.side, open.size, open.price)
    })
}

fn position_of_second(second: &SecondEngine<'_>) -> String {
    second.position.as_ref().map_or_else(String::new, |open| {
        let orders = (open.stop, open.target, open.since, open.closing);
        format!("{:?} {} at {} {orders:?}", open.side, open.size, open.price)
    })
}
