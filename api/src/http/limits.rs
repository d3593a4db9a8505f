//! Attempt limits on every action by which something could be guessed: per client address and, separately, per account.
//!
//! Written rule (OWASP ASVS 6.3.1): each address may try each limited action N times a minute, each account may be tried N
//! times a minute over all addresses (`PORTAL_AUTH_ATTEMPTS_PER_MINUTE`). No account is ever locked permanently: a browser that
//! signed in to it before (`known_device`) has N attempts of its own, and a few new addresses an hour may still try it.
//! `limits::rules` holds the figures, `limits::buckets` the counts.
//!
//! Memory decides, and refuses at once what it knows to be too much. Before it lets an attempt through it learns from the database what
//! other servers counted; once the answer is known, an attempt that counts is written there (`limits::shared`). An attempt that
//! succeeds writes nothing (`LimitedAction::counts`). Cost: attempts at the same moment at several servers may each be let through.

pub mod attempt;
pub mod buckets;
pub mod rules;
pub mod shared;

use std::{net::IpAddr, num::NonZeroU32, time::Instant};

use actix_web::{HttpRequest, http::StatusCode};
use chrono::Utc;
use kernel::{KeyRing, UserId};
use persistence::Database;

use crate::http::keyed_hash::KeyedHash;
use crate::http::limits::attempt::{Attempt, note_refused, note_taken};
use crate::http::limits::buckets::RetryAfter;
use crate::http::limits::rules::{AttemptRules, Count};
use crate::http::limits::shared::SharedCounts;
use crate::http::problem::Problem;
use crate::http::sessions::known_device::{DeviceId, KnownDevices};

pub use crate::http::limits::rules::{AttemptTarget, LimitedAction, SignInPermit};

pub struct Limits {
    rules: AttemptRules,
    pub shared: SharedCounts,
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

    /// Counts an attempt of an address at an action.
    pub async fn address(&self, action: LimitedAction, address: IpAddr) -> Result<(), Problem> {
        self.take(action, &self.rules.address_counts(action, address))
            .await
    }

    /// Counts an attempt at an account or a purchase key, whatever address it came from.
    pub async fn target(&self, action: LimitedAction, target: &AttemptTarget) -> Result<(), Problem> {
        self.take(action, &[self.rules.target_count(action, target)])
            .await
    }

    /// Counts a sign-in attempt.
    pub async fn sign_in(
        &self,
        target: &AttemptTarget,
        address: IpAddr,
        device: Option<DeviceId>,
    ) -> Result<SignInPermit, Problem> {
        let counts = self.rules.sign_in_counts(target, address, device);
        self.learn(&counts.all()).await;
        let (permit, taken) = self.rules.take_sign_in(counts, Instant::now()).map_err(refuse)?;
        note_taken(LimitedAction::SignIn, &taken);
        Ok(permit)
    }

    async fn take(&self, action: LimitedAction, counts: &[Count]) -> Result<(), Problem> {
        self.rules.peek(counts, Instant::now()).map_err(refuse)?;
        self.learn(counts).await;
        self.rules.take(counts, Instant::now()).map_err(refuse)?;
        note_taken(action, counts);
        Ok(())
    }

    async fn learn(&self, counts: &[Count]) {
        for (count, full_in) in self.shared.known(counts).await {
            self.rules.learn(&count, full_in, Instant::now());
        }
    }

    /// Adds an attempt to its counts on every server, now that its answer is known.
    pub async fn settle(&self, attempt: Attempt, status: StatusCode) {
        let counted = attempt.counted(status);
        if !counted.is_empty() {
            self.shared.count(&counted).await;
        }
    }

    /// The device of a request, if it signed in to this account before.
    pub fn known_device(&self, request: &HttpRequest, user: Option<UserId>) -> Option<DeviceId> {
        self.devices.recognise(request, user, Utc::now())
    }
}

fn refuse(retry_after: RetryAfter) -> Problem {
    note_refused();
    retry_after.into()
}

impl From<RetryAfter> for Problem {
    fn from(RetryAfter(seconds): RetryAfter) -> Self {
        Self::too_many_attempts(seconds)
    }
}
