//! Passkeys, and the challenges that were answered.

use accounts::{
    ChallengeHash, CredentialId, KnownPasskey, NewPasskey, PasskeyId, PasskeyRecord, PasskeyStore,
};
use chrono::{DateTime, Utc};
use kernel::{StoreError, UserId};

use crate::{FakeStore, next_id};

/// The rows of passkeys.
#[derive(Clone, Default)]
pub struct PasskeyRows {
    pub rows: Vec<PasskeyRow>,
    pub used_challenges: Vec<(ChallengeHash, DateTime<Utc>)>,
    inserted: usize,
}

#[derive(Clone)]
pub struct PasskeyRow {
    pub user: UserId,
    pub record: PasskeyRecord,
    pub credential_id: CredentialId,
    pub credential: String,
    pub counter: u32,
}

impl PasskeyRows {
    pub(crate) fn forget(&mut self, user: UserId) {
        self.rows.retain(|row| row.user != user);
    }

    fn of(&self, user: UserId) -> impl Iterator<Item = &PasskeyRow> {
        self.rows.iter().filter(move |row| row.user == user)
    }
}

impl PasskeyStore for FakeStore {
    fn passkeys(&mut self, user: UserId) -> Result<Vec<PasskeyRecord>, StoreError> {
        Ok(self.passkeys.of(user).map(|row| row.record.clone()).collect())
    }

    fn passkey_credentials(&mut self, user: UserId) -> Result<Vec<CredentialId>, StoreError> {
        Ok(self
            .passkeys
            .of(user)
            .map(|row| row.credential_id.clone())
            .collect())
    }

    fn passkey_of(&mut self, credential: &CredentialId) -> Result<Option<KnownPasskey>, StoreError> {
        let mut rows = self.passkeys.rows.iter();
        let found = rows.find(|row| row.credential_id == *credential);
        Ok(found.map(|row| KnownPasskey {
            id: row.record.id,
            user: row.user,
            credential: row.credential.clone(),
        }))
    }

    fn insert_passkey(
        &mut self,
        user: UserId,
        new: &NewPasskey,
        now: DateTime<Utc>,
    ) -> Result<Option<PasskeyId>, StoreError> {
        if self.passkey_of(&new.id)?.is_some() {
            return Ok(None);
        }
        let id = PasskeyId(next_id(self.passkeys.inserted));
        self.passkeys.inserted += 1;
        self.passkeys.rows.push(PasskeyRow {
            user,
            record: PasskeyRecord {
                id,
                name: new.name.clone(),
                created_at: now,
                last_used_at: None,
            },
            credential_id: new.id.clone(),
            credential: new.credential.clone(),
            counter: new.counter,
        });
        Ok(Some(id))
    }

    fn passkey_counter(&mut self, user: UserId, passkey: PasskeyId) -> Result<Option<u32>, StoreError> {
        let mut rows = self.passkeys.of(user);
        Ok(rows.find(|row| row.record.id == passkey).map(|row| row.counter))
    }

    fn set_passkey_used(
        &mut self,
        passkey: PasskeyId,
        credential: &str,
        counter: u32,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let mut rows = self.passkeys.rows.iter_mut();
        if let Some(row) = rows.find(|row| row.record.id == passkey) {
            credential.clone_into(&mut row.credential);
            row.counter = counter;
            row.record.last_used_at = Some(now);
        }
        Ok(())
    }

    fn delete_passkey(&mut self, user: UserId, passkey: PasskeyId) -> Result<Option<String>, StoreError> {
        let rows = &mut self.passkeys.rows;
        let found = rows
            .iter()
            .position(|row| row.user == user && row.record.id == passkey);
        Ok(found.map(|at| rows.remove(at).record.name))
    }

    fn use_challenge(
        &mut self,
        challenge: &ChallengeHash,
        expires: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let used = &mut self.passkeys.used_challenges;
        if used.iter().any(|(known, _)| known == challenge) {
            return Ok(false);
        }
        used.push((*challenge, expires));
        Ok(true)
    }

    fn purge_challenges(&mut self, now: DateTime<Utc>) -> Result<usize, StoreError> {
        let before = self.passkeys.used_challenges.len();
        self.passkeys
            .used_challenges
            .retain(|(_, expires)| *expires > now);
        Ok(before - self.passkeys.used_challenges.len())
    }
}
