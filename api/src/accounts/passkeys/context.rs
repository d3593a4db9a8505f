//! What passkeys need of the running site.

use kernel::KeyRing;
use outbound::{PasskeyCeremonies, Settings};

use crate::accounts::passkeys::challenge::Challenges;
use crate::http::problem::Problem;

pub struct PasskeyContext {
    /// `None` if the public address is an IP address.
    ceremonies: Option<PasskeyCeremonies>,
    pub challenges: Challenges,
}

impl PasskeyContext {
    pub fn new(settings: &Settings, cookie_keys: &KeyRing<64>) -> Self {
        Self {
            ceremonies: PasskeyCeremonies::of(&settings.public_url),
            challenges: Challenges::new(cookie_keys, settings.public_url.is_https()),
        }
    }

    /// 503 where browsers make no passkeys for the site's address.
    pub fn ceremonies(&self) -> Result<&PasskeyCeremonies, Problem> {
        self.ceremonies.as_ref().ok_or_else(|| {
            let sentence = "Passkeys need a domain, and this site is reached by an IP address";
            Problem::unavailable("passkeys_unavailable", sentence, 3_600)
        })
    }
}
