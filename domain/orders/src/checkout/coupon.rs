//! Coupons: a code that reduces a plan's price.

use std::{fmt, str::FromStr};

use chrono::{DateTime, Utc};
use kernel::{Cents, typed_code, typed_text};

use crate::PlanKey;

/// A coupon's code: 3 to 40 letters, digits and dashes, in capitals. Dashes do not count where codes are compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CouponCode(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a coupon's code is 3 to 40 letters, digits and dashes, such as SPRING-10")]
pub struct CouponCodeError;

impl CouponCode {
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The form in which two spellings of one code are equal.
    #[must_use]
    pub fn key(&self) -> String {
        self.0.replace('-', "")
    }
}

impl FromStr for CouponCode {
    type Err = CouponCodeError;

    /// Reads a code as users type it ([`typed_code`]), in either case; its dashes are kept to be shown.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.len() > 1_000 {
            return Err(CouponCodeError);
        }
        let shown: String = typed_text(text).split_whitespace().collect();
        let key = typed_code(text);
        let plain =
            !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric()) && !shown.contains('_');
        if plain && (3..=40).contains(&shown.len()) {
            Ok(Self(shown.to_ascii_uppercase()))
        } else {
            Err(CouponCodeError)
        }
    }
}

impl fmt::Display for CouponCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// How much a coupon reduces a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Discount {
    /// 1 to 100.
    Percent(i32),
    Amount(Cents),
}

impl Discount {
    /// The reduction of a price in cents; never more than the price.
    pub(crate) fn of(self, price: i64) -> i64 {
        let off = match self {
            Self::Percent(percent) => rounded(price * i64::from(percent.clamp(0, 100)), 100),
            Self::Amount(amount) => i64::from(amount.0),
        };
        off.clamp(0, price)
    }
}

/// A quotient of numbers that are not negative, with halves rounded up.
pub(crate) fn rounded(amount: i64, by: i64) -> i64 {
    (2 * amount + by) / (2 * by)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CouponId(pub i32);

/// A coupon as staff create it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewCoupon {
    pub code: CouponCode,
    pub discount: Discount,
    /// `None`: every plan.
    pub plan: Option<PlanKey>,
    /// How many orders may use it; `None`: any number.
    pub limit: Option<i32>,
    /// Usable until this instant; `None`: without end.
    pub expires_at: Option<DateTime<Utc>>,
}

/// A coupon with its use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coupon {
    pub id: CouponId,
    pub terms: NewCoupon,
    /// Orders that hold it: open, or paid.
    pub used: i32,
    pub disabled_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

impl Coupon {
    /// Whether it may be used for a plan now. A limit is decided only when the coupon is taken: another buyer may take it first.
    #[must_use]
    pub fn is_good_for(&self, plan: PlanKey, now: DateTime<Utc>) -> bool {
        self.disabled_at.is_none()
            && self.terms.expires_at.is_none_or(|end| now < end)
            && self.terms.limit.is_none_or(|limit| self.used < limit)
            && self.terms.plan.is_none_or(|only| only == plan)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_however_it_is_typed() {
        assert_eq!(" spring-10 ".parse::<CouponCode>().unwrap().as_str(), "SPRING-10");
        for text in ["", "ab", "---", "a_bc", "half%", "prix-réduit", &"a".repeat(41)] {
            assert_eq!(text.parse::<CouponCode>(), Err(CouponCodeError), "{text}");
        }
    }

    #[test]
    fn a_coupon_ends_by_time_by_number_and_when_disabled() {
        let now: DateTime<Utc> = "2026-01-31T12:00:00Z".parse().unwrap();
        let coupon = Coupon {
            id: CouponId(1),
            terms: NewCoupon {
                code: "SPRING".parse().unwrap(),
                discount: Discount::Percent(10),
                plan: Some(PlanKey::Basic),
                limit: Some(2),
                expires_at: Some(now + chrono::TimeDelta::seconds(1)),
            },
            used: 1,
            disabled_at: None,
            created_at: now,
        };
        assert!(coupon.is_good_for(PlanKey::Basic, now));
        assert!(!coupon.is_good_for(PlanKey::Premium, now));
        assert!(!coupon.is_good_for(PlanKey::Basic, now + chrono::TimeDelta::seconds(1)));
        let full = Coupon {
            used: 2,
            ..coupon.clone()
        };
        assert!(!full.is_good_for(PlanKey::Basic, now));
        let disabled = Coupon {
            disabled_at: Some(now),
            ..coupon
        };
        assert!(!disabled.is_good_for(PlanKey::Basic, now));
    }
}
