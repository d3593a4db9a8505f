//! Random orders against the second calculator, and what holds of each of them.

use orders::TaxError;

use super::{Case, Coupon, RATES, computed, second::second};

/// A plain generator (xorshift), so that a run can be repeated by its seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % most
    }

    fn one_in(&mut self, most: usize) -> bool {
        self.below(most) == 0
    }

    fn number(&mut self, from: i32, to: i32) -> i32 {
        from + i32::try_from(self.below(usize::try_from(to - from + 1).unwrap())).unwrap()
    }
}

const PLACES: [&str; 33] = [
    "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IE", "IT", "LT",
    "LU", "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK", "CH", "GB", "US", "NO", "MC", "IM",
];

/// An order that a buyer could type.
fn random(dice: &mut Dice) -> Case {
    let country = (!dice.one_in(8)).then(|| PLACES[dice.below(PLACES.len())]);
    let number_of = dice.one_in(3).then(|| match country {
        // Mostly of the chosen country.
        Some(code) if PLACES[..27].contains(&code) && !dice.one_in(10) => code,
        Some("MC") if !dice.one_in(4) => "FR",
        _ => PLACES[dice.below(27)],
    });
    let seller = PLACES[if dice.one_in(3) { dice.below(27) } else { 1 }];
    let price = match dice.below(4) {
        0 => dice.number(1, 200),
        1 => dice.number(1, 1_000) * 100,
        _ => dice.number(1, 10_000_000),
    };
    Case {
        seller,
        percent: RATES.iter().find(|(code, _)| *code == seller).unwrap().1,
        included: !dice.one_in(3),
        reverse_charge: !dice.one_in(3),
        oss: dice.one_in(2),
        rates: !dice.one_in(8),
        country,
        number_of,
        price,
        quantity: if dice.one_in(2) { 1 } else { dice.number(1, 20) },
        coupon: match dice.below(4) {
            0 => Coupon::Percent(dice.number(1, 100)),
            1 => Coupon::Amount(dice.number(1, 1_000_000)),
            _ => Coupon::None,
        },
    }
}

fn judge(case: &Case) {
    let (found, expected) = (computed(case), second(case));
    let found = match found {
        Ok(found) => found,
        Err(error) => {
            let why = match error {
                TaxError::CountryMissing => "country",
                TaxError::OtherCountry => "number",
                TaxError::NoRate(_) => "rate",
            };
            assert_eq!(expected, Err(why), "{case:?}");
            return;
        }
    };
    let sums = [found.price, found.discount, found.tax, found.total].map(|cents| i64::from(cents.0));
    let [price, discount, tax, total] = sums;
    let seen = (
        price,
        discount,
        tax,
        total,
        found.tax_basis_points,
        found.reverse_charge,
    );
    assert_eq!(Ok(seen), expected, "{case:?}");
    let on_top = if case.included { 0 } else { tax };
    assert_eq!(price - discount + on_top, total, "{case:?}");
    assert!(discount >= 0 && tax >= 0 && tax <= total, "{case:?}");
    assert!(!found.reverse_charge || tax == 0, "{case:?}");
    if case.included && !found.reverse_charge {
        let home = Case {
            country: Some(case.seller),
            number_of: None,
            ..*case
        };
        assert_eq!(
            found.total,
            computed(&home).unwrap().total,
            "the place changes a price: {case:?}"
        );
    }
}

fn orders_of(seed: u64, count: usize) {
    let mut dice = Dice(seed);
    for _ in 0..count {
        judge(&random(&mut dice));
    }
}

#[test]
fn two_thousand_random_orders_are_taxed_as_the_second_calculator_says() {
    orders_of(0x5EED_0F7A_2026_1128, 2_000);
}

#[test]
#[ignore = "a hundred thousand orders; make endurance runs it"]
fn a_hundred_thousand_random_orders_are_taxed_as_the_second_calculator_says() {
    orders_of(0x00D1_CE5E_ED20_2611, 100_000);
}

#[test]
fn the_random_orders_are_of_every_kind() {
    let mut dice = Dice(7);
    let cases: Vec<Case> = (0..2_000).map(|_| random(&mut dice)).collect();
    let answers: Vec<_> = cases.iter().map(second).collect();
    for why in ["country", "number", "rate"] {
        assert!(answers.contains(&Err(why)), "no order is refused for its {why}");
    }
    let reversed = answers.iter().flatten().filter(|answer| answer.5).count();
    let free = answers.iter().flatten().filter(|answer| answer.3 == 0).count();
    assert!(reversed > 100 && free > 5, "{reversed} reversed, {free} free");
    assert!(
        PLACES
            .iter()
            .all(|place| cases.iter().any(|case| case.country == Some(*place)))
    );
}
