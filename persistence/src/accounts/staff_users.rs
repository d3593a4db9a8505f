//! Users as staff list and remove them.

use ::mail::{EmailAddress, MailKind};
use accounts::{AccountStore as _, StaffUserStore, UserRecord, Username};
use chrono::NaiveDateTime;
use diesel::prelude::*;
use kernel::{StoreError, UserId};

use super::UserRow;
use crate::{
    Store, discord,
    errors::foreign,
    mail::forget_mails,
    orders, questions,
    schema::{outbox, purchase_codes, users},
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
}

impl TryFrom<RecordRow> for UserRecord {
    type Error = StoreError;

    fn try_from(row: RecordRow) -> Result<Self, StoreError> {
        Ok(Self {
            user: row.user.into(),
            created_at: loaded(row.created_at),
            is_subscribed: row.is_subscribed,
            subscription_ends: row.subscription_ends.map(loaded),
            discord_roles: serde_json::from_str(&row.discord_roles).map_err(foreign)?,
        })
    }
}

impl StaffUserStore for Store<'_> {
    fn user_records_after(&mut self, user: UserId, limit: i64) -> Result<Vec<UserRecord>, StoreError> {
        let rows: Vec<RecordRow> = on!(self, c => users::table
            .filter(users::id.gt(user.0))
            .order(users::id)
            .limit(limit)
            .select(columns::<RecordRow>())
            .load(*c))?;
        rows.into_iter().map(UserRecord::try_from).collect()
    }

    fn user_record(&mut self, name: &str) -> Result<Option<UserRecord>, StoreError> {
        let by_name: Option<RecordRow> = on!(self, c => users::table
            .filter(
                users::username_key.eq(Username::key_of(name)).or(users::email_key.eq_any(EmailAddress::stored_keys_of(name)))
            )
            .select(columns::<RecordRow>())
            .first(*c)
            .optional())?;
        let found = match (by_name, name.parse::<i32>()) {
            (None, Ok(id)) => on!(self, c => users::table
                .find(id)
                .select(columns::<RecordRow>())
                .first(*c)
                .optional())?,
            (found, _) => found,
        };
        found.map(UserRecord::try_from).transpose()
    }

    fn user_record_of(&mut self, user: UserId) -> Result<Option<UserRecord>, StoreError> {
        let row: Option<RecordRow> =
            on!(self, c => users::table.find(user.0).select(columns::<RecordRow>()).first(*c).optional())?;
        row.map(UserRecord::try_from).transpose()
    }

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
