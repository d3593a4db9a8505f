//! How a form names an order, and how long the link that it mails is known.

use std::str::FromStr;

use chrono::TimeDelta;

use crate::{DocumentNumber, OrderReference};

/// How long a link is known. It outlives the usual period, so that a late confirmation gets the answer that the period is over.
pub const WITHDRAWAL_LINK_LIFE: TimeDelta = TimeDelta::days(30);
const MAX_ORDER_CHARS: usize = 100;
const REFERENCE_CHARS: usize = 32;

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

    /// Spaces and capitals do not matter, and neither does the signature behind the reference in the address of an order's page.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let plain: String = text.split_whitespace().collect();
        if plain.is_empty() {
            return Err(NamedOrderError::Missing);
        }
        if text.chars().count() > MAX_ORDER_CHARS {
            return Err(NamedOrderError::TooLong);
        }
        let plain = plain.to_lowercase();
        let reference = match plain.get(..REFERENCE_CHARS) {
            Some(reference) if plain.len() == 2 * REFERENCE_CHARS => reference,
            _ => plain.as_str(),
        };
        Ok(match (reference.parse(), plain.parse()) {
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
        assert_eq!("2026-000001".parse(), Ok(NamedOrder::Receipt(number)));
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
