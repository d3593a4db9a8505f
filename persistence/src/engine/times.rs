//! Times cross this border in one form: UTC, to the microsecond, which is what PostgreSQL keeps.

use chrono::{DateTime, NaiveDateTime, SecondsFormat, SubsecRound, Utc};

/// A time as a column takes it.
pub(crate) fn stored(time: DateTime<Utc>) -> NaiveDateTime {
    time.trunc_subsecs(6).naive_utc()
}

/// A time as a column gave it.
pub(crate) fn loaded(time: NaiveDateTime) -> DateTime<Utc> {
    time.and_utc()
}

/// As a document writes it.
pub(crate) fn rfc3339(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::AutoSi, true)
}
