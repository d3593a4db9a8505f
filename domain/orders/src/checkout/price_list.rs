//! The price list: plans, currency, tax and seller, from the settings that the site is built with.

use std::{fmt, str::FromStr};

use courses::{Course, CourseStore, CourseType, Slug};
use kernel::StoreError;
use kernel::{AccessTerm, Cents};

use crate::{Country, Seller, Vat, VatNumber, WithdrawalPeriod};

/// The plans that the pages name (specification, section 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PlanKey {
    Basic,
    Premium,
    Mentorship,
}

impl PlanKey {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Basic => "basic",
            Self::Premium => "premium",
            Self::Mentorship => "mentorship",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a plan is basic, premium or mentorship")]
pub struct PlanKeyError;

impl FromStr for PlanKey {
    type Err = PlanKeyError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "basic" => Ok(Self::Basic),
            "premium" => Ok(Self::Premium),
            "mentorship" => Ok(Self::Mentorship),
            _ => Err(PlanKeyError),
        }
    }
}

impl fmt::Display for PlanKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Which courses a plan opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlanCourses {
    /// Every course of a type that is in the catalogue when the plan is bought.
    OfType(CourseType),
    Named(Vec<Slug>),
}

/// What a plan grants, and for how long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanOpens {
    pub courses: PlanCourses,
    /// Opened besides, if it is in the catalogue.
    pub also: Option<Slug>,
    pub term: AccessTerm,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    pub key: PlanKey,
    pub name: String,
    pub price: Cents,
    /// `None`: cannot be bought.
    pub opens: Option<PlanOpens>,
}

/// The owner's prices and terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceList {
    /// ISO 4217, small letters.
    pub currency: String,
    pub vat: Vat,
    /// What buying a single course grants.
    pub course_term: AccessTerm,
    /// How long a buyer may withdraw from the contract.
    pub withdrawal: WithdrawalPeriod,
    pub seller: Seller,
    /// The address to which e-invoices are mailed.
    pub e_invoices: Option<String>,
    pub plans: Vec<Plan>,
}

impl PriceList {
    /// The same list, by which a plan that can be bought opens one course besides, if it is in the catalogue.
    #[must_use]
    pub fn opening_also(mut self, key: PlanKey, course: Slug) -> Self {
        let plan = self.plans.iter_mut().find(|plan| plan.key == key);
        if let Some(opens) = plan.and_then(|plan| plan.opens.as_mut()) {
            opens.also = Some(course);
        }
        self
    }

    /// The country in which the seller is registered.
    #[must_use]
    pub fn home(&self) -> Option<Country> {
        VatNumber::country_of(&self.seller.vat_number)
    }

    /// Whether the owner set anything of buyers' countries or of e-invoices; without it nothing is asked of a buyer that was not before.
    #[must_use]
    pub fn asks_country(&self) -> bool {
        self.vat.abroad.oss || !self.vat.abroad.rates.is_empty() || self.e_invoices.is_some()
    }

    /// Whether company and address are asked of a business, by whether its country was.
    #[must_use]
    pub fn asks_address(&self, country: Option<Country>) -> bool {
        country.is_some() || self.asks_country()
    }

    /// A plan that can be bought, with what it grants.
    #[must_use]
    pub fn plan(&self, key: PlanKey) -> Option<(&Plan, &PlanOpens)> {
        let plan = self.plans.iter().find(|plan| plan.key == key)?;
        Some((plan, plan.opens.as_ref()?))
    }
}

/// The courses that a plan opens now; `None` if the catalogue lacks one of them, or has no course of the type.
pub(crate) fn opened_by(
    store: &mut dyn CourseStore,
    opens: &PlanOpens,
) -> Result<Option<Vec<Course>>, StoreError> {
    let mut all = store.courses()?;
    // What is hidden is not sold.
    all.retain(Course::is_shown);
    let also = opens.also.as_ref();
    let also = also.and_then(|slug| all.iter().find(|course| course.slug == *slug).cloned());
    let found: Option<Vec<Course>> = match &opens.courses {
        PlanCourses::OfType(wanted) => Some(
            all.into_iter()
                .filter(|course| course.course_type == *wanted)
                .collect(),
        ),
        PlanCourses::Named(slugs) => slugs
            .iter()
            .map(|slug| all.iter().find(|course| course.slug == *slug).cloned())
            .collect(),
    };
    let mut found = found.filter(|courses| !courses.is_empty());
    if let (Some(courses), Some(also)) = (&mut found, also)
        && !courses.contains(&also)
    {
        courses.push(also);
    }
    Ok(found)
}
