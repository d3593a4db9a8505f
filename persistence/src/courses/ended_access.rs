//! When accesses were taken away, as rows of the ledger.

use chrono::{DateTime, NaiveDateTime, Utc};
use courses::CourseId;
use diesel::{dsl::max, prelude::*};
use kernel::{StoreError, UserId};

use crate::{Store, schema::access_grants, store::on, times::loaded};

impl Store<'_> {
    /// The courses of which a term was taken back from a user, each with the last time.
    pub fn ended_access(&mut self, user: UserId) -> Result<Vec<(CourseId, DateTime<Utc>)>, StoreError> {
        let rows: Vec<(i32, Option<NaiveDateTime>)> = on!(self, c => access_grants::table
            .filter(access_grants::user_id.eq(user.0))
            .filter(access_grants::ended_at.is_not_null())
            .group_by(access_grants::course_id)
            .select((access_grants::course_id, max(access_grants::ended_at)))
            .load(*c))?;
        let ended = rows.into_iter();
        Ok(ended
            .filter_map(|(course, at)| Some((CourseId(course), loaded(at?))))
            .collect())
    }
}
