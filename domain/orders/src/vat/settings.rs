//! Value added tax as the owner set it.

use std::collections::BTreeMap;

use crate::Country;

/// How the site's prices are taxed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vat {
    /// In the seller's own country, in hundredths of a per cent: 2100 is 21 %.
    pub basis_points: i32,
    /// Whether prices hold the tax already.
    pub included: bool,
    /// Whether a business of another EU country owes the tax itself (Directive 2006/112/EC, article 196).
    pub reverse_charge: bool,
    pub abroad: SalesAbroad,
}

/// Sales to buyers in other countries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SalesAbroad {
    /// Whether a private buyer in another country of the Union pays that country's rate (the One Stop Shop).
    pub oss: bool,
    /// Hundredths of a per cent, by [`Country::taxed_as`].
    pub rates: BTreeMap<Country, i32>,
}
