//! A second calculator, written from the contract in fractions and without the product's types: a list of questions that each either
//! ends the sale or names the rate, and sums whose tax is searched for instead of divided.

use super::{Case, Coupon, RATES};

/// Price, discount, tax, total, rate, and whether the buyer owes the tax; or why there is no sale.
pub type Answer = Result<(i64, i64, i64, i64, i32, bool), &'static str>;

const UNION: &str = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK";

fn as_taxed(code: &str) -> &str {
    match code {
        "MC" => "FR",
        "IM" => "GB",
        code => code,
    }
}

fn listed(case: &Case, code: &str) -> Option<i32> {
    let rates = if case.rates { &RATES[..] } else { &[] };
    rates
        .iter()
        .find(|(known, _)| *known == code)
        .map(|(_, rate)| *rate)
}

/// The whole number nearest to `over / under`, a half upwards.
fn nearest(over: i64, under: i64) -> i64 {
    let down = over.div_euclid(under);
    let rest = over.rem_euclid(under);
    if rest + rest >= under { down + 1 } else { down }
}

/// The net sum within a gross one: nearest to it, by walking from a guess.
fn net_of(gross: i64, rate: i32) -> i64 {
    let target = gross * 10_000;
    let factor = 10_000 + i64::from(rate);
    let mut net = gross * 10_000 / factor;
    while (net + 1) * factor <= target {
        net += 1;
    }
    // The remainder decides: at least half of the factor goes up.
    if (target - net * factor) * 2 >= factor {
        net + 1
    } else {
        net
    }
}

pub fn second(case: &Case) -> Answer {
    if case.oss && case.country.is_none() {
        return Err("country");
    }
    let bought_in = case.country.map(as_taxed);
    if let (Some(number), Some(place)) = (case.number_of, bought_in)
        && number != place
    {
        return Err("number");
    }
    let place = bought_in.or(case.number_of).unwrap_or(case.seller);
    let at_home = place == case.seller;
    let in_union = UNION.split(' ').any(|code| code == place);
    let reversed = case.number_of.is_some() && !at_home && case.reverse_charge;
    let rate = if reversed {
        0
    } else if at_home || (in_union && !case.oss) {
        case.percent
    } else if in_union {
        listed(case, place).ok_or("rate")?
    } else {
        listed(case, place).unwrap_or(0)
    };

    let all = i64::from(case.price) * i64::from(case.quantity);
    let off = match case.coupon {
        Coupon::None => 0,
        Coupon::Percent(percent) => nearest(all * i64::from(percent), 100),
        Coupon::Amount(cents) => i64::from(cents).min(all),
    };
    let left = all - off;
    Ok(match (reversed, case.included) {
        (true, true) => {
            let (price, total) = (net_of(all, case.percent), net_of(left, case.percent));
            (price, price - total, 0, total, 0, true)
        }
        (true, false) => (all, off, 0, left, 0, true),
        (false, true) => (all, off, left - net_of(left, rate), left, rate, false),
        (false, false) => {
            let tax = nearest(left * i64::from(rate), 10_000);
            (all, off, tax, left + tax, rate, false)
        }
    })
}
