//! Links, what is remembered of Discord accounts, and invites, as rows.

use std::collections::{BTreeMap, BTreeSet};

use accounts::DiscordUserId;
use chrono::{DateTime, NaiveDateTime, Utc};
use courses::CourseId;
use diesel::prelude::*;
use discord::{
    AccountTaken, DiscordStore, Invite, MemberState, QueueProblem, QueueState, QueuedMember, RoleId, Roles,
};
use kernel::{StoreError, UserId};

use crate::{
    Store, discord_queue as queue,
    errors::{broken_unique, unexpected},
    schema::{
        courses as course_rows, discord_invite_claims, discord_invites, discord_members, discord_queue, users,
    },
    store::{on, try_on},
    times::{loaded, stored},
};

fn roles_text(roles: &Roles) -> Result<String, StoreError> {
    let list: Vec<&str> = roles.iter().map(|role| role.0.as_str()).collect();
    serde_json::to_string(&list).map_err(|error| StoreError::Fault(Box::new(error)))
}

fn roles_from(text: &str) -> Result<Roles, StoreError> {
    let list: Vec<String> = serde_json::from_str(text).map_err(|error| StoreError::Fault(Box::new(error)))?;
    Ok(list.into_iter().map(RoleId).collect())
}

impl DiscordStore for Store<'_> {
    fn set_discord_account(
        &mut self,
        user: UserId,
        account: Option<&DiscordUserId>,
    ) -> Result<(), AccountTaken> {
        let account = account.map(|account| account.0.as_str());
        try_on!(self, c => diesel::update(users::table.find(user.0))
            .set((users::discord_user_id.eq(account), users::discord_roles.eq("[]")))
            .execute(*c))
        .map(|_| ())
        .map_err(|error| match broken_unique(&error).as_deref() {
            Some("users_discord_user_id_key") => AccountTaken::Taken,
            _ => AccountTaken::Store(unexpected(error)),
        })
    }

    fn holder_of(&mut self, account: &DiscordUserId) -> Result<Option<UserId>, StoreError> {
        on!(self, c => users::table
            .filter(users::discord_user_id.eq(&account.0))
            .select(users::id)
            .first::<i32>(*c)
            .optional())
        .map(|id| id.map(UserId))
    }

    fn known_accounts(&mut self) -> Result<Vec<(DiscordUserId, Option<UserId>)>, StoreError> {
        let linked = on!(self, c => users::table
            .filter(users::discord_user_id.is_not_null())
            .select((users::discord_user_id.assume_not_null(), users::id))
            .load::<(String, i32)>(*c))?;
        let remembered = on!(self, c => discord_members::table.select(discord_members::discord_user_id).load::<String>(*c))?;
        let mut accounts: BTreeMap<String, Option<UserId>> =
            remembered.into_iter().map(|account| (account, None)).collect();
        accounts.extend(
            linked
                .into_iter()
                .map(|(account, user)| (account, Some(UserId(user)))),
        );
        Ok(accounts
            .into_iter()
            .map(|(account, user)| (DiscordUserId(account), user))
            .collect())
    }

    fn course_roles(&mut self) -> Result<Roles, StoreError> {
        let roles = on!(self, c => course_rows::table
            .filter(course_rows::discord_role.is_not_null())
            .select(course_rows::discord_role.assume_not_null())
            .load::<String>(*c))?;
        Ok(roles.into_iter().map(RoleId).collect())
    }

    fn enqueue_member(&mut self, account: &DiscordUserId) -> Result<(), StoreError> {
        queue::enqueue(self, &account.0)
    }

    fn has_due_member(&mut self, now: DateTime<Utc>) -> Result<bool, StoreError> {
        queue::has_due(self, now)
    }

    fn claim_due_member(
        &mut self,
        now: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> Result<Option<QueuedMember>, StoreError> {
        queue::claim_due(self, now, until)
    }

    fn claim_member(
        &mut self,
        account: &DiscordUserId,
        now: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> Result<Option<QueuedMember>, StoreError> {
        queue::claim(self, account, now, until)
    }

    fn holds(&mut self, work: &QueuedMember) -> Result<bool, StoreError> {
        queue::holds(self, work)
    }

    fn finish(&mut self, work: &QueuedMember) -> Result<(), StoreError> {
        queue::finish(self, work)
    }

    fn postpone(
        &mut self,
        work: &QueuedMember,
        due: DateTime<Utc>,
        attempts: i32,
        problem: Option<&str>,
    ) -> Result<(), StoreError> {
        queue::postpone(self, work, due, attempts, problem)
    }

    fn member_state(&mut self, account: &DiscordUserId) -> Result<Option<MemberState>, StoreError> {
        type Row = (String, bool, Option<NaiveDateTime>, Option<NaiveDateTime>);
        let row = on!(self, c => discord_members::table
            .find(&account.0)
            .select((
                discord_members::roles,
                discord_members::certain,
                discord_members::left_at,
                discord_members::late_at,
            ))
            .first::<Row>(*c)
            .optional())?;
        row.map(|(roles, certain, left_at, late_at)| {
            Ok(MemberState {
                roles: roles_from(&roles)?,
                certain,
                left_at: left_at.map(loaded),
                late_at: late_at.map(loaded),
            })
        })
        .transpose()
    }

    fn save_member_state(&mut self, account: &DiscordUserId, state: &MemberState) -> Result<(), StoreError> {
        let roles = roles_text(&state.roles)?;
        let row = (
            discord_members::roles.eq(&roles),
            discord_members::certain.eq(state.certain),
            discord_members::left_at.eq(state.left_at.map(stored)),
            discord_members::late_at.eq(state.late_at.map(stored)),
        );
        on!(self, c => diesel::insert_into(discord_members::table)
            .values((discord_members::discord_user_id.eq(&account.0), row))
            .on_conflict(discord_members::discord_user_id)
            .do_update()
            .set(row)
            .execute(*c))
        .map(|_| ())
    }

    fn forget(&mut self, account: &DiscordUserId) -> Result<(), StoreError> {
        on!(self, c => diesel::delete(discord_members::table.find(&account.0)).execute(*c)).map(|_| ())
    }

    fn show_roles(&mut self, account: &DiscordUserId, roles: &Roles) -> Result<(), StoreError> {
        let roles = roles_text(roles)?;
        on!(self, c => diesel::update(users::table.filter(users::discord_user_id.eq(&account.0)))
            .set(users::discord_roles.eq(&roles))
            .execute(*c))
        .map(|_| ())
    }

    fn enqueue_ended(&mut self, now: DateTime<Utc>) -> Result<usize, StoreError> {
        queue::enqueue_ended(self, now)
    }

    fn queue_state(&mut self) -> Result<QueueState, StoreError> {
        type Row = (String, i32, NaiveDateTime, Option<String>);
        let rows = on!(self, c => discord_queue::table
            .order(discord_queue::due_at)
            .select((
                discord_queue::discord_user_id,
                discord_queue::attempts,
                discord_queue::due_at,
                discord_queue::last_error,
            ))
            .load::<Row>(*c))?;
        let away = on!(self, c => discord_members::table
            .filter(discord_members::left_at.is_not_null())
            .select(discord_members::discord_user_id)
            .load::<String>(*c))?;
        let away: BTreeSet<String> = away.into_iter().collect();
        let left = i64::try_from(away.len()).unwrap_or(i64::MAX);
        let waiting = rows.iter().filter(|row| !away.contains(&row.0)).count();
        Ok(QueueState {
            waiting: i64::try_from(waiting).unwrap_or(i64::MAX),
            left,
            problems: rows
                .into_iter()
                .filter_map(|(account, attempts, due, problem)| {
                    Some(QueueProblem {
                        member: DiscordUserId(account),
                        attempts,
                        again_at: loaded(due),
                        problem: problem?,
                    })
                })
                .collect(),
        })
    }

    fn live_invite(
        &mut self,
        user: UserId,
        course: CourseId,
        now: DateTime<Utc>,
    ) -> Result<Option<Invite>, StoreError> {
        let row = on!(self, c => discord_invites::table
            .filter(discord_invites::user_id.eq(user.0))
            .filter(discord_invites::course_id.eq(course.0))
            .filter(discord_invites::used.eq(false))
            .filter(discord_invites::expires_at.gt(stored(now)))
            .order(discord_invites::id.desc())
            .select((discord_invites::invite_code, discord_invites::created_at, discord_invites::expires_at))
            .first::<(String, NaiveDateTime, NaiveDateTime)>(*c)
            .optional())?;
        Ok(row.map(|(code, created, expires)| Invite {
            code,
            created_at: loaded(created),
            expires_at: loaded(expires),
        }))
    }

    fn claim_invite(
        &mut self,
        user: UserId,
        course: CourseId,
        now: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        on!(self, c => diesel::delete(
            discord_invite_claims::table
                .find((user.0, course.0))
                .filter(discord_invite_claims::claimed_until.le(stored(now)))
        )
        .execute(*c))?;
        on!(self, c => diesel::insert_into(discord_invite_claims::table)
            .values((
                discord_invite_claims::user_id.eq(user.0),
                discord_invite_claims::course_id.eq(course.0),
                discord_invite_claims::claimed_until.eq(stored(until)),
            ))
            .on_conflict_do_nothing()
            .execute(*c))
        .map(|rows| rows == 1)
    }

    fn release_invite(&mut self, user: UserId, course: CourseId) -> Result<(), StoreError> {
        on!(self, c => diesel::delete(discord_invite_claims::table.find((user.0, course.0))).execute(*c))
            .map(|_| ())
    }

    fn insert_invite(&mut self, user: UserId, course: CourseId, invite: &Invite) -> Result<(), StoreError> {
        on!(self, c => diesel::insert_into(discord_invites::table)
            .values((
                discord_invites::invite_code.eq(&invite.code),
                discord_invites::user_id.eq(user.0),
                discord_invites::course_id.eq(course.0),
                discord_invites::created_at.eq(stored(invite.created_at)),
                discord_invites::expires_at.eq(stored(invite.expires_at)),
            ))
            .on_conflict_do_nothing()
            .execute(*c))
        .map(|_| ())
    }

    fn mark_invite_used(&mut self, code: &str, now: DateTime<Utc>) -> Result<(), StoreError> {
        on!(self, c => diesel::update(discord_invites::table.filter(discord_invites::invite_code.eq(code)))
            .set((discord_invites::used.eq(true), discord_invites::used_at.eq(stored(now))))
            .execute(*c))
        .map(|_| ())
    }
}
