//! Attempts that count on every server, as rows: token buckets by a keyed hash of what is limited.
//!
//! Decision: the time is the database's own. Servers' clocks differ, and a bucket is full again after seconds: by the clock of a server
//! that is a minute ahead it would refuse for a minute more. Callers only pass and get durations, never times.

use std::time::Duration;

use diesel::{dsl::case_when, prelude::*};
use kernel::StoreError;

use crate::{Store, schema::attempt_counts, store::on};

/// No bucket takes longer to fill. What seems to was written while the database's clock was ahead, and counts no longer.
const LONGEST_REFILL: Duration = Duration::from_secs(3_600);

/// A keyed hash of what is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AttemptKey(pub [u8; 16]);

/// What an attempt takes out of a bucket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountedAttempt {
    pub key: AttemptKey,
    /// By how much later the bucket is full for it.
    pub cost: Duration,
    /// How long an empty bucket takes to fill.
    pub refill: Duration,
}

#[derive(Insertable)]
#[diesel(table_name = attempt_counts)]
struct NewCountRow<'a> {
    key: &'a [u8],
    full_at: i64,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = attempt_counts)]
struct CountRow {
    key: Vec<u8>,
    full_at: i64,
}

fn microseconds(time: Duration) -> i64 {
    i64::try_from(time.as_micros()).unwrap_or(i64::MAX / 4)
}

/// The counts that servers share. Every method may return [`StoreError`].
impl Store<'_> {
    /// In how long each of these buckets is full; a bucket that is full already is left out.
    pub fn attempts(&mut self, keys: &[AttemptKey]) -> Result<Vec<(AttemptKey, Duration)>, StoreError> {
        let wanted: Vec<&[u8]> = keys.iter().map(|key| &key.0[..]).collect();
        let rows = on!(self, c => attempt_counts::table
            .filter(attempt_counts::key.eq_any(&wanted))
            .select(CountRow::as_select())
            .load(*c))?;
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let now = self.clock()?.timestamp_micros();
        let found = rows.into_iter().filter_map(|row| {
            let key = AttemptKey(row.key.try_into().ok()?);
            let left = u64::try_from(row.full_at.saturating_sub(now)).ok()?;
            Some((key, Duration::from_micros(left)))
        });
        Ok(found.collect())
    }

    /// Takes an attempt out of its buckets, each of which is named once.
    pub fn count_attempt(&mut self, buckets: &[CountedAttempt]) -> Result<(), StoreError> {
        // In the order of the keys: two servers that write the same ones never wait for each other in a circle.
        let mut ordered = buckets.to_vec();
        ordered.sort_by_key(|bucket| bucket.key);
        let now = self.clock()?.timestamp_micros();
        for bucket in ordered {
            let cost = microseconds(bucket.cost);
            let row = NewCountRow {
                key: &bucket.key.0,
                full_at: now.saturating_add(cost),
            };
            // Attempts that were let through at the same moment may take a bucket below empty, but never twice.
            let latest = now.saturating_add(microseconds(bucket.refill.saturating_mul(2)));
            on!(self, c => diesel::insert_into(attempt_counts::table)
                .values(row)
                .on_conflict(attempt_counts::key)
                .do_update()
                .set(attempt_counts::full_at.eq(
                    case_when(attempt_counts::full_at.between(now, latest), attempt_counts::full_at + cost)
                        .otherwise(now.saturating_add(cost))
                ))
                .execute(*c))?;
        }
        Ok(())
    }

    /// Forgets the buckets that are full; answers how many.
    pub fn purge_attempts(&mut self) -> Result<usize, StoreError> {
        let now = self.clock()?.timestamp_micros();
        let latest = now.saturating_add(microseconds(LONGEST_REFILL.saturating_mul(2)));
        on!(self, c => diesel::delete(
            attempt_counts::table.filter(attempt_counts::full_at.le(now).or(attempt_counts::full_at.gt(latest)))
        )
        .execute(*c))
    }
}
