//! The state of a ceremony that waits for an answer: in a cookie of the browser that asked, signed, good for five minutes and one purpose.
//!
//! Decision: signed and kept by the browser, not stored, so that opening the sign-in page writes nothing, works while nothing can be
//! written, and any server takes the answer. What is stored is that a challenge was answered, in the transaction of what it allowed.
//! Cost: a challenge cannot be taken back within its five minutes, and a browser has one at a time.

use accounts::{AnsweredChallenge, CHALLENGE_LIFE, ChallengeHash, SessionId};
use actix_web::{
    HttpRequest,
    cookie::{Cookie, SameSite, time::Duration as CookieAge},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use kernel::{KeyRing, UserId};
use staff::StaffId;

use crate::http::keyed_hash::KeyedHash;

const TIME_BYTES: usize = 8;
const HASH_BYTES: usize = 32;

/// What an answer will do. A challenge of another purpose, account or session is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChallengeFor {
    SignIn,
    Adding { user: UserId, session: SessionId },
    StaffSignIn,
    StaffJoining { staff: StaffId },
}

impl ChallengeFor {
    /// Whether it is of staff, whose challenges have a cookie of their own.
    fn is_of_staff(self) -> bool {
        matches!(self, Self::StaffSignIn | Self::StaffJoining { .. })
    }

    fn bytes(self) -> Vec<u8> {
        match self {
            Self::SignIn => b"sign-in".to_vec(),
            Self::StaffSignIn => b"staff sign-in".to_vec(),
            Self::StaffJoining { staff } => [&b"staff joining"[..], &staff.0.to_be_bytes()].concat(),
            Self::Adding { user, session } => {
                [&b"adding"[..], &user.0.to_be_bytes(), &session.0.to_be_bytes()].concat()
            }
        }
    }
}

/// A challenge that may be answered now.
#[derive(Debug, Clone)]
pub struct OpenChallenge {
    /// Of the ceremony.
    pub state: String,
    pub answered: AnsweredChallenge,
}

pub struct Challenges {
    /// Under the newest key, which signs; `older` is under the key that it replaces.
    hash: KeyedHash,
    older: Option<KeyedHash>,
    is_https: bool,
}

impl Challenges {
    pub fn new(cookie_keys: &KeyRing<64>, is_https: bool) -> Self {
        let hash = |key| KeyedHash::for_purpose(key, "portal passkey challenges v1");
        Self {
            hash: hash(cookie_keys.newest()),
            older: cookie_keys.older().map(hash),
            is_https,
        }
    }

    /// The cookie of a ceremony that begins.
    pub fn cookie(&self, purpose: ChallengeFor, state: &str) -> Cookie<'static> {
        Cookie::build(self.cookie_name(purpose), self.signed(purpose, state, Utc::now()))
            .path("/")
            .http_only(true)
            .same_site(SameSite::Strict)
            .secure(self.is_https)
            .max_age(CookieAge::seconds(CHALLENGE_LIFE.num_seconds()))
            .finish()
    }

    /// The challenge that the browser of a request may answer.
    pub fn of_request(&self, request: &HttpRequest, purpose: ChallengeFor) -> Option<OpenChallenge> {
        let cookie = request.cookie(self.cookie_name(purpose))?;
        self.open(cookie.value(), purpose, Utc::now())
    }

    fn signed(&self, purpose: ChallengeFor, state: &str, now: DateTime<Utc>) -> String {
        let expires = (now + CHALLENGE_LIFE).timestamp_micros().to_be_bytes();
        let hash = self.hash.hash(&[&purpose.bytes(), &expires, state.as_bytes()]);
        URL_SAFE_NO_PAD.encode([&hash[..], &expires, state.as_bytes()].concat())
    }

    fn open(&self, value: &str, purpose: ChallengeFor, now: DateTime<Utc>) -> Option<OpenChallenge> {
        let bytes = URL_SAFE_NO_PAD.decode(value).ok()?;
        let (hash, rest) = bytes.split_first_chunk::<HASH_BYTES>()?;
        let (expires, state) = rest.split_first_chunk::<TIME_BYTES>()?;
        let purpose = purpose.bytes();
        let mut hashes = std::iter::once(&self.hash).chain(&self.older);
        if !hashes.any(|known| known.matches(&[&purpose, expires, state], hash)) {
            return None;
        }
        let expires = DateTime::from_timestamp_micros(i64::from_be_bytes(*expires))?;
        // Longer than its life was written by a clock that was ahead.
        if now >= expires || expires - now > CHALLENGE_LIFE {
            return None;
        }
        Some(OpenChallenge {
            state: String::from_utf8(state.to_vec()).ok()?,
            answered: AnsweredChallenge {
                hash: ChallengeHash::of(state),
                expires,
            },
        })
    }

    fn cookie_name(&self, purpose: ChallengeFor) -> &'static str {
        match (purpose.is_of_staff(), self.is_https) {
            (false, false) => "portal-passkey",
            (false, true) => "__Host-portal-passkey",
            (true, false) => "portal-staff-passkey",
            (true, true) => "__Host-portal-staff-passkey",
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    const STATE: &str = r#"{"challenge":"abc"}"#;
    const ADDING: ChallengeFor = ChallengeFor::Adding {
        user: UserId(1),
        session: SessionId(2),
    };

    fn challenges(key: u8) -> Challenges {
        Challenges::new(&[key; 64].into(), false)
    }

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000, 0).unwrap()
    }

    #[test]
    fn a_challenge_is_open_for_five_minutes() {
        let challenges = challenges(1);
        let value = challenges.signed(ADDING, STATE, now());
        let opened = challenges.open(&value, ADDING, now()).unwrap();
        assert_eq!(opened.state, STATE);
        assert_eq!(opened.answered.expires, now() + CHALLENGE_LIFE);
        let last = now() + CHALLENGE_LIFE - TimeDelta::microseconds(1);
        assert!(challenges.open(&value, ADDING, last).is_some());
        assert!(challenges.open(&value, ADDING, now() + CHALLENGE_LIFE).is_none());
        let before = now() - TimeDelta::microseconds(1);
        assert!(challenges.open(&value, ADDING, before).is_none());
    }

    #[test]
    fn a_challenge_is_of_one_purpose_account_and_session() {
        let challenges = challenges(1);
        let others = [
            ChallengeFor::SignIn,
            ChallengeFor::Adding {
                user: UserId(2),
                session: SessionId(2),
            },
            ChallengeFor::Adding {
                user: UserId(1),
                session: SessionId(1),
            },
            ChallengeFor::StaffSignIn,
            ChallengeFor::StaffJoining { staff: StaffId(1) },
        ];
        let value = challenges.signed(ADDING, STATE, now());
        for other in others {
            assert!(challenges.open(&value, other, now()).is_none(), "{other:?}");
        }
        let sign_in = challenges.signed(ChallengeFor::SignIn, STATE, now());
        assert!(challenges.open(&sign_in, ADDING, now()).is_none());
        assert!(
            challenges
                .open(&sign_in, ChallengeFor::StaffSignIn, now())
                .is_none()
        );
        let staff = challenges.signed(ChallengeFor::StaffSignIn, STATE, now());
        assert!(challenges.open(&staff, ChallengeFor::SignIn, now()).is_none());
        assert!(
            challenges
                .open(&staff, ChallengeFor::StaffJoining { staff: StaffId(1) }, now())
                .is_none()
        );
    }

    #[test]
    fn a_challenge_under_another_key_or_changed_is_none() {
        let value = challenges(1).signed(ADDING, STATE, now());
        assert!(challenges(2).open(&value, ADDING, now()).is_none());
        let replacing = Challenges::new(&KeyRing::new([2; 64], Some([1; 64])), false);
        assert!(replacing.open(&value, ADDING, now()).is_some());
        for at in 0..value.len() {
            let swapped = if &value[at..=at] == "A" { "B" } else { "A" };
            let changed = format!("{}{swapped}{}", &value[..at], &value[at + 1..]);
            assert!(challenges(1).open(&changed, ADDING, now()).is_none(), "{at}");
        }
        for junk in ["", "x", "é", &value[..40], &value[..60]] {
            assert!(challenges(1).open(junk, ADDING, now()).is_none(), "{junk}");
        }
    }
}
