//! Work that waits in a table until it is due, as mails, Discord accounts and owed refunds do: claimed by one worker at a time, put off,
//! and ended.
//!
//! Decision: a claim is a time in the row. The work of a server that was ended while it worked is free again once that time has passed, in
//! its old place, and nothing has to notice the end of that server. A claim by a clock that was ahead holds nothing, and what such a clock
//! put off is recalled. Cost: the queues share four columns under the same names, `due_at`, `claimed_until`, `attempts` and `last_error`.

/// No claim is made for longer; a later end was written by a clock that was ahead.
pub(crate) const LONGEST_CLAIM: chrono::TimeDelta = chrono::TimeDelta::minutes(10);

/// Work that no worker holds.
macro_rules! is_free {
    ($queue:ident, $now:expr) => {
        $queue::claimed_until
            .is_null()
            .or($queue::claimed_until.le(crate::times::stored($now)))
            .or($queue::claimed_until.gt(crate::times::stored($now + crate::due_queue::LONGEST_CLAIM)))
    };
}

/// Whether any of this work is due and free; a read, so that asking often costs nothing.
macro_rules! has_due {
    ($store:expr, $queue:ident, $now:expr) => {
        crate::store::on!($store, c => diesel::select(diesel::dsl::exists(
            $queue::table
                .filter($queue::due_at.le(crate::times::stored($now)))
                .filter(crate::due_queue::is_free!($queue, $now))
        ))
        .get_result::<bool>(*c))
    };
}

/// The key of the work that has been due longest and is free. On PostgreSQL its row is locked, and rows that another server claims at
/// this moment are passed over; SQLite has one writer.
macro_rules! longest_due {
    ($store:expr, $queue:ident, $key:ident, $of:expr, $now:expr) => {{
        let due = $of
            .filter($queue::due_at.le(crate::times::stored($now)))
            .filter(crate::due_queue::is_free!($queue, $now))
            .order(($queue::due_at, $queue::$key))
            .select($queue::$key)
            .limit(1);
        match &mut $store.link {
            crate::store::Link::Sqlite(c) => due.get_result(*c).optional(),
            crate::store::Link::Postgres(c) => due.for_update().skip_locked().get_result(*c).optional(),
        }
        .map_err(crate::errors::unexpected)
    }};
}

/// Holds this work until a time, if it is free, and counts an attempt.
macro_rules! claim {
    ($work:expr, $queue:ident, $now:expr, $until:expr) => {
        diesel::update($work.filter(crate::due_queue::is_free!($queue, $now))).set((
            $queue::claimed_until.eq(crate::times::stored($until)),
            $queue::attempts.eq($queue::attempts + 1),
        ))
    };
}

/// Releases this work until it is due again, with the problem of its last try.
macro_rules! postpone {
    ($work:expr, $queue:ident, $due:expr, $problem:expr $(, $also:expr)?) => {
        diesel::update($work).set((
            $queue::due_at.eq($due),
            $queue::claimed_until.eq(None::<chrono::NaiveDateTime>),
            $queue::last_error.eq($problem),
            $($also,)?
        ))
    };
}

/// Ends this work, whose row stays with what its queue keeps of it.
macro_rules! finish {
    ($work:expr, $queue:ident, $kept:expr) => {
        diesel::update($work).set((
            $queue::due_at.eq(None::<chrono::NaiveDateTime>),
            $queue::claimed_until.eq(None::<chrono::NaiveDateTime>),
            $queue::last_error.eq(None::<String>),
            $kept,
        ))
    };
}

/// Makes work due at a time that was put off until after `latest`, by a clock that was ahead.
macro_rules! recall {
    ($queue:ident, $latest:expr, $due:expr) => {
        diesel::update($queue::table.filter($queue::due_at.gt(crate::times::stored($latest))))
            .set($queue::due_at.eq($due))
    };
}

pub(crate) use {claim, finish, has_due, is_free, longest_due, postpone, recall};
