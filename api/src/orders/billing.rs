//! What a checkout and a quote take beside the plan and the person: coupon, VAT number, country, address, company, quantity.

use orders::{
    BillingAddress, BuyerPlace, Country, CouponCode, PriceList, Quantity, QuantityError, TaxError,
    TaxedBuyer, VatNumber, billing_city, billing_street, billing_zip_code, company_name,
};
use serde_json::Value;

use crate::http::problem::Fields;

pub const COUPON_INVALID: &str = "This coupon cannot be used.";

/// What was typed; a field of blanks is one that is absent.
pub struct Typed {
    pub coupon: Option<String>,
    pub vat_number: Option<String>,
    pub country: Option<String>,
    pub company: Option<String>,
    pub street: Option<String>,
    pub city: Option<String>,
    pub zip_code: Option<String>,
    pub quantity: Value,
}

/// The same, parsed.
pub struct Billing {
    pub coupon: Option<CouponCode>,
    pub vat_number: Option<VatNumber>,
    pub place: BuyerPlace,
    pub quantity: Quantity,
}

/// Which fields have to be there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// Those that an order needs.
    OfOrder,
    /// A quote is asked for before all is typed.
    OfQuote,
}

/// The quantity of a body without one.
pub fn one() -> Value {
    Value::from(1)
}

fn given(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.trim().is_empty())
}

/// The outer `None` is an error that is noted.
pub fn chosen_country(fields: &mut Fields, text: Option<&str>) -> Option<Option<Country>> {
    let parsed = given(text).map(Country::parse).transpose();
    fields.take("country", parsed)
}

fn quantity(fields: &mut Fields, value: &Value) -> Option<Quantity> {
    let number = value.as_i64().ok_or(QuantityError);
    fields.take("quantity", number.and_then(Quantity::try_from))
}

impl Billing {
    /// What an order needs; `None` with what is wrong in `fields`.
    pub fn of_checkout(fields: &mut Fields, price_list: &PriceList, typed: &Typed) -> Option<Self> {
        Self::parse(fields, price_list, typed, Wanted::OfOrder)
    }

    /// The same, without company and address where nothing of them was typed.
    pub fn of_quote(fields: &mut Fields, price_list: &PriceList, typed: &Typed) -> Option<Self> {
        Self::parse(fields, price_list, typed, Wanted::OfQuote)
    }

    fn parse(fields: &mut Fields, price_list: &PriceList, typed: &Typed, wanted: Wanted) -> Option<Self> {
        let coupon = given(typed.coupon.as_deref()).map(str::parse::<CouponCode>);
        let coupon = fields.take("coupon", coupon.transpose().map_err(|_| COUPON_INVALID));
        let number = given(typed.vat_number.as_deref()).map(VatNumber::parse);
        let is_business = number.is_some();
        let number = fields.take("vatNumber", number.transpose());
        let country = chosen_country(fields, typed.country.as_deref());
        let quantity = quantity(fields, &typed.quantity);
        let asks = wanted == Wanted::OfOrder && is_business && price_list.asks_address(country.flatten());
        let company = company(fields, typed, asks);
        let address = address(fields, typed, asks);
        let (vat_number, country) = (number?, country?);
        is_taxable(fields, price_list, vat_number.as_ref(), country).then_some(())?;
        Some(Self {
            coupon: coupon?,
            vat_number,
            place: BuyerPlace {
                country,
                address: address?,
                company: company?,
            },
            quantity: quantity?,
        })
    }
}

/// Whether country and VAT number agree, and are there as far as the tax needs them.
fn is_taxable(
    fields: &mut Fields,
    price_list: &PriceList,
    vat_number: Option<&VatNumber>,
    country: Option<Country>,
) -> bool {
    let buyer = TaxedBuyer { country, vat_number };
    match price_list.vat.treatment(price_list.home(), buyer) {
        Err(error @ TaxError::CountryMissing) => fields.wrong("country", &error.to_string()),
        Err(error @ TaxError::OtherCountry) => fields.wrong("vatNumber", &error.to_string()),
        // The use case says it, with a line in the log.
        Err(TaxError::NoRate(_)) | Ok(_) => return true,
    }
    false
}

fn company(fields: &mut Fields, typed: &Typed, asks: bool) -> Option<Option<String>> {
    let text = given(typed.company.as_deref()).or(asks.then_some(""));
    fields.take("company", text.map(company_name).transpose())
}

/// All three lines, where one of them was typed or the order needs them.
fn address(fields: &mut Fields, typed: &Typed, asks: bool) -> Option<Option<BillingAddress>> {
    let lines = [&typed.street, &typed.city, &typed.zip_code].map(|line| given(line.as_deref()));
    if !asks && lines.iter().all(Option::is_none) {
        return Some(None);
    }
    let [street, city, zip_code] = lines.map(Option::unwrap_or_default);
    let street = fields.take("billingAddress", billing_street(street));
    let city = fields.take("city", billing_city(city));
    let zip_code = fields.take("zipCode", billing_zip_code(zip_code));
    Some(Some(BillingAddress {
        street: street?,
        city: city?,
        zip_code: zip_code?,
    }))
}
