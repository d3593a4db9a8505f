//! Money, in whole cents.

/// An amount of money in cents of the site's currency; never negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cents(pub i32);
