//! The currencies in which this site can sell.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// A currency with a hundred parts, whose smallest payment at the provider is at most 0.50: amounts are cents everywhere, and a coupon
/// leaves 0.50 at least. The code is ISO 4217 in small letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Currency {
    Usd,
    Eur,
    Gbp,
    Chf,
    Cad,
    Aud,
    Nzd,
    Sgd,
}

impl Currency {
    pub const ALL: [Self; 8] = [
        Self::Usd,
        Self::Eur,
        Self::Gbp,
        Self::Chf,
        Self::Cad,
        Self::Aud,
        Self::Nzd,
        Self::Sgd,
    ];

    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Usd => "usd",
            Self::Eur => "eur",
            Self::Gbp => "gbp",
            Self::Chf => "chf",
            Self::Cad => "cad",
            Self::Aud => "aud",
            Self::Nzd => "nzd",
            Self::Sgd => "sgd",
        }
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "must be one of usd, eur, gbp, chf, cad, aud, nzd and sgd: the others cannot be charged in cents here"
)]
pub struct CurrencyError;

impl FromStr for Currency {
    type Err = CurrencyError;

    fn from_str(text: &str) -> Result<Self, CurrencyError> {
        Self::ALL
            .into_iter()
            .find(|currency| currency.code().eq_ignore_ascii_case(text))
            .ok_or(CurrencyError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_currency_without_cents_is_refused() {
        assert_eq!("jpy".parse::<Currency>(), Err(CurrencyError));
        assert_eq!("usdt".parse::<Currency>(), Err(CurrencyError));
        assert_eq!("eur".parse(), Ok(Currency::Eur));
    }

    #[test]
    fn a_currency_is_read_in_either_case_and_is_the_same() {
        for text in ["eur", "EUR", "Eur"] {
            assert_eq!(text.parse(), Ok(Currency::Eur), "{text}");
        }
    }

    #[test]
    fn the_refusal_names_each_currency() {
        for currency in Currency::ALL {
            assert!(CurrencyError.to_string().contains(currency.code()), "{currency}");
        }
    }
}
