//! The values, in the order in which `site.toml` shows them. They are read under names in snake_case and sent to pages in camelCase.

use std::collections::BTreeMap;

use courses::CourseType;
use serde::{Deserialize, Serialize};

use crate::{Colours, Currency};

macro_rules! table {
    ($(#[$docs:meta])* $name:ident { $($(#[$field_meta:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$docs])*
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all(serialize = "camelCase"), deny_unknown_fields)]
        pub struct $name { $($(#[$field_meta])* pub $field: $type,)* }
    };
}

table! {
    /// Everything in `site.toml`.
    SiteValues {
        brand: Brand,
        home: Home,
        company: Company,
        support: Support,
        community: Community,
        social: Vec<SocialAccount>,
        partners: Partners,
        reviews: Reviews,
        figures: Figures,
        refund_days: RefundDays,
        /// Within how many days of a payment a buyer may withdraw from the contract.
        withdrawal_days: u16,
        access: Access,
        cancellation_hours: u32,
        minimum_age: u32,
        legal_updated: String,
        plans: Plans,
        currency: Currency,
        vat: Vat,
        /// What buying a single course grants.
        course_term: String,
        catalogue: Catalogue,
        /// Not sent to scripts: pages have them as a style.
        #[serde(default, skip_serializing)]
        colours: Colours,
    }
}

table! { Brand { name: String, tagline: String, } }

table! {
    /// The first words of the home page.
    Home { headline: String, lead: String, }
}

table! {
    Company {
        legal_name: String,
        street: String,
        town: String,
        country: String,
        vat_number: String,
        /// Where e-invoices are mailed; of no concern to pages.
        #[serde(default, skip_serializing)]
        e_invoices: Option<String>,
    }
}

table! { Support { email: String, response_time: String, } }

table! { Community { platform: String, invite_url: String, } }

table! { SocialAccount { network: String, label: String, url: String, } }

table! {
    Partners {
        funded_accounts: FundedAccounts,
        charts: Partner,
        discounted_evaluation: DiscountedEvaluation,
    }
}

table! { FundedAccounts { name: String, url: String, up_to_dollars: u32, } }

table! { Partner { name: String, url: String, } }

table! { DiscountedEvaluation { name: String, url: String, percent_off: u32, } }

table! {
    Reviews {
        name: String,
        pages: Vec<ReviewPage>,
        /// The address of the widget's frame; empty: none.
        widget_url: String,
    }
}

impl Reviews {
    /// The origin of the widget's frame; `None` without a widget.
    #[must_use]
    pub fn frame_source(&self) -> Option<&str> {
        let host = self.widget_url.strip_prefix("https://")?;
        let end = host.find(['/', '?', '#']).unwrap_or(host.len());
        self.widget_url.get(.."https://".len() + end)
    }
}

table! { ReviewPage { label: String, url: String, } }

table! {
    /// Claims, as they are printed.
    Figures {
        active_traders: String,
        success_rate: String,
        channels: String,
        active_students: String,
        trading_hours: String,
    }
}

/// The refund term: one for every page, or one for each page that states it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RefundDays {
    Every(u16),
    Each(EachRefund),
}

table! { EachRefund { pricing: u16, checkout: u16, faq: u16, terms: u16, } }

/// How long access lasts, in the words of one page or of every page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Access {
    Every(AccessReading),
    Each(EachAccess),
}

table! { EachAccess { home: AccessReading, faq: AccessReading, } }

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AccessReading {
    /// Access ends with the paid term.
    Subscription,
    /// Access never ends.
    Lifetime,
}

table! { Plans { basic: Plan, premium: Plan, mentorship: Plan, } }

table! {
    Plan {
        name: String,
        /// In whole units of the currency.
        price: i32,
        duration: String,
        description: String,
        /// `None`: cannot be bought.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        opens: Option<Opens>,
    }
}

table! {
    /// What a buyer gets.
    Opens { courses: OpenedCourses, term: String, }
}

/// Every course of a type, or the courses with these slugs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum OpenedCourses {
    OfType(String),
    Named(Vec<String>),
}

impl OpenedCourses {
    /// The types of courses, as a setting names them.
    pub(crate) const TYPES: [CourseType; 3] = [CourseType::Futures, CourseType::Crypto, CourseType::Forex];
}

table! {
    Vat {
        percent: f64,
        /// Whether the prices include the tax.
        included: bool,
        /// Whether a business of another EU country pays without VAT and accounts for it itself.
        reverse_charge: bool,
        /// Whether a private buyer in another country of the Union pays that country's rate.
        #[serde(default, skip_serializing)]
        oss: bool,
        /// Per cent, by two letters of ISO 3166-1 in either case.
        #[serde(default, skip_serializing)]
        countries: BTreeMap<String, f64>,
    }
}

table! {
    Catalogue {
        /// Whether imported courses stand on the public courses page.
        show: bool,
    }
}
