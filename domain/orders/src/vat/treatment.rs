//! Which rate a buyer pays, and whether the buyer owes the tax instead of the seller.
//!
//! Where digital services and live courses on the net are taxed: at the private buyer (Directive 2006/112/EC, articles 54, 58 and 59c)
//! and by the business itself (articles 44 and 196).

use crate::{Country, Vat, VatNumber};

/// What of a buyer decides the tax.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaxedBuyer<'a> {
    /// `None`: none was asked for.
    pub country: Option<Country>,
    pub vat_number: Option<&'a VatNumber>,
}

/// How a sale is taxed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Treatment {
    /// What the buyer pays, in hundredths of a per cent; 0 where the tax is reversed.
    pub basis_points: i32,
    /// The buyer owes the tax instead of the seller.
    pub reverse_charge: bool,
}

/// Why a sale cannot be taxed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TaxError {
    /// It decides the rate.
    #[error("Please enter your country.")]
    CountryMissing,
    #[error("This VAT number is of another country than the one that you chose.")]
    OtherCountry,
    /// A setting of the owner's is missing.
    #[error("the rate of {0} is not set")]
    NoRate(Country),
}

impl Vat {
    /// How a sale to a buyer is taxed. `seller`: the country of the seller's VAT number.
    ///
    /// # Errors
    /// [`TaxError`]
    pub fn treatment(&self, seller: Option<Country>, buyer: TaxedBuyer<'_>) -> Result<Treatment, TaxError> {
        let number = buyer.vat_number.and_then(VatNumber::taxed_in);
        let chosen = buyer.country.map(Country::taxed_as);
        if chosen.is_none() && self.abroad.oss {
            return Err(TaxError::CountryMissing);
        }
        if buyer.vat_number.is_some() && chosen.is_some() && chosen != number {
            return Err(TaxError::OtherCountry);
        }
        // Without a country the number speaks for it.
        let country = chosen.or(number).or(seller);
        if buyer.vat_number.is_some() && self.reverse_charge && country != seller {
            return Ok(Treatment {
                basis_points: 0,
                reverse_charge: true,
            });
        }
        Ok(Treatment {
            basis_points: self.rate(country, seller)?,
            reverse_charge: false,
        })
    }

    /// The rate of a private buyer, and of a business that is taxed as one.
    fn rate(&self, country: Option<Country>, seller: Option<Country>) -> Result<i32, TaxError> {
        let Some(country) = country.filter(|_| country != seller) else {
            return Ok(self.basis_points);
        };
        let set = self.abroad.rates.get(&country).copied();
        match (country.is_in_union(), self.abroad.oss) {
            (true, true) => set.ok_or(TaxError::NoRate(country)),
            (true, false) => Ok(self.basis_points),
            (false, _) => Ok(set.unwrap_or(0)),
        }
    }

    /// The countries of the Union that the One Stop Shop sells to and whose rate is not set.
    #[must_use]
    pub fn missing_rates(&self, seller: Option<Country>) -> Vec<Country> {
        Country::of_the_union()
            .filter(|country| self.abroad.oss && Some(*country) != seller)
            .filter(|country| !self.abroad.rates.contains_key(country))
            .collect()
    }
}
