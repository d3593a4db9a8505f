//! Purchase keys as rows of `purchase_codes`.

use ::mail::EmailAddress;
use chrono::{DateTime, NaiveDateTime, Utc};
use courses::{CourseId, CourseStore};
use diesel::prelude::*;
use kernel::AccessTerm;
use kernel::{StoreError, UserId};
use purchase_keys::{
    IssueOrder, KeyHash, KeyId, KeyRecord, KeyState, PurchaseKey, PurchaseKeyStore, UsableKey,
};

use crate::{
    Store,
    schema::{courses as course_rows, purchase_codes, users},
    store::on,
    times::{loaded, stored},
};

const PURPOSE: &str = "purchase_key";

type RecordRow = (
    (Vec<u8>, String, bool, i32, String, Option<String>),
    (NaiveDateTime, Option<NaiveDateTime>, Option<NaiveDateTime>),
    String,
    Option<String>,
);

macro_rules! records {
    () => {
        purchase_codes::table
            .inner_join(course_rows::table)
            .left_join(users::table.on(purchase_codes::used_by.eq(users::id.nullable())))
            .order(purchase_codes::id)
            .select((
                (
                    purchase_codes::sealed_code,
                    purchase_codes::hint,
                    purchase_codes::used,
                    purchase_codes::course_id,
                    purchase_codes::term,
                    purchase_codes::email,
                ),
                (
                    purchase_codes::created_at,
                    purchase_codes::used_at,
                    purchase_codes::revoked_at,
                ),
                course_rows::slug,
                users::username.nullable(),
            ))
    };
}

fn record(store: &Store<'_>, row: RecordRow) -> Result<KeyRecord, StoreError> {
    let ((sealed, hint, used, course, term, email), (created, used_at, revoked_at), course_slug, used_by) =
        row;
    let key = store.sealer.open(PURPOSE, &sealed).ok();
    Ok(KeyRecord {
        key: key.and_then(|text| PurchaseKey::parse(&String::from_utf8_lossy(&text)).ok()),
        hint,
        state: state(used, revoked_at),
        course: CourseId(course),
        course_slug,
        term: parse_term(&term)?,
        email,
        created_at: loaded(created),
        used_at: used_at.map(loaded),
        used_by,
        revoked_at: revoked_at.map(loaded),
    })
}

/// Keys by their numbers.
pub(crate) fn records_numbered(store: &mut Store<'_>, ids: &[i32]) -> Result<Vec<KeyRecord>, StoreError> {
    // A list of none would be looked for in every row.
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows = on!(store, c => records!().filter(purchase_codes::id.eq_any(ids)).load::<RecordRow>(*c))?;
    rows.into_iter().map(|row| record(store, row)).collect()
}

fn state(used: bool, revoked_at: Option<NaiveDateTime>) -> KeyState {
    match (used, revoked_at) {
        (true, _) => KeyState::Used,
        (false, Some(_)) => KeyState::Revoked,
        (false, None) => KeyState::Unused,
    }
}

pub(crate) fn parse_term(text: &str) -> Result<AccessTerm, StoreError> {
    text.parse()
        .map_err(|error| StoreError::Fault(Box::<kernel::AccessTermError>::new(error)))
}

fn usable(store: &mut Store<'_>, found: Option<(i32, i32, String)>) -> Result<Option<UsableKey>, StoreError> {
    let Some((id, course, term)) = found else {
        return Ok(None);
    };
    let term = parse_term(&term)?;
    Ok(store.course(CourseId(course))?.map(|course| UsableKey {
        id: KeyId(id),
        course,
        term,
    }))
}

impl PurchaseKeyStore for Store<'_> {
    fn insert_key(
        &mut self,
        key: &PurchaseKey,
        order: &IssueOrder,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let sealed = self
            .sealer
            .seal(PURPOSE, key.reveal().as_bytes())
            .map_err(|error| StoreError::Fault(Box::new(error)))?;
        let row = (
            purchase_codes::code.eq(key.hash().0.to_vec()),
            purchase_codes::sealed_code.eq(sealed),
            purchase_codes::hint.eq(key.hint()),
            purchase_codes::email.eq(order.email.as_ref().map(EmailAddress::key)),
            purchase_codes::course_id.eq(order.course.id.0),
            purchase_codes::term.eq(order.term.to_string()),
            purchase_codes::created_at.eq(stored(now)),
        );
        on!(self, c => diesel::insert_into(purchase_codes::table).values(row).execute(*c)).map(|_| ())
    }

    fn usable_key(&mut self, key: &KeyHash) -> Result<Option<UsableKey>, StoreError> {
        let found = on!(self, c => purchase_codes::table
            .filter(purchase_codes::code.eq(&key.0[..]))
            .filter(purchase_codes::used.eq(false))
            .filter(purchase_codes::revoked_at.is_null())
            .select((purchase_codes::id, purchase_codes::course_id, purchase_codes::term))
            .first::<(i32, i32, String)>(*c)
            .optional())?;
        usable(self, found)
    }

    fn claim_key(&mut self, key: &KeyHash, now: DateTime<Utc>) -> Result<Option<UsableKey>, StoreError> {
        // One conditional update is the whole race: whoever it matches a row for is the one winner.
        let claimed = on!(self, c => diesel::update(
            purchase_codes::table
                .filter(purchase_codes::code.eq(&key.0[..]))
                .filter(purchase_codes::used.eq(false))
                .filter(purchase_codes::revoked_at.is_null())
        )
        .set((purchase_codes::used.eq(true), purchase_codes::used_at.eq(stored(now))))
        .returning((purchase_codes::id, purchase_codes::course_id, purchase_codes::term))
        .get_result::<(i32, i32, String)>(*c)
        .optional())?;
        usable(self, claimed)
    }

    fn set_key_user(&mut self, key: &KeyHash, user: UserId) -> Result<(), StoreError> {
        on!(self, c => diesel::update(purchase_codes::table.filter(purchase_codes::code.eq(&key.0[..])))
            .set(purchase_codes::used_by.eq(user.0))
            .execute(*c))
        .map(|_| ())
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
        let row = on!(self, c => purchase_codes::table
            .filter(purchase_codes::code.eq(&key.0[..]))
            .select((purchase_codes::used, purchase_codes::revoked_at))
            .first::<(bool, Option<NaiveDateTime>)>(*c)
            .optional())?;
        Ok(row.map(|(used, revoked_at)| state(used, revoked_at)))
    }

    fn key_records(&mut self, course: Option<CourseId>) -> Result<Vec<KeyRecord>, StoreError> {
        let rows = match course {
            Some(course) => {
                on!(self, c => records!().filter(purchase_codes::course_id.eq(course.0)).load::<RecordRow>(*c))?
            }
            None => on!(self, c => records!().load::<RecordRow>(*c))?,
        };
        rows.into_iter().map(|row| record(self, row)).collect()
    }

    fn key_record(&mut self, key: &KeyHash) -> Result<Option<KeyRecord>, StoreError> {
        let row = on!(self, c => records!()
            .filter(purchase_codes::code.eq(&key.0[..]))
            .first::<RecordRow>(*c)
            .optional())?;
        row.map(|row| record(self, row)).transpose()
    }

    fn key_records_of(&mut self, user: UserId, email: &EmailAddress) -> Result<Vec<KeyRecord>, StoreError> {
        let email = email.key();
        let rows = on!(self, c => records!()
            .filter(purchase_codes::used_by.eq(user.0).or(purchase_codes::email.eq(&email)))
            .load::<RecordRow>(*c))?;
        rows.into_iter().map(|row| record(self, row)).collect()
    }
}
