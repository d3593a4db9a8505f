//! What the questions say, and their answers.

use replay::{Broken, Definition, Rule, Side, Trade};

/// A question that is answered with a number.
pub struct Asked {
    /// Markdown.
    pub prompt: String,
    pub unit: String,
    /// A decimal number.
    pub answer: String,
    /// Markdown.
    pub explanation: String,
}

/// `1234.50`
pub fn cents(sum: i64) -> String {
    let sign = if sum < 0 { "-" } else { "" };
    let sum = sum.unsigned_abs();
    format!("{sign}{}.{:02}", sum / 100, sum % 100)
}

pub fn ticks(count: i64) -> String {
    if count == 1 {
        "1 tick".into()
    } else {
        format!("{count} ticks")
    }
}

/// `long of 2 MES at 5012.25`
fn trade_text(definition: &Definition, trade: &Trade) -> String {
    let instrument = &definition.instrument;
    let side = match trade.side {
        Side::Long => "long",
        Side::Short => "short",
    };
    let price = instrument.tick.price_of(trade.entry_price);
    format!("{side} of {} {} at {price}", trade.size, instrument.name)
}

fn rule_text(rule: Rule) -> &'static str {
    match rule {
        Rule::DailyLoss => "daily loss",
        _ => "largest loss",
    }
}

/// What a tick of one contract is worth, with the tick's size.
fn tick_text(definition: &Definition) -> String {
    let instrument = &definition.instrument;
    let (tick, value) = (instrument.tick.price_of(1), cents(instrument.tick_value));
    format!(
        "A tick is {tick}, worth {value} {} a contract.",
        instrument.currency
    )
}

/// The ticks from a position's entry to the floor; `balance` is that of the open position, which is above the floor.
pub fn distance_to_floor(definition: &Definition, broken: &Broken, trade: &Trade, balance: i64) -> Asked {
    let currency = &definition.instrument.currency;
    let a_tick = trade.size * definition.instrument.tick_value;
    let room = balance - broken.limit;
    let answer = room.div_euclid(a_tick) + i64::from(room.rem_euclid(a_tick) > 0);
    let (rule, floor) = (rule_text(broken.rule), cents(broken.limit));
    Asked {
        prompt: format!(
            "Your {} began at a balance of {} {currency}, and broke the rule of the {rule}, whose floor was {floor} {currency}. {} After \
             how many ticks against the position is the floor touched?",
            trade_text(definition, trade),
            cents(balance),
            tick_text(definition),
        ),
        unit: "ticks".into(),
        answer: answer.to_string(),
        explanation: format!(
            "From the balance to the floor are {} {currency}. A tick costs {} {currency}, so the floor is touched after {}; touching it \
             breaks the rule.",
            cents(room),
            cents(a_tick),
            ticks(answer),
        ),
    }
}

/// Where the floor is; `amount` is the rule's, in cents.
pub fn floor(definition: &Definition, broken: &Broken, amount: i64) -> Asked {
    let currency = &definition.instrument.currency;
    let (rule, limit) = (rule_text(broken.rule), cents(broken.limit));
    let (from, amount) = (cents(broken.limit + amount), cents(amount));
    Asked {
        prompt: format!(
            "Your run broke the rule of the {rule}: {amount} {currency}, counted from {from} {currency}. At which equity is it broken?"
        ),
        unit: currency.clone(),
        answer: limit.clone(),
        explanation: format!("{from} less {amount} is {limit} {currency}; touching it breaks the rule."),
    }
}

/// What a stop would have risked where the trade had none: as far away as the price went, at least a tick.
pub fn missing_stop(definition: &Definition, trade: &Trade) -> Asked {
    let instrument = &definition.instrument;
    let currency = &instrument.currency;
    let away = trade.mae.max(1);
    let of_ticks = away * trade.size * instrument.tick_value;
    let commissions = 2 * trade.size * instrument.commission;
    let risk = cents(of_ticks + commissions);
    Asked {
        prompt: format!(
            "Your {} had no stop. {} A contract costs {} {currency} of commission a side. What does a stop {} away risk, with the \
             commissions of both sides and without slippage?",
            trade_text(definition, trade),
            tick_text(definition),
            cents(instrument.commission),
            ticks(away),
        ),
        unit: currency.clone(),
        answer: risk.clone(),
        explanation: format!(
            "{} of {} contracts are {} {currency}, and the commissions {} {currency}: {risk} {currency}.",
            ticks(away),
            trade.size,
            cents(of_ticks),
            cents(commissions),
        ),
    }
}

/// How many contracts a sum lets trade with a stop so many ticks away; `what` says what became of the trade's stop.
pub fn size_at_risk(
    definition: &Definition,
    trade: &Trade,
    what: &str,
    away: i64,
    (risk, risk_text): (i64, String),
) -> Asked {
    let instrument = &definition.instrument;
    let currency = &instrument.currency;
    let of_contract = away * instrument.tick_value + 2 * instrument.commission;
    let answer = risk.div_euclid(of_contract);
    Asked {
        prompt: format!(
            "You were in a {}. {what} {} A contract costs {} {currency} of commission a side. How many whole contracts may you trade with \
             a stop {} away at a risk of {risk_text}, with the commissions of both sides and without slippage?",
            trade_text(definition, trade),
            tick_text(definition),
            cents(instrument.commission),
            ticks(away),
        ),
        unit: "contracts".into(),
        answer: answer.to_string(),
        explanation: format!(
            "A contract risks {} {currency}, so {} {currency} are enough for {answer}.",
            cents(of_contract),
            cents(risk),
        ),
    }
}
