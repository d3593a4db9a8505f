//! How mails write times and money, and the greeting that they share.

use chrono::{DateTime, Utc};
use kernel::Cents;

use crate::MailPart;

/// Without a name: a member chooses it, and a mail may go to an unverified address.
pub(crate) fn greeting() -> MailPart {
    MailPart::Paragraph(String::from("Hello,"))
}

/// `21 November 2026`
pub(crate) fn day(time: DateTime<Utc>) -> String {
    time.format("%-d %B %Y").to_string()
}

/// `14:05 UTC`
pub(crate) fn time_of_day(time: DateTime<Utc>) -> String {
    time.format("%H:%M UTC").to_string()
}

/// `21 November 2026, 14:05 UTC`
pub(crate) fn moment(time: DateTime<Utc>) -> String {
    format!("{}, {}", day(time), time_of_day(time))
}

/// `300.00 USD`
pub(crate) fn money(Cents(cents): Cents, currency: &str) -> String {
    format!("{}.{:02} {}", cents / 100, cents % 100, currency.to_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_written_with_its_zone_and_money_with_its_currency() {
        let time = "2026-11-01T04:05:59Z".parse().unwrap();
        assert_eq!(moment(time), "1 November 2026, 04:05 UTC");
        assert_eq!(money(Cents(30_005), "usd"), "300.05 USD");
    }
}
