//! How many attempts there are, and of what: rules over [`BucketTable`]s, without HTTP and with the time as an argument.
//!
//! Each rule is asked in two steps: first which counts an attempt belongs to, so that what other servers counted can be merged, and
//! then whether it may be made, which takes it out of them.

use std::{
    net::{IpAddr, Ipv6Addr},
    num::NonZeroU32,
    time::{Duration, Instant},
};

use kernel::UserId;

use crate::http::keyed_hash::KeyedHash;
use crate::http::limits::buckets::{BucketKey, BucketTable, Quota, RetryAfter};
use crate::http::sessions::known_device::DeviceId;

const MINUTE: Duration = Duration::from_secs(60);
/// How often a minute a name of staff may search (contract, "What changes in what stands").
const SEARCHES: u32 = 60;

/// A /56 and a /48 may hold more than one subscriber (RFC 6177): each has this many times the attempts of a /64.
const WIDER_NETWORKS: [(u32, u32); 2] = [(56, 4), (48, 8)];

/// How many new addresses may try an account over its limit in an hour, all together.
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
    Withdrawal,
    Checkout,
    Quote,
    DiscordLink,
    DiscordInvite,
    VerifyMail,
    VerifyAddress,
    SecondFactor,
    Export,
    StaffSignIn,
    StaffJoin,
    StaffSearch,
    PageError,
}

/// What an attempt is aimed at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AttemptTarget {
    /// An account, regardless of the name by which it was found.
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

/// The tables that counts lie in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Table {
    Addresses,
    Networks,
    Targets,
    Devices,
    NewAddresses,
    Exceptions,
}

/// One of the counts that an attempt is taken out of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    table: Table,
    pub key: BucketKey,
    pub quota: Quota,
}

/// The counts of a sign-in attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignInCounts {
    /// Of a device that the account knows.
    Device(Count),
    Other {
        new_address: Count,
        target: Count,
        exception: Count,
    },
}

impl SignInCounts {
    pub fn all(self) -> Vec<Count> {
        match self {
            Self::Device(device) => vec![device],
            Self::Other {
                new_address,
                target,
                exception,
            } => vec![new_address, target, exception],
        }
    }
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

    /// The counts of an attempt of an address at an action; for IPv6, of the networks around it too.
    pub fn address_counts(&self, action: LimitedAction, address: IpAddr) -> Vec<Count> {
        let key = self.key(action, &[b"address", &octets(address)]);
        let mut counts = vec![self.count(Table::Addresses, key)];
        if let IpAddr::V6(address) = address {
            counts.extend(WIDER_NETWORKS.map(|(prefix, times)| {
                let network = network(address, prefix).octets();
                let attempts = self.attempts_per_minute.saturating_mul(times);
                Count {
                    table: Table::Networks,
                    key: self.key(action, &[b"network", &prefix.to_be_bytes(), &network]),
                    quota: Quota::new(attempts, MINUTE),
                }
            }));
        }
        counts
    }

    /// The count of an attempt at a target, for all addresses together.
    pub fn target_count(&self, action: LimitedAction, target: &AttemptTarget) -> Count {
        self.count(Table::Targets, self.target_key(action, b"target", target))
    }

    /// The count of a name of staff, for all addresses together.
    pub fn staff_count(&self, action: LimitedAction, staff: i32) -> Count {
        Count {
            table: Table::Targets,
            key: self.key(action, &[b"staff", &staff.to_be_bytes()]),
            quota: Quota::new(SEARCHES, MINUTE),
        }
    }

    /// The counts of a sign-in attempt (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"): a known device has a count
    /// of its own, so that attempts from elsewhere never use up its owner's. All others share the account's count.
    pub fn sign_in_counts(
        &self,
        target: &AttemptTarget,
        address: IpAddr,
        device: Option<DeviceId>,
    ) -> SignInCounts {
        const ACTION: LimitedAction = LimitedAction::SignIn;
        if let Some(DeviceId(device)) = device {
            let key = self.key(ACTION, &[b"device", &device]);
            return SignInCounts::Device(self.count(Table::Devices, key));
        }
        let TargetName(kind, name) = target.name();
        let origin = octets(widest_network(address));
        SignInCounts::Other {
            new_address: Count {
                table: Table::NewAddresses,
                key: self.key(ACTION, &[b"new address", kind, &name, &origin]),
                quota: Quota::new(1, MINUTE),
            },
            target: self.target_count(ACTION, target),
            exception: Count {
                table: Table::Exceptions,
                key: self.target_key(ACTION, b"exception", target),
                quota: Quota::new(NEW_ADDRESSES_PER_ACCOUNT, HOUR),
            },
        }
    }

    /// Whether an attempt would be let through; takes nothing.
    pub fn peek(&self, counts: &[Count], now: Instant) -> Result<(), RetryAfter> {
        counts
            .iter()
            .try_for_each(|count| self.table(count).peek(count.key, count.quota, now))
    }

    /// Takes an attempt out of each of its counts, or refuses it at the first that holds none.
    pub fn take(&self, counts: &[Count], now: Instant) -> Result<(), RetryAfter> {
        counts
            .iter()
            .try_for_each(|count| self.table(count).check(count.key, count.quota, now))
    }

    /// Takes a sign-in attempt out of its counts and returns them. While the account's count is used up, an address that
    /// has not tried the account in the last minute may still try it, so often in an hour.
    pub fn take_sign_in(
        &self,
        counts: SignInCounts,
        now: Instant,
    ) -> Result<(SignInPermit, Vec<Count>), RetryAfter> {
        let (new_address, target, exception) = match counts {
            SignInCounts::Device(device) => {
                self.take(&[device], now)?;
                return Ok((SignInPermit::Normal, vec![device]));
            }
            SignInCounts::Other {
                new_address,
                target,
                exception,
            } => (new_address, target, exception),
        };
        let is_new = self.take(&[new_address], now);
        let mut taken: Vec<Count> = is_new.iter().map(|()| new_address).collect();
        let Err(retry_after) = self.take(&[target], now) else {
            taken.push(target);
            return Ok((SignInPermit::Normal, taken));
        };
        is_new.map_err(|_| retry_after)?;
        self.take(&[exception], now).map_err(|_| retry_after)?;
        taken.push(exception);
        Ok((SignInPermit::OnlyIfCorrect(retry_after), taken))
    }

    /// Takes in what all servers together have counted: that bucket is full in so long.
    pub fn merge(&self, count: &Count, full_in: Duration, now: Instant) {
        // A longer time was written by a clock that was ahead.
        if full_in <= count.quota.refill().saturating_mul(2) {
            self.table(count).merge(count.key, count.quota, full_in, now);
        }
    }

    fn table(&self, count: &Count) -> &BucketTable {
        match count.table {
            Table::Addresses => &self.addresses,
            Table::Networks => &self.networks,
            Table::Targets => &self.targets,
            Table::Devices => &self.devices,
            Table::NewAddresses => &self.new_addresses,
            Table::Exceptions => &self.exceptions,
        }
    }

    fn count(&self, table: Table, key: BucketKey) -> Count {
        Count {
            table,
            key,
            quota: self.quota,
        }
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
mod tests;
