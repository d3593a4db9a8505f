//! The trail's rows as staff list them, as the chain is verified, and what leaves them.

use ::audit::{
    ActFilter, ActRecord, Action, AuditRecordStore, ChainHash, ChainLink, ChainState, ChainedAct, Names, Salt,
};
use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::{dsl::min, prelude::*};
use kernel::{StoreError, UserId};

use crate::{
    Store,
    schema::{audit_acts, audit_state},
    store::{columns, on},
    times::{loaded, stored},
};

/// The one row of `audit_state`.
pub(super) const STATE: i32 = 1;
/// What deletes an account.
const DELETIONS: [Action; 2] = [Action::AccountDeleted, Action::UsersDelete];

#[derive(Queryable, Selectable)]
#[diesel(table_name = audit_acts)]
struct ActRow {
    number: i64,
    at: NaiveDateTime,
    actor: String,
    action: String,
    user_id: Option<i32>,
    subject: Option<String>,
    user_name: Option<String>,
    from_address: Option<String>,
}

impl From<ActRow> for ActRecord {
    fn from(row: ActRow) -> Self {
        Self {
            number: row.number,
            at: loaded(row.at),
            actor: row.actor,
            action: row.action,
            user: row.user_id.map(UserId),
            user_name: row.user_name,
            subject: row.subject,
            from: row.from_address,
        }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = audit_acts)]
struct ChainRow {
    #[diesel(embed)]
    act: ActRow,
    salt: Option<Vec<u8>>,
    commitment: Option<Vec<u8>>,
    hash: Vec<u8>,
}

impl ChainRow {
    /// Bytes of another length than this program writes are taken for other bytes, which no hash fits.
    fn chained(self) -> (ChainedAct, ChainHash) {
        let act = self.act;
        let has_names = self.salt.is_some() || act.user_name.is_some() || act.from_address.is_some();
        let names = has_names.then(|| Names {
            salt: Salt(fixed(self.salt)),
            user: act.user_name,
            from: act.from_address,
        });
        let chained = ChainedAct {
            number: act.number,
            at: loaded(act.at),
            actor: act.actor,
            action: act.action,
            user: act.user_id,
            subject: act.subject,
            commitment: self.commitment.map(|bytes| fixed(Some(bytes))),
            names,
        };
        (chained, ChainHash(fixed(Some(self.hash))))
    }
}

fn fixed<const N: usize>(bytes: Option<Vec<u8>>) -> [u8; N] {
    bytes.and_then(|bytes| bytes.try_into().ok()).unwrap_or([0; N])
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = audit_state)]
struct StateRow {
    head_number: i64,
    head_hash: Vec<u8>,
    anchor_number: i64,
    anchor_hash: Vec<u8>,
    anchored_at: Option<NaiveDateTime>,
}

pub(super) fn chain_hash(bytes: Vec<u8>) -> Result<ChainHash, StoreError> {
    let bytes = bytes
        .try_into()
        .map_err(|_| StoreError::Inconsistent("a hash of the audit trail has not 32 bytes".into()))?;
    Ok(ChainHash(bytes))
}

impl AuditRecordStore for Store<'_> {
    fn acts_after(
        &mut self,
        number: i64,
        filter: &ActFilter,
        limit: i64,
    ) -> Result<Vec<ActRecord>, StoreError> {
        let since = stored(filter.since.unwrap_or(DateTime::UNIX_EPOCH));
        let rows: Vec<ActRow> = match filter.user {
            None => on!(self, c => audit_acts::table
                .filter(audit_acts::number.gt(number))
                .filter(audit_acts::at.ge(since))
                .order(audit_acts::number)
                .limit(limit)
                .select(ActRow::as_select())
                .load(*c))?,
            Some(user) => on!(self, c => audit_acts::table
                .filter(audit_acts::user_id.eq(user.0))
                .filter(audit_acts::number.gt(number))
                .filter(audit_acts::at.ge(since))
                .order(audit_acts::number)
                .limit(limit)
                .select(ActRow::as_select())
                .load(*c))?,
        };
        Ok(rows.into_iter().map(ActRecord::from).collect())
    }

    fn chain_state(&mut self) -> Result<ChainState, StoreError> {
        let row: Option<StateRow> = on!(self, c => audit_state::table.find(STATE).select(StateRow::as_select()).first(*c).optional())?;
        let row = row.ok_or_else(|| StoreError::Inconsistent("audit_state has lost its row".into()))?;
        Ok(ChainState {
            anchor: ChainLink {
                number: row.anchor_number,
                hash: chain_hash(row.anchor_hash)?,
            },
            anchored_at: row.anchored_at.map(loaded),
            head: ChainLink {
                number: row.head_number,
                hash: chain_hash(row.head_hash)?,
            },
        })
    }

    fn chain_after(&mut self, number: i64, limit: i64) -> Result<Vec<(ChainedAct, ChainHash)>, StoreError> {
        let rows: Vec<ChainRow> = on!(self, c => audit_acts::table
            .filter(audit_acts::number.gt(number))
            .order(audit_acts::number)
            .limit(limit)
            .select(columns::<ChainRow>())
            .load(*c))?;
        Ok(rows.into_iter().map(ChainRow::chained).collect())
    }

    fn deleted_names(&mut self, before: DateTime<Utc>, limit: i64) -> Result<Vec<UserId>, StoreError> {
        let deletions = DELETIONS.map(Action::name);
        // A row that deletes an account is the last one with its name.
        let ids: Vec<Option<i32>> = on!(self, c => audit_acts::table
            .filter(audit_acts::action.eq_any(deletions))
            .filter(audit_acts::at.lt(stored(before)))
            .filter(audit_acts::salt.is_not_null())
            .order(audit_acts::number)
            .limit(limit)
            .select(audit_acts::user_id)
            .load(*c))?;
        let mut users: Vec<UserId> = ids.into_iter().flatten().map(UserId).collect();
        users.sort_unstable();
        users.dedup();
        Ok(users)
    }

    fn erase_names(&mut self, user: UserId) -> Result<usize, StoreError> {
        on!(self, c => diesel::update(audit_acts::table
            .filter(audit_acts::user_id.eq(user.0))
            .filter(audit_acts::salt.is_not_null()))
            .set((
                audit_acts::user_name.eq(None::<String>),
                audit_acts::from_address.eq(None::<String>),
                audit_acts::salt.eq(None::<Vec<u8>>),
            ))
            .execute(*c))
    }

    fn remove_acts(
        &mut self,
        before: DateTime<Utc>,
        limit: i64,
        now: DateTime<Utc>,
    ) -> Result<usize, StoreError> {
        let first_kept: Option<i64> = on!(self, c => audit_acts::table
            .filter(audit_acts::at.ge(stored(before)))
            .select(min(audit_acts::number))
            .first(*c))?;
        let state = self.chain_state()?;
        let end = first_kept.unwrap_or_else(|| state.head.number.saturating_add(1));
        let last: Option<(i64, Vec<u8>)> = on!(self, c => audit_acts::table
            .filter(audit_acts::number.lt(end))
            .filter(audit_acts::number.le(state.anchor.number.saturating_add(limit)))
            .order(audit_acts::number.desc())
            .select((audit_acts::number, audit_acts::hash))
            .first(*c)
            .optional())?;
        let Some((number, hash)) = last else {
            return Ok(0);
        };
        // First the anchor: the triggers let nothing go that it does not cover.
        on!(self, c => diesel::update(audit_state::table.find(STATE))
            .set((
                audit_state::anchor_number.eq(number),
                audit_state::anchor_hash.eq(&hash),
                audit_state::anchored_at.eq(stored(now)),
            ))
            .execute(*c))?;
        on!(self, c => diesel::delete(audit_acts::table.filter(audit_acts::number.le(number))).execute(*c))
    }
}
