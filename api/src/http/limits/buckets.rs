//! Token buckets in a table of fixed size: the one place that stores attempt counts.
//!
//! Each bucket is one point in time, the generic cell rate algorithm (ITU-T I.371): the moment at which the bucket is full again.
//! What other servers counted is merged into the same buckets ([`BucketTable::merge`]).
//!
//! Decision: the table never grows, so no number of names or addresses costs memory. A new bucket takes a free slot of its
//! set, else the slot whose bucket is the closest to full. Cost: in a full table a bucket can be dropped early, but only one
//! that lost less than every other bucket of its set; a flood of single attempts cannot clear a bucket that is used up.

use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// Slots that one key may lie in.
const SLOTS_PER_SET: usize = 8;

/// What is counted: a keyed hash, so that a long name takes no more room than a short one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BucketKey(pub [u8; 16]);

/// How many attempts a full bucket holds, and how long an empty one takes to fill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    attempts: u32,
    refill: Duration,
}

impl Quota {
    /// That many attempts in a refill time; at least one.
    pub fn new(attempts: u32, refill: Duration) -> Self {
        Self {
            attempts: attempts.max(1),
            refill,
        }
    }
}

impl Quota {
    /// By how much later a bucket is full for one attempt.
    pub fn interval(self) -> Duration {
        self.refill / self.attempts
    }

    pub fn refill(self) -> Duration {
        self.refill
    }
}

/// An attempt beyond the limit: whole seconds to wait, at least one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryAfter(pub u64);

/// A free slot has the tag of any key and is full at 0.
#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    tag: u64,
    /// Nanoseconds since the table was made.
    full_at: u64,
}

pub struct BucketTable {
    slots: Mutex<Vec<Slot>>,
    sets: u64,
    start: Instant,
}

impl BucketTable {
    /// A table of that many slots of 16 bytes, rounded up to whole sets.
    pub fn with_slots(slots: usize, start: Instant) -> Self {
        let sets = slots.div_ceil(SLOTS_PER_SET).max(1);
        Self {
            slots: Mutex::new(vec![Slot::default(); sets * SLOTS_PER_SET]),
            sets: sets as u64,
            start,
        }
    }

    /// Takes an attempt out of a bucket, or says how long until it holds one.
    pub fn check(&self, key: BucketKey, quota: Quota, now: Instant) -> Result<(), RetryAfter> {
        let now = self.since_start(now);
        self.with_set(key, |set, tag| {
            let own = own(set, tag, now);
            let full_at = own.map_or(now, |at| set[at].full_at);
            holds_one(full_at, quota, now)?;
            let full_at = full_at.saturating_add(interval(quota));
            put(set, own, Slot { tag, full_at });
            Ok(())
        })
    }

    /// What [`Self::check`] would answer; takes nothing.
    pub fn peek(&self, key: BucketKey, quota: Quota, now: Instant) -> Result<(), RetryAfter> {
        let now = self.since_start(now);
        self.with_set(key, |set, tag| {
            let full_at = own(set, tag, now).map_or(now, |at| set[at].full_at);
            holds_one(full_at, quota, now)
        })
    }

    /// Makes a bucket no fuller than it is elsewhere: there it is full in so long. A bucket is never emptier than empty.
    pub fn merge(&self, key: BucketKey, quota: Quota, full_in: Duration, now: Instant) {
        let now = self.since_start(now);
        let merged = now.saturating_add(nanoseconds(full_in.min(quota.refill)));
        self.with_set(key, |set, tag| {
            let own = own(set, tag, now);
            if merged > own.map_or(now, |at| set[at].full_at) {
                let full_at = merged;
                put(set, own, Slot { tag, full_at });
            }
        });
    }

    fn since_start(&self, now: Instant) -> u64 {
        nanoseconds(now.saturating_duration_since(self.start))
    }

    /// The slots that a key may be in, and the tag that distinguishes it from the others there.
    fn with_set<T>(&self, key: BucketKey, work: impl FnOnce(&mut [Slot], u64) -> T) -> T {
        let (set, tag) = self.place(key);
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        work(&mut slots[set..set + SLOTS_PER_SET], tag)
    }

    /// Where a key's set begins, and the tag that distinguishes it from the others there.
    fn place(&self, BucketKey(key): BucketKey) -> (usize, u64) {
        let key = u128::from_be_bytes(key);
        let set = ((key >> 64) as u64) % self.sets;
        (set as usize * SLOTS_PER_SET, key as u64)
    }
}

/// The place of a bucket that has left less than its whole limit.
fn own(set: &[Slot], tag: u64, now: u64) -> Option<usize> {
    set.iter().position(|slot| slot.tag == tag && slot.full_at > now)
}

/// In its own slot, else in that of the fullest bucket.
fn put(set: &mut [Slot], own: Option<usize>, slot: Slot) {
    let fullest = || (0..set.len()).min_by_key(|at| set[*at].full_at);
    let at = own.or_else(fullest).unwrap_or(0);
    set[at] = slot;
}

fn holds_one(full_at: u64, quota: Quota, now: u64) -> Result<(), RetryAfter> {
    let room = nanoseconds(quota.refill) - interval(quota);
    if full_at - now <= room {
        return Ok(());
    }
    let wait = Duration::from_nanos(full_at - now - room);
    Err(RetryAfter((wait.as_secs_f64().ceil() as u64).max(1)))
}

fn interval(quota: Quota) -> u64 {
    nanoseconds(quota.refill) / u64::from(quota.attempts)
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sha2::{Digest, Sha256};

    const MINUTE: Duration = Duration::from_secs(60);

    fn key(text: &str) -> BucketKey {
        let hash = Sha256::digest(text);
        BucketKey(hash[..16].try_into().unwrap())
    }

    #[test]
    fn a_bucket_holds_its_attempts_and_fills_one_by_one() {
        let start = Instant::now();
        let table = BucketTable::with_slots(64, start);
        let quota = Quota::new(3, MINUTE);
        for _ in 0..3 {
            assert_eq!(table.check(key("anna"), quota, start), Ok(()));
        }
        assert_eq!(table.check(key("anna"), quota, start), Err(RetryAfter(20)));
        assert_eq!(
            table.check(key("bea"), quota, start),
            Ok(()),
            "another key has its own"
        );
        let later = start + Duration::from_secs(19);
        assert_eq!(table.check(key("anna"), quota, later), Err(RetryAfter(1)));
        let later = start + Duration::from_secs(20);
        assert_eq!(table.check(key("anna"), quota, later), Ok(()));
        assert!(table.check(key("anna"), quota, later).is_err(), "one came back");
        let much_later = start + 10 * MINUTE;
        for _ in 0..3 {
            assert_eq!(table.check(key("anna"), quota, much_later), Ok(()));
        }
        assert!(
            table.check(key("anna"), quota, much_later).is_err(),
            "never more than full"
        );
    }

    #[test]
    fn a_refused_attempt_costs_nothing() {
        let start = Instant::now();
        let table = BucketTable::with_slots(64, start);
        let quota = Quota::new(1, MINUTE);
        assert_eq!(table.check(key("anna"), quota, start), Ok(()));
        for _ in 0..100 {
            assert_eq!(table.check(key("anna"), quota, start), Err(RetryAfter(60)));
        }
        assert_eq!(table.check(key("anna"), quota, start + MINUTE), Ok(()));
    }

    #[test]
    fn a_flood_of_other_keys_neither_grows_the_table_nor_clears_a_used_up_bucket() {
        let start = Instant::now();
        let table = BucketTable::with_slots(64, start);
        let quota = Quota::new(10, MINUTE);
        for _ in 0..10 {
            assert_eq!(table.check(key("anna"), quota, start), Ok(()));
        }
        for n in 0..100_000 {
            let _ = table.check(key(&format!("flood {n}")), quota, start);
        }
        assert!(table.check(key("anna"), quota, start).is_err());
        assert_eq!(table.slots.lock().unwrap().len(), 64);
    }

    #[test]
    fn what_was_counted_elsewhere_is_merged_and_never_gives_an_attempt_back() {
        let start = Instant::now();
        let table = BucketTable::with_slots(64, start);
        let quota = Quota::new(3, MINUTE);
        table.merge(key("anna"), quota, Duration::from_secs(40), start);
        assert_eq!(table.peek(key("anna"), quota, start), Ok(()));
        assert_eq!(
            table.check(key("anna"), quota, start),
            Ok(()),
            "two of three were counted"
        );
        assert_eq!(table.peek(key("anna"), quota, start), Err(RetryAfter(20)));
        table.merge(key("anna"), quota, Duration::from_secs(1), start);
        assert_eq!(table.check(key("anna"), quota, start), Err(RetryAfter(20)));
        // A clock that is far ahead elsewhere empties a bucket and no more than that.
        table.merge(key("bea"), quota, MINUTE * 60, start);
        assert_eq!(table.check(key("bea"), quota, start), Err(RetryAfter(20)));
        assert_eq!(table.check(key("bea"), quota, start + MINUTE), Ok(()));
    }
}
