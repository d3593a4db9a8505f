//! Sessions of staff: short, ended by disuse sooner, and aware of when the passkey was last shown.

use chrono::{DateTime, TimeDelta, Utc};

use crate::{NotAllowed, StaffAction, StaffMember};

/// A session ends this long after its sign-in, used or not (contract, "Staff in the browser").
pub const STAFF_SESSION_LIFE: TimeDelta = TimeDelta::hours(8);
/// A session ends when it was not used for this long (contract, "Staff in the browser").
pub const STAFF_SESSION_IDLE: TimeDelta = TimeDelta::minutes(30);
/// Use is written down at most this often, so that few reads cause a write.
pub const STAFF_SESSION_TOUCH: TimeDelta = TimeDelta::minutes(1);
/// How many sessions a name has at most.
pub const STAFF_SESSIONS: usize = 10;
/// For how long a shown passkey is fresh (contract, "Staff in the browser").
pub const FRESH_PASSKEY: TimeDelta = TimeDelta::minutes(10);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StaffSessionId(pub i32);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StaffSession {
    pub id: StaffSessionId,
    pub last_seen_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// When the passkey was last shown.
    pub fresh_at: DateTime<Utc>,
}

impl StaffSession {
    /// Whether the session still counts at `now`.
    #[must_use]
    pub fn is_live(&self, now: DateTime<Utc>) -> bool {
        now < self.expires_at.min(self.last_seen_at + STAFF_SESSION_IDLE)
    }

    /// Whether the passkey was shown within [`FRESH_PASSKEY`].
    #[must_use]
    pub fn is_fresh(&self, now: DateTime<Utc>) -> bool {
        now < self.fresh_at + FRESH_PASSKEY
    }
}

/// A name of staff with a live session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedInStaff {
    pub member: StaffMember,
    pub session: StaffSession,
}

impl SignedInStaff {
    /// Whether they may act now.
    ///
    /// # Errors
    /// See [`NotAllowed`].
    pub fn may(&self, action: StaffAction, now: DateTime<Utc>) -> Result<(), NotAllowed> {
        action.check(self.member.role, || self.session.is_fresh(now))
    }

    /// Whether the session's use should be written down, see [`STAFF_SESSION_TOUCH`].
    #[must_use]
    pub fn is_touch_due(&self, now: DateTime<Utc>) -> bool {
        now - self.session.last_seen_at >= STAFF_SESSION_TOUCH
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Role, StaffId};

    fn signed_in(seen_after: TimeDelta, fresh_after: TimeDelta) -> SignedInStaff {
        let start = DateTime::UNIX_EPOCH;
        SignedInStaff {
            member: StaffMember {
                id: StaffId(1),
                name: String::from("Eva"),
                role: Role::Owner,
            },
            session: StaffSession {
                id: StaffSessionId(1),
                last_seen_at: start + seen_after,
                expires_at: start + STAFF_SESSION_LIFE,
                fresh_at: start + fresh_after,
            },
        }
    }

    #[test]
    fn a_session_ends_after_eight_hours_however_much_it_is_used() {
        let start = DateTime::UNIX_EPOCH;
        let last = STAFF_SESSION_LIFE - TimeDelta::seconds(1);
        let session = signed_in(last, TimeDelta::zero()).session;
        assert!(session.is_live(start + last));
        assert!(!session.is_live(start + STAFF_SESSION_LIFE));
    }

    #[test]
    fn a_session_ends_after_half_an_hour_of_disuse() {
        let start = DateTime::UNIX_EPOCH;
        let session = signed_in(TimeDelta::zero(), TimeDelta::zero()).session;
        assert!(session.is_live(start + STAFF_SESSION_IDLE - TimeDelta::seconds(1)));
        assert!(!session.is_live(start + STAFF_SESSION_IDLE));
    }

    #[test]
    fn a_passkey_is_fresh_for_ten_minutes() {
        let me = signed_in(TimeDelta::zero(), TimeDelta::zero());
        let end = DateTime::UNIX_EPOCH + FRESH_PASSKEY;
        assert_eq!(me.may(StaffAction::Refund, end - TimeDelta::seconds(1)), Ok(()));
        assert_eq!(me.may(StaffAction::Refund, end), Err(NotAllowed::PasskeyRequired));
        assert_eq!(me.may(StaffAction::Grant, end), Ok(()));
    }
}
