//! Attempt limits on every action by which something could be guessed: per client address and, separately, per account.
//!
//! Written rule (OWASP ASVS 6.3.1): each address may try each limited action N times a minute, each account may be tried N
//! times a minute over all addresses (`PORTAL_AUTH_ATTEMPTS_PER_MINUTE`). No account is ever locked permanently: a browser that
//! signed in to it before (`known_device`) has N attempts of its own, and a few new addresses an hour may still try it.
//! `limits::rules` holds the figures, `limits::buckets` the counts.
//!
//! Memory decides, and refuses at once what it knows to be too much. Before it lets an attempt through it reads from the database what
//! other servers counted. A guess that failed ([`Limits::finish`]) and a request that mails or orders something ([`Limits::request`]) are
//! written there (`limits::shared`); a guess that succeeded writes nothing. Cost: attempts at the same moment at several servers may
//! each be let through.

pub mod buckets;
pub mod rules;
pub mod shared;

use std::{net::IpAddr, num::NonZeroU32, time::Instant};

use actix_web::{HttpRequest, ResponseError as _};
use chrono::Utc;
use kernel::{KeyRing, UserId};
use persistence::Database;

use crate::http::keyed_hash::KeyedHash;
use crate::http::limits::buckets::RetryAfter;
use crate::http::limits::rules::{AttemptRules, Count};
use crate::http::limits::shared::SharedCounts;
use crate::http::problem::Problem;
use crate::http::sessions::known_device::{DeviceId, KnownDevices};

pub use crate::http::limits::rules::{AttemptTarget, LimitedAction, SignInPermit};

/// A guess that was let through: the counts that it was taken out of. Its outcome goes to [`Limits::finish`].
#[must_use = "its outcome decides whether it counts on every server"]
#[derive(Debug, Default)]
pub struct Attempt(Vec<Count>);

pub struct Limits {
    rules: AttemptRules,
    shared: SharedCounts,
    pub devices: KnownDevices,
}

impl Limits {
    pub fn new(
        attempts_per_minute: NonZeroU32,
        cookie_keys: &KeyRing<64>,
        is_https: bool,
        database: Database,
    ) -> Self {
        let hash = KeyedHash::for_purpose(cookie_keys.newest(), "portal attempt limits v1");
        Self {
            rules: AttemptRules::new(attempts_per_minute, hash, Instant::now()),
            shared: SharedCounts::new(database),
            devices: KnownDevices::new(cookie_keys, is_https),
        }
    }

    /// Counts a request of an address that mails or orders something, however it ends.
    pub async fn request(&self, action: LimitedAction, address: IpAddr) -> Result<(), Problem> {
        let attempt = self.attempt(action, address).await?;
        self.shared.count(&attempt.0).await;
        Ok(())
    }

    /// [`Self::request`] for an account, from any address.
    pub async fn request_of(&self, action: LimitedAction, user: UserId) -> Result<(), Problem> {
        let mut attempt = Attempt::default();
        self.aim(&mut attempt, action, &AttemptTarget::User(user)).await?;
        self.shared.count(&attempt.0).await;
        Ok(())
    }

    /// [`Self::request`] for a name of staff, from any address.
    pub async fn request_of_staff(&self, action: LimitedAction, staff: i32) -> Result<(), Problem> {
        let mut attempt = Attempt::default();
        let count = self.rules.staff_count(action, staff);
        self.take(&mut attempt, &[count]).await?;
        self.shared.count(&attempt.0).await;
        Ok(())
    }

    /// Lets an address guess, or refuses it.
    pub async fn attempt(&self, action: LimitedAction, address: IpAddr) -> Result<Attempt, Problem> {
        let mut attempt = Attempt::default();
        let counts = self.rules.address_counts(action, address);
        self.take(&mut attempt, &counts).await?;
        Ok(attempt)
    }

    /// Takes a guess at an account or a purchase key out of its count, for all addresses together.
    pub async fn aim(
        &self,
        attempt: &mut Attempt,
        action: LimitedAction,
        target: &AttemptTarget,
    ) -> Result<(), Problem> {
        self.take(attempt, &[self.rules.target_count(action, target)])
            .await
    }

    /// [`Self::aim`] for a sign-in.
    pub async fn aim_sign_in(
        &self,
        attempt: &mut Attempt,
        target: &AttemptTarget,
        address: IpAddr,
        device: Option<DeviceId>,
    ) -> Result<SignInPermit, Problem> {
        let counts = self.rules.sign_in_counts(target, address, device);
        self.fetch_shared(&counts.all()).await;
        let taken = self.rules.take_sign_in(counts, Instant::now());
        let (permit, taken) = taken.map_err(|retry_after| attempt.refuse(retry_after))?;
        attempt.0.extend(taken);
        Ok(permit)
    }

    /// Counts a guess on every server if it failed; answers its outcome.
    pub async fn finish<T>(&self, attempt: Attempt, outcome: Result<T, Problem>) -> Result<T, Problem> {
        if let Err(problem) = &outcome {
            self.shared.count(attempt.counted(problem)).await;
        }
        outcome
    }

    async fn take(&self, attempt: &mut Attempt, counts: &[Count]) -> Result<(), Problem> {
        let peeked = self.rules.peek(counts, Instant::now());
        peeked.map_err(|retry_after| attempt.refuse(retry_after))?;
        self.fetch_shared(counts).await;
        let taken = self.rules.take(counts, Instant::now());
        taken.map_err(|retry_after| attempt.refuse(retry_after))?;
        attempt.0.extend_from_slice(counts);
        Ok(())
    }

    async fn fetch_shared(&self, counts: &[Count]) {
        for (count, full_in) in self.shared.known(counts).await {
            self.rules.merge(&count, full_in, Instant::now());
        }
    }

    /// The device of a request, if it signed in to this account before.
    pub fn known_device(&self, request: &HttpRequest, user: Option<UserId>) -> Option<DeviceId> {
        self.devices.recognise(request, user, Utc::now())
    }
}

impl Attempt {
    /// What a limit refused was no guess, and counts nowhere.
    fn refuse(&mut self, retry_after: RetryAfter) -> Problem {
        self.0.clear();
        retry_after.into()
    }

    /// The counts of a guess that failed; a failure on our side reveals nothing to an attacker.
    fn counted(&self, problem: &Problem) -> &[Count] {
        if problem.status_code().is_client_error() {
            &self.0
        } else {
            &[]
        }
    }
}

impl From<RetryAfter> for Problem {
    fn from(RetryAfter(seconds): RetryAfter) -> Self {
        Self::too_many_attempts(seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken() -> Attempt {
        let hash = KeyedHash::for_purpose(&[7; 64], "test");
        let rules = AttemptRules::new(NonZeroU32::MIN, hash, Instant::now());
        Attempt(rules.address_counts(LimitedAction::SignIn, [203, 0, 113, 1].into()))
    }

    #[test]
    fn a_callers_failure_counts_and_one_on_our_side_does_not() {
        assert_eq!(taken().counted(&Problem::unauthenticated()).len(), 1);
        // A wrong password of an account over its limit is answered so.
        assert_eq!(taken().counted(&RetryAfter(6).into()).len(), 1);
        for ours in [
            Problem::internal(),
            Problem::database_unavailable(),
            Problem::busy(1),
        ] {
            assert!(taken().counted(&ours).is_empty(), "{ours}");
        }
    }

    #[test]
    fn what_a_limit_refused_counts_nothing() {
        let mut attempt = taken();
        let refused = attempt.refuse(RetryAfter(6));
        assert!(attempt.counted(&refused).is_empty());
    }
}
