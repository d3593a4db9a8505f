//! Users as rows.

mod export;
mod passkeys;
mod personal_data;
pub(crate) mod second_factor;
mod sessions;
mod staff_users;

use ::mail::{EmailAddress, MailKind, MailStore as _, TokenPurpose};
use accounts::{
    AccountStore, Credentials, DiscordUserId, ImportedForm, ImportedWork, NameTaken, NewUser, PasswordHash,
    SignInName, User, Username,
};
use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::{dsl::max, prelude::*};
use kernel::{StoreError, UserId};

use crate::{
    Store,
    errors::{broken_unique, unexpected},
    mail::forget_mails,
    order_buyers,
    schema::{outbox, users},
    store::{on, try_on},
    times::stored,
};

pub use export::export_account;

#[derive(Queryable, Selectable)]
#[diesel(table_name = users)]
pub(crate) struct UserRow {
    id: i32,
    username: String,
    email: String,
    email_key: String,
    verified_email_key: Option<String>,
    pending_email: Option<String>,
    discord_user_id: Option<String>,
    second_factor_since: Option<NaiveDateTime>,
    reminders: bool,
    calendar_token: Option<Vec<u8>>,
}

impl From<UserRow> for User {
    fn from(row: UserRow) -> Self {
        Self {
            id: UserId(row.id),
            username: row.username,
            email: row.email,
            email_verified: row.verified_email_key.as_ref() == Some(&row.email_key),
            pending_email: row.pending_email,
            discord_user_id: row.discord_user_id.map(DiscordUserId),
            second_factor: row.second_factor_since.is_some(),
            reminders: row.reminders,
            calendar: row.calendar_token.is_some(),
        }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = users)]
struct CredentialsRow {
    id: i32,
    password: String,
}

impl From<CredentialsRow> for Credentials {
    fn from(row: CredentialsRow) -> Self {
        Self {
            user: UserId(row.id),
            password: PasswordHash::stored(row.password),
        }
    }
}

#[derive(Insertable, AsChangeset)]
#[diesel(table_name = users)]
pub(crate) struct NameColumns<'a> {
    username: &'a str,
    username_key: String,
}

impl<'a> NameColumns<'a> {
    pub(crate) fn of(username: &'a Username) -> Self {
        Self {
            username: username.as_str(),
            username_key: username.key(),
        }
    }
}

#[derive(Insertable, AsChangeset)]
#[diesel(table_name = users)]
pub(crate) struct EmailColumns<'a> {
    email: &'a str,
    email_key: String,
}

impl<'a> EmailColumns<'a> {
    pub(crate) fn of(email: &'a EmailAddress) -> Self {
        Self {
            email: email.as_str(),
            email_key: email.key(),
        }
    }
}

/// A password's hash, and the imported hash that it stands over.
#[derive(Insertable, AsChangeset)]
#[diesel(table_name = users, treat_none_as_null = true)]
pub(crate) struct PasswordColumns<'a> {
    password: &'a str,
    imported_form: Option<&'a str>,
    imported_rounds: Option<i32>,
}

impl<'a> PasswordColumns<'a> {
    pub(crate) fn of(password: &'a PasswordHash) -> Self {
        let imported = password.imported();
        Self {
            password: password.as_str(),
            imported_form: imported.map(|(form, _)| form.as_str()),
            imported_rounds: imported.and_then(|(_, rounds)| i32::try_from(rounds).ok()),
        }
    }
}

#[derive(Insertable)]
#[diesel(table_name = users)]
struct NewUserRow<'a> {
    #[diesel(embed)]
    name: NameColumns<'a>,
    #[diesel(embed)]
    email: EmailColumns<'a>,
    password: &'a str,
    created_at: NaiveDateTime,
}

fn name_taken(error: diesel::result::Error) -> NameTaken {
    match broken_unique(&error).as_deref() {
        Some("users_username_key") => NameTaken::Username,
        Some("users_email_key") => NameTaken::Email,
        _ => NameTaken::Store(unexpected(error)),
    }
}

impl AccountStore for Store<'_> {
    fn insert_user(&mut self, new: &NewUser, now: DateTime<Utc>) -> Result<UserId, NameTaken> {
        let row = NewUserRow {
            name: NameColumns::of(&new.username),
            email: EmailColumns::of(&new.email),
            password: new.password.as_str(),
            created_at: stored(now),
        };
        try_on!(self, c => diesel::insert_into(users::table).values(row).returning(users::id).get_result(*c))
            .map(UserId)
            .map_err(name_taken)
    }

    fn set_username(&mut self, user: UserId, username: &Username) -> Result<(), NameTaken> {
        let name = NameColumns::of(username);
        try_on!(self, c => diesel::update(users::table.find(user.0)).set(name).execute(*c))
            .map(|_| ())
            .map_err(name_taken)
    }

    fn set_email(&mut self, user: UserId, email: &EmailAddress) -> Result<(), NameTaken> {
        let nothing = users::pending_email.eq(None::<String>);
        let columns = (EmailColumns::of(email), nothing);
        try_on!(self, c => diesel::update(users::table.find(user.0)).set(columns).execute(*c))
            .map_err(name_taken)?;
        self.end_token(user, TokenPurpose::ResetPassword)?;
        Ok(self.end_token(user, TokenPurpose::VerifyAddress)?)
    }

    fn set_email_verified(&mut self, user: UserId) -> Result<(), StoreError> {
        on!(self, c => diesel::update(users::table.find(user.0))
            .set(users::verified_email_key.eq(users::email_key.nullable()))
            .execute(*c))
        .map(|_| ())
    }

    fn set_pending_email(&mut self, user: UserId, email: Option<&EmailAddress>) -> Result<(), StoreError> {
        let pending = email.map(EmailAddress::as_str);
        on!(self, c => diesel::update(users::table.find(user.0))
            .set(users::pending_email.eq(pending))
            .execute(*c))?;
        self.end_token(user, TokenPurpose::VerifyAddress)
    }

    fn user(&mut self, id: UserId) -> Result<Option<User>, StoreError> {
        on!(self, c => users::table.find(id.0).select(UserRow::as_select()).first(*c).optional())
            .map(|row| row.map(User::from))
    }

    fn user_by_email(&mut self, email: &EmailAddress) -> Result<Option<User>, StoreError> {
        let keys = EmailAddress::stored_keys_of(email.as_str());
        on!(self, c => users::table
            .filter(users::email_key.eq_any(&keys))
            .select(UserRow::as_select())
            .first(*c)
            .optional())
        .map(|row| row.map(User::from))
    }

    fn lock_user(&mut self, id: UserId) -> Result<bool, StoreError> {
        // An update that changes nothing holds the row's lock on PostgreSQL; on SQLite the write is alone anyway. The column is
        // in no unique index: the lock lets pass what only refers to the user (FOR NO KEY UPDATE).
        on!(self, c => diesel::update(users::table.find(id.0))
            .set(users::is_subscribed.eq(users::is_subscribed))
            .execute(*c))
        .map(|rows| rows == 1)
    }

    fn credentials_of(&mut self, user: UserId) -> Result<Option<Credentials>, StoreError> {
        on!(self, c => users::table.find(user.0).select(CredentialsRow::as_select()).first(*c).optional())
            .map(|row| row.map(Credentials::from))
    }

    fn set_password(&mut self, user: UserId, password: &PasswordHash) -> Result<(), StoreError> {
        self.renew_hash(user, password)?;
        self.end_token(user, TokenPurpose::ResetPassword)
    }

    fn set_reminders(&mut self, user: UserId, on: bool) -> Result<bool, StoreError> {
        on!(self, c => diesel::update(users::table.find(user.0))
            .set(users::reminders.eq(on))
            .execute(*c))
        .map(|rows| rows == 1)
    }

    fn renew_hash(&mut self, user: UserId, password: &PasswordHash) -> Result<(), StoreError> {
        let invited: Option<String> = on!(self, c => diesel::update(users::table.find(user.0))
            .set(PasswordColumns::of(password))
            .returning((users::email_key, users::invited_at))
            .get_result::<(String, Option<NaiveDateTime>)>(*c)
            .optional())?
        .and_then(|(email_key, invited_at)| invited_at.map(|_| email_key));
        match invited {
            Some(email_key) => forget_invitation(self, user, &email_key),
            None => Ok(()),
        }
    }

    fn adopt_orders(&mut self, user: UserId, email: &EmailAddress) -> Result<(), StoreError> {
        order_buyers::adopt_orders(self, user, email)
    }
}

impl Store<'_> {
    /// The credentials of the account with a name or an address.
    pub fn credentials(&mut self, name: &SignInName) -> Result<Option<Credentials>, StoreError> {
        on!(self, c => users::table
            .filter(users::username_key.eq(name.username_key()).or(users::email_key.eq_any(name.email_keys())))
            .select(CredentialsRow::as_select())
            .first(*c)
            .optional())
        .map(|row| row.map(Credentials::from))
    }

    /// The work of the imported hashes that are left.
    pub fn imported_work(&mut self) -> Result<ImportedWork, StoreError> {
        let mut left = Vec::new();
        for form in ImportedForm::ALL {
            // One look into an index each; a group would read an entry of every imported account.
            let rounds: Option<i32> = on!(self, c => users::table
                .filter(users::imported_form.eq(form.as_str()))
                .select(max(users::imported_rounds))
                .first(*c))?;
            left.extend(rounds.and_then(|rounds| Some((form, u32::try_from(rounds).ok()?))));
        }
        Ok(ImportedWork::of(left))
    }
}

/// Ends a user's invitation, and takes its mail back if that waits.
fn forget_invitation(store: &mut Store<'_>, user: UserId, email_key: &str) -> Result<(), StoreError> {
    store.end_token(user, TokenPurpose::Invitation)?;
    let mails: Vec<i32> = on!(store, c => outbox::table
        .filter(outbox::address_key.eq(email_key))
        .filter(outbox::kind.eq(MailKind::Invitation.as_str()))
        .filter(outbox::sent_at.is_null())
        .select(outbox::id)
        .load(*c))?;
    forget_mails(store, &mails)
}
