//! Sessions: a random token in the browser, its hash in the database, an end by age and by disuse.

pub(crate) mod browser;
pub(crate) mod open;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};

use kernel::{OneLine, UserId, VideoId};

/// A session ends this long after its sign-in, used or not (OWASP ASVS 7.3.2).
pub const SESSION_LIFE: TimeDelta = TimeDelta::days(60);
/// A session ends when it was not used for this long (OWASP ASVS 7.3.1).
pub const SESSION_IDLE: TimeDelta = TimeDelta::days(14);
/// Ended sessions that are deleted in one transaction, so that other writes do not wait long for it.
pub const SESSION_BATCH: i64 = 5_000;
/// Use is written down at most this often, so that few reads cause a write.
pub const SESSION_TOUCH: TimeDelta = TimeDelta::hours(1);
/// A further sign-in ends the least recently used session (OWASP ASVS 7.1.2).
pub const SESSIONS_PER_USER: usize = 50;

const MAX_DEVICE_CHARS: usize = 200;

/// What the browser's cookie holds: 256 random bits.
#[derive(Clone, PartialEq, Eq)]
pub struct SessionToken(String);

impl SessionToken {
    #[must_use]
    pub fn from_random(bytes: [u8; 32]) -> Self {
        Self(URL_SAFE_NO_PAD.encode(bytes))
    }

    /// Takes a token from a cookie.
    #[must_use]
    pub fn presented(text: &str) -> Self {
        Self(text.to_owned())
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What the database knows of it. SHA-256 is enough for a value that cannot be guessed.
    #[must_use]
    pub fn hash(&self) -> SessionTokenHash {
        SessionTokenHash(Sha256::digest(self.0.as_bytes()).into())
    }
}

impl std::fmt::Debug for SessionToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SessionToken(..)")
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SessionTokenHash(pub [u8; 32]);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId(pub i32);

/// How a browser names itself; [`Device::name`] is what its owner is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Device(String);

impl Device {
    /// Takes a `User-Agent`, as a [`OneLine`] and at most 200 characters of it.
    #[must_use]
    pub fn named(user_agent: &str) -> Self {
        Self(
            OneLine::spaced(user_agent)
                .trim()
                .chars()
                .take(MAX_DEVICE_CHARS)
                .collect(),
        )
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    pub id: SessionId,
    pub device: Device,
    pub created_at: DateTime<Utc>,
    pub last_seen_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// The device's claim to watch: when it asked for media or reported a position. Later requests renew it where it is old.
    pub watching_at: Option<DateTime<Utc>>,
    /// Which video the claim is of.
    pub watching_video: Option<VideoId>,
}

impl Session {
    /// Whether the session still counts at `now`; its last second still does.
    #[must_use]
    pub fn is_live(&self, now: DateTime<Utc>) -> bool {
        session_is_live(self.last_seen_at, self.expires_at, now)
    }
}

/// [`Session::is_live`] by the two times that decide it.
#[must_use]
pub fn session_is_live(last_seen_at: DateTime<Utc>, expires_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    now < expires_at.min(last_seen_at + SESSION_IDLE)
}

#[derive(Debug)]
pub struct NewSession {
    pub user: UserId,
    pub token: SessionTokenHash,
    pub device: Device,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(created: DateTime<Utc>, seen: DateTime<Utc>) -> Session {
        Session {
            id: SessionId(1),
            device: Device::named("test"),
            created_at: created,
            last_seen_at: seen,
            expires_at: created + SESSION_LIFE,
            watching_at: None,
            watching_video: None,
        }
    }

    #[test]
    fn a_session_ends_by_age_however_much_it_is_used() {
        let start = DateTime::UNIX_EPOCH;
        let last = start + SESSION_LIFE - TimeDelta::seconds(1);
        assert!(session(start, last).is_live(last));
        assert!(!session(start, last).is_live(start + SESSION_LIFE));
    }

    #[test]
    fn a_session_ends_by_disuse() {
        let start = DateTime::UNIX_EPOCH;
        assert!(session(start, start).is_live(start + SESSION_IDLE - TimeDelta::seconds(1)));
        assert!(!session(start, start).is_live(start + SESSION_IDLE));
    }

    #[test]
    fn a_device_name_is_short_and_plain() {
        let device = Device::named(&format!("a\r\nb{}", "x".repeat(1000)));
        assert_eq!(device.as_str().chars().count(), 200);
        assert!(device.as_str().starts_with("a  bx"));
    }

    #[test]
    fn a_token_never_shows_in_debug() {
        let token = SessionToken::from_random([9; 32]);
        assert!(!format!("{token:?}").contains(token.as_str()));
    }
}
