//! The passkeys of staff as rows.

use ::staff::{KnownStaffPasskey, StaffId, StaffMember, StaffPasskeyId, StaffPasskeyStore};
use accounts::{CredentialId, NewPasskey};
use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use kernel::StoreError;

use super::MemberRow;
use crate::{
    Store,
    errors::foreign,
    schema::{staff, staff_passkeys},
    store::on,
    times::stored,
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = staff_passkeys)]
struct KnownRow {
    id: i32,
    staff_id: i32,
    credential: String,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = staff_passkeys)]
struct LockedRow {
    staff_id: i32,
    counter: i64,
}

#[derive(Insertable)]
#[diesel(table_name = staff_passkeys)]
struct NewRow<'a> {
    staff_id: i32,
    credential_id: &'a [u8],
    credential: &'a str,
    counter: i64,
    created_at: NaiveDateTime,
}

#[derive(AsChangeset)]
#[diesel(table_name = staff_passkeys)]
struct UsedRow<'a> {
    credential: &'a str,
    counter: i64,
    last_used_at: NaiveDateTime,
}

impl StaffPasskeyStore for Store<'_> {
    fn insert_staff_passkey(
        &mut self,
        staff: StaffId,
        new: &NewPasskey,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let row = NewRow {
            staff_id: staff.0,
            credential_id: &new.id.0,
            credential: &new.credential,
            counter: i64::from(new.counter),
            created_at: stored(now),
        };
        on!(self, c => diesel::insert_into(staff_passkeys::table)
            .values(row)
            .on_conflict(staff_passkeys::credential_id)
            .do_nothing()
            .execute(*c))
        .map(|rows| rows == 1)
    }

    fn staff_passkey_of(
        &mut self,
        credential: &CredentialId,
    ) -> Result<Option<KnownStaffPasskey>, StoreError> {
        let row = on!(self, c => staff_passkeys::table
            .filter(staff_passkeys::credential_id.eq(&credential.0))
            .select(KnownRow::as_select())
            .first(*c)
            .optional())?;
        Ok(row.map(|row| KnownStaffPasskey {
            id: StaffPasskeyId(row.id),
            staff: StaffId(row.staff_id),
            credential: row.credential,
        }))
    }

    fn lock_staff_passkey(
        &mut self,
        passkey: StaffPasskeyId,
    ) -> Result<Option<(StaffMember, u32)>, StoreError> {
        // An update that changes nothing holds the row's lock on PostgreSQL; on SQLite the write is alone anyway.
        let locked = on!(self, c => diesel::update(staff_passkeys::table.find(passkey.0))
            .set(staff_passkeys::counter.eq(staff_passkeys::counter))
            .returning(LockedRow::as_select())
            .get_result(*c)
            .optional())?;
        let Some(locked) = locked else {
            return Ok(None);
        };
        let counter = u32::try_from(locked.counter).map_err(foreign)?;
        let member = on!(self, c => staff::table
            .find(locked.staff_id)
            .select(MemberRow::as_select())
            .first(*c)
            .optional())?;
        let member = member.map(StaffMember::try_from).transpose()?;
        Ok(member.map(|member| (member, counter)))
    }

    fn set_staff_passkey_used(
        &mut self,
        passkey: StaffPasskeyId,
        credential: &str,
        counter: u32,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let used = UsedRow {
            credential,
            counter: i64::from(counter),
            last_used_at: stored(now),
        };
        on!(self, c => diesel::update(staff_passkeys::table.find(passkey.0)).set(&used).execute(*c))
            .map(|_| ())
    }
}
