//! Which user has which Discord account, as a column of users; the folder holds the jobs, the accounts and the invites.

mod invites;
mod jobs;
mod members;

use std::collections::BTreeMap;

use accounts::DiscordUserId;
use diesel::prelude::*;
use discord::{AccountTaken, LinkStore, LinkedNameStore, RoleId, Roles};
use kernel::{StoreError, UserId};

use crate::{
    Store,
    errors::{broken_unique, unexpected},
    schema::{courses as course_rows, discord_members, users},
    store::{on, try_on},
};

pub use jobs::DiscordJobs;
pub(crate) use jobs::{enqueue_holders, enqueue_user};

impl LinkedNameStore for Store<'_> {
    fn set_discord_name(&mut self, user: UserId, name: &str) -> Result<(), StoreError> {
        on!(self, c => diesel::update(users::table.find(user.0))
            .set(users::discord_username.eq(name))
            .execute(*c))
        .map(|_| ())
    }

    fn discord_name(&mut self, user: UserId) -> Result<Option<String>, StoreError> {
        on!(self, c => users::table
            .find(user.0)
            .select(users::discord_username)
            .first::<Option<String>>(*c)
            .optional())
        .map(Option::flatten)
    }
}

impl LinkStore for Store<'_> {
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

    fn known_accounts(&mut self) -> Result<Vec<(DiscordUserId, Option<UserId>)>, StoreError> {
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

    fn course_roles(&mut self) -> Result<Roles, StoreError> {
        let roles = on!(self, c => course_rows::table
            .filter(course_rows::discord_role.is_not_null())
            .select(course_rows::discord_role.assume_not_null())
            .load::<String>(*c))?;
        Ok(roles.into_iter().map(RoleId).collect())
    }
}
