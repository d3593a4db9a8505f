//! The session key that seals what is in the database: known by its fingerprint, so that a program with another one is refused before it
//! seals what the others cannot read.
//!
//! Decision: the fingerprint is of the key that sealed last. A program whose older key is the known one replaces it; one without the known
//! key is refused. A database of 1.0.0 has the fingerprint of the server that started last, and that is taken over. Without a fingerprint, no
//! server ever started: a key that opens something of what is sealed is adopted, and any key where nothing is sealed. Cost: a
//! database whose keys were lost one after the other is adopted by any of them.

use ::mail::MAIL_JOB;
use diesel::{
    Connection as _, QueryResult, QueryableByName, SqliteConnection, connection::SimpleConnection as _,
    prelude::*, sql_query, sql_types::Binary,
};
use kernel::{DatabaseUrl, StoreError, UserId};

use crate::{
    ConnectError, Database, Store,
    accounts::second_factor,
    mail::{PURPOSE as MAIL, job_key},
    migrations::{guard::SchemaState, release::Release, upgrade::open_postgres},
    purchase_keys::PURPOSE as PURCHASE_KEY,
    schema::{jobs, outbox, purchase_codes, second_factors, session_key, sessions, staff_sessions},
    store::on,
};

/// The one row of the table.
const ROW: i32 = 1;

/// Of so many rows of a kind, the newest, one has to open.
const LOOKED_AT: i64 = 100;

/// What distinguishes a session key from any other; nothing about the key follows from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyFingerprint(pub [u8; 16]);

/// Under what a database is sealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SealedUnder {
    /// Nothing is sealed: any key will do.
    Nothing,
    /// Something is sealed, and no fingerprint says under which key.
    UnknownKey,
    Key(KeyFingerprint),
}

/// The session key is not the one of the database.
#[derive(Debug, thiserror::Error)]
pub enum DisagreeError {
    #[error("the session key is not the one of the database")]
    OtherKey,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What came of another key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplacedKey {
    /// Of members and staff.
    pub ended_sessions: usize,
    /// Mails that wait, purchase keys and second factors that no key of this program opens.
    pub unreadable_mails: usize,
    pub unreadable_keys: usize,
    pub unreadable_second_factors: usize,
}

#[derive(Insertable)]
#[diesel(table_name = session_key)]
struct KeyRow<'a> {
    id: i32,
    fingerprint: &'a [u8],
}

#[derive(QueryableByName)]
struct FingerprintRow {
    #[diesel(sql_type = Binary)]
    fingerprint: Vec<u8>,
}

const FINGERPRINT: &str = "SELECT fingerprint FROM session_key";
/// The fingerprint is of no use here: any row will do.
const SEALED: &str = "SELECT sealed_code AS fingerprint FROM purchase_codes \
     UNION ALL SELECT sealed_secret FROM second_factors \
     UNION ALL SELECT sealed_mail FROM outbox WHERE sealed_mail IS NOT NULL LIMIT 1";

/// Under what a database is sealed, before a release opens or migrates it; nothing is made.
///
/// # Errors
/// [`ConnectError`] where it cannot be read, or the release cannot use it.
pub fn sealed_under(database: &DatabaseUrl, release: &Release) -> Result<SealedUnder, ConnectError> {
    let found = match database {
        DatabaseUrl::Sqlite(path) if !path.is_file() => Ok(SealedUnder::Nothing),
        DatabaseUrl::Sqlite(path) => SqliteConnection::establish(&path.to_string_lossy())
            .map_err(|error| error.to_string())
            .and_then(|mut c| {
                // Another program may just make the database.
                c.batch_execute("PRAGMA busy_timeout = 5000; PRAGMA query_only = ON;")
                    .map_err(|error| error.to_string())?;
                let state = SchemaState::of_sqlite(&mut c).map_err(|error| error.to_string())?;
                look(&state, release, |sql| sql_query(sql).load(&mut c))
            }),
        DatabaseUrl::Postgres(url) => open_postgres(url).and_then(|mut c| {
            let state = SchemaState::of_postgres(&mut c).map_err(|error| error.to_string())?;
            look(&state, release, |sql| sql_query(sql).load(&mut c))
        }),
    };
    found.map_err(|problem| ConnectError::of(database, &problem))
}

fn look(
    state: &SchemaState,
    release: &Release,
    mut load: impl FnMut(&str) -> QueryResult<Vec<FingerprintRow>>,
) -> Result<SealedUnder, String> {
    state.pending(release).map_err(|refused| refused.to_string())?;
    if !state.has_session_key {
        return Ok(SealedUnder::Nothing);
    }
    let mut load = |sql| load(sql).map_err(|error| error.to_string());
    if let Some(row) = load(FINGERPRINT)?.pop() {
        let known = row
            .fingerprint
            .try_into()
            .map_or(SealedUnder::UnknownKey, |bytes| {
                SealedUnder::Key(KeyFingerprint(bytes))
            });
        return Ok(known);
    }
    let is_sealed = load(SEALED)?.pop().is_some();
    Ok(if is_sealed {
        SealedUnder::UnknownKey
    } else {
        SealedUnder::Nothing
    })
}

/// Makes sure that the keys of a program, the one that it seals under first, are those of the database, which knows that one from now on.
///
/// # Errors
/// [`DisagreeError`]
pub fn agree_on_key(database: &Database, own: &[KeyFingerprint]) -> Result<(), DisagreeError> {
    let Some(newest) = own.first().copied() else {
        return Ok(());
    };
    // A program that changes nothing writes nothing.
    if database.read(|store| store.known_key())? == Some(newest) {
        return Ok(());
    }
    let own = own.to_vec();
    database.write(move |store| {
        match store.known_key()? {
            Some(known) if own.contains(&known) => {}
            Some(_) => return Err(DisagreeError::OtherKey),
            None if store.opens_what_is_sealed()? => {
                // Of programs that start together the first one decides.
                store.note_first_key(newest)?;
                if !store.known_key()?.is_some_and(|known| own.contains(&known)) {
                    return Err(DisagreeError::OtherKey);
                }
            }
            None => return Err(DisagreeError::OtherKey),
        }
        Ok(store.note_key(newest)?)
    })
}

/// The session key's fingerprint and what it sealed. Every method may return [`StoreError`].
impl Store<'_> {
    /// The key that sealed last; `None` if no program noted one.
    pub fn known_key(&mut self) -> Result<Option<KeyFingerprint>, StoreError> {
        let known = on!(self, c => session_key::table
            .find(ROW)
            .select(session_key::fingerprint)
            .first::<Vec<u8>>(*c)
            .optional())?;
        Ok(known.and_then(|bytes| bytes.try_into().ok()).map(KeyFingerprint))
    }

    /// Takes this key for the database's own, whatever it sealed before.
    pub fn note_key(&mut self, key: KeyFingerprint) -> Result<(), StoreError> {
        let row = KeyRow {
            id: ROW,
            fingerprint: &key.0,
        };
        on!(self, c => diesel::insert_into(session_key::table)
            .values(row)
            .on_conflict(session_key::id)
            .do_update()
            .set(session_key::fingerprint.eq(&key.0[..]))
            .execute(*c))
        .map(|_| ())
    }

    fn note_first_key(&mut self, key: KeyFingerprint) -> Result<(), StoreError> {
        let row = KeyRow {
            id: ROW,
            fingerprint: &key.0,
        };
        on!(self, c => diesel::insert_into(session_key::table)
            .values(row)
            .on_conflict_do_nothing()
            .execute(*c))
        .map(|_| ())
    }

    /// Takes this key for the database's own after a loss or a leak: every session ends.
    pub fn replace_key(&mut self, key: KeyFingerprint) -> Result<ReplacedKey, StoreError> {
        let members = on!(self, c => diesel::delete(sessions::table).execute(*c))?;
        let staff = on!(self, c => diesel::delete(staff_sessions::table).execute(*c))?;
        self.note_key(key)?;
        Ok(ReplacedKey {
            ended_sessions: members + staff,
            unreadable_mails: self.count_unreadable_mails()?,
            unreadable_keys: self.count_unreadable_keys()?,
            unreadable_second_factors: self.count_unreadable_second_factors()?,
        })
    }

    fn count_unreadable_mails(&mut self) -> Result<usize, StoreError> {
        let rows: Vec<Option<Vec<u8>>> = on!(self, c => outbox::table
            .inner_join(jobs::table.on(jobs::kind.eq(MAIL_JOB).and(jobs::key.eq(job_key!()))))
            .filter(jobs::due_at.is_not_null())
            .select(outbox::sealed_mail)
            .load(*c))?;
        let sealed = rows.iter().flatten();
        Ok(sealed
            .filter(|mail| self.sealer.open(MAIL, mail).is_err())
            .count())
    }

    fn count_unreadable_second_factors(&mut self) -> Result<usize, StoreError> {
        let rows = self.second_factor_secrets(i64::MAX)?;
        Ok(rows.iter().filter(|row| !self.opens_second_factor(row)).count())
    }

    fn second_factor_secrets(&mut self, limit: i64) -> Result<Vec<(i32, Vec<u8>)>, StoreError> {
        on!(self, c => second_factors::table
            .order(second_factors::user_id.desc())
            .limit(limit)
            .select((second_factors::user_id, second_factors::sealed_secret))
            .load(*c))
    }

    fn opens_second_factor(&self, (user, sealed): &(i32, Vec<u8>)) -> bool {
        let purpose = second_factor::purpose(UserId(*user));
        self.sealer.open(&purpose, sealed).is_ok()
    }

    /// Whether one of the newest sealed rows opens; true where nothing is sealed.
    fn opens_what_is_sealed(&mut self) -> Result<bool, StoreError> {
        let keys: Vec<Vec<u8>> = on!(self, c => purchase_codes::table
            .order(purchase_codes::id.desc())
            .limit(LOOKED_AT)
            .select(purchase_codes::sealed_code)
            .load(*c))?;
        let mails: Vec<Option<Vec<u8>>> = on!(self, c => outbox::table
            .filter(outbox::sealed_mail.is_not_null())
            .order(outbox::id.desc())
            .limit(LOOKED_AT)
            .select(outbox::sealed_mail)
            .load(*c))?;
        let secrets = self.second_factor_secrets(LOOKED_AT)?;
        let is_any = |sealed: &[u8], purpose| self.sealer.open(purpose, sealed).is_ok();
        Ok((keys.is_empty() && mails.is_empty() && secrets.is_empty())
            || keys.iter().any(|key| is_any(key, PURCHASE_KEY))
            || mails.iter().flatten().any(|mail| is_any(mail, MAIL))
            || secrets.iter().any(|row| self.opens_second_factor(row)))
    }
}
