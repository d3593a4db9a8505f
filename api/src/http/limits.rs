//! Attempt limits on every action by which something could be guessed: per client address and, separately, per account.
//!
//! Written rule (OWASP ASVS 6.3.1): each address may try each limited action N times a minute, each account may be tried N
//! times a minute over all addresses (`PORTAL_AUTH_ATTEMPTS_PER_MINUTE`). No account is ever locked for good: a browser that
//! signed in to it before (`known_device`) has N attempts of its own, and a few new addresses an hour are still heard.
//! `limits::rules` holds the figures, `limits::buckets` the counts.
//!
//! The counts live in this process; several servers each count for themselves.

pub mod buckets;
pub mod rules;

use std::{net::IpAddr, num::NonZeroU32, time::Instant};

use actix_web::HttpRequest;
use chrono::Utc;
use kernel::UserId;

use crate::http::keyed_hash::KeyedHash;
use crate::http::known_device::{DeviceId, KnownDevices};
use crate::http::limits::buckets::RetryAfter;
use crate::http::limits::rules::AttemptRules;
use crate::http::problem::Problem;

pub use crate::http::limits::rules::{AttemptTarget, LimitedAction, SignInPermit};

pub struct Limits {
    rules: AttemptRules,
    pub devices: KnownDevices,
}

impl Limits {
    pub fn new(attempts_per_minute: NonZeroU32, cookie_key: &[u8; 64], is_https: bool) -> Self {
        let hash = KeyedHash::for_purpose(cookie_key, "portal attempt limits v1");
        Self {
            rules: AttemptRules::new(attempts_per_minute, hash, Instant::now()),
            devices: KnownDevices::new(cookie_key, is_https),
        }
    }

    /// Counts an attempt of an address at an action.
    pub fn address(&self, action: LimitedAction, address: IpAddr) -> Result<(), Problem> {
        self.rules
            .address(action, address, Instant::now())
            .map_err(Problem::from)
    }

    /// Counts an attempt at an account or a purchase key, whatever address it came from.
    pub fn target(&self, action: LimitedAction, target: &AttemptTarget) -> Result<(), Problem> {
        self.rules
            .target(action, target, Instant::now())
            .map_err(Problem::from)
    }

    /// Counts a sign-in attempt.
    pub fn sign_in(
        &self,
        target: &AttemptTarget,
        address: IpAddr,
        device: Option<DeviceId>,
    ) -> Result<SignInPermit, Problem> {
        self.rules
            .sign_in(target, address, device, Instant::now())
            .map_err(Problem::from)
    }

    /// The device of a request, if it signed in to this account before.
    pub fn known_device(&self, request: &HttpRequest, user: Option<UserId>) -> Option<DeviceId> {
        self.devices.recognise(request, user, Utc::now())
    }
}

impl From<RetryAfter> for Problem {
    fn from(RetryAfter(seconds): RetryAfter) -> Self {
        Self::too_many_attempts(seconds)
    }
}
