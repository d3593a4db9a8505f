//! What an order costs: price, discount, tax, total, in whole cents.

use kernel::Cents;

use crate::{Discount, Vat, checkout::coupon::rounded};

/// The money of one order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amounts {
    /// Before any coupon; with the tax where prices include it.
    pub price: Cents,
    pub discount: Cents,
    /// Included in `total`.
    pub tax: Cents,
    /// What is paid.
    pub total: Cents,
    /// Hundredths of a per cent: 2100 is 21 %.
    pub tax_basis_points: i32,
    /// Whether `price` and `discount` include the tax.
    pub tax_included: bool,
    /// The buyer owes the tax: price, discount and total are without it.
    pub reverse_charge: bool,
}

/// Computes an order's money. Halves of a cent are rounded up, once for each figure; price less discount, plus the tax where it
/// is added, is always the total.
#[must_use]
pub fn amounts(price: Cents, discount: Option<Discount>, vat: Vat, reversed: bool) -> Amounts {
    let gross = i64::from(price.0.max(0));
    let off = discount.map_or(0, |discount| discount.of(gross));
    let rate = i64::from(vat.basis_points.clamp(0, 10_000));
    let (price, after) = if reversed && vat.included {
        (without_tax(gross, rate), without_tax(gross - off, rate))
    } else {
        (gross, gross - off)
    };
    let tax = match (reversed, vat.included) {
        (true, _) => 0,
        (false, true) => after - without_tax(after, rate),
        (false, false) => rounded(after * rate, 10_000),
    };
    let on_top = if vat.included { 0 } else { tax };
    Amounts {
        price: cents(price),
        discount: cents(price - after),
        tax: cents(tax),
        total: cents(after + on_top),
        tax_basis_points: vat.basis_points,
        tax_included: vat.included,
        reverse_charge: reversed,
    }
}

/// An amount without the tax that it includes.
fn without_tax(amount: i64, rate: i64) -> i64 {
    rounded(amount * 10_000, 10_000 + rate)
}

/// Every price of the catalogue fits with its tax; a larger amount is capped, never wrapped.
fn cents(amount: i64) -> Cents {
    Cents(i32::try_from(amount).unwrap_or(i32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const BELGIAN: Vat = Vat {
        basis_points: 2100,
        included: true,
        reverse_charge: true,
    };

    fn figures(amounts: Amounts) -> (i32, i32, i32, i32) {
        (
            amounts.price.0,
            amounts.discount.0,
            amounts.tax.0,
            amounts.total.0,
        )
    }

    #[test]
    fn a_price_includes_its_tax() {
        assert_eq!(
            figures(amounts(Cents(30_000), None, BELGIAN, false)),
            (30_000, 0, 5_207, 30_000)
        );
    }

    #[test]
    fn a_tax_is_added_where_prices_do_not_include_it() {
        let on_top = Vat {
            included: false,
            ..BELGIAN
        };
        assert_eq!(
            figures(amounts(Cents(10_000), None, on_top, false)),
            (10_000, 0, 2_100, 12_100)
        );
        assert_eq!(
            figures(amounts(Cents(10_000), None, on_top, true)),
            (10_000, 0, 0, 10_000)
        );
    }

    #[test]
    fn a_business_abroad_pays_what_is_left_without_the_tax() {
        assert_eq!(
            figures(amounts(Cents(12_100), None, BELGIAN, true)),
            (10_000, 0, 0, 10_000)
        );
        let half = Some(Discount::Percent(50));
        assert_eq!(
            figures(amounts(Cents(12_100), half, BELGIAN, true)),
            (10_000, 5_000, 0, 5_000)
        );
    }

    #[test]
    fn a_coupon_takes_its_part_and_never_more_than_the_price() {
        let off = |discount| figures(amounts(Cents(30_000), Some(discount), BELGIAN, false));
        assert_eq!(off(Discount::Percent(10)), (30_000, 3_000, 4_686, 27_000));
        assert_eq!(
            off(Discount::Amount(Cents(5_000))),
            (30_000, 5_000, 4_339, 25_000)
        );
        assert_eq!(off(Discount::Percent(100)), (30_000, 30_000, 0, 0));
        assert_eq!(off(Discount::Amount(Cents(99_999))), (30_000, 30_000, 0, 0));
    }

    proptest! {
        #[test]
        fn the_figures_always_add_up(
            price in 0..=i32::MAX, percent in 1..=100_i32, rate in 0..=5_000_i32,
            included: bool, reversed: bool, with_coupon: bool,
        ) {
            let vat = Vat { basis_points: rate, included, reverse_charge: true };
            let price = if included { price } else { price / 2 };
            let coupon = with_coupon.then_some(Discount::Percent(percent));
            let sum = amounts(Cents(price), coupon, vat, reversed);
            let on_top = if included { 0 } else { sum.tax.0 };
            prop_assert_eq!(sum.price.0 - sum.discount.0 + on_top, sum.total.0);
            prop_assert!(sum.discount.0 >= 0 && sum.tax.0 >= 0 && sum.total.0 >= 0);
            prop_assert!(!reversed || sum.tax.0 == 0);
        }
    }
}
