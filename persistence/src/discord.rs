//! Which user has which Discord account, as a column of users; the folder holds the jobs, the accounts and the invites.

mod jobs;

use std::collections::BTreeMap;

use accounts::DiscordUserId;
use chrono::{DateTime, NaiveDateTime, Utc};
use courses::CourseId;
use diesel::prelude::*;
use discord::{AccountTaken, DiscordStore, Invite, MemberState, RoleId, Roles};
use kernel::{StoreError, UserId};

use crate::{
    Store,
    errors::{broken_unique, foreign, unexpected},
    schema::{courses as course_rows, discord_invite_claims, discord_invites, discord_members, users},
    store::{on, try_on},
    times::{loaded, stored},
};

pub use jobs::DiscordJobs;
pub(crate) use jobs::{enqueue_holders, enqueue_user};

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = discord_members, primary_key(discord_user_id))]
#[diesel(treat_none_as_null = true, treat_none_as_default_value = false)]
struct MemberRow {
    discord_user_id: String,
    roles: String,
    certain: bool,
    left_at: Option<NaiveDateTime>,
    late_at: Option<NaiveDateTime>,
}

impl TryFrom<MemberRow> for MemberState {
    type Error = StoreError;

    fn try_from(row: MemberRow) -> Result<Self, StoreError> {
        let roles: Vec<String> = serde_json::from_str(&row.roles).map_err(foreign)?;
        Ok(Self {
            roles: roles.into_iter().map(RoleId).collect(),
            certain: row.certain,
            left_at: row.left_at.map(loaded),
            late_at: row.late_at.map(loaded),
        })
    }
}

fn roles_text(roles: &Roles) -> Result<String, StoreError> {
    let list: Vec<&str> = roles.iter().map(|role| role.0.as_str()).collect();
    serde_json::to_string(&list).map_err(|error| StoreError::Program(Box::new(error)))
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = discord_invites)]
struct InviteRow {
    invite_code: String,
    created_at: NaiveDateTime,
    expires_at: NaiveDateTime,
}

impl From<InviteRow> for Invite {
    fn from(row: InviteRow) -> Self {
        Self {
            code: row.invite_code,
            created_at: loaded(row.created_at),
            expires_at: loaded(row.expires_at),
        }
    }
}

#[derive(Insertable)]
#[diesel(table_name = discord_invites)]
struct NewInviteRow<'a> {
    invite_code: &'a str,
    user_id: i32,
    course_id: i32,
    created_at: NaiveDateTime,
    expires_at: NaiveDateTime,
}

#[derive(Insertable)]
#[diesel(table_name = discord_invite_claims)]
struct ClaimRow {
    user_id: i32,
    course_id: i32,
    claimed_until: NaiveDateTime,
}

impl DiscordStore for Store<'_> {
    fn set_discord_account(
        &mut self,
        user: UserId,
        account: Option<&DiscordUserId>,
    ) -> Result<(), AccountTaken> {
        let account = account.map(|account| account.0.as_str());
        try_on!(self, c => diesel::update(users::table.find(user.0))
            .set((
                users::discord_user_id.eq(account),
                users::discord_roles.eq("[]"),
                users::discord_username.eq(None::<String>),
            ))
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

    fn course_roles(&mut self) -> Result<Roles, StoreError> {
        let roles = on!(self, c => course_rows::table
            .filter(course_rows::discord_role.is_not_null())
            .select(course_rows::discord_role.assume_not_null())
            .load::<String>(*c))?;
        Ok(roles.into_iter().map(RoleId).collect())
    }

    fn member_state(&mut self, account: &DiscordUserId) -> Result<Option<MemberState>, StoreError> {
        on!(self, c => discord_members::table
            .find(&account.0)
            .select(MemberRow::as_select())
            .first(*c)
            .optional())?
        .map(MemberState::try_from)
        .transpose()
    }

    fn save_member_state(&mut self, account: &DiscordUserId, state: &MemberState) -> Result<(), StoreError> {
        let row = MemberRow {
            discord_user_id: account.0.clone(),
            roles: roles_text(&state.roles)?,
            certain: state.certain,
            left_at: state.left_at.map(stored),
            late_at: state.late_at.map(stored),
        };
        on!(self, c => diesel::insert_into(discord_members::table)
            .values(&row)
            .on_conflict(discord_members::discord_user_id)
            .do_update()
            .set(&row)
            .execute(*c))
        .map(|_| ())
    }

    fn forget_member(&mut self, account: &DiscordUserId) -> Result<(), StoreError> {
        on!(self, c => diesel::delete(discord_members::table.find(&account.0)).execute(*c)).map(|_| ())
    }

    fn show_roles(&mut self, account: &DiscordUserId, roles: &Roles) -> Result<(), StoreError> {
        let roles = roles_text(roles)?;
        on!(self, c => diesel::update(users::table.filter(users::discord_user_id.eq(&account.0)))
            .set(users::discord_roles.eq(&roles))
            .execute(*c))
        .map(|_| ())
    }

    fn live_invite(
        &mut self,
        user: UserId,
        course: CourseId,
        now: DateTime<Utc>,
    ) -> Result<Option<Invite>, StoreError> {
        on!(self, c => discord_invites::table
            .filter(discord_invites::user_id.eq(user.0))
            .filter(discord_invites::course_id.eq(course.0))
            .filter(discord_invites::used.eq(false))
            .filter(discord_invites::expires_at.gt(stored(now)))
            .order(discord_invites::id.desc())
            .select(InviteRow::as_select())
            .first(*c)
            .optional())
        .map(|row| row.map(Invite::from))
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
        let row = ClaimRow {
            user_id: user.0,
            course_id: course.0,
            claimed_until: stored(until),
        };
        on!(self, c => diesel::insert_into(discord_invite_claims::table)
            .values(row)
            .on_conflict_do_nothing()
            .execute(*c))
        .map(|rows| rows == 1)
    }

    fn release_invite(&mut self, user: UserId, course: CourseId) -> Result<(), StoreError> {
        on!(self, c => diesel::delete(discord_invite_claims::table.find((user.0, course.0))).execute(*c))
            .map(|_| ())
    }

    fn insert_invite(&mut self, user: UserId, course: CourseId, invite: &Invite) -> Result<(), StoreError> {
        let row = NewInviteRow {
            invite_code: &invite.code,
            user_id: user.0,
            course_id: course.0,
            created_at: stored(invite.created_at),
            expires_at: stored(invite.expires_at),
        };
        on!(self, c => diesel::insert_into(discord_invites::table)
            .values(row)
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

impl Store<'_> {
    /// Every linked account and every account that may have a role of ours, in their order.
    pub fn known_accounts(&mut self) -> Result<Vec<(DiscordUserId, Option<UserId>)>, StoreError> {
        let linked: Vec<(String, i32)> = on!(self, c => users::table
            .filter(users::discord_user_id.is_not_null())
            .select((users::discord_user_id.assume_not_null(), users::id))
            .load(*c))?;
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

    /// Writes down the name that a user's linked account has at Discord; it goes with the link.
    pub fn set_discord_name(&mut self, user: UserId, name: &str) -> Result<(), StoreError> {
        on!(self, c => diesel::update(users::table.find(user.0))
            .set(users::discord_username.eq(name))
            .execute(*c))
        .map(|_| ())
    }

    /// The name, as it was when the account was linked.
    pub fn discord_name(&mut self, user: UserId) -> Result<Option<String>, StoreError> {
        on!(self, c => users::table
            .find(user.0)
            .select(users::discord_username)
            .first::<Option<String>>(*c)
            .optional())
        .map(Option::flatten)
    }
}
