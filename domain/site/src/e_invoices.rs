//! What keeps e-invoices from being made, though the owner has an address for them.

use orders::VatNumber;

use crate::{Currency, SiteValues};

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EInvoiceProblem {
    #[error("no e-invoice is made while the currency is {0}: they are made in eur alone")]
    OtherCurrency(Currency),
    #[error("no e-invoice is made without a Belgian VAT number at company.vat_number")]
    NotBelgian,
    #[error("Peppol refuses e-invoices of company.vat_number: its check digits are wrong")]
    WrongCheckDigits,
}

pub(crate) fn e_invoice_problem(values: &SiteValues) -> Option<EInvoiceProblem> {
    values.company.e_invoices.as_ref()?;
    if values.currency != Currency::Eur {
        return Some(EInvoiceProblem::OtherCurrency(values.currency));
    }
    let written = &values.company.vat_number;
    match VatNumber::with_pattern(written) {
        Ok(number) if number.country() == "BE" => VatNumber::parse(written)
            .is_err()
            .then_some(EInvoiceProblem::WrongCheckDigits),
        _ => Some(EInvoiceProblem::NotBelgian),
    }
}
