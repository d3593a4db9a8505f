//! The owner's values: what the site says about its owner, its plans and prices, its colours and its texts, and the rules that each
//! value keeps.
//!
//! Decision: a value has one row in [`KEYS`], with its rule and an example. What reads a folder walks these rows, so that each problem
//! names its key and shows a valid value, and `site check` names all problems at once. Cost: a new value is a field of [`SiteValues`], a
//! row, and a line of the folder that `site init` writes; a test finds a value that lacks one of them.

mod colours;
mod contrast;
mod country_rates;
mod currency;
mod e_invoices;
mod keys;
mod owner_site;
mod placeholders;
mod price_list;
mod redirects;
mod rule;
mod texts;
mod values;

pub use colours::{Colour, ColourError, Colours, Theme};
pub use contrast::{ContrastProblem, contrast_problems};
pub use country_rates::{RateProblem, country_rates};
pub use currency::{Currency, CurrencyError};
pub use e_invoices::EInvoiceProblem;
pub use keys::{COUNTRY_RATE, KEYS, Key, REDIRECT};
pub use owner_site::{OwnerSite, OwnerTexts, Picture};
pub use placeholders::{Placeholder, placeholders};
pub use price_list::price_list;
pub use redirects::{MOST_REDIRECTS, Redirects, redirect_problem};
pub use rule::{Given, Rule};
pub use texts::{FaqGroup, FaqQuestion, LegalText, TextSection};
pub use values::{
    Access, AccessReading, Brand, Catalogue, Community, Company, DiscountedEvaluation, EachAccess,
    EachRefund, Figures, FundedAccounts, Home, OpenedCourses, Opens, Partner, Partners, Plan, Plans,
    RefundDays, ReviewPage, Reviews, SiteValues, SocialAccount, Support, Vat,
};
