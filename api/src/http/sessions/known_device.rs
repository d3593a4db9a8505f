//! Known devices: a browser that signed in to an account keeps a cookie that says so, and attempts from elsewhere never use up
//! its attempts (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
//!
//! The cookie is a random number, the time, and an HMAC over both and the account's number under a key that is drawn from the
//! session key. It reveals nothing to its holder, names the account only to the server, opens nothing without the password, and
//! outlives logout and a change of password: an attacker who steals it gains as many guesses as one more address.
//!
//! Decision: signed, not stored. Cost: a single device cannot be revoked, and a browser knows the last account alone.

use actix_web::{
    Error, HttpMessage as _, HttpRequest,
    body::MessageBody,
    cookie::{Cookie, SameSite, time::Duration as CookieAge},
    dev::ServiceResponse,
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{KeyRing, UserId};
use outbound::random_bytes;

use crate::http::keyed_hash::KeyedHash;
use crate::http::problem::Problem;

/// A device is known for this long after a sign-in.
const LIFE: TimeDelta = TimeDelta::days(180);

/// No user's number: an unknown name costs the same work as a known one.
const NO_USER: UserId = UserId(0);

const ID_BYTES: usize = 16;
const TIME_BYTES: usize = 8;
const TOKEN_BYTES: usize = ID_BYTES + TIME_BYTES + 32;

/// Tells one known device from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeviceId(pub [u8; ID_BYTES]);

pub struct KnownDevices {
    /// Under the newest key, which signs; `older` is under the key that it replaces.
    hash: KeyedHash,
    older: Option<KeyedHash>,
    is_https: bool,
}

/// A token on its way to the browser.
struct NewToken(String);

impl KnownDevices {
    pub fn new(cookie_keys: &KeyRing<64>, is_https: bool) -> Self {
        let hash = |key| KeyedHash::for_purpose(key, "portal known devices v1");
        Self {
            hash: hash(cookie_keys.newest()),
            older: cookie_keys.older().map(hash),
            is_https,
        }
    }

    /// Lets the answer to this request make its browser a known device of an account.
    pub fn remember(&self, request: &HttpRequest, user: UserId) -> Result<(), Problem> {
        let token = self.token(DeviceId(random_bytes()?), user, Utc::now());
        request.extensions_mut().insert(NewToken(token));
        Ok(())
    }

    /// The device of a request, if its cookie is one of this account.
    pub fn recognise(
        &self,
        request: &HttpRequest,
        user: Option<UserId>,
        now: DateTime<Utc>,
    ) -> Option<DeviceId> {
        let cookie = request.cookie(self.cookie_name())?;
        self.device(cookie.value(), user, now)
    }

    /// Adds the cookie to the answer of a sign-in.
    pub fn add_cookie(&self, response: &mut ServiceResponse<impl MessageBody>) -> Result<(), Error> {
        let token = response.request().extensions_mut().remove::<NewToken>();
        if let Some(NewToken(token)) = token {
            let cookie = self.cookie(token);
            response.response_mut().add_cookie(&cookie)?;
        }
        Ok(())
    }

    /// The cookie's value of a device that signed in to an account at a time.
    pub fn token(&self, DeviceId(id): DeviceId, user: UserId, now: DateTime<Utc>) -> String {
        let time = now.timestamp().to_be_bytes();
        let hash = self.hash.hash(&[&id, &time, &user.0.to_be_bytes()]);
        URL_SAFE_NO_PAD.encode([&id[..], &time[..], &hash[..]].concat())
    }

    /// The device of a cookie's value, if it is one of this account and still known.
    pub fn device(&self, token: &str, user: Option<UserId>, now: DateTime<Utc>) -> Option<DeviceId> {
        let mut bytes = [0; TOKEN_BYTES];
        let length = URL_SAFE_NO_PAD.decode_slice(token, &mut bytes).ok()?;
        let (id, rest) = bytes.split_first_chunk::<ID_BYTES>()?;
        let (time, hash) = rest.split_first_chunk::<TIME_BYTES>()?;
        let owner = user.unwrap_or(NO_USER).0.to_be_bytes();
        let mut hashes = std::iter::once(&self.hash).chain(&self.older);
        let is_signed = hashes.any(|known| known.matches(&[id, time, &owner], hash));
        let issued = DateTime::from_timestamp(i64::from_be_bytes(*time), 0)?;
        let is_known = length == TOKEN_BYTES && is_signed && user.is_some() && now - issued < LIFE;
        is_known.then_some(DeviceId(*id))
    }

    fn cookie_name(&self) -> &'static str {
        if self.is_https {
            "__Host-portal-device"
        } else {
            "portal-device"
        }
    }

    fn cookie(&self, token: String) -> Cookie<'static> {
        Cookie::build(self.cookie_name(), token)
            .path("/")
            .http_only(true)
            .same_site(SameSite::Lax)
            .secure(self.is_https)
            .max_age(CookieAge::seconds(LIFE.num_seconds()))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANNA: UserId = UserId(1);

    fn devices(key: u8) -> KnownDevices {
        KnownDevices::new(&[key; 64].into(), false)
    }

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000, 0).unwrap()
    }

    #[test]
    fn a_token_holds_for_its_account_its_key_and_its_time() {
        let devices = devices(1);
        let id = DeviceId([9; ID_BYTES]);
        let token = devices.token(id, ANNA, now());
        let last = now() + LIFE - TimeDelta::seconds(1);
        assert_eq!(devices.device(&token, Some(ANNA), now()), Some(id));
        assert_eq!(devices.device(&token, Some(ANNA), last), Some(id));
        assert_eq!(devices.device(&token, Some(ANNA), now() + LIFE), None);
        assert_eq!(devices.device(&token, Some(UserId(2)), now()), None);
        assert_eq!(devices.device(&token, None, now()), None);
        assert_eq!(self::devices(2).device(&token, Some(ANNA), now()), None);
    }

    #[test]
    fn a_token_under_the_key_that_is_replaced_holds_too() {
        let token = devices(1).token(DeviceId([9; ID_BYTES]), ANNA, now());
        let replacing = KnownDevices::new(&KeyRing::new([2; 64], Some([1; 64])), false);
        assert!(replacing.device(&token, Some(ANNA), now()).is_some());
        let new = replacing.token(DeviceId([9; ID_BYTES]), ANNA, now());
        assert!(devices(2).device(&new, Some(ANNA), now()).is_some());
        assert!(devices(1).device(&new, Some(ANNA), now()).is_none());
    }

    #[test]
    fn a_changed_token_is_no_token() {
        let devices = devices(1);
        let token = devices.token(DeviceId([9; ID_BYTES]), ANNA, now());
        for at in 0..token.len() {
            let swapped = if &token[at..=at] == "A" { "B" } else { "A" };
            let changed = format!("{}{swapped}{}", &token[..at], &token[at + 1..]);
            assert_eq!(devices.device(&changed, Some(ANNA), now()), None, "{at}");
        }
        let longer = format!("{token}AAAA");
        for junk in ["", "x", "é", &token[1..], &token[..70], &longer, &"A".repeat(75)] {
            assert_eq!(devices.device(junk, Some(ANNA), now()), None, "{junk}");
        }
        let unknown_users = devices.token(DeviceId([9; ID_BYTES]), NO_USER, now());
        assert_eq!(devices.device(&unknown_users, None, now()), None);
    }
}
