//! Why there is no order.

use ::mail::EmailAddressError;
use kernel::StoreError;

use crate::{FulfilError, PlanKey, TaxError};

#[derive(Debug, thiserror::Error)]
pub enum CheckoutError {
    #[error("there is no such plan to buy")]
    NoSuchPlan,
    #[error("there is no such course")]
    NoSuchCourse,
    /// The courses that the owner's settings name for the plan are not in the catalogue.
    #[error("the courses of the plan {0} are not in the catalogue")]
    NothingToOpen(PlanKey),
    /// Unknown, ended, used up or for another plan; the same for all, so that an attacker cannot search for coupons.
    #[error("the coupon takes nothing off")]
    CouponInvalid,
    #[error(transparent)]
    Tax(#[from] TaxError),
    #[error("the member has the course now")]
    AlreadyOwned,
    #[error("the site takes no payments")]
    NoProvider,
    /// A receipt cannot be mailed to the member's stored address.
    #[error("the member's e-mail address cannot be used")]
    AddressUnusable(#[from] EmailAddressError),
    /// An order with nothing to pay could not be fulfilled.
    #[error("the order could not be fulfilled")]
    NotFulfilled(#[source] FulfilError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<FulfilError> for CheckoutError {
    fn from(error: FulfilError) -> Self {
        match error {
            FulfilError::Store(error) => Self::Store(error),
            error => Self::NotFulfilled(error),
        }
    }
}
