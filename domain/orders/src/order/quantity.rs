//! How many of one plan an order has.

use serde::{Deserialize, Serialize};

const MOST: i64 = 20;

/// 1 to 20 of one plan, each with its own purchase keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "i32", try_from = "i64")]
pub struct Quantity(i32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Please choose a whole number from 1 to {MOST}.")]
pub struct QuantityError;

impl Quantity {
    pub const ONE: Self = Self(1);

    #[must_use]
    pub fn get(self) -> i32 {
        self.0
    }

    #[must_use]
    pub fn is_one(&self) -> bool {
        *self == Self::ONE
    }

    /// `3 × 6-Month Access`; the title alone for one.
    #[must_use]
    pub fn of(self, title: &str) -> String {
        if self.is_one() {
            title.to_owned()
        } else {
            format!("{} × {title}", self.0)
        }
    }
}

impl Default for Quantity {
    fn default() -> Self {
        Self::ONE
    }
}

impl TryFrom<i64> for Quantity {
    type Error = QuantityError;

    fn try_from(number: i64) -> Result<Self, QuantityError> {
        let small = i32::try_from(number)
            .ok()
            .filter(|_| (1..=MOST).contains(&number));
        small.map(Self).ok_or(QuantityError)
    }
}

impl From<Quantity> for i32 {
    fn from(quantity: Quantity) -> Self {
        quantity.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_has_one_to_twenty_of_a_plan() {
        for number in [1, 2, 20] {
            assert_eq!(
                Quantity::try_from(number).map(|quantity| i64::from(quantity.get())),
                Ok(number)
            );
        }
        for number in [i64::MIN, -1, 0, 21, i64::MAX] {
            assert_eq!(Quantity::try_from(number), Err(QuantityError), "{number}");
        }
        assert_eq!(Quantity::ONE.of("A course"), "A course");
        assert_eq!(Quantity(5).of("A course"), "5 × A course");
    }
}
