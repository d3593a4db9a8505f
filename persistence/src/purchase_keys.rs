//! Purchase keys as rows of `purchase_codes`.

use ::mail::EmailAddress;
use chrono::{DateTime, NaiveDateTime, Utc};
use courses::{CourseId, CourseStore, Visibility};
use diesel::prelude::*;
use kernel::{AccessTerm, StoreError, UserId};
use purchase_keys::{
    IssueOrder, KeyHash, KeyId, KeyRecord, KeyState, PurchaseKey, PurchaseKeyStore, UsableKey,
};

use crate::{
    Store,
    errors::foreign,
    schema::{courses as course_rows, order_buyers, order_courses, purchase_codes, users},
    store::{columns, on},
    times::{loaded, stored},
};

/// What a sealed key opens for.
pub(crate) const PURPOSE: &str = "purchase_key";

#[derive(Insertable)]
#[diesel(table_name = purchase_codes)]
struct NewKeyRow {
    code: Vec<u8>,
    sealed_code: Vec<u8>,
    hint: String,
    email: Option<String>,
    course_id: i32,
    term: String,
    created_at: NaiveDateTime,
    imported_at: Option<NaiveDateTime>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = purchase_codes)]
struct UsableRow {
    id: i32,
    course_id: i32,
    term: String,
    email: Option<String>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = purchase_codes)]
struct StateRow {
    used: bool,
    revoked_at: Option<NaiveDateTime>,
}

impl StateRow {
    fn state(&self) -> KeyState {
        match (self.used, self.revoked_at) {
            (true, _) => KeyState::Used,
            (false, Some(_)) => KeyState::Revoked,
            (false, None) => KeyState::Unused,
        }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = purchase_codes)]
struct KeyRow {
    id: i32,
    sealed_code: Vec<u8>,
    hint: String,
    course_id: i32,
    term: String,
    email: Option<String>,
    created_at: NaiveDateTime,
    used_at: Option<NaiveDateTime>,
    note: Option<String>,
    #[diesel(embed)]
    state: StateRow,
}

/// A key with its course's slug and the name of the user who used it.
type RecordRow = (KeyRow, String, Option<String>);

#[diesel::dsl::auto_type]
fn records() -> _ {
    purchase_codes::table
        .inner_join(course_rows::table)
        .left_join(users::table.on(purchase_codes::used_by.eq(users::id.nullable())))
        .order(purchase_codes::id)
}

fn record(store: &Store<'_>, (row, course_slug, used_by): RecordRow) -> Result<KeyRecord, StoreError> {
    let key = store.sealer.open(PURPOSE, &row.sealed_code).ok();
    Ok(KeyRecord {
        id: KeyId(row.id),
        key: key.and_then(|text| PurchaseKey::typed(&String::from_utf8_lossy(&text)).ok()),
        hint: row.hint,
        state: row.state.state(),
        course: CourseId(row.course_id),
        course_slug,
        term: row.term.parse().map_err(foreign)?,
        email: row.email,
        created_at: loaded(row.created_at),
        used_at: row.used_at.map(loaded),
        used_by,
        revoked_at: row.state.revoked_at.map(loaded),
        note: row.note,
    })
}

macro_rules! load_records {
    ($store:expr, $query:expr) => {{
        let rows: Vec<RecordRow> = on!($store, c => $query
            .select((columns::<KeyRow>(), course_rows::slug, users::username.nullable()))
            .load(*c))?;
        rows.into_iter().map(|row| record($store, row)).collect()
    }};
}

/// Keys by their numbers.
pub(crate) fn records_numbered(store: &mut Store<'_>, ids: &[i32]) -> Result<Vec<KeyRecord>, StoreError> {
    // PostgreSQL and SQLite would search every row for a list of none.
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    load_records!(store, records().filter(purchase_codes::id.eq_any(ids)))
}

fn usable(store: &mut Store<'_>, found: Option<UsableRow>) -> Result<Option<UsableKey>, StoreError> {
    let Some(row) = found else {
        return Ok(None);
    };
    let term = row.term.parse().map_err(foreign)?;
    // No caller sees a draft, so its keys open nothing.
    let course = store.course(CourseId(row.course_id))?;
    let course = course.filter(|course| course.visibility != Visibility::Draft);
    Ok(course.map(|course| UsableKey {
        id: KeyId(row.id),
        course,
        term,
        mailed_to: row.email,
    }))
}

fn key_row(
    store: &Store<'_>,
    key: &PurchaseKey,
    course: CourseId,
    term: AccessTerm,
    now: DateTime<Utc>,
) -> Result<NewKeyRow, StoreError> {
    let sealed_code = store
        .sealer
        .seal(PURPOSE, key.reveal().as_bytes())
        .map_err(|error| StoreError::Program(Box::new(error)))?;
    Ok(NewKeyRow {
        code: key.hash().0.to_vec(),
        sealed_code,
        hint: key.hint(),
        email: None,
        course_id: course.0,
        term: term.to_string(),
        created_at: stored(now),
        imported_at: None,
    })
}

/// Inserts a key of another site; false where a key here equals it.
pub(crate) fn insert_imported_key(
    store: &mut Store<'_>,
    key: &PurchaseKey,
    course: CourseId,
    term: AccessTerm,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let row = NewKeyRow {
        imported_at: Some(stored(now)),
        ..key_row(store, key, course, term, now)?
    };
    on!(store, c => diesel::insert_into(purchase_codes::table)
        .values(row)
        .on_conflict_do_nothing()
        .execute(*c))
    .map(|rows| rows == 1)
}

/// Rows of one look; however many keys there are, no more are in memory.
const LOOKED_AT_ONCE: i64 = 5_000;

impl PurchaseKeyStore for Store<'_> {
    fn insert_key(
        &mut self,
        key: &PurchaseKey,
        order: &IssueOrder,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let email = order.email.as_ref().map(EmailAddress::key);
        let row = NewKeyRow {
            email,
            ..key_row(self, key, order.course.id, order.term, now)?
        };
        on!(self, c => diesel::insert_into(purchase_codes::table).values(row).execute(*c)).map(|_| ())
    }

    fn usable_key(&mut self, key: &KeyHash) -> Result<Option<UsableKey>, StoreError> {
        let found = on!(self, c => purchase_codes::table
            .filter(purchase_codes::code.eq(&key.0[..]))
            .filter(purchase_codes::used.eq(false))
            .filter(purchase_codes::revoked_at.is_null())
            .select(UsableRow::as_select())
            .first(*c)
            .optional())?;
        usable(self, found)
    }

    fn claim_key(&mut self, key: &KeyHash, now: DateTime<Utc>) -> Result<Option<UsableKey>, StoreError> {
        // One conditional update decides: of concurrent callers it matches the row for one.
        let claimed = on!(self, c => diesel::update(
            purchase_codes::table
                .filter(purchase_codes::code.eq(&key.0[..]))
                .filter(purchase_codes::used.eq(false))
                .filter(purchase_codes::revoked_at.is_null())
        )
        .set((purchase_codes::used.eq(true), purchase_codes::used_at.eq(stored(now))))
        .returning(UsableRow::as_returning())
        .get_result(*c)
        .optional())?;
        usable(self, claimed)
    }

    fn set_key_email(&mut self, key: &KeyHash, email: &EmailAddress) -> Result<(), StoreError> {
        on!(self, c => diesel::update(purchase_codes::table.filter(purchase_codes::code.eq(&key.0[..])))
            .set(purchase_codes::email.eq(email.key()))
            .execute(*c))
        .map(|_| ())
    }

    fn set_key_user(&mut self, key: &KeyHash, user: UserId) -> Result<(), StoreError> {
        on!(self, c => diesel::update(purchase_codes::table.filter(purchase_codes::code.eq(&key.0[..])))
            .set(purchase_codes::used_by.eq(user.0))
            .execute(*c))
        .map(|_| ())
    }

    fn adopt_order_of_key(
        &mut self,
        user: UserId,
        key: &KeyHash,
        email: &EmailAddress,
    ) -> Result<bool, StoreError> {
        crate::order_buyers::adopt_order_of_key(self, user, key, email)
    }

    fn revoke_key(&mut self, key: &KeyHash, now: DateTime<Utc>) -> Result<Option<KeyState>, StoreError> {
        let revoked = on!(self, c => diesel::update(
            purchase_codes::table
                .filter(purchase_codes::code.eq(&key.0[..]))
                .filter(purchase_codes::used.eq(false))
                .filter(purchase_codes::revoked_at.is_null())
        )
        .set(purchase_codes::revoked_at.eq(stored(now)))
        .execute(*c))?;
        if revoked == 1 {
            return Ok(Some(KeyState::Unused));
        }
        on!(self, c => purchase_codes::table
            .filter(purchase_codes::code.eq(&key.0[..]))
            .select(StateRow::as_select())
            .first(*c)
            .optional())
        .map(|row| row.map(|row| row.state()))
    }

    fn key_record(&mut self, key: &KeyHash) -> Result<Option<KeyRecord>, StoreError> {
        let found: Result<Vec<_>, _> =
            load_records!(self, records().filter(purchase_codes::code.eq(&key.0[..])));
        Ok(found?.pop())
    }
}

impl Store<'_> {
    /// Records what staff note about a key.
    pub fn set_key_note(&mut self, key: &KeyHash, note: &str) -> Result<(), StoreError> {
        on!(self, c => diesel::update(purchase_codes::table.filter(purchase_codes::code.eq(&key.0[..])))
            .set(purchase_codes::note.eq(note))
            .execute(*c))
        .map(|_| ())
    }

    /// Keys of one course or of all with greater numbers than this one, oldest first, at most `limit`.
    pub fn key_records_after(
        &mut self,
        key: KeyId,
        course: Option<CourseId>,
        limit: i64,
    ) -> Result<Vec<KeyRecord>, StoreError> {
        let later = || records().filter(purchase_codes::id.gt(key.0)).limit(limit);
        match course {
            Some(course) => load_records!(self, later().filter(purchase_codes::course_id.eq(course.0))),
            None => load_records!(self, later()),
        }
    }

    /// Keys that were mailed to an address or used by a user, oldest first.
    pub fn key_records_of(
        &mut self,
        user: UserId,
        email: &EmailAddress,
    ) -> Result<Vec<KeyRecord>, StoreError> {
        let email = email.key();
        let records: Result<Vec<KeyRecord>, StoreError> = load_records!(
            self,
            records().filter(
                purchase_codes::used_by
                    .eq(user.0)
                    .or(purchase_codes::email.eq(&email))
            )
        );
        let mut records = records?;
        // With an empty list both databases read every row.
        if !records.is_empty() {
            // The address may have been another account's, which keeps what it bought.
            let ids: Vec<i32> = records.iter().map(|record| record.id.0).collect();
            let of_others: Vec<i32> = on!(self, c => order_courses::table
                .inner_join(purchase_codes::table)
                .inner_join(order_buyers::table.on(order_buyers::order_id.eq(order_courses::order_id)))
                .filter(purchase_codes::id.eq_any(&ids))
                .filter(purchase_codes::used_by.is_null().or(purchase_codes::used_by.ne(user.0)))
                .filter(order_buyers::user_id.ne(user.0))
                .select(purchase_codes::id)
                .load(*c))?;
            records.retain(|record| !of_others.contains(&record.id.0));
        }
        Ok(records)
    }

    /// How many keys cannot be shown, because they were sealed under another session key.
    ///
    /// # Errors
    /// [`StoreError`]
    pub fn count_unreadable_keys(&mut self) -> Result<usize, StoreError> {
        let mut unreadable = 0;
        let mut after = 0;
        loop {
            let rows: Vec<(i32, Vec<u8>)> = on!(self, c => purchase_codes::table
                .filter(purchase_codes::id.gt(after))
                .order(purchase_codes::id)
                .limit(LOOKED_AT_ONCE)
                .select((purchase_codes::id, purchase_codes::sealed_code))
                .load(*c))?;
            let Some((last, _)) = rows.last() else {
                return Ok(unreadable);
            };
            after = *last;
            let sealed = rows.iter().map(|(_, sealed)| self.sealer.open(PURPOSE, sealed));
            unreadable += sealed.filter(Result::is_err).count();
        }
    }
}
