//! Users as staff list and remove them.

use ::mail::{EmailAddress, MailKind};
use accounts::{AccountStore as _, StaffUserStore, UserRecord, Username};
use chrono::NaiveDateTime;
use diesel::{dsl::exists, prelude::*};
use kernel::{StoreError, UserId};

use super::UserRow;
use crate::{
    Store, discord,
    errors::foreign,
    mail::forget_mails,
    orders, questions,
    schema::{known_browsers, outbox, purchase_codes, users},
    store::{columns, on},
    times::loaded,
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = users)]
struct RecordRow {
    #[diesel(embed)]
    user: UserRow,
    created_at: NaiveDateTime,
    is_subscribed: bool,
    subscription_ends: Option<NaiveDateTime>,
    discord_roles: String,
    imported_at: Option<NaiveDateTime>,
}

/// Users with whether they have ever signed in: each kind of browser that did is kept.
macro_rules! records {
    () => {
        users::table.select((
            columns::<RecordRow>(),
            exists(known_browsers::table.filter(known_browsers::user_id.eq(users::id))),
        ))
    };
}

fn record((row, has_signed_in): (RecordRow, bool)) -> Result<UserRecord, StoreError> {
    Ok(UserRecord {
        user: row.user.into(),
        created_at: loaded(row.created_at),
        is_subscribed: row.is_subscribed,
        subscription_ends: row.subscription_ends.map(loaded),
        discord_roles: serde_json::from_str(&row.discord_roles).map_err(foreign)?,
        imported_at: row.imported_at.map(loaded),
        has_signed_in,
    })
}

impl StaffUserStore for Store<'_> {
    fn lock_for_deletion(&mut self, user: UserId) -> Result<(), StoreError> {
        orders::lock_orders_of(self, user)?;
        self.lock_user(user).map(|_| ())
    }

    fn forget_address(&mut self, user: UserId, email: &EmailAddress) -> Result<(), StoreError> {
        let key = email.key();
        let mails: Vec<i32> = on!(self, c => outbox::table
            .filter(outbox::address_key.eq(&key))
            .select(outbox::id)
            .load(*c))?;
        forget_mails(self, &mails)?;
        on!(self, c => diesel::update(purchase_codes::table.filter(purchase_codes::used_by.eq(user.0)))
            .set(purchase_codes::email.eq(None::<String>))
            .execute(*c))
        .map(|_| ())
    }

    fn forget_links(&mut self, pending: &EmailAddress) -> Result<(), StoreError> {
        let mails: Vec<i32> = on!(self, c => outbox::table
            .filter(outbox::address_key.eq(pending.key()))
            .filter(outbox::kind.eq(MailKind::VerifyAddress.as_str()))
            .select(outbox::id)
            .load(*c))?;
        forget_mails(self, &mails)
    }

    fn delete_user(&mut self, user: UserId) -> Result<bool, StoreError> {
        self.lock_for_deletion(user)?;
        questions::forget_questions(self, user)?;
        // The job outlives the user: roles leave the account that was theirs.
        discord::enqueue_user(self, user)?;
        on!(self, c => diesel::delete(users::table.find(user.0)).execute(*c)).map(|rows| rows == 1)
    }
}

impl Store<'_> {
    /// The users with greater numbers than this one, oldest first, at most `limit`.
    pub fn user_records_after(&mut self, user: UserId, limit: i64) -> Result<Vec<UserRecord>, StoreError> {
        let rows: Vec<(RecordRow, bool)> = on!(self, c => records!()
            .filter(users::id.gt(user.0))
            .order(users::id)
            .limit(limit)
            .load(*c))?;
        rows.into_iter().map(record).collect()
    }

    /// One user by number, name or address.
    pub fn user_record(&mut self, name: &str) -> Result<Option<UserRecord>, StoreError> {
        let by_name: Option<(RecordRow, bool)> = on!(self, c => records!()
            .filter(
                users::username_key.eq(Username::key_of(name)).or(users::email_key.eq_any(EmailAddress::stored_keys_of(name)))
            )
            .first(*c)
            .optional())?;
        let found = match (by_name, name.parse::<i32>()) {
            (None, Ok(id)) => on!(self, c => records!().filter(users::id.eq(id)).first(*c).optional())?,
            (found, _) => found,
        };
        found.map(record).transpose()
    }

    /// One user by number alone.
    pub fn user_record_of(&mut self, user: UserId) -> Result<Option<UserRecord>, StoreError> {
        let row: Option<(RecordRow, bool)> =
            on!(self, c => records!().filter(users::id.eq(user.0)).first(*c).optional())?;
        row.map(record).transpose()
    }
}
