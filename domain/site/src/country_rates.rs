//! The rates of `[vat.countries]`, by the country as it is taxed.

use std::collections::BTreeMap;

use orders::{Country, VatNumber};

use crate::SiteValues;

/// What is wrong with one rate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("vat.countries.{key}: {what}")]
pub struct RateProblem {
    /// As it was written.
    pub key: String,
    pub what: String,
}

/// Two decimals at most, so nothing is lost.
pub(crate) fn basis_points(percent: f64) -> i32 {
    (percent * 100.0).round().clamp(0.0, 10_000.0) as i32
}

/// The rates in hundredths of a per cent.
///
/// # Errors
/// Each key that is no country of ISO 3166-1, each second rate of one country, and one of the seller's own country that is not
/// `vat.percent`.
pub fn country_rates(values: &SiteValues) -> Result<BTreeMap<Country, i32>, Vec<RateProblem>> {
    let mut rates = BTreeMap::new();
    let mut problems = Vec::new();
    for (key, percent) in &values.vat.countries {
        let added = Country::parse(key)
            .map_err(|_| {
                String::from("is no country of ISO 3166-1, where Greece is GR and the United Kingdom GB")
            })
            .and_then(|country| add_rate(&mut rates, values, country.taxed_as(), basis_points(*percent)));
        if let Err(what) = added {
            let key = key.clone();
            problems.push(RateProblem { key, what });
        }
    }
    if problems.is_empty() {
        Ok(rates)
    } else {
        Err(problems)
    }
}

fn add_rate(
    rates: &mut BTreeMap<Country, i32>,
    values: &SiteValues,
    country: Country,
    rate: i32,
) -> Result<(), String> {
    let own = &values.vat.percent;
    if Some(country) == VatNumber::country_of(&values.company.vat_number) && rate != basis_points(*own) {
        return Err(format!("is your own country, whose rate is vat.percent = {own}"));
    }
    match rates.insert(country, rate) {
        Some(other) if other != rate => Err(format!("counts as {country}, which has another rate too")),
        _ => Ok(()),
    }
}
