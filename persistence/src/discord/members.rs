//! What is remembered of Discord accounts, as rows.

use accounts::DiscordUserId;
use chrono::NaiveDateTime;
use diesel::prelude::*;
use discord::{MemberState, MemberStateStore, RoleId, Roles};
use kernel::StoreError;

use crate::{
    Store,
    errors::foreign,
    schema::{discord_members, users},
    store::on,
    times::{loaded, stored},
};

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

impl MemberStateStore for Store<'_> {
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
}
