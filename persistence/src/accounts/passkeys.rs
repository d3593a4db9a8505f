//! Passkeys as rows, and the challenges that were answered.

use accounts::{
    ChallengeHash, CredentialId, KnownPasskey, NewPasskey, PasskeyId, PasskeyRecord, PasskeyStore,
};
use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use kernel::{StoreError, UserId};

use crate::{
    Store,
    schema::{passkeys, used_passkey_challenges},
    store::on,
    times::{loaded, stored},
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = passkeys)]
struct RecordRow {
    id: i32,
    name: String,
    created_at: NaiveDateTime,
    last_used_at: Option<NaiveDateTime>,
}

impl From<RecordRow> for PasskeyRecord {
    fn from(row: RecordRow) -> Self {
        Self {
            id: PasskeyId(row.id),
            name: row.name,
            created_at: loaded(row.created_at),
            last_used_at: row.last_used_at.map(loaded),
        }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = passkeys)]
struct KnownRow {
    id: i32,
    user_id: i32,
    credential: String,
}

#[derive(Insertable)]
#[diesel(table_name = passkeys)]
struct NewRow<'a> {
    user_id: i32,
    credential_id: &'a [u8],
    credential: &'a str,
    counter: i64,
    name: &'a str,
    created_at: NaiveDateTime,
}

#[derive(AsChangeset)]
#[diesel(table_name = passkeys)]
struct UsedRow<'a> {
    credential: &'a str,
    counter: i64,
    last_used_at: NaiveDateTime,
}

#[derive(Insertable)]
#[diesel(table_name = used_passkey_challenges)]
struct ChallengeRow<'a> {
    challenge: &'a [u8],
    expires_at: NaiveDateTime,
}

impl PasskeyStore for Store<'_> {
    fn passkey_credentials(&mut self, user: UserId) -> Result<Vec<CredentialId>, StoreError> {
        let ids = on!(self, c => passkeys::table
            .filter(passkeys::user_id.eq(user.0))
            .order(passkeys::id)
            .select(passkeys::credential_id)
            .load::<Vec<u8>>(*c))?;
        Ok(ids.into_iter().map(CredentialId).collect())
    }

    fn insert_passkey(
        &mut self,
        user: UserId,
        new: &NewPasskey,
        now: DateTime<Utc>,
    ) -> Result<Option<PasskeyId>, StoreError> {
        let row = NewRow {
            user_id: user.0,
            credential_id: &new.id.0,
            credential: &new.credential,
            counter: i64::from(new.counter),
            name: &new.name,
            created_at: stored(now),
        };
        on!(self, c => diesel::insert_into(passkeys::table)
            .values(row)
            .on_conflict(passkeys::credential_id)
            .do_nothing()
            .returning(passkeys::id)
            .get_result::<i32>(*c)
            .optional())
        .map(|id| id.map(PasskeyId))
    }

    fn passkey_counter(&mut self, user: UserId, passkey: PasskeyId) -> Result<Option<u32>, StoreError> {
        let counter = on!(self, c => passkeys::table
            .find(passkey.0)
            .filter(passkeys::user_id.eq(user.0))
            .select(passkeys::counter)
            .first::<i64>(*c)
            .optional())?;
        counter
            .map(|counter| {
                u32::try_from(counter).map_err(|_| {
                    StoreError::Inconsistent(
                        format!("passkey {} has the counter {counter}", passkey.0).into(),
                    )
                })
            })
            .transpose()
    }

    fn set_passkey_used(
        &mut self,
        passkey: PasskeyId,
        credential: &str,
        counter: u32,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let used = UsedRow {
            credential,
            counter: i64::from(counter),
            last_used_at: stored(now),
        };
        on!(self, c => diesel::update(passkeys::table.find(passkey.0)).set(&used).execute(*c)).map(|_| ())
    }

    fn delete_passkey(&mut self, user: UserId, passkey: PasskeyId) -> Result<Option<String>, StoreError> {
        on!(self, c => diesel::delete(
            passkeys::table.find(passkey.0).filter(passkeys::user_id.eq(user.0))
        )
        .returning(passkeys::name)
        .get_result::<String>(*c)
        .optional())
    }

    fn use_challenge(
        &mut self,
        challenge: &ChallengeHash,
        expires: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let row = ChallengeRow {
            challenge: &challenge.0,
            expires_at: stored(expires),
        };
        // The primary key decides: of concurrent callers one inserts the row.
        on!(self, c => diesel::insert_into(used_passkey_challenges::table)
            .values(row)
            .on_conflict_do_nothing()
            .execute(*c))
        .map(|rows| rows == 1)
    }
}

impl Store<'_> {
    /// A user's passkeys, the oldest first.
    pub fn passkeys(&mut self, user: UserId) -> Result<Vec<PasskeyRecord>, StoreError> {
        let rows = on!(self, c => passkeys::table
            .filter(passkeys::user_id.eq(user.0))
            .order(passkeys::id)
            .select(RecordRow::as_select())
            .load(*c))?;
        Ok(rows.into_iter().map(PasskeyRecord::from).collect())
    }

    /// The passkey of a credential, with the account that it belongs to.
    pub fn passkey_of(&mut self, credential: &CredentialId) -> Result<Option<KnownPasskey>, StoreError> {
        let row = on!(self, c => passkeys::table
            .filter(passkeys::credential_id.eq(&credential.0))
            .select(KnownRow::as_select())
            .first(*c)
            .optional())?;
        Ok(row.map(|row| KnownPasskey {
            id: PasskeyId(row.id),
            user: UserId(row.user_id),
            credential: row.credential,
        }))
    }

    /// Forgets the used challenges that have expired; answers how many.
    pub fn purge_challenges(&mut self, now: DateTime<Utc>) -> Result<usize, StoreError> {
        on!(self, c => diesel::delete(
            used_passkey_challenges::table.filter(used_passkey_challenges::expires_at.le(stored(now)))
        )
        .execute(*c))
    }
}
