//! Everything that the owner decides about the site, as it was read at start.

use crate::{
    ContrastProblem, EInvoiceProblem, FaqGroup, LegalText, Placeholder, Redirects, SiteValues,
    contrast_problems, e_invoices::e_invoice_problem, placeholders,
};

/// The site of the owner's folder, or the built-in one.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnerSite {
    pub values: SiteValues,
    pub texts: OwnerTexts,
    /// Old addresses.
    pub redirects: Redirects,
    /// The brand's drawing.
    pub mark: Option<Vec<u8>>,
    pub favicon: Option<Vec<u8>>,
    /// The card that other sites show beside a link.
    pub social: Option<Picture>,
    /// Whether the values, texts and pictures are all built in.
    pub is_built_in: bool,
    /// Whether the brand's name is the built-in one.
    pub has_built_in_brand: bool,
}

/// In place of built-in texts.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OwnerTexts {
    pub terms: Option<LegalText>,
    pub privacy: Option<LegalText>,
    pub about: Option<LegalText>,
    pub faq: Option<Vec<FaqGroup>>,
}

/// A picture in PNG.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    pub bytes: Vec<u8>,
    /// Pixels.
    pub width: u32,
    pub height: u32,
}

impl OwnerSite {
    #[must_use]
    pub fn placeholders(&self) -> Vec<Placeholder> {
        placeholders(&self.values)
    }

    /// Why no e-invoice is made, though there is an address for them.
    #[must_use]
    pub fn e_invoice_problem(&self) -> Option<EInvoiceProblem> {
        e_invoice_problem(&self.values)
    }

    #[must_use]
    pub fn contrast_problems(&self) -> Vec<ContrastProblem> {
        contrast_problems(&self.values.colours)
    }
}
