//! Taxes of other countries: rates that are missing, and sales that come near the threshold of the One Stop Shop.

use ::orders::{PriceList, private_sales_abroad};
use ::site::price_list;
use chrono::{DateTime, Datelike, NaiveDate, Utc};
use kernel::StoreError;
use outbound::{Settings, built_in_site, read_site};
use persistence::Database;

use super::super::verdict::Verdict::{self, Fail, Warn};
use crate::output::Cell;

/// Cents: 8,000, so that there is time to register before the threshold of 10,000 euros (Directive 2006/112/EC, article 59c).
const WARN_FROM: i64 = 800_000;

/// `None`: there is nothing to say. A folder that cannot be read has a line of its own.
pub fn check_tax(settings: &Settings, database: &Database) -> Option<Verdict> {
    let owner = match settings.site_folder() {
        Some(folder) => read_site(&folder).ok()?,
        None => built_in_site().ok()?,
    };
    let prices = price_list(&owner.values).ok()?;
    if prices.vat.abroad.oss {
        return missing_rates(&prices);
    }
    match sales_near_threshold(database, Utc::now()) {
        Ok(found) if found.is_empty() => None,
        Ok(found) => Some(Warn(format!(
            "{}; above 10,000 EUR in a calendar year each country's own tax is owed: ask your accountant about `oss` in [vat] of site.toml",
            found.join("; ")
        ))),
        Err(error) => Some(Warn(format!("the documents cannot be read: {error}"))),
    }
}

fn missing_rates(prices: &PriceList) -> Option<Verdict> {
    let missing = prices.vat.missing_rates(prices.home());
    let names: Vec<_> = missing.iter().map(|country| country.as_str()).collect();
    (!names.is_empty()).then(|| {
        Fail(format!(
            "nothing is sold to private buyers in {}: the rate is missing in [vat.countries] of site.toml",
            names.join(", ")
        ))
    })
}

/// This and the preceding calendar year, as far as their sales come near the threshold.
fn sales_near_threshold(database: &Database, now: DateTime<Utc>) -> Result<Vec<String>, StoreError> {
    let mut found = Vec::new();
    for year in [now.year(), now.year() - 1] {
        let (Some(from), Some(to)) = (new_year(year), new_year(year + 1)) else {
            continue;
        };
        let sums = database.read(|store| private_sales_abroad(store, (from, to)))?;
        for (currency, net) in sums.into_iter().filter(|(_, net)| *net >= WARN_FROM) {
            let other = match currency.as_str() {
                "eur" => "",
                _ => ", which is another currency than that of the threshold",
            };
            found.push(format!(
                "private buyers in other EU countries paid {} {} net in {year}{other}",
                Cell::Money(net).shown(),
                currency.to_uppercase()
            ));
        }
    }
    Ok(found)
}

fn new_year(year: i32) -> Option<DateTime<Utc>> {
    let day = NaiveDate::from_ymd_opt(year, 1, 1)?;
    Some(day.and_hms_opt(0, 0, 0)?.and_utc())
}
