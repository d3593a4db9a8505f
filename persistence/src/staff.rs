//! The names of staff as rows.

mod notes;
mod passkeys;
mod practice;
mod search;
mod sessions;
mod today;

pub use practice::{MemberExercises, MemberRun};

use ::staff::{
    JoinTokenHash, NewStaff, Role, STAFF_SESSION_IDLE, StaffId, StaffMember, StaffName, StaffRecord,
    StaffStore,
};
use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::{dsl::exists, prelude::*};
use kernel::StoreError;

use crate::{
    Store,
    errors::foreign,
    schema::{staff, staff_sessions},
    store::{columns, on},
    times::{loaded, stored},
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = staff)]
struct MemberRow {
    id: i32,
    name: String,
    role: String,
}

impl TryFrom<MemberRow> for StaffMember {
    type Error = StoreError;

    fn try_from(row: MemberRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: StaffId(row.id),
            name: row.name,
            role: row.role.parse::<Role>().map_err(foreign)?,
        })
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = staff)]
struct RecordRow {
    #[diesel(embed)]
    member: MemberRow,
    added_at: NaiveDateTime,
    joined_at: Option<NaiveDateTime>,
    last_seen_at: Option<NaiveDateTime>,
}

#[derive(Insertable)]
#[diesel(table_name = staff)]
struct NewRow<'a> {
    name: &'a str,
    name_key: String,
    role: &'static str,
    added_at: NaiveDateTime,
    join_token: &'a [u8],
    join_token_expires_at: NaiveDateTime,
}

#[derive(AsChangeset)]
#[diesel(table_name = staff, treat_none_as_null = true)]
struct JoinedRow {
    joined_at: NaiveDateTime,
    join_token: Option<Vec<u8>>,
    join_token_expires_at: Option<NaiveDateTime>,
}

impl StaffStore for Store<'_> {
    fn has_staff(&mut self) -> Result<bool, StoreError> {
        on!(self, c => diesel::select(exists(staff::table.select(staff::id))).get_result(*c))
    }

    fn staff_records(&mut self, now: DateTime<Utc>) -> Result<Vec<StaffRecord>, StoreError> {
        let idle_since = stored(now - STAFF_SESSION_IDLE);
        let live: Vec<i32> = on!(self, c => staff_sessions::table
            .filter(staff_sessions::expires_at.gt(stored(now)))
            .filter(staff_sessions::last_seen_at.gt(idle_since))
            .select(staff_sessions::staff_id)
            .load(*c))?;
        let rows: Vec<RecordRow> = on!(self, c => staff::table
            .order(staff::id)
            .select(columns::<RecordRow>())
            .load(*c))?;
        let record = |row: RecordRow| {
            let member: StaffMember = row.member.try_into()?;
            Ok(StaffRecord {
                sessions: live.iter().filter(|id| **id == member.id.0).count(),
                member,
                added_at: loaded(row.added_at),
                joined_at: row.joined_at.map(loaded),
                last_seen_at: row.last_seen_at.map(loaded),
            })
        };
        rows.into_iter().map(record).collect()
    }

    fn staff_named(&mut self, name: &StaffName) -> Result<Option<StaffMember>, StoreError> {
        let row = on!(self, c => staff::table
            .filter(staff::name_key.eq(name.key()))
            .select(MemberRow::as_select())
            .first(*c)
            .optional())?;
        row.map(StaffMember::try_from).transpose()
    }

    fn insert_staff(
        &mut self,
        new: &NewStaff<'_>,
        now: DateTime<Utc>,
    ) -> Result<Option<StaffId>, StoreError> {
        let row = NewRow {
            name: new.name.as_str(),
            name_key: new.name.key(),
            role: new.role.as_str(),
            added_at: stored(now),
            join_token: &new.token.0,
            join_token_expires_at: stored(new.token_expires),
        };
        let id = on!(self, c => diesel::insert_into(staff::table)
            .values(row)
            .on_conflict(staff::name_key)
            .do_nothing()
            .returning(staff::id)
            .get_result::<i32>(*c)
            .optional())?;
        Ok(id.map(StaffId))
    }

    fn delete_staff(&mut self, id: StaffId) -> Result<bool, StoreError> {
        on!(self, c => diesel::delete(staff::table.find(id.0)).execute(*c)).map(|rows| rows == 1)
    }

    fn staff_of_join_token(
        &mut self,
        token: &JoinTokenHash,
        now: DateTime<Utc>,
    ) -> Result<Option<StaffMember>, StoreError> {
        let row = on!(self, c => staff::table
            .filter(staff::join_token.eq(&token.0[..]))
            .filter(staff::join_token_expires_at.gt(stored(now)))
            .select(MemberRow::as_select())
            .first(*c)
            .optional())?;
        row.map(StaffMember::try_from).transpose()
    }

    fn take_join_token(
        &mut self,
        token: &JoinTokenHash,
        now: DateTime<Utc>,
    ) -> Result<Option<StaffMember>, StoreError> {
        let joined = JoinedRow {
            joined_at: stored(now),
            join_token: None,
            join_token_expires_at: None,
        };
        let row = on!(self, c => diesel::update(
            staff::table
                .filter(staff::join_token.eq(&token.0[..]))
                .filter(staff::join_token_expires_at.gt(stored(now)))
        )
        .set(&joined)
        .returning(MemberRow::as_select())
        .get_result(*c)
        .optional())?;
        row.map(StaffMember::try_from).transpose()
    }
}
