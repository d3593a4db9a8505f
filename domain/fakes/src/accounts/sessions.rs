//! Sessions.

use accounts::{
    AccountStore as _, BrowserSeen, NewSession, Session, SessionId, SessionStore, SessionTokenHash, User,
    WatchedVideo,
};
use chrono::{DateTime, Utc};
use kernel::{StoreError, UserId};

use crate::{FakeStore, next_id};

impl SessionStore for FakeStore {
    fn insert_session(&mut self, new: &NewSession) -> Result<(), StoreError> {
        self.accounts.sessions_opened += 1;
        let session = Session {
            id: SessionId(next_id(self.accounts.sessions_opened)),
            device: new.device.clone(),
            created_at: new.created_at,
            last_seen_at: new.created_at,
            expires_at: new.expires_at,
            watching_at: None,
            watching_video: None,
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

    fn renew_session(&mut self, session: SessionId, token: &SessionTokenHash) -> Result<(), StoreError> {
        let rows = self.accounts.sessions.iter_mut();
        rows.filter(|(.., row)| row.id == session)
            .for_each(|(of, ..)| *of = *token);
        Ok(())
    }

    fn touch_session(&mut self, session: SessionId, now: DateTime<Utc>) -> Result<(), StoreError> {
        let rows = self.accounts.sessions.iter_mut();
        rows.filter(|(.., row)| row.id == session)
            .for_each(|(.., row)| row.last_seen_at = now);
        Ok(())
    }

    fn set_watching(&mut self, session: SessionId, now: DateTime<Utc>) -> Result<(), StoreError> {
        let rows = self.accounts.sessions.iter_mut();
        rows.filter(|(.., row)| row.id == session).for_each(|(.., row)| {
            row.watching_at = Some(now);
            row.watching_video = None;
        });
        Ok(())
    }

    fn set_watched_video(&mut self, session: SessionId, video: WatchedVideo) -> Result<(), StoreError> {
        let rows = self.accounts.sessions.iter_mut();
        rows.filter(|(.., row)| row.id == session)
            .for_each(|(.., row)| row.watching_video = Some(video));
        Ok(())
    }

    fn keep_watching(
        &mut self,
        session: SessionId,
        at: DateTime<Utc>,
        since: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let rows = self.accounts.sessions.iter_mut();
        rows.filter(|(.., row)| row.id == session && row.watching_at > Some(since))
            .for_each(|(.., row)| row.watching_at = row.watching_at.max(Some(at)));
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

    fn purge_sessions(
        &mut self,
        now: DateTime<Utc>,
        idle_since: DateTime<Utc>,
        limit: i64,
    ) -> Result<usize, StoreError> {
        let mut left = limit;
        let before = self.accounts.sessions.len();
        self.accounts.sessions.retain(|(.., row)| {
            let has_ended = row.expires_at <= now || row.last_seen_at <= idle_since;
            left -= i64::from(has_ended);
            !has_ended || left < 0
        });
        Ok(before - self.accounts.sessions.len())
    }
}
