//! What an order is taxed: worked cases, random orders against a second calculator, and what follows from the rules.
#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot continue ends with a panic"
)]

mod cases;
mod properties;
mod second;

use kernel::Cents;
use orders::{
    Amounts, Country, Discount, Quantity, Sale, SalesAbroad, TaxError, TaxedBuyer, Vat, VatNumber, amounts,
};

/// The settings, the buyer and the sale of one case, in plain values that the second calculator reads too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Case {
    pub seller: &'static str,
    /// Hundredths of a per cent.
    pub percent: i32,
    pub included: bool,
    pub reverse_charge: bool,
    pub oss: bool,
    /// Whether `[vat.countries]` has the rates below.
    pub rates: bool,
    pub country: Option<&'static str>,
    /// A VAT number of this country.
    pub number_of: Option<&'static str>,
    pub price: i32,
    pub quantity: i32,
    pub coupon: Coupon,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coupon {
    None,
    Percent(i32),
    Amount(i32),
}

/// The rates of the tests: the Union's, and that of one country outside.
pub const RATES: [(&str, i32); 28] = [
    ("AT", 2_000),
    ("BE", 2_100),
    ("BG", 2_000),
    ("CY", 1_900),
    ("CZ", 2_100),
    ("DE", 1_900),
    ("DK", 2_500),
    ("EE", 2_400),
    ("ES", 2_100),
    ("FI", 2_550),
    ("FR", 2_000),
    ("GR", 2_400),
    ("HR", 2_500),
    ("HU", 2_700),
    ("IE", 2_300),
    ("IT", 2_200),
    ("LT", 2_100),
    ("LU", 1_700),
    ("LV", 2_100),
    ("MT", 1_800),
    ("NL", 2_100),
    ("PL", 2_300),
    ("PT", 2_300),
    ("RO", 2_100),
    ("SE", 2_500),
    ("SI", 2_200),
    ("SK", 2_300),
    ("CH", 810),
];

/// A VAT number of each country with its pattern.
fn number_of(country: &str) -> VatNumber {
    let digits = match country {
        "AT" => "ATU12345675",
        "BE" => "BE0403019261",
        "BG" => "BG123456786",
        "CY" => "CY00532445O",
        "CZ" => "CZ12345679",
        "DE" => "DE136695976",
        "DK" => "DK88146328",
        "EE" => "EE100594102",
        "ES" => "ESB58378431",
        "FI" => "FI20774740",
        "FR" => "FR40303265045",
        "GR" => "EL094259216",
        "HR" => "HR33392005961",
        "HU" => "HU12892312",
        "IE" => "IE6433435F",
        "IT" => "IT00743110157",
        "LT" => "LT119511515",
        "LU" => "LU15027442",
        "LV" => "LV40003521600",
        "MT" => "MT11679112",
        "NL" => "NL004495445B01",
        "PL" => "PL8567346215",
        "PT" => "PT501964843",
        "RO" => "RO18547290",
        "SE" => "SE123456789701",
        "SI" => "SI50223054",
        "SK" => "SK2022749619",
        other => panic!("{other} is no country of the Union"),
    };
    VatNumber::from_order(digits).expect("a pattern")
}

/// What the product says of a case.
pub fn computed(case: &Case) -> Result<Amounts, TaxError> {
    let country = |code: &str| Country::parse(code).expect("a country");
    let rates = RATES.iter().filter(|_| case.rates);
    let vat = Vat {
        basis_points: case.percent,
        included: case.included,
        reverse_charge: case.reverse_charge,
        abroad: SalesAbroad {
            oss: case.oss,
            rates: rates.map(|(code, rate)| (country(code), *rate)).collect(),
        },
    };
    let number = case.number_of.map(number_of);
    let buyer = TaxedBuyer {
        country: case.country.map(country),
        vat_number: number.as_ref(),
    };
    let sale = Sale {
        price: Cents(case.price),
        quantity: Quantity::try_from(i64::from(case.quantity)).expect("a quantity"),
        discount: match case.coupon {
            Coupon::None => None,
            Coupon::Percent(percent) => Some(Discount::Percent(percent)),
            Coupon::Amount(cents) => Some(Discount::Amount(Cents(cents))),
        },
    };
    amounts(Some(country(case.seller)), &vat, buyer, sale)
}
