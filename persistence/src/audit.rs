//! The audit trail as rows: appending to it. The docs of `audit` say how an act is recorded.

mod guards;

use std::collections::{BTreeMap, BTreeSet};

use ::audit::{Act, ActFilter, ActRecord, Action, AuditStore, Looks, RemovedActs};
use chrono::{DateTime, NaiveDateTime, SubsecRound, Utc};
use diesel::{dsl::min, prelude::*};
use kernel::{StoreError, UserId};

use crate::{
    Store,
    schema::{audit_acts, audit_state, users},
    store::on,
    times::{loaded, stored},
};

#[derive(Insertable)]
#[diesel(table_name = audit_acts)]
struct NewActRow {
    at: NaiveDateTime,
    actor: &'static str,
    action: &'static str,
    user_id: Option<i32>,
    subject: Option<String>,
    user_name: Option<String>,
    from_address: Option<String>,
    actor_name: Option<String>,
    reason: Option<String>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = audit_acts)]
struct LookRow {
    at: NaiveDateTime,
    action: String,
    actor_name: Option<String>,
    user_id: Option<i32>,
}

#[derive(Default)]
struct Counted {
    members: BTreeSet<i32>,
    /// Hours in which the name searched; a search that finds a key has a row each time.
    search_hours: BTreeSet<i64>,
}

/// The one row of `audit_state`.
const STATE: i32 = 1;
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
    actor_name: Option<String>,
    reason: Option<String>,
}

impl From<ActRow> for ActRecord {
    fn from(row: ActRow) -> Self {
        Self {
            number: row.number,
            at: loaded(row.at),
            actor: row.actor,
            actor_name: row.actor_name,
            action: row.action,
            reason: row.reason,
            user: row.user_id.map(UserId),
            user_name: row.user_name,
            subject: row.subject,
            from: row.from_address,
        }
    }
}

impl AuditStore for Store<'_> {
    fn append_act(&mut self, act: &Act, now: DateTime<Utc>) -> Result<(), StoreError> {
        let user_name = match act.user {
            Some(id) => {
                on!(self, c => users::table.find(id.0).select(users::username).first::<String>(*c).optional())?
            }
            None => None,
        };
        let row = NewActRow {
            at: stored(now.trunc_subsecs(6)),
            actor: act.actor.as_str(),
            action: act.action.name(),
            user_id: act.user.map(|user| user.0),
            subject: act.subject.as_ref().map(|subject| subject.as_str().to_owned()),
            user_name,
            from_address: act.from.map(|address| address.to_canonical().to_string()),
            actor_name: act.name.as_ref().map(|name| name.as_str().to_owned()),
            reason: act.reason.as_ref().map(|reason| reason.as_str().to_owned()),
        };
        on!(self, c => diesel::insert_into(audit_acts::table).values(&row).execute(*c)).map(|_| ())
    }

    fn looks_since(&mut self, since: DateTime<Utc>) -> Result<Vec<Looks>, StoreError> {
        let actions = [Action::UsersShow, Action::StaffSearch].map(Action::name);
        let rows: Vec<LookRow> = on!(self, c => audit_acts::table
            .filter(audit_acts::action.eq_any(actions))
            .filter(audit_acts::at.gt(stored(since)))
            .select(LookRow::as_select())
            .load(*c))?;
        let mut counted: BTreeMap<String, Counted> = BTreeMap::new();
        for row in rows {
            let Some(name) = row.actor_name else { continue };
            let counted = counted.entry(name).or_default();
            match row.user_id {
                Some(member) if row.action == Action::UsersShow.name() => {
                    counted.members.insert(member);
                }
                _ if row.action == Action::StaffSearch.name() => {
                    counted.search_hours.insert(loaded(row.at).timestamp() / 3_600);
                }
                _ => {}
            }
        }
        let looks = counted.into_iter().map(|(name, counted)| Looks {
            name,
            members: counted.members.len(),
            search_hours: counted.search_hours.len(),
        });
        Ok(looks.collect())
    }

    fn removed_acts(&mut self) -> Result<RemovedActs, StoreError> {
        let row: Option<(i64, Option<NaiveDateTime>)> = on!(self, c => audit_state::table
            .find(STATE)
            .select((audit_state::removed_to, audit_state::removed_at))
            .first(*c)
            .optional())?;
        let (last, at) =
            row.ok_or_else(|| StoreError::Inconsistent("audit_state has lost its row".into()))?;
        Ok(RemovedActs {
            last,
            at: at.map(loaded),
        })
    }

    fn deleted_names(&mut self, before: DateTime<Utc>, limit: i64) -> Result<Vec<UserId>, StoreError> {
        let deletions = DELETIONS.map(Action::name);
        // A row that deletes an account is the last one with its name.
        let ids: Vec<Option<i32>> = on!(self, c => audit_acts::table
            .filter(audit_acts::action.eq_any(deletions))
            .filter(audit_acts::at.lt(stored(before)))
            .filter(audit_acts::user_name.is_not_null().or(audit_acts::from_address.is_not_null()))
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
            .filter(audit_acts::user_name.is_not_null().or(audit_acts::from_address.is_not_null())))
            .set((
                audit_acts::user_name.eq(None::<String>),
                audit_acts::from_address.eq(None::<String>),
                audit_acts::reason.eq(None::<String>),
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
        let end = first_kept.unwrap_or(i64::MAX);
        let numbers: Vec<i64> = on!(self, c => audit_acts::table
            .filter(audit_acts::number.lt(end))
            .order(audit_acts::number)
            .limit(limit)
            .select(audit_acts::number)
            .load(*c))?;
        let Some(last) = numbers.last().copied() else {
            return Ok(0);
        };
        // First the mark: the triggers let nothing go that it does not cover.
        on!(self, c => diesel::update(audit_state::table.find(STATE))
            .set((
                audit_state::removed_to.eq(last),
                audit_state::removed_at.eq(stored(now)),
            ))
            .execute(*c))?;
        on!(self, c => diesel::delete(audit_acts::table.filter(audit_acts::number.le(last))).execute(*c))
    }
}

impl Store<'_> {
    /// The rows after a number that match, oldest first, at most `limit`.
    pub fn acts_after(
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

    /// The newest rows about a user, at most `limit`, the oldest of them first.
    pub fn last_acts(&mut self, user: UserId, limit: i64) -> Result<Vec<ActRecord>, StoreError> {
        let rows: Vec<ActRow> = on!(self, c => audit_acts::table
            .filter(audit_acts::user_id.eq(user.0))
            .order(audit_acts::number.desc())
            .limit(limit)
            .select(ActRow::as_select())
            .load(*c))?;
        Ok(rows.into_iter().rev().map(ActRecord::from).collect())
    }

    /// Whether a name of staff did this after a time, to this user where one is given.
    pub fn has_act(
        &mut self,
        action: Action,
        by: &str,
        user: Option<UserId>,
        since: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let acts = || {
            audit_acts::table
                .filter(audit_acts::action.eq(action.name()))
                .filter(audit_acts::at.gt(stored(since)))
                .filter(audit_acts::actor_name.eq(by))
        };
        let found: i64 = match user {
            None => on!(self, c => acts().count().get_result(*c))?,
            Some(user) => on!(self, c => acts()
                .filter(audit_acts::user_id.eq(user.0))
                .count()
                .get_result(*c))?,
        };
        Ok(found > 0)
    }
}
