//! What an order costs: price, discount, tax, total, in whole cents.

use kernel::Cents;

use crate::{Country, Discount, PriceList, Quantity, TaxError, TaxedBuyer, Vat, checkout::coupon::rounded};

/// What is sold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sale {
    /// Of one, as the owner set it.
    pub price: Cents,
    pub quantity: Quantity,
    /// Taken off once.
    pub discount: Option<Discount>,
}

/// The money of one order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amounts {
    /// Of all, before any coupon; with the tax where prices include it.
    pub price: Cents,
    pub discount: Cents,
    /// Included in `total`.
    pub tax: Cents,
    /// What is paid.
    pub total: Cents,
    /// Hundredths of a per cent: 2100 is 21 %. 0 where the buyer owes the tax; orders of an earlier version have the seller's own there.
    pub tax_basis_points: i32,
    /// Whether `price` and `discount` include the tax.
    pub tax_included: bool,
    /// The buyer owes the tax: price, discount and total are without it.
    pub reverse_charge: bool,
}

/// Computes an order's money from seller, settings, buyer and what is sold. Halves of a cent are rounded up, once for each figure and of
/// the whole sum; price less discount, plus the tax where it is added, is always the total.
///
/// # Errors
/// [`TaxError`]
pub fn amounts(
    seller: Option<Country>,
    vat: &Vat,
    buyer: TaxedBuyer<'_>,
    sale: Sale,
) -> Result<Amounts, TaxError> {
    let treatment = vat.treatment(seller, buyer)?;
    let gross = i64::from(sale.price.0.max(0)) * i64::from(sale.quantity.get());
    let off = sale.discount.map_or(0, |discount| discount.of(gross));
    let (price, after) = if treatment.reverse_charge && vat.included {
        let own = rate(vat.basis_points);
        (without_tax(gross, own), without_tax(gross - off, own))
    } else {
        (gross, gross - off)
    };
    let paid = rate(treatment.basis_points);
    let (tax, on_top) = if vat.included {
        (after - without_tax(after, paid), 0)
    } else {
        let tax = rounded(after * paid, 10_000);
        (tax, tax)
    };
    Ok(Amounts {
        price: cents(price),
        discount: cents(price - after),
        tax: cents(tax),
        total: cents(after + on_top),
        tax_basis_points: treatment.basis_points,
        tax_included: vat.included,
        reverse_charge: treatment.reverse_charge,
    })
}

impl PriceList {
    /// What a sale costs a buyer.
    ///
    /// # Errors
    /// [`TaxError`]
    pub fn amounts(&self, buyer: TaxedBuyer<'_>, sale: Sale) -> Result<Amounts, TaxError> {
        amounts(self.home(), &self.vat, buyer, sale)
    }
}

fn rate(basis_points: i32) -> i64 {
    i64::from(basis_points.clamp(0, 10_000))
}

/// An amount without the tax that it includes.
pub(crate) fn without_tax(amount: i64, rate: i64) -> i64 {
    rounded(amount * 10_000, 10_000 + rate)
}

/// Every price of the catalogue fits with its tax; a larger amount is capped, never wrapped.
fn cents(amount: i64) -> Cents {
    Cents(i32::try_from(amount).unwrap_or(i32::MAX))
}

#[cfg(test)]
mod tests;
