//! Money, in whole cents.

/// An amount of money in cents of the site's currency; never negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Cents(pub i32);
