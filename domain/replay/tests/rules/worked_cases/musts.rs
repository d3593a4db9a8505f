//! The last part of a case: what is found of a run, in the words of what must be.

use replay::{CurvePoint, Met, Rule, Run, RunResult, Side, Trade};

/// What is found, and what must be, both as text.
pub fn found(run: &Run<'_>, must: &str) -> (String, String) {
    let words: Vec<&str> = must.split_whitespace().collect();
    (found_text(run, &words), words.join(" "))
}

fn found_text(run: &Run<'_>, words: &[&str]) -> String {
    let number = |index: usize| {
        words
            .get(index)
            .and_then(|word| word.parse::<usize>().ok())
            .unwrap_or(0)
    };
    match words {
        ["long" | "short", ..] | ["flat"] => position(run),
        ["waiting"] | ["nothing", "waits"] => {
            let is_waiting = run.waiting().is_some();
            (if is_waiting { "waiting" } else { "nothing waits" }).into()
        }
        ["stop", _] | ["no", "stop"] => price("stop", protection(run).0),
        ["target", _] | ["no", "target"] => price("target", protection(run).1),
        ["closing", _] => format!("closing {}", run.position().map_or(0, |open| open.closing)),
        ["since", _] => format!("since {}", run.position().map_or(0, |open| open.since)),
        ["at", _] => format!("at {}", run.at()),
        ["balance", _] => format!("balance {}", run.balance()),
        ["equity", _] => format!("equity {}", run.equity_at(run.last_close())),
        ["trades", _] => format!("trades {}", run.trades().len()),
        ["today", _] => format!("today {}", run.trades_today()),
        ["trade", ..] => trade(run.trades(), number(1)),
        ["mae", _] => last(run, |trade| format!("mae {}", trade.mae)),
        ["mfe", _] => last(run, |trade| format!("mfe {}", trade.mfe)),
        ["r", _] => last(run, |trade| figure("r", trade.r())),
        ["either", "way"] | ["not", "either", "way"] => last(run, |trade| {
            (if trade.either_way {
                "either way"
            } else {
                "not either way"
            })
            .into()
        }),
        ["max", "floor", _] | ["no", "max", "floor"] => price("max floor", run.max_loss_floor()),
        ["daily", "floor", _] | ["no", "daily", "floor"] => price("daily floor", run.daily_loss_floor()),
        ["paused"] | ["not", "paused"] => (if run.is_paused() { "paused" } else { "not paused" }).into(),
        ["events", ..] => events(run),
        ["running"] => ended(run).unwrap_or_else(|| "running".into()),
        ["ended", _] => ended(run).unwrap_or_else(|| "running".into()),
        _ => run
            .result()
            .map_or_else(|| "running".into(), |result| of_result(&result, words)),
    }
}

fn of_result(result: &RunResult, words: &[&str]) -> String {
    match words {
        ["verdict", _] => format!("verdict {}", result.verdict.name()),
        ["broken", number, ..] => broken(result, number),
        ["met", rule, ..] => met(&result.met, rule),
        ["profit", _] => format!("profit {}", result.profit),
        ["wins", _] => format!("wins {}", result.wins),
        ["expectancy", _] => figure("expectancy", result.expectancy_r),
        ["factor", _] => figure("factor", result.profit_factor),
        ["brier", _] => figure("brier", result.brier),
        ["share", _] => figure("share", result.best_day_share),
        ["curve", ..] => curve(&result.curve),
        _ => format!("nothing that is known: {words:?}"),
    }
}

fn ended(run: &Run<'_>) -> Option<String> {
    Some(format!("ended {:?}", run.ended()?))
}

fn position(run: &Run<'_>) -> String {
    run.position().map_or_else(
        || "flat".into(),
        |open| format!("{} {} at {}", side(open.side), open.size, open.price),
    )
}

fn side(side: Side) -> &'static str {
    match side {
        Side::Long => "long",
        Side::Short => "short",
    }
}

/// Stop and target of the position, or of what waits.
fn protection(run: &Run<'_>) -> (Option<i64>, Option<i64>) {
    match (run.position(), run.waiting()) {
        (Some(open), _) => (open.stop, open.target),
        (None, Some(entry)) => (entry.stop, entry.target),
        (None, None) => (None, None),
    }
}

fn price(name: &str, price: Option<i64>) -> String {
    price.map_or_else(|| format!("no {name}"), |price| format!("{name} {price}"))
}

/// At most four decimals.
fn figure(name: &str, value: Option<f64>) -> String {
    let text = |value: f64| {
        let rounded = (value * 10_000.0).round() / 10_000.0;
        format!("{name} {rounded}")
    };
    value.map_or_else(|| format!("{name} null"), text)
}

/// `trade 1 stop x2 101>95 -1200`
fn trade(trades: &[Trade], number: usize) -> String {
    let Some(trade) = number.checked_sub(1).and_then(|index| trades.get(index)) else {
        return format!("no trade {number}");
    };
    let exit = format!("{:?}", trade.exit).to_lowercase();
    format!(
        "trade {number} {exit} x{} {}>{} {}",
        trade.size, trade.entry_price, trade.exit_price, trade.result
    )
}

fn last(run: &Run<'_>, text: impl Fn(&Trade) -> String) -> String {
    run.trades().last().map_or_else(|| "no trade".into(), text)
}

fn events(run: &Run<'_>) -> String {
    let kinds = run
        .events()
        .iter()
        .map(|event| format!("{:?}", event.kind).to_lowercase());
    std::iter::once("events".into())
        .chain(kinds)
        .collect::<Vec<String>>()
        .join(" ")
}

/// `broken 1 max_loss at 3 price 90 equity 98000 limit 98000`
fn broken(result: &RunResult, number: &str) -> String {
    if result.broken.is_empty() {
        return "broken none".into();
    }
    let index = number
        .parse::<usize>()
        .ok()
        .and_then(|number| number.checked_sub(1));
    let Some(broken) = index.and_then(|index| result.broken.get(index)) else {
        return format!("{} broken", result.broken.len());
    };
    format!(
        "broken {number} {} at {} price {} equity {} limit {}",
        broken.rule.name(),
        broken.at,
        broken
            .price
            .map_or_else(|| "null".into(), |price| price.to_string()),
        broken.equity,
        broken.limit
    )
}

/// `met days no 2 of 3`
fn met(met: &[Met], rule: &str) -> String {
    let of_rule = |entry: &&Met| Rule::name(entry.rule) == rule;
    met.iter().find(of_rule).map_or_else(
        || format!("met {rule} is not set"),
        |entry| {
            let yes = if entry.met { "yes" } else { "no" };
            let value = figure(&format!("met {rule} {yes}"), entry.value);
            format!("{value} of {}", entry.limit)
        },
    )
}

/// `curve 2:100000/98000 3:100100/-`
fn curve(points: &[CurvePoint]) -> String {
    let text = |point: &CurvePoint| {
        let floor = point.floor.map_or_else(|| "-".into(), |floor| floor.to_string());
        format!("{}:{}/{floor}", point.at, point.equity)
    };
    std::iter::once("curve".into())
        .chain(points.iter().map(text))
        .collect::<Vec<String>>()
        .join(" ")
}
