//! The audit trail as rows: appending to it. The docs of `audit` say how an act is recorded.
//!
//! Decision: an act waits in its [`Store`] until the use case has ended, and joins the chain as the last of its transaction. On
//! PostgreSQL the chain is ordered by the lock of the row of `audit_state`; taken last, by every transaction, it cannot be part of a
//! deadlock, wherever in a use case the act was recorded. On SQLite the one writer orders it. Cost: transactions with acts commit
//! one after the other on PostgreSQL.

mod records;

use ::audit::{Act, AuditStore, ChainHash, ChainLink, ChainedAct, Names, Salt};
use chrono::{DateTime, NaiveDateTime, SubsecRound, Utc};
use diesel::prelude::*;
use kernel::StoreError;

use crate::{
    Store,
    errors::unexpected,
    schema::{audit_acts, audit_state, users},
    store::{Link, on},
    times::stored,
};

use records::{STATE, chain_hash};

#[derive(Insertable)]
#[diesel(table_name = audit_acts)]
struct NewActRow {
    number: i64,
    at: NaiveDateTime,
    actor: String,
    action: String,
    user_id: Option<i32>,
    subject: Option<String>,
    user_name: Option<String>,
    from_address: Option<String>,
    salt: Option<Vec<u8>>,
    commitment: Option<Vec<u8>>,
    hash: Vec<u8>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = audit_state)]
struct HeadRow {
    head_number: i64,
    head_hash: Vec<u8>,
}

impl NewActRow {
    fn of(act: ChainedAct, hash: ChainHash) -> Self {
        let (user_name, from_address, salt) = match act.names {
            Some(names) => (names.user, names.from, Some(names.salt.0.to_vec())),
            None => (None, None, None),
        };
        Self {
            number: act.number,
            at: stored(act.at),
            actor: act.actor,
            action: act.action,
            user_id: act.user,
            subject: act.subject,
            user_name,
            from_address,
            salt,
            commitment: act.commitment.map(|bytes| bytes.to_vec()),
            hash: hash.0.to_vec(),
        }
    }
}

impl AuditStore for Store<'_> {
    fn append_act(&mut self, act: &Act, now: DateTime<Utc>) -> Result<(), StoreError> {
        let user = match act.user {
            Some(id) => {
                on!(self, c => users::table.find(id.0).select(users::username).first::<String>(*c).optional())?
            }
            None => None,
        };
        let from = act.from.map(|address| address.to_canonical().to_string());
        let names = if user.is_some() || from.is_some() {
            let salt = Salt(random_salt()?);
            Some(Names { salt, user, from })
        } else {
            None
        };
        let waiting = ChainedAct {
            // Given when it joins the chain.
            number: 0,
            at: now.trunc_subsecs(6),
            actor: act.actor.as_str().to_owned(),
            action: act.action.name().to_owned(),
            user: act.user.map(|user| user.0),
            subject: act.subject.as_ref().map(|subject| subject.as_str().to_owned()),
            commitment: names.as_ref().map(Names::commitment),
            names,
        };
        self.before_commit
            .push(Box::new(move |store: &mut Store<'_>| join_chain(store, waiting)));
        Ok(())
    }
}

fn join_chain(store: &mut Store<'_>, mut act: ChainedAct) -> Result<(), StoreError> {
    let head = lock_head(store)?;
    act.number = head.number + 1;
    let hash = act.hash(&head.hash);
    let number = act.number;
    let row = NewActRow::of(act, hash);
    on!(store, c => diesel::insert_into(audit_acts::table).values(row).execute(*c))?;
    on!(store, c => diesel::update(audit_state::table.find(STATE))
        .set((audit_state::head_number.eq(number), audit_state::head_hash.eq(&hash.0[..])))
        .execute(*c))
    .map(|_| ())
}

fn lock_head(store: &mut Store<'_>) -> Result<ChainLink, StoreError> {
    let row: HeadRow = match &mut store.link {
        Link::Sqlite(c) => audit_state::table
            .find(STATE)
            .select(HeadRow::as_select())
            .first(*c),
        Link::Postgres(c) => audit_state::table
            .find(STATE)
            .select(HeadRow::as_select())
            .for_update()
            .first(*c),
    }
    .map_err(unexpected)?;
    Ok(ChainLink {
        number: row.head_number,
        hash: chain_hash(row.head_hash)?,
    })
}

fn random_salt() -> Result<[u8; 16], StoreError> {
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).map_err(|error| StoreError::Program(Box::new(error)))?;
    Ok(salt)
}
