//! How many attempts there are, and of what: rules over [`BucketTable`]s, without HTTP and with the time as an argument.

use std::{
    net::{IpAddr, Ipv6Addr},
    num::NonZeroU32,
    time::{Duration, Instant},
};

use kernel::UserId;

use crate::http::keyed_hash::KeyedHash;
use crate::http::known_device::DeviceId;
use crate::http::limits::buckets::{BucketKey, BucketTable, Quota, RetryAfter};

const MINUTE: Duration = Duration::from_secs(60);

/// A /56 and a /48 may hold more than one subscriber (RFC 6177): each has this many times the attempts of a /64.
const WIDER_NETWORKS: [(u32, u32); 2] = [(56, 4), (48, 8)];

/// How many new addresses an account over its limit hears in an hour, all together.
const NEW_ADDRESSES_PER_ACCOUNT: u32 = 30;
const HOUR: Duration = Duration::from_secs(3_600);

const SLOTS: usize = 1 << 16;
const FEWER_SLOTS: usize = 1 << 15;

/// The actions that are counted apart.
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
    DiscordLink,
    DiscordInvite,
}

/// What an attempt is aimed at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AttemptTarget {
    /// An account, by whatever name it was found.
    User(UserId),
    /// A name or an address that no account has, in the form in which it is compared.
    Name(String),
    PurchaseKey([u8; 32]),
}

/// What a sign-in attempt may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignInPermit {
    /// An attempt like any other.
    Normal,
    /// The account is over its limit; a failure is answered as one attempt too many.
    OnlyIfCorrect(RetryAfter),
}

pub struct AttemptRules {
    quota: Quota,
    attempts_per_minute: u32,
    hash: KeyedHash,
    addresses: BucketTable,
    networks: BucketTable,
    targets: BucketTable,
    devices: BucketTable,
    new_addresses: BucketTable,
    exceptions: BucketTable,
}

impl AttemptRules {
    pub fn new(attempts_per_minute: NonZeroU32, hash: KeyedHash, start: Instant) -> Self {
        let table = |slots| BucketTable::with_slots(slots, start);
        Self {
            quota: Quota::new(attempts_per_minute.get(), MINUTE),
            attempts_per_minute: attempts_per_minute.get(),
            hash,
            addresses: table(SLOTS),
            networks: table(FEWER_SLOTS),
            targets: table(SLOTS),
            devices: table(FEWER_SLOTS),
            new_addresses: table(SLOTS),
            exceptions: table(FEWER_SLOTS),
        }
    }

    /// Counts an attempt of an address at an action; for IPv6, of the networks around it too.
    pub fn address(&self, action: LimitedAction, address: IpAddr, now: Instant) -> Result<(), RetryAfter> {
        let key = self.key(action, &[b"address", &octets(address)]);
        self.addresses.check(key, self.quota, now)?;
        let IpAddr::V6(address) = address else {
            return Ok(());
        };
        for (prefix, times) in WIDER_NETWORKS {
            let network = network(address, prefix).octets();
            let key = self.key(action, &[b"network", &prefix.to_be_bytes(), &network]);
            let attempts = self.attempts_per_minute.saturating_mul(times);
            self.networks.check(key, Quota::new(attempts, MINUTE), now)?;
        }
        Ok(())
    }

    /// Counts an attempt at a target, whatever address it came from.
    pub fn target(
        &self,
        action: LimitedAction,
        target: &AttemptTarget,
        now: Instant,
    ) -> Result<(), RetryAfter> {
        let key = self.target_key(action, b"target", target);
        self.targets.check(key, self.quota, now)
    }

    /// Counts a sign-in attempt (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"): a known device has a count of
    /// its own, so that attempts from elsewhere never use up its owner's. All others share the account's count; while that is
    /// used up, an address that has not tried the account in the last minute is still heard, so often in an hour.
    pub fn sign_in(
        &self,
        target: &AttemptTarget,
        address: IpAddr,
        device: Option<DeviceId>,
        now: Instant,
    ) -> Result<SignInPermit, RetryAfter> {
        const ACTION: LimitedAction = LimitedAction::SignIn;
        if let Some(DeviceId(device)) = device {
            let key = self.key(ACTION, &[b"device", &device]);
            return self
                .devices
                .check(key, self.quota, now)
                .map(|()| SignInPermit::Normal);
        }
        let TargetName(kind, name) = target.name();
        let origin = octets(widest_network(address));
        let key = self.key(ACTION, &[b"new address", kind, &name, &origin]);
        let is_new = self.new_addresses.check(key, Quota::new(1, MINUTE), now);
        let Err(retry_after) = self.target(ACTION, target, now) else {
            return Ok(SignInPermit::Normal);
        };
        is_new.map_err(|_| retry_after)?;
        let key = self.target_key(ACTION, b"exception", target);
        let quota = Quota::new(NEW_ADDRESSES_PER_ACCOUNT, HOUR);
        self.exceptions.check(key, quota, now).map_err(|_| retry_after)?;
        Ok(SignInPermit::OnlyIfCorrect(retry_after))
    }

    fn target_key(&self, action: LimitedAction, of: &[u8], target: &AttemptTarget) -> BucketKey {
        let TargetName(kind, name) = target.name();
        self.key(action, &[of, kind, &name])
    }

    fn key(&self, action: LimitedAction, parts: &[&[u8]]) -> BucketKey {
        let action = [action as u8];
        let mut all: Vec<&[u8]> = vec![&action];
        all.extend_from_slice(parts);
        let mut key = [0; 16];
        key.copy_from_slice(&self.hash.hash(&all)[..16]);
        BucketKey(key)
    }
}

/// A target as bytes: its kind, and which one of that kind.
struct TargetName(&'static [u8], Vec<u8>);

impl AttemptTarget {
    fn name(&self) -> TargetName {
        match self {
            Self::User(user) => TargetName(b"user", user.0.to_be_bytes().to_vec()),
            Self::Name(name) => TargetName(b"name", name.as_bytes().to_vec()),
            Self::PurchaseKey(hash) => TargetName(b"key", hash.to_vec()),
        }
    }
}

fn octets(address: IpAddr) -> Vec<u8> {
    match address {
        IpAddr::V4(v4) => v4.octets().to_vec(),
        IpAddr::V6(v6) => v6.octets().to_vec(),
    }
}

fn network(address: Ipv6Addr, prefix: u32) -> Ipv6Addr {
    let hidden = u128::MAX.checked_shr(prefix).unwrap_or(0);
    Ipv6Addr::from_bits(address.to_bits() & !hidden)
}

/// What counts as one new address: the holder of a /48 has 65,536 networks of a /64.
fn widest_network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => IpAddr::V6(network(v6, 48)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::client_address::limited_as;

    const ACTION: LimitedAction = LimitedAction::SignIn;

    fn rules(n: u32, start: Instant) -> AttemptRules {
        let hash = KeyedHash::for_purpose(&[7; 64], "test");
        AttemptRules::new(NonZeroU32::new(n).unwrap(), hash, start)
    }

    fn v4(n: u32) -> IpAddr {
        IpAddr::from((0xCB00_0000 + n).to_be_bytes())
    }

    /// The `n`th /64 of a /48.
    fn v6(n: u16) -> IpAddr {
        limited_as(IpAddr::from([0x2001, 0xdb8, 7, n, 1, 2, 3, 4]))
    }

    fn anna() -> AttemptTarget {
        AttemptTarget::User(UserId(1))
    }

    /// How many of these sign-ins were heard at all.
    fn heard(
        rules: &AttemptRules,
        addresses: impl Iterator<Item = IpAddr>,
        device: Option<DeviceId>,
        now: Instant,
    ) -> usize {
        addresses
            .filter(|address| rules.sign_in(&anna(), *address, device, now).is_ok())
            .count()
    }

    #[test]
    fn an_address_has_its_attempts_and_not_one_more_and_another_has_its_own() {
        let now = Instant::now();
        let rules = rules(3, now);
        for _ in 0..3 {
            assert_eq!(rules.address(ACTION, v4(1), now), Ok(()));
        }
        assert_eq!(rules.address(ACTION, v4(1), now), Err(RetryAfter(20)));
        assert_eq!(rules.address(ACTION, v4(2), now), Ok(()));
        assert_eq!(rules.address(LimitedAction::KeyCheck, v4(1), now), Ok(()));
        assert_eq!(rules.address(ACTION, v4(1), now + MINUTE), Ok(()));
    }

    #[test]
    fn the_networks_around_an_ipv6_address_are_counted_too() {
        let now = Instant::now();
        let rules = rules(10, now);
        let tried = |addresses: &mut dyn Iterator<Item = u16>| {
            addresses
                .filter(|n| rules.address(ACTION, v6(*n), now).is_ok())
                .count()
        };
        assert_eq!(
            tried(&mut std::iter::repeat_n(0, 40)),
            10,
            "a /64 is one subscriber"
        );
        assert_eq!(
            tried(&mut (1..256)),
            30,
            "the whole /56 has four times as many, ten are spent"
        );
        assert_eq!(
            tried(&mut (0..600).map(|n| n * 100 + 256)),
            40,
            "the whole /48 has eight times as many"
        );
        let elsewhere = IpAddr::from([0x2001, 0xdb8, 8, 0, 0, 0, 0, 0]);
        assert_eq!(rules.address(ACTION, elsewhere, now), Ok(()));
    }

    #[test]
    fn an_attacked_account_still_hears_its_owner_once_from_elsewhere() {
        let now = Instant::now();
        let rules = rules(3, now);
        for _ in 0..3 {
            assert_eq!(rules.sign_in(&anna(), v4(1), None, now), Ok(SignInPermit::Normal));
        }
        assert!(rules.sign_in(&anna(), v4(1), None, now).is_err());
        assert_eq!(
            rules.sign_in(&anna(), v4(2), None, now),
            Ok(SignInPermit::OnlyIfCorrect(RetryAfter(20)))
        );
        assert!(rules.sign_in(&anna(), v4(2), None, now).is_err());
        let other = AttemptTarget::User(UserId(2));
        assert_eq!(rules.sign_in(&other, v4(2), None, now), Ok(SignInPermit::Normal));
    }

    #[test]
    fn the_exception_for_new_addresses_is_capped_for_an_account() {
        let now = Instant::now();
        let rules = rules(10, now);
        assert_eq!(heard(&rules, (0..20_000).map(v4), None, now), 10 + 30);
        let later = now + Duration::from_secs(30 * 60);
        assert_eq!(
            heard(&rules, (20_000..40_000).map(v4), None, later),
            10 + 15,
            "half an hour brings half of them back"
        );
    }

    #[test]
    fn a_48_is_one_new_address() {
        let now = Instant::now();
        let rules = rules(10, now);
        assert_eq!(heard(&rules, (0..600).map(v6), None, now), 10);
        let elsewhere = IpAddr::from([0x2001, 0xdb8, 8, 0, 0, 0, 0, 0]);
        assert_eq!(heard(&rules, std::iter::once(elsewhere), None, now), 1);
    }

    #[test]
    fn a_known_device_is_heard_whatever_others_try_and_has_a_limit_of_its_own() {
        let now = Instant::now();
        let rules = rules(10, now);
        let _ = heard(&rules, (0..20_000).map(v4), None, now);
        let (own, other) = (Some(DeviceId([1; 16])), Some(DeviceId([2; 16])));
        assert_eq!(heard(&rules, (0..100).map(v4), own, now), 10);
        assert_eq!(heard(&rules, (0..1).map(v4), other, now), 1);
        assert!(rules.sign_in(&anna(), v4(90_000), None, now).is_err());
    }

    #[test]
    fn a_target_is_counted_by_what_it_is() {
        let now = Instant::now();
        let rules = rules(1, now);
        let targets = [
            anna(),
            AttemptTarget::Name(String::from("anna")),
            AttemptTarget::PurchaseKey([0; 32]),
        ];
        for target in &targets {
            assert_eq!(rules.target(ACTION, target, now), Ok(()));
            assert!(rules.target(ACTION, target, now).is_err());
        }
    }
}
