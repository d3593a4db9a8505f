//! Attempt limits on whatever lets somebody guess: per client address and, separately, per account.
//!
//! Written rule (OWASP ASVS 6.3.1): each address may try each kind of action N times a minute, each account may be tried N times
//! a minute over all addresses (`PORTAL_AUTH_ATTEMPTS_PER_MINUTE`). Nobody is ever locked out for good. While an account is
//! over its limit, an address that has not tried it in the last minute is still heard once: the right password lets its
//! owner in during an attack, a wrong one is answered like any attempt too many.
//!
//! The counts live in this process; several servers each count for themselves.

use std::{hash::Hash, net::IpAddr, num::NonZeroU32, time::Duration};

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter, clock::Clock};

use crate::problem::Problem;

/// The doors that are counted apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LimitedAction {
    SignIn,
    Registration,
    KeyCheck,
    ResetRequest,
    Reset,
    PasswordCheck,
    Contact,
    Checkout,
    Quote,
}

/// An account as an attempt names it: whether it exists plays no part.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AccountName(pub String);

/// What a sign-in attempt may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leave {
    /// An attempt like any other.
    Free,
    /// The account is over its limit; a failure is answered as one attempt too many.
    OnlyIfRight { retry_after_seconds: u64 },
}

pub struct Limits {
    addresses: DefaultKeyedRateLimiter<(LimitedAction, IpAddr)>,
    accounts: DefaultKeyedRateLimiter<(LimitedAction, AccountName)>,
    newcomers: DefaultKeyedRateLimiter<(AccountName, IpAddr)>,
}

impl Limits {
    pub fn new(attempts_per_minute: NonZeroU32) -> Self {
        let quota = Quota::per_minute(attempts_per_minute);
        Self {
            addresses: RateLimiter::keyed(quota),
            accounts: RateLimiter::keyed(quota),
            newcomers: RateLimiter::keyed(Quota::per_minute(NonZeroU32::MIN)),
        }
    }

    /// Counts an attempt of an address at an action.
    pub fn address(&self, action: LimitedAction, address: IpAddr) -> Result<(), Problem> {
        check(&self.addresses, &(action, address)).map_err(Problem::too_many_attempts)
    }

    /// Counts an attempt at an account, whatever address it came from.
    pub fn account(&self, action: LimitedAction, account: &AccountName) -> Result<(), Problem> {
        check(&self.accounts, &(action, account.clone())).map_err(Problem::too_many_attempts)
    }

    /// Counts a sign-in at an account.
    pub fn sign_in(&self, account: &AccountName, address: IpAddr) -> Result<Leave, Problem> {
        let newcomer = check(&self.newcomers, &(account.clone(), address));
        match (
            check(&self.accounts, &(LimitedAction::SignIn, account.clone())),
            newcomer,
        ) {
            (Ok(()), _) => Ok(Leave::Free),
            (Err(retry_after_seconds), Ok(())) => Ok(Leave::OnlyIfRight { retry_after_seconds }),
            (Err(seconds), Err(_)) => Err(Problem::too_many_attempts(seconds)),
        }
    }

    /// Forgets whoever has not tried for long; called now and then so that the counts stay small.
    pub fn evict_idle(&self) {
        self.addresses.retain_recent();
        self.accounts.retain_recent();
        self.newcomers.retain_recent();
        self.addresses.shrink_to_fit();
        self.accounts.shrink_to_fit();
        self.newcomers.shrink_to_fit();
    }
}

/// Whole seconds to wait, at least one, where the limit is reached.
fn check<K: Hash + Eq + Clone>(limiter: &DefaultKeyedRateLimiter<K>, key: &K) -> Result<(), u64> {
    limiter.check_key(key).map_err(|refusal| {
        let wait: Duration = refusal.wait_time_from(limiter.clock().now());
        wait.as_secs_f64().ceil().max(1.0) as u64
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(n: u32) -> Limits {
        Limits::new(NonZeroU32::new(n).unwrap())
    }

    fn ip(last: u8) -> IpAddr {
        IpAddr::from([203, 0, 113, last])
    }

    #[test]
    fn an_address_has_its_attempts_and_not_one_more_and_another_has_its_own() {
        let limits = limits(3);
        for _ in 0..3 {
            assert!(limits.address(LimitedAction::SignIn, ip(1)).is_ok());
        }
        assert!(limits.address(LimitedAction::SignIn, ip(1)).is_err());
        assert!(limits.address(LimitedAction::SignIn, ip(2)).is_ok());
        assert!(limits.address(LimitedAction::KeyCheck, ip(1)).is_ok());
    }

    #[test]
    fn an_attacked_account_still_hears_its_owner_once_from_elsewhere() {
        let limits = limits(3);
        let account = AccountName("anna".into());
        for _ in 0..3 {
            assert_eq!(limits.sign_in(&account, ip(1)).unwrap(), Leave::Free);
        }
        assert!(limits.sign_in(&account, ip(1)).is_err());
        assert!(matches!(
            limits.sign_in(&account, ip(2)).unwrap(),
            Leave::OnlyIfRight { .. }
        ));
        assert!(limits.sign_in(&account, ip(2)).is_err());
    }
}
