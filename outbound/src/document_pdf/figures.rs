//! How amounts and rates are written.

use kernel::Cents;

pub(crate) fn cents(amount: Cents) -> i64 {
    i64::from(amount.0)
}

/// `$1,300.00`; with the currency's code where its sign says less.
#[must_use]
pub fn money(amount: i64, currency: &str) -> String {
    let minus = if amount < 0 { "\u{2212}" } else { "" };
    let (whole, part) = (amount.unsigned_abs() / 100, amount.unsigned_abs() % 100);
    let digits = whole.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let sign = match currency {
        "usd" => "$",
        "eur" => "€",
        "gbp" => "£",
        other => return format!("{minus}{} {grouped}.{part:02}", other.to_uppercase()),
    };
    format!("{minus}{sign}{grouped}.{part:02}")
}

/// `21 %`, `5.5 %`.
pub(crate) fn per_cent(basis_points: i32) -> String {
    let (whole, part) = (basis_points / 100, basis_points % 100);
    match part {
        0 => format!("{whole} %"),
        part if part % 10 == 0 => format!("{whole}.{} %", part / 10),
        part => format!("{whole}.{part:02} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_reads_as_money() {
        assert_eq!(money(30_000, "usd"), "$300.00");
        assert_eq!(money(130_000_005, "eur"), "€1,300,000.05");
        assert_eq!(money(-3_000, "gbp"), "\u{2212}£30.00");
        assert_eq!(money(99_999, "chf"), "CHF 999.99");
        assert_eq!(money(7, "usd"), "$0.07");
    }

    #[test]
    fn a_rate_is_written_with_as_many_places_as_it_has() {
        assert_eq!(per_cent(2100), "21 %");
        assert_eq!(per_cent(550), "5.5 %");
        assert_eq!(per_cent(825), "8.25 %");
        assert_eq!(per_cent(805), "8.05 %");
    }
}
