//! The one session key of all tests, as the product derives its keys from it.

use std::{ffi::OsString, sync::OnceLock};

use kernel::KeyRing;
use outbound::{SessionKey, Settings};

/// More than 64 bytes in base64; any will do.
pub const SESSION_KEY: &str =
    "dGVzdHMgc2lnbiBhbmQgc2VhbCB1bmRlciB0aGlzIGtleSwgd2hpY2ggaXMgNjQgYnl0ZXMgbG9uZyBhbmQgbm8gc2VjcmV0IQ==";

/// What purchase keys and waiting mails are sealed under where [`SESSION_KEY`] is set.
#[must_use]
pub fn sealing_key() -> KeyRing<32> {
    static KEY: OnceLock<KeyRing<32>> = OnceLock::new();
    KEY.get_or_init(|| {
        let lookup = |name: &str| (name == "PORTAL_SESSION_KEY").then(|| OsString::from(SESSION_KEY));
        let settings = Settings::read(&lookup).unwrap_or_else(|error| panic!("{error}"));
        SessionKey::load(&settings)
            .unwrap_or_else(|error| panic!("{error}"))
            .sealing_key()
    })
    .clone()
}
