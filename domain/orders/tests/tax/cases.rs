//! The worked cases of `cases.txt`.

use std::collections::BTreeSet;

use orders::TaxError;

use super::{Case, Coupon, RATES, computed};

const CASES: &str = include_str!("cases.txt");

fn case(words: &[&'static str]) -> Case {
    let &[
        seller,
        included,
        reverse,
        oss,
        country,
        number,
        price,
        quantity,
        coupon,
    ] = words
    else {
        panic!("a case has nine words: {words:?}");
    };
    let there = |word: &'static str| (word != "-").then_some(word);
    Case {
        seller,
        percent: RATES.iter().find(|(code, _)| *code == seller).unwrap().1,
        included: included == "included",
        reverse_charge: reverse == "reverse",
        oss: oss == "oss",
        rates: true,
        country: there(country),
        number_of: there(number),
        price: price.parse().unwrap(),
        quantity: quantity.parse().unwrap(),
        coupon: match coupon.strip_suffix('%') {
            Some(percent) => Coupon::Percent(percent.parse().unwrap()),
            None => there(coupon).map_or(Coupon::None, |cents| Coupon::Amount(cents.parse().unwrap())),
        },
    }
}

/// The product's answer in the words of the table.
fn answer(case: &Case) -> String {
    match computed(case) {
        Ok(found) => {
            let owes = if found.reverse_charge { "reversed" } else { "taxed" };
            let [price, discount, tax, total] =
                [found.price, found.discount, found.tax, found.total].map(|cents| cents.0);
            format!(
                "{price} {discount} {tax} {total} {} {owes}",
                found.tax_basis_points
            )
        }
        Err(TaxError::CountryMissing) => String::from("country"),
        Err(TaxError::OtherCountry) => String::from("number"),
        Err(TaxError::NoRate(country)) => format!("rate of {country}"),
    }
}

#[test]
fn every_worked_case_comes_out_as_it_was_worked() {
    let mut countries = BTreeSet::new();
    let mut count = 0;
    for line in CASES.lines().filter(|line| !line.starts_with('#')) {
        let (asked, expected) = line.split_once(" = ").unwrap();
        let case = case(&asked.split(' ').collect::<Vec<_>>());
        assert_eq!(answer(&case), expected, "{asked}");
        countries.extend(case.country);
        count += 1;
    }
    assert!(count >= 200, "{count} cases");
    let four = ["CH", "GB", "NO", "US"];
    assert!(four.iter().all(|country| countries.contains(country)));
    let union = orders::Country::of_the_union();
    assert!(
        union
            .into_iter()
            .all(|country| countries.contains(country.as_str()))
    );
}

#[test]
fn a_country_whose_rate_is_missing_is_named_and_nothing_is_sold_there() {
    let sold = case(&["BE", "included", "reverse", "oss", "NL", "-", "30000", "1", "-"]);
    let without = Case { rates: false, ..sold };
    assert_eq!(answer(&without), "rate of NL");
    // A business owes its own tax, and without the One Stop Shop no other rate is needed.
    assert!(
        answer(&Case {
            number_of: Some("NL"),
            ..without
        })
        .ends_with("0 reversed")
    );
    assert!(
        answer(&Case {
            oss: false,
            ..without
        })
        .ends_with("2100 taxed")
    );
    assert!(
        answer(&Case {
            country: Some("CH"),
            ..without
        })
        .ends_with("0 taxed")
    );
}
