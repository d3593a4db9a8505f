//! Purchase keys.

use chrono::{DateTime, Utc};
use courses::{CourseId, CourseStore};
use kernel::{AccessTerm, StoreError, UserId};
use mail::EmailAddress;
use purchase_keys::{
    IssueOrder, KeyHash, KeyId, KeyRecord, KeyState, PurchaseKey, PurchaseKeyStore, UsableKey,
};

use crate::{FakeStore, next_id};

/// The rows of purchase keys.
#[derive(Clone, Default)]
pub struct KeyRows {
    pub keys: Vec<KeyRow>,
}

#[derive(Clone)]
pub struct KeyRow {
    pub id: KeyId,
    pub key: PurchaseKey,
    pub course: CourseId,
    pub term: AccessTerm,
    pub email: Option<EmailAddress>,
    pub created_at: DateTime<Utc>,
    pub used_at: Option<DateTime<Utc>>,
    pub used_by: Option<UserId>,
    pub revoked_at: Option<DateTime<Utc>>,
    pub note: Option<String>,
}

impl KeyRow {
    #[must_use]
    pub fn state(&self) -> KeyState {
        match (self.revoked_at, self.used_at) {
            (Some(_), _) => KeyState::Revoked,
            (None, Some(_)) => KeyState::Used,
            (None, None) => KeyState::Unused,
        }
    }
}

impl KeyRows {
    pub(crate) fn row(&mut self, key: &KeyHash) -> Option<&mut KeyRow> {
        self.keys.iter_mut().find(|row| row.key.hash() == *key)
    }
}

impl FakeStore {
    pub(crate) fn key_records_where(
        &mut self,
        wanted: impl Fn(&KeyRow) -> bool,
    ) -> Result<Vec<KeyRecord>, StoreError> {
        let rows: Vec<KeyRow> = self.keys.keys.iter().filter(|row| wanted(row)).cloned().collect();
        let mut records = Vec::new();
        for row in rows {
            let course = self.course(row.course)?;
            let used_by = row.used_by.and_then(|user| self.accounts.row(user));
            records.push(KeyRecord {
                id: row.id,
                hint: row.key.hint(),
                state: row.state(),
                course: row.course,
                course_slug: course.map(|course| course.slug.to_string()).unwrap_or_default(),
                term: row.term,
                email: row.email.map(|email| email.as_str().to_owned()),
                created_at: row.created_at,
                used_at: row.used_at,
                used_by: used_by.map(|row| row.user.username.clone()),
                revoked_at: row.revoked_at,
                note: row.note,
                key: Some(row.key),
            });
        }
        Ok(records)
    }
}

impl PurchaseKeyStore for FakeStore {
    fn insert_key(
        &mut self,
        key: &PurchaseKey,
        order: &IssueOrder,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        if self.keys.row(&key.hash()).is_some() {
            return Err(StoreError::Fault("the key exists already".into()));
        }
        self.keys.keys.push(KeyRow {
            id: KeyId(next_id(self.keys.keys.len())),
            key: key.clone(),
            course: order.course.id,
            term: order.term,
            email: order.email.clone(),
            created_at: now,
            used_at: None,
            used_by: None,
            revoked_at: None,
            note: None,
        });
        Ok(())
    }

    fn usable_key(&mut self, key: &KeyHash) -> Result<Option<UsableKey>, StoreError> {
        let row = self.keys.row(key).filter(|row| row.state() == KeyState::Unused);
        let Some((id, course, term, email)) = row.map(|row| {
            (
                row.id,
                row.course,
                row.term,
                row.email.as_ref().map(EmailAddress::key),
            )
        }) else {
            return Ok(None);
        };
        let course = self.course(course)?;
        Ok(course.map(|course| UsableKey {
            id,
            course,
            term,
            mailed_to: email,
        }))
    }

    fn claim_key(&mut self, key: &KeyHash, now: DateTime<Utc>) -> Result<Option<UsableKey>, StoreError> {
        let usable = self.usable_key(key)?;
        if let (Some(_), Some(row)) = (&usable, self.keys.row(key)) {
            row.used_at = Some(now);
        }
        Ok(usable)
    }

    fn set_key_email(&mut self, key: &KeyHash, email: &EmailAddress) -> Result<(), StoreError> {
        if let Some(row) = self.keys.row(key) {
            row.email = Some(email.clone());
        }
        Ok(())
    }

    fn set_key_note(&mut self, key: &KeyHash, note: &str) -> Result<(), StoreError> {
        if let Some(row) = self.keys.row(key) {
            row.note = Some(note.to_owned());
        }
        Ok(())
    }

    fn set_key_user(&mut self, key: &KeyHash, user: UserId) -> Result<(), StoreError> {
        if let Some(row) = self.keys.row(key) {
            row.used_by = Some(user);
        }
        Ok(())
    }

    fn adopt_order_of_key(
        &mut self,
        user: UserId,
        key: &KeyHash,
        email: &EmailAddress,
    ) -> Result<bool, StoreError> {
        Ok(self.orders.adopt_order_of_key(user, key, email))
    }

    fn revoke_key(&mut self, key: &KeyHash, now: DateTime<Utc>) -> Result<Option<KeyState>, StoreError> {
        let Some(row) = self.keys.row(key) else {
            return Ok(None);
        };
        let before = row.state();
        if before == KeyState::Unused {
            row.revoked_at = Some(now);
        }
        Ok(Some(before))
    }

    fn key_records_after(
        &mut self,
        key: KeyId,
        course: Option<CourseId>,
        limit: i64,
    ) -> Result<Vec<KeyRecord>, StoreError> {
        let mut records = self.key_records_where(|row| course.is_none_or(|course| row.course == course))?;
        records.retain(|record| record.id > key);
        records.truncate(usize::try_from(limit).unwrap_or_default());
        Ok(records)
    }

    fn key_record(&mut self, key: &KeyHash) -> Result<Option<KeyRecord>, StoreError> {
        Ok(self.key_records_where(|row| row.key.hash() == *key)?.pop())
    }

    fn key_records_of(&mut self, user: UserId, email: &EmailAddress) -> Result<Vec<KeyRecord>, StoreError> {
        self.key_records_where(|row| row.used_by == Some(user) || row.email.as_ref() == Some(email))
    }
}
