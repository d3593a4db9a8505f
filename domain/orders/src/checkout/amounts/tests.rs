use proptest::prelude::*;

use super::*;
use crate::{SalesAbroad, VatNumber};

fn belgian() -> Vat {
    Vat {
        basis_points: 2100,
        included: true,
        reverse_charge: true,
        abroad: SalesAbroad::default(),
    }
}

fn sold(price: i32, discount: Option<Discount>, vat: &Vat, reversed: bool, quantity: i64) -> Amounts {
    let number = VatNumber::parse("NL123456782B01").unwrap();
    let buyer = TaxedBuyer {
        country: None,
        vat_number: reversed.then_some(&number),
    };
    let sale = Sale {
        price: Cents(price),
        quantity: Quantity::try_from(quantity).unwrap(),
        discount,
    };
    amounts(Country::parse("BE").ok(), vat, buyer, sale).unwrap()
}

fn figures(price: i32, discount: Option<Discount>, vat: &Vat, reversed: bool) -> (i32, i32, i32, i32) {
    let amounts = sold(price, discount, vat, reversed, 1);
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
        figures(30_000, None, &belgian(), false),
        (30_000, 0, 5_207, 30_000)
    );
}

#[test]
fn a_tax_is_added_where_prices_do_not_include_it() {
    let on_top = Vat {
        included: false,
        ..belgian()
    };
    assert_eq!(figures(10_000, None, &on_top, false), (10_000, 0, 2_100, 12_100));
    assert_eq!(figures(10_000, None, &on_top, true), (10_000, 0, 0, 10_000));
}

#[test]
fn a_business_abroad_pays_what_is_left_without_the_tax() {
    assert_eq!(figures(12_100, None, &belgian(), true), (10_000, 0, 0, 10_000));
    let half = Some(Discount::Percent(50));
    assert_eq!(figures(12_100, half, &belgian(), true), (10_000, 5_000, 0, 5_000));
    assert_eq!(
        sold(12_100, half, &belgian(), true, 1).tax_basis_points,
        0,
        "no rate is said of a tax that the buyer owes"
    );
}

#[test]
fn a_coupon_takes_its_part_and_never_more_than_the_price() {
    let off = |discount| figures(30_000, Some(discount), &belgian(), false);
    assert_eq!(off(Discount::Percent(10)), (30_000, 3_000, 4_686, 27_000));
    assert_eq!(
        off(Discount::Amount(Cents(5_000))),
        (30_000, 5_000, 4_339, 25_000)
    );
    assert_eq!(off(Discount::Percent(100)), (30_000, 30_000, 0, 0));
    assert_eq!(off(Discount::Amount(Cents(99_999))), (30_000, 30_000, 0, 0));
}

#[test]
fn a_sum_is_rounded_once_and_a_coupon_of_a_sum_is_taken_once() {
    // Three times the tax of one would be 3 × 17.
    let three = sold(99, None, &belgian(), false, 3);
    assert_eq!((three.price.0, three.tax.0, three.total.0), (297, 52, 297));
    let off = Some(Discount::Amount(Cents(5_000)));
    let three = sold(30_000, off, &belgian(), false, 3);
    assert_eq!(
        (three.price.0, three.discount.0, three.total.0),
        (90_000, 5_000, 85_000)
    );
    let tenth = Some(Discount::Percent(10));
    assert_eq!(sold(30_000, tenth, &belgian(), false, 3).discount.0, 9_000);
}

proptest! {
    #[test]
    fn the_figures_always_add_up(
        price in 0..=10_000_000_i32, percent in 1..=100_i32, rate in 0..=5_000_i32, quantity in 1..=20_i64,
        included: bool, reversed: bool, with_coupon: bool,
    ) {
        let vat = Vat { basis_points: rate, included, ..belgian() };
        let coupon = with_coupon.then_some(Discount::Percent(percent));
        let sum = sold(price, coupon, &vat, reversed, quantity);
        let on_top = if included { 0 } else { sum.tax.0 };
        prop_assert_eq!(sum.price.0 - sum.discount.0 + on_top, sum.total.0);
        prop_assert!(sum.discount.0 >= 0 && sum.tax.0 >= 0 && sum.total.0 >= 0);
        prop_assert!(!reversed || sum.tax.0 == 0);
    }
}
