//! Users, sessions and reset tokens.

use accounts::{
    AccountStore, BrowserSeen, Credentials, NameTaken, NewSession, NewUser, PasswordHash, ResetTokenHash,
    ResetTokenStore, Session, SessionId, SessionStore, SessionTokenHash, SignInName, StaffUserStore, User,
    UserRecord, Username,
};
use chrono::{DateTime, Utc};
use courses::subscription;
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
    reset_tokens: Vec<(UserId, ResetTokenHash, DateTime<Utc>)>,
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

    fn end_reset_token(&mut self, user: UserId) {
        self.reset_tokens.retain(|(of, ..)| *of != user);
    }

    fn check_names(
        &self,
        user: Option<UserId>,
        name: &Username,
        email: &EmailAddress,
    ) -> Result<(), NameTaken> {
        for row in self.present().filter(|row| Some(row.user.id) != user) {
            if Username::key_of(&row.user.username) == name.key() {
                return Err(NameTaken::Username);
            }
            if EmailAddress::key_of(&row.user.email) == email.key() {
                return Err(NameTaken::Email);
            }
        }
        Ok(())
    }
}

impl AccountStore for FakeStore {
    fn insert_user(&mut self, new: &NewUser, now: DateTime<Utc>) -> Result<UserId, NameTaken> {
        self.accounts.check_names(None, &new.username, &new.email)?;
        let id = UserId(next_id(self.accounts.users.len()));
        self.accounts.users.push(UserRow {
            user: User {
                id,
                username: new.username.as_str().to_owned(),
                email: new.email.as_str().to_owned(),
                discord_user_id: None,
            },
            password: new.password.clone(),
            created_at: now,
            discord_roles: Vec::new(),
            deleted: false,
        });
        Ok(id)
    }

    fn set_names(
        &mut self,
        user: UserId,
        username: &Username,
        email: &EmailAddress,
    ) -> Result<(), NameTaken> {
        self.accounts.check_names(Some(user), username, email)?;
        if let Some(row) = self.accounts.row(user) {
            username.as_str().clone_into(&mut row.user.username);
            email.as_str().clone_into(&mut row.user.email);
        }
        self.accounts.end_reset_token(user);
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
}

impl SessionStore for FakeStore {
    fn insert_session(&mut self, new: &NewSession) -> Result<(), StoreError> {
        self.accounts.sessions_opened += 1;
        let session = Session {
            id: SessionId(next_id(self.accounts.sessions_opened)),
            device: new.device.clone(),
            created_at: new.created_at,
            last_seen_at: new.created_at,
            expires_at: new.expires_at,
        };
        self.accounts.sessions.push((new.token, new.user, session));
        Ok(())
    }

    fn remember_browser(
        &mut self,
        user: UserId,
        name: &str,
        _: DateTime<Utc>,
    ) -> Result<BrowserSeen, StoreError> {
        let own = self.accounts.browsers.iter().filter(|(of, _)| *of == user);
        let own: Vec<&str> = own.map(|(_, known)| known.as_str()).collect();
        if own.contains(&name) {
            return Ok(BrowserSeen::Before);
        }
        let seen = if own.is_empty() {
            BrowserSeen::First
        } else {
            BrowserSeen::Never
        };
        self.accounts.browsers.push((user, name.to_owned()));
        Ok(seen)
    }

    fn session(&mut self, token: &SessionTokenHash) -> Result<Option<(Session, User)>, StoreError> {
        let found = self
            .accounts
            .sessions
            .iter()
            .find(|(of, ..)| of == token)
            .cloned();
        let Some((_, user, session)) = found else {
            return Ok(None);
        };
        Ok(self.user(user)?.map(|user| (session, user)))
    }

    fn sessions(&mut self, user: UserId) -> Result<Vec<Session>, StoreError> {
        let own = self.accounts.sessions.iter().filter(|(_, of, _)| *of == user);
        let mut own: Vec<Session> = own.map(|(.., session)| session.clone()).collect();
        own.sort_by_key(|session| std::cmp::Reverse(session.last_seen_at));
        Ok(own)
    }

    fn touch_session(&mut self, session: SessionId, now: DateTime<Utc>) -> Result<(), StoreError> {
        let rows = self.accounts.sessions.iter_mut();
        rows.filter(|(.., row)| row.id == session)
            .for_each(|(.., row)| row.last_seen_at = now);
        Ok(())
    }

    fn delete_session(&mut self, token: &SessionTokenHash) -> Result<(), StoreError> {
        self.accounts.sessions.retain(|(of, ..)| of != token);
        Ok(())
    }

    fn delete_session_of(&mut self, user: UserId, session: SessionId) -> Result<bool, StoreError> {
        let before = self.accounts.sessions.len();
        self.accounts
            .sessions
            .retain(|(_, of, row)| (*of, row.id) != (user, session));
        Ok(self.accounts.sessions.len() < before)
    }

    fn delete_sessions(&mut self, user: UserId, but: Option<SessionId>) -> Result<usize, StoreError> {
        let before = self.accounts.sessions.len();
        self.accounts
            .sessions
            .retain(|(_, of, row)| *of != user || Some(row.id) == but);
        Ok(before - self.accounts.sessions.len())
    }

    fn trim_sessions(&mut self, user: UserId, keep: usize) -> Result<(), StoreError> {
        let kept: Vec<SessionId> = self
            .sessions(user)?
            .into_iter()
            .take(keep)
            .map(|row| row.id)
            .collect();
        self.accounts
            .sessions
            .retain(|(_, of, row)| *of != user || kept.contains(&row.id));
        Ok(())
    }

    fn purge_sessions(&mut self, now: DateTime<Utc>, idle_since: DateTime<Utc>) -> Result<usize, StoreError> {
        let before = self.accounts.sessions.len();
        self.accounts
            .sessions
            .retain(|(.., row)| row.expires_at > now && row.last_seen_at > idle_since);
        Ok(before - self.accounts.sessions.len())
    }
}

impl ResetTokenStore for FakeStore {
    fn set_reset_token(
        &mut self,
        user: UserId,
        token: &ResetTokenHash,
        expires: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        self.accounts.end_reset_token(user);
        self.accounts.reset_tokens.push((user, *token, expires));
        Ok(())
    }

    fn user_of_reset_token(
        &mut self,
        token: &ResetTokenHash,
        now: DateTime<Utc>,
    ) -> Result<Option<UserId>, StoreError> {
        let tokens = &self.accounts.reset_tokens;
        let found = tokens
            .iter()
            .find(|(_, of, expires)| of == token && *expires > now);
        Ok(found
            .map(|(user, ..)| *user)
            .filter(|user| self.accounts.row(*user).is_some()))
    }

    fn take_reset_token(
        &mut self,
        token: &ResetTokenHash,
        now: DateTime<Utc>,
    ) -> Result<Option<UserId>, StoreError> {
        let tokens = &mut self.accounts.reset_tokens;
        let found = tokens
            .iter()
            .find(|(_, of, expires)| of == token && *expires > now);
        let user = found.map(|(user, ..)| *user);
        tokens.retain(|(of, ..)| Some(*of) != user);
        Ok(user.filter(|user| self.accounts.row(*user).is_some()))
    }
}

impl StaffUserStore for FakeStore {
    fn user_records(&mut self) -> Result<Vec<UserRecord>, StoreError> {
        let records = self.accounts.present().map(|row| {
            let grants = self
                .courses
                .grants
                .iter()
                .filter(|grant| grant.user == row.user.id);
            let subscription = subscription(grants.map(|row| row.grant.expires_at));
            UserRecord {
                user: row.user.clone(),
                created_at: row.created_at,
                is_subscribed: subscription.is_subscribed,
                subscription_ends: subscription.ends,
                discord_roles: row.discord_roles.clone(),
            }
        });
        Ok(records.collect())
    }

    fn user_record(&mut self, name: &str) -> Result<Option<UserRecord>, StoreError> {
        let records = self.user_records()?;
        Ok(records.into_iter().find(|record| {
            record.user.id.0.to_string() == name
                || Username::key_of(&record.user.username) == Username::key_of(name)
                || EmailAddress::key_of(&record.user.email) == EmailAddress::key_of(name)
        }))
    }

    fn delete_user(&mut self, user: UserId) -> Result<bool, StoreError> {
        let Some(row) = self.accounts.row(user) else {
            return Ok(false);
        };
        row.deleted = true;
        let account = row.user.discord_user_id.take();
        self.accounts.sessions.retain(|(_, of, _)| *of != user);
        self.courses.grants.retain(|grant| grant.user != user);
        self.orders.forget_user(user);
        if let Some(account) = account {
            self.discord.enqueue(&account);
        }
        Ok(true)
    }
}
