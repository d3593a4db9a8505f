//! Users; their sessions, and what staff do with them, are in the folder beside it.

mod sessions;
mod staff_users;

use accounts::{
    AccountStore, Credentials, NameTaken, NewUser, PasswordHash, ResetTokenHash, ResetTokenSent, Session,
    SessionTokenHash, SignInName, User, Username, VerifyTokenHash,
};
use chrono::{DateTime, Utc};
use kernel::{StoreError, UserId};
use mail::EmailAddress;

use crate::{FakeStore, next_id};

/// The rows of accounts.
#[derive(Clone, Default)]
pub struct AccountRows {
    /// Every user that was ever inserted; a deleted one is marked, so that no id is used twice.
    pub users: Vec<UserRow>,
    pub sessions: Vec<(SessionTokenHash, UserId, Session)>,
    browsers: Vec<(UserId, String)>,
    pub(crate) reset_tokens: Vec<(UserId, ResetTokenHash, ResetTokenSent, DateTime<Utc>)>,
    /// With the form of the address that each proves.
    pub(crate) verify_tokens: Vec<(UserId, VerifyTokenHash, String, DateTime<Utc>)>,
    sessions_opened: usize,
}

#[derive(Clone)]
pub struct UserRow {
    pub user: User,
    pub password: PasswordHash,
    pub created_at: DateTime<Utc>,
    pub discord_roles: Vec<String>,
    deleted: bool,
}

impl AccountRows {
    pub(crate) fn present(&self) -> impl Iterator<Item = &UserRow> {
        self.users.iter().filter(|row| !row.deleted)
    }

    pub(crate) fn row(&mut self, user: UserId) -> Option<&mut UserRow> {
        self.users
            .iter_mut()
            .find(|row| row.user.id == user && !row.deleted)
    }

    pub(crate) fn end_reset_token(&mut self, user: UserId) {
        self.reset_tokens.retain(|(of, ..)| *of != user);
    }

    fn check_username(&self, user: Option<UserId>, name: &Username) -> Result<(), NameTaken> {
        let mut others = self.present().filter(|row| Some(row.user.id) != user);
        match others.any(|row| Username::key_of(&row.user.username) == name.key()) {
            true => Err(NameTaken::Username),
            false => Ok(()),
        }
    }

    fn check_email(&self, user: Option<UserId>, email: &EmailAddress) -> Result<(), NameTaken> {
        let mut others = self.present().filter(|row| Some(row.user.id) != user);
        match others.any(|row| EmailAddress::key_of(&row.user.email) == email.key()) {
            true => Err(NameTaken::Email),
            false => Ok(()),
        }
    }

    pub(crate) fn end_verify_token(&mut self, user: UserId) {
        self.verify_tokens.retain(|(of, ..)| *of != user);
    }
}

impl AccountStore for FakeStore {
    fn insert_user(&mut self, new: &NewUser, now: DateTime<Utc>) -> Result<UserId, NameTaken> {
        self.accounts.check_username(None, &new.username)?;
        self.accounts.check_email(None, &new.email)?;
        let id = UserId(next_id(self.accounts.users.len()));
        self.accounts.users.push(UserRow {
            user: User {
                id,
                username: new.username.as_str().to_owned(),
                email: new.email.as_str().to_owned(),
                email_verified: false,
                pending_email: None,
                discord_user_id: None,
                second_factor: false,
            },
            password: new.password.clone(),
            created_at: now,
            discord_roles: Vec::new(),
            deleted: false,
        });
        Ok(id)
    }

    fn set_username(&mut self, user: UserId, username: &Username) -> Result<(), NameTaken> {
        self.accounts.check_username(Some(user), username)?;
        if let Some(row) = self.accounts.row(user) {
            username.as_str().clone_into(&mut row.user.username);
        }
        Ok(())
    }

    fn set_email(&mut self, user: UserId, email: &EmailAddress) -> Result<(), NameTaken> {
        self.accounts.check_email(Some(user), email)?;
        if let Some(row) = self.accounts.row(user) {
            row.user.email_verified &= EmailAddress::key_of(&row.user.email) == email.key();
            email.as_str().clone_into(&mut row.user.email);
            row.user.pending_email = None;
        }
        self.accounts.end_reset_token(user);
        self.accounts.end_verify_token(user);
        Ok(())
    }

    fn set_email_verified(&mut self, user: UserId) -> Result<(), StoreError> {
        if let Some(row) = self.accounts.row(user) {
            row.user.email_verified = true;
        }
        Ok(())
    }

    fn set_pending_email(&mut self, user: UserId, email: Option<&EmailAddress>) -> Result<(), StoreError> {
        if let Some(row) = self.accounts.row(user) {
            row.user.pending_email = email.map(|email| email.as_str().to_owned());
        }
        self.accounts.end_verify_token(user);
        Ok(())
    }

    fn user(&mut self, user: UserId) -> Result<Option<User>, StoreError> {
        Ok(self.accounts.row(user).map(|row| row.user.clone()))
    }

    fn user_by_email(&mut self, email: &EmailAddress) -> Result<Option<User>, StoreError> {
        let mut users = self.accounts.present().map(|row| &row.user);
        Ok(users
            .find(|user| EmailAddress::key_of(&user.email) == email.key())
            .cloned())
    }

    fn lock_user(&mut self, user: UserId) -> Result<bool, StoreError> {
        Ok(self.accounts.row(user).is_some())
    }

    fn credentials(&mut self, name: &SignInName) -> Result<Option<Credentials>, StoreError> {
        let found = self.accounts.present().find(|row| {
            Username::key_of(&row.user.username) == name.username_key()
                || EmailAddress::key_of(&row.user.email) == name.email_key()
        });
        Ok(found.map(|row| Credentials {
            user: row.user.id,
            password: row.password.clone(),
        }))
    }

    fn credentials_of(&mut self, user: UserId) -> Result<Option<Credentials>, StoreError> {
        Ok(self.accounts.row(user).map(|row| Credentials {
            user,
            password: row.password.clone(),
        }))
    }

    fn set_password(&mut self, user: UserId, password: &PasswordHash) -> Result<(), StoreError> {
        if let Some(row) = self.accounts.row(user) {
            row.password = password.clone();
        }
        self.accounts.end_reset_token(user);
        Ok(())
    }

    fn renew_hash(&mut self, user: UserId, password: &PasswordHash) -> Result<(), StoreError> {
        if let Some(row) = self.accounts.row(user) {
            row.password = password.clone();
        }
        Ok(())
    }
}
