//! The names of staff as rows.

mod practice;
mod search;
mod sessions;
mod today;

use ::staff::{
    JoinTokenHash, KnownStaffPasskey, NewStaff, Note, NoteText, Role, STAFF_SESSION_IDLE, StaffId,
    StaffMember, StaffName, StaffPasskeyId, StaffRecord, StaffStore,
};
use accounts::{CredentialId, NewPasskey};
use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::{dsl::exists, prelude::*};
use kernel::{StoreError, UserId};

use crate::{
    Store,
    errors::foreign,
    schema::{staff, staff_notes, staff_passkeys, staff_sessions, users},
    store::{columns, on},
    times::{loaded, stored},
};

pub use practice::{MemberExercises, MemberRun};

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
struct NewPasskeyRow<'a> {
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

#[derive(Queryable, Selectable)]
#[diesel(table_name = staff_notes)]
struct NoteRow {
    id: i32,
    text: String,
    written_by: String,
    written_at: NaiveDateTime,
}

impl From<NoteRow> for Note {
    fn from(row: NoteRow) -> Self {
        Self {
            id: row.id,
            text: row.text,
            by: row.written_by,
            at: loaded(row.written_at),
        }
    }
}

#[derive(Insertable)]
#[diesel(table_name = staff_notes)]
struct NewNoteRow<'a> {
    user_id: i32,
    text: &'a str,
    written_by: &'a str,
    written_at: NaiveDateTime,
}

impl StaffStore for Store<'_> {
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

    fn insert_staff_passkey(
        &mut self,
        staff: StaffId,
        new: &NewPasskey,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let row = NewPasskeyRow {
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

    fn insert_note(
        &mut self,
        user: UserId,
        text: &NoteText,
        by: &str,
        now: DateTime<Utc>,
    ) -> Result<Option<Note>, StoreError> {
        let known: i64 = on!(self, c => users::table.filter(users::id.eq(user.0)).count().get_result(*c))?;
        if known == 0 {
            return Ok(None);
        }
        let row = NewNoteRow {
            user_id: user.0,
            text: text.as_str(),
            written_by: by,
            written_at: stored(now),
        };
        let note: NoteRow = on!(self, c => diesel::insert_into(staff_notes::table)
            .values(row)
            .returning(NoteRow::as_select())
            .get_result(*c))?;
        Ok(Some(note.into()))
    }
}

impl Store<'_> {
    /// Whether there is any name, joined or not.
    pub fn has_staff(&mut self) -> Result<bool, StoreError> {
        on!(self, c => diesel::select(exists(staff::table.select(staff::id))).get_result(*c))
    }

    /// Every name, the oldest first.
    pub fn staff_records(&mut self, now: DateTime<Utc>) -> Result<Vec<StaffRecord>, StoreError> {
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

    /// The passkey of a credential.
    pub fn staff_passkey_of(
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

    /// The notes about a user, the newest first.
    pub fn notes(&mut self, user: UserId) -> Result<Vec<Note>, StoreError> {
        let rows: Vec<NoteRow> = on!(self, c => staff_notes::table
            .filter(staff_notes::user_id.eq(user.0))
            .order(staff_notes::id.desc())
            .select(NoteRow::as_select())
            .load(*c))?;
        Ok(rows.into_iter().map(Note::from).collect())
    }
}
