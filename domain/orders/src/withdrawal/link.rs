//! The link that confirms a withdrawal without an account, its token, and how a form names an order.

use std::str::FromStr;

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};

use crate::{OrderReference, ReceiptNumber};

/// How long a link is known. It outlives the usual period, so that a late confirmation is told that the period is over.
pub const WITHDRAWAL_LINK_LIFE: TimeDelta = TimeDelta::days(30);
const MAX_ORDER_CHARS: usize = 100;
const REFERENCE_CHARS: usize = 32;

/// How a buyer names an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NamedOrder {
    Reference(OrderReference),
    /// Numbers can be guessed, so the address must be the order's.
    Receipt(ReceiptNumber),
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

/// The secret in a withdrawal link: 256 random bits.
#[derive(Clone)]
pub struct WithdrawalToken(String);

/// What is stored of a link's secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WithdrawalTokenHash(pub [u8; 32]);

impl WithdrawalToken {
    #[must_use]
    pub fn from_random(bytes: [u8; 32]) -> Self {
        Self(hex::encode(bytes))
    }

    /// Takes the token of a request; any text, valid or not.
    #[must_use]
    pub fn presented(text: &str) -> Self {
        Self(text.to_owned())
    }

    #[must_use]
    pub fn hash(&self) -> WithdrawalTokenHash {
        WithdrawalTokenHash(Sha256::digest(self.0.as_bytes()).into())
    }

    /// The page that confirms, on the site's public origin. The fragment reaches neither a server nor a log.
    pub(super) fn link(&self, public_url: &str) -> String {
        format!("{public_url}/withdraw#token={}", self.0)
    }
}

impl std::fmt::Debug for WithdrawalToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("WithdrawalToken(..)")
    }
}

/// A link as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WithdrawalLink {
    pub order: OrderReference,
    /// As the form gave it.
    pub name: String,
    pub requested_at: DateTime<Utc>,
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
        let number = ReceiptNumber {
            year: 2026,
            serial: 1,
        };
        assert_eq!("2026-000001".parse(), Ok(NamedOrder::Receipt(number)));
        for text in ["nonsense", &"ä".repeat(32), &"0".repeat(33)] {
            assert_eq!(text.parse(), Ok(NamedOrder::Unknown), "{text}");
        }
        assert_eq!(" \t".parse::<NamedOrder>(), Err(NamedOrderError::Missing));
        assert_eq!(
            "x".repeat(101).parse::<NamedOrder>(),
            Err(NamedOrderError::TooLong)
        );
    }

    #[test]
    fn a_links_secret_stands_in_the_fragment() {
        let token = WithdrawalToken::from_random([7; 32]);
        let link = token.link("https://portal.example");
        let (page, secret) = link.split_once("#token=").unwrap();
        assert_eq!(page, "https://portal.example/withdraw");
        assert_eq!(WithdrawalToken::presented(secret).hash(), token.hash());
        assert!(!format!("{token:?}").contains(secret));
    }
}
