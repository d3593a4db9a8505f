//! How a form names an order, and how long the link that it mails is known.

use std::str::FromStr;

use chrono::TimeDelta;
use kernel::typed_code;

use crate::{DocumentNumber, OrderReference};

/// How long a link is known. It outlives the usual period, so that a late confirmation gets the answer that the period is over.
pub const WITHDRAWAL_LINK_LIFE: TimeDelta = TimeDelta::days(30);
const MAX_ORDER_CHARS: usize = 100;
const REFERENCE_CHARS: usize = 32;
const YEAR_DIGITS: usize = 4;
/// Of the greatest number that a database counts to.
const MAX_SERIAL_DIGITS: usize = 10;

/// How a buyer names an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NamedOrder {
    Reference(OrderReference),
    /// Numbers can be guessed, so the address must be the order's.
    Receipt(DocumentNumber),
    /// What no order is called; answered like every other.
    Unknown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NamedOrderError {
    #[error("Order reference is required")]
    Missing,
    #[error("Please use at most {MAX_ORDER_CHARS} characters")]
    TooLong,
}

impl FromStr for NamedOrder {
    type Err = NamedOrderError;

    /// Read as people type it ([`typed_code`]), in either case. The signature behind the reference in the address of an order's page does
    /// not matter.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.trim().is_empty() {
            return Err(NamedOrderError::Missing);
        }
        if text.chars().count() > MAX_ORDER_CHARS {
            return Err(NamedOrderError::TooLong);
        }
        let plain = typed_code(text).to_lowercase();
        let receipt = plain
            .split_at_checked(YEAR_DIGITS)
            .filter(|(_, serial)| serial.len() <= MAX_SERIAL_DIGITS)
            .map(|(year, serial)| format!("{year}-{serial}"))
            .unwrap_or_default();
        let reference = match plain.get(..REFERENCE_CHARS) {
            Some(reference) if plain.len() == 2 * REFERENCE_CHARS => reference,
            _ => plain.as_str(),
        };
        Ok(match (reference.parse(), receipt.parse()) {
            (Ok(reference), _) => Self::Reference(reference),
            (_, Ok(number)) => Self::Receipt(number),
            _ => Self::Unknown,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_named_as_its_mails_name_it() {
        let reference = OrderReference::from_random([0xAB; 16]);
        let named = NamedOrder::Reference(reference.clone());
        let spaced = format!(" {} {} ", &reference.as_str()[..16], &reference.as_str()[16..]);
        for text in [
            reference.to_string(),
            reference.to_string().to_uppercase(),
            format!("{reference}{}", "0".repeat(32)),
            spaced,
        ] {
            assert_eq!(text.parse(), Ok(named.clone()), "{text}");
        }
        let number = DocumentNumber {
            kind: crate::DocumentKind::Receipt,
            year: 2026,
            serial: 1,
        };
        for text in [
            "2026-000001",
            "2026\u{2013}000001",
            "2026 000001",
            "\u{200e}2026000001",
        ] {
            assert_eq!(text.parse(), Ok(NamedOrder::Receipt(number)), "{text}");
        }
        for text in ["nonsense", "CN-2026-000001", &"ä".repeat(32), &"0".repeat(33)] {
            assert_eq!(text.parse(), Ok(NamedOrder::Unknown), "{text}");
        }
        assert_eq!(" \t".parse::<NamedOrder>(), Err(NamedOrderError::Missing));
        assert_eq!(
            "x".repeat(101).parse::<NamedOrder>(),
            Err(NamedOrderError::TooLong)
        );
    }
}
