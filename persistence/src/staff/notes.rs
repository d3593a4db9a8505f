//! The notes of staff about members as rows.

use ::staff::{Note, NoteStore, NoteText};
use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use kernel::{StoreError, UserId};

use crate::{
    Store,
    schema::{staff_notes, users},
    store::on,
    times::{loaded, stored},
};

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
struct NewRow<'a> {
    user_id: i32,
    text: &'a str,
    written_by: &'a str,
    written_at: NaiveDateTime,
}

impl NoteStore for Store<'_> {
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
        let row = NewRow {
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

    fn notes(&mut self, user: UserId) -> Result<Vec<Note>, StoreError> {
        let rows: Vec<NoteRow> = on!(self, c => staff_notes::table
            .filter(staff_notes::user_id.eq(user.0))
            .order(staff_notes::id.desc())
            .select(NoteRow::as_select())
            .load(*c))?;
        Ok(rows.into_iter().map(Note::from).collect())
    }
}
