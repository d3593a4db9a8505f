//! Users, sessions and reset tokens as rows.

use ::mail::EmailAddress;
use accounts::{
    AccountStore, BrowserSeen, Credentials, Device, DiscordUserId, NameTaken, NewSession, NewUser,
    PasswordHash, ResetTokenHash, Session, SessionId, SessionTokenHash, SignInName, User, UserRecord,
    Username,
};
use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use kernel::{StoreError, UserId};

use crate::{
    Store, discord_queue,
    errors::{broken_unique, unexpected},
    order_lists,
    schema::{known_browsers, sessions, users},
    store::{on, try_on},
    times::{loaded, stored},
};

type UserRow = (i32, String, String, Option<String>);
type SessionRow = (i32, String, NaiveDateTime, NaiveDateTime, NaiveDateTime);
type RecordRow = (UserRow, NaiveDateTime, bool, Option<NaiveDateTime>, String);

macro_rules! user_columns {
    () => {
        (users::id, users::username, users::email, users::discord_user_id)
    };
}

macro_rules! session_columns {
    () => {
        (
            sessions::id,
            sessions::device,
            sessions::created_at,
            sessions::last_seen_at,
            sessions::expires_at,
        )
    };
}

macro_rules! record_columns {
    () => {
        (
            user_columns!(),
            users::created_at,
            users::is_subscribed,
            users::subscription_ends,
            users::discord_roles,
        )
    };
}

fn user((id, username, email, discord): UserRow) -> User {
    User {
        id: UserId(id),
        username,
        email,
        discord_user_id: discord.map(DiscordUserId),
    }
}

fn session((id, device, created, seen, expires): SessionRow) -> Session {
    Session {
        id: SessionId(id),
        device: Device::named(&device),
        created_at: loaded(created),
        last_seen_at: loaded(seen),
        expires_at: loaded(expires),
    }
}

fn record((row, created, is_subscribed, ends, roles): RecordRow) -> Result<UserRecord, StoreError> {
    Ok(UserRecord {
        user: user(row),
        created_at: loaded(created),
        is_subscribed,
        subscription_ends: ends.map(loaded),
        discord_roles: serde_json::from_str(&roles).map_err(|error| StoreError::Fault(Box::new(error)))?,
    })
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
        let row = (
            users::username.eq(new.username.as_str()),
            users::username_key.eq(new.username.key()),
            users::email.eq(new.email.as_str()),
            users::email_key.eq(new.email.key()),
            users::password.eq(new.password.as_str()),
            users::created_at.eq(stored(now)),
        );
        try_on!(self, c => diesel::insert_into(users::table).values(row).returning(users::id).get_result(*c))
            .map(UserId)
            .map_err(name_taken)
    }

    fn set_names(
        &mut self,
        user: UserId,
        username: &Username,
        email: &EmailAddress,
    ) -> Result<(), NameTaken> {
        let row = (
            users::username.eq(username.as_str()),
            users::username_key.eq(username.key()),
            users::email.eq(email.as_str()),
            users::email_key.eq(email.key()),
            users::reset_token.eq(None::<Vec<u8>>),
            users::reset_token_expiry.eq(None::<NaiveDateTime>),
        );
        try_on!(self, c => diesel::update(users::table.find(user.0)).set(row).execute(*c))
            .map(|_| ())
            .map_err(name_taken)
    }

    fn user(&mut self, id: UserId) -> Result<Option<User>, StoreError> {
        on!(self, c => users::table.find(id.0).select(user_columns!()).first::<UserRow>(*c).optional())
            .map(|row| row.map(user))
    }

    fn lock_user(&mut self, id: UserId) -> Result<bool, StoreError> {
        // An update that changes nothing holds the row's lock on PostgreSQL; on SQLite the write is alone anyway.
        on!(self, c => diesel::update(users::table.find(id.0)).set(users::id.eq(id.0)).execute(*c))
            .map(|rows| rows == 1)
    }

    fn credentials(&mut self, name: &SignInName) -> Result<Option<Credentials>, StoreError> {
        let row = on!(self, c => users::table
            .filter(users::username_key.eq(name.username_key()).or(users::email_key.eq(name.email_key())))
            .select((users::id, users::password))
            .first::<(i32, String)>(*c)
            .optional())?;
        Ok(row.map(|(id, phc)| Credentials {
            user: UserId(id),
            password: PasswordHash::stored(phc),
        }))
    }

    fn credentials_of(&mut self, user: UserId) -> Result<Option<Credentials>, StoreError> {
        let row =
            on!(self, c => users::table.find(user.0).select(users::password).first::<String>(*c).optional())?;
        Ok(row.map(|phc| Credentials {
            user,
            password: PasswordHash::stored(phc),
        }))
    }

    fn set_password(&mut self, user: UserId, password: &PasswordHash) -> Result<(), StoreError> {
        on!(self, c => diesel::update(users::table.find(user.0))
            .set((
                users::password.eq(password.as_str()),
                users::reset_token.eq(None::<Vec<u8>>),
                users::reset_token_expiry.eq(None::<NaiveDateTime>),
            ))
            .execute(*c))
        .map(|_| ())
    }

    fn insert_session(&mut self, new: &NewSession) -> Result<(), StoreError> {
        let row = (
            sessions::token_hash.eq(&new.token.0[..]),
            sessions::user_id.eq(new.user.0),
            sessions::device.eq(new.device.as_str()),
            sessions::created_at.eq(stored(new.created_at)),
            sessions::last_seen_at.eq(stored(new.created_at)),
            sessions::expires_at.eq(stored(new.expires_at)),
        );
        on!(self, c => diesel::insert_into(sessions::table).values(row).execute(*c)).map(|_| ())
    }

    fn remember_browser(
        &mut self,
        user: UserId,
        name: &str,
        now: DateTime<Utc>,
    ) -> Result<BrowserSeen, StoreError> {
        let row = (
            known_browsers::user_id.eq(user.0),
            known_browsers::name.eq(name),
            known_browsers::first_seen_at.eq(stored(now)),
        );
        let new = on!(self, c => diesel::insert_into(known_browsers::table)
            .values(row)
            .on_conflict_do_nothing()
            .execute(*c))?;
        if new == 0 {
            return Ok(BrowserSeen::Before);
        }
        let known: i64 = on!(self, c => known_browsers::table
            .filter(known_browsers::user_id.eq(user.0))
            .count()
            .get_result(*c))?;
        Ok(if known == 1 {
            BrowserSeen::First
        } else {
            BrowserSeen::Never
        })
    }

    fn session(&mut self, token: &SessionTokenHash) -> Result<Option<(Session, User)>, StoreError> {
        let row = on!(self, c => sessions::table
            .inner_join(users::table)
            .filter(sessions::token_hash.eq(&token.0[..]))
            .select((session_columns!(), user_columns!()))
            .first::<(SessionRow, UserRow)>(*c)
            .optional())?;
        Ok(row.map(|(s, u)| (session(s), user(u))))
    }

    fn sessions(&mut self, user: UserId) -> Result<Vec<Session>, StoreError> {
        let rows = on!(self, c => sessions::table
            .filter(sessions::user_id.eq(user.0))
            .order((sessions::last_seen_at.desc(), sessions::id.desc()))
            .select(session_columns!())
            .load::<SessionRow>(*c))?;
        Ok(rows.into_iter().map(session).collect())
    }

    fn touch_session(&mut self, session: SessionId, now: DateTime<Utc>) -> Result<(), StoreError> {
        on!(self, c => diesel::update(sessions::table.find(session.0))
            .set(sessions::last_seen_at.eq(stored(now)))
            .execute(*c))
        .map(|_| ())
    }

    fn delete_session(&mut self, token: &SessionTokenHash) -> Result<(), StoreError> {
        on!(self, c => diesel::delete(sessions::table.filter(sessions::token_hash.eq(&token.0[..]))).execute(*c))
            .map(|_| ())
    }

    fn delete_session_of(&mut self, user: UserId, session: SessionId) -> Result<bool, StoreError> {
        on!(self, c => diesel::delete(sessions::table.find(session.0).filter(sessions::user_id.eq(user.0))).execute(*c))
            .map(|rows| rows == 1)
    }

    fn delete_sessions(&mut self, user: UserId, but: Option<SessionId>) -> Result<usize, StoreError> {
        // Numbers start at 1, so 0 spares none.
        let spared = but.map_or(0, |session| session.0);
        on!(self, c => diesel::delete(
            sessions::table.filter(sessions::user_id.eq(user.0)).filter(sessions::id.ne(spared))
        )
        .execute(*c))
    }

    fn trim_sessions(&mut self, user: UserId, keep: usize) -> Result<(), StoreError> {
        let keep = i64::try_from(keep).unwrap_or(i64::MAX);
        let surplus = on!(self, c => sessions::table
            .filter(sessions::user_id.eq(user.0))
            .order((sessions::last_seen_at.desc(), sessions::id.desc()))
            .offset(keep)
            .limit(1_000)
            .select(sessions::id)
            .load::<i32>(*c))?;
        if surplus.is_empty() {
            return Ok(());
        }
        on!(self, c => diesel::delete(sessions::table.filter(sessions::id.eq_any(surplus))).execute(*c))
            .map(|_| ())
    }

    fn purge_sessions(&mut self, now: DateTime<Utc>, idle_since: DateTime<Utc>) -> Result<usize, StoreError> {
        on!(self, c => diesel::delete(sessions::table.filter(
            sessions::expires_at.le(stored(now)).or(sessions::last_seen_at.le(stored(idle_since)))
        ))
        .execute(*c))
    }

    fn set_reset_token(
        &mut self,
        user: UserId,
        token: &ResetTokenHash,
        expires: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        on!(self, c => diesel::update(users::table.find(user.0))
            .set((users::reset_token.eq(&token.0[..]), users::reset_token_expiry.eq(stored(expires))))
            .execute(*c))
        .map(|_| ())
    }

    fn user_of_reset_token(
        &mut self,
        token: &ResetTokenHash,
        now: DateTime<Utc>,
    ) -> Result<Option<UserId>, StoreError> {
        on!(self, c => users::table
            .filter(users::reset_token.eq(&token.0[..]))
            .filter(users::reset_token_expiry.gt(stored(now)))
            .select(users::id)
            .first::<i32>(*c)
            .optional())
        .map(|id| id.map(UserId))
    }

    fn take_reset_token(
        &mut self,
        token: &ResetTokenHash,
        now: DateTime<Utc>,
    ) -> Result<Option<UserId>, StoreError> {
        on!(self, c => diesel::update(
            users::table
                .filter(users::reset_token.eq(&token.0[..]))
                .filter(users::reset_token_expiry.gt(stored(now)))
        )
        .set((users::reset_token.eq(None::<Vec<u8>>), users::reset_token_expiry.eq(None::<NaiveDateTime>)))
        .returning(users::id)
        .get_result::<i32>(*c)
        .optional())
        .map(|id| id.map(UserId))
    }

    fn user_by_email(&mut self, email: &EmailAddress) -> Result<Option<User>, StoreError> {
        let key = email.key();
        on!(self, c => users::table
            .filter(users::email_key.eq(&key))
            .select(user_columns!())
            .first::<UserRow>(*c)
            .optional())
        .map(|row| row.map(user))
    }

    fn user_records(&mut self) -> Result<Vec<UserRecord>, StoreError> {
        on!(self, c => users::table.order(users::id).select(record_columns!()).load::<RecordRow>(*c))?
            .into_iter()
            .map(record)
            .collect()
    }

    fn user_record(&mut self, name: &str) -> Result<Option<UserRecord>, StoreError> {
        let by_name = on!(self, c => users::table
            .filter(
                users::username_key.eq(Username::key_of(name)).or(users::email_key.eq(EmailAddress::key_of(name)))
            )
            .select(record_columns!())
            .first::<RecordRow>(*c)
            .optional())?;
        let found = match (by_name, name.parse::<i32>()) {
            (None, Ok(id)) => on!(self, c => users::table
                .find(id)
                .select(record_columns!())
                .first::<RecordRow>(*c)
                .optional())?,
            (found, _) => found,
        };
        found.map(record).transpose()
    }

    fn delete_user(&mut self, user: UserId) -> Result<bool, StoreError> {
        // Their orders first, as by whoever hears of a payment.
        order_lists::lock_orders_of(self, user)?;
        // The queue outlives the user: roles leave the account that was theirs.
        self.lock_user(user)?;
        discord_queue::enqueue_user(self, user)?;
        on!(self, c => diesel::delete(users::table.find(user.0)).execute(*c)).map(|rows| rows == 1)
    }
}
