//! What a checkout and a payment need beside the database.

use std::fmt;

use kernel::RandomnessError;
use purchase_keys::KEY_RANDOM_BYTES;

use crate::{OrderReferenceSecret, PriceList};

/// What a checkout and a payment need beside the database.
#[derive(Clone)]
pub struct CheckoutContext {
    pub price_list: PriceList,
    /// The site's origin, for links.
    pub public_url: String,
    pub reference_secret: OrderReferenceSecret,
    /// Random bytes for one purchase key.
    pub draw: fn() -> Result<[u8; KEY_RANDOM_BYTES], RandomnessError>,
}

impl fmt::Debug for CheckoutContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CheckoutContext(..)")
    }
}
