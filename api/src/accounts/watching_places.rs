//! From where the sessions of each account are watched.
//!
//! Decision: kept in memory, by the server that was asked; the proxy of several servers sends a client to one of them. Cost: copies of a
//! cookie that ask different servers are distinguished by each server alone, and a restart loses the places of the last minute.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use accounts::{
    Asked, Place, SessionId, SessionStore, StreamError, StreamLimit, Watcher, WatchingPlaces,
    check_further_device,
};
use chrono::{DateTime, Utc};
use kernel::UserId;

#[derive(Default)]
pub struct PlacesByAccount(Mutex<HashMap<UserId, HashMap<SessionId, WatchingPlaces>>>);

impl PlacesByAccount {
    /// Notes a request of a session from a place; `false` if it is a further device, which [`Self::admit`] decides about.
    pub fn ask(&self, watcher: &Watcher, place: &Place, now: DateTime<Utc>) -> bool {
        let mut accounts = self.accounts();
        let places = accounts.entry(watcher.user).or_default();
        let asked = places.entry(watcher.session).or_default().ask(place, now);
        asked == Asked::SameDevice
    }

    /// [`Self::ask`] where a further device can be counted.
    ///
    /// # Errors
    /// See [`StreamError`]; then the device does not count.
    pub fn admit<S: SessionStore + ?Sized>(
        &self,
        store: &mut S,
        watcher: &Watcher,
        place: &Place,
        limit: StreamLimit,
        now: DateTime<Utc>,
    ) -> Result<(), StreamError> {
        if limit.is_none() || self.ask(watcher, place, now) {
            return Ok(());
        }
        check_further_device(store, watcher, self.rest(limit, watcher, now), now)?;
        let mut accounts = self.accounts();
        let places = accounts.entry(watcher.user).or_default();
        places.entry(watcher.session).or_default().add(place, now);
        Ok(())
    }

    /// What of an account's limit its further devices leave.
    pub fn rest(&self, limit: StreamLimit, watcher: &Watcher, now: DateTime<Utc>) -> StreamLimit {
        let accounts = self.accounts();
        let places = accounts.get(&watcher.user).into_iter().flatten();
        limit.without(places.map(|(_, places)| places.further(now)).sum())
    }

    /// Drops what was a minute ago.
    pub fn forget(&self, now: DateTime<Utc>) {
        self.accounts().retain(|_, sessions| {
            sessions.retain(|_, places| {
                places.forget(now);
                !places.is_empty()
            });
            !sessions.is_empty()
        });
    }

    fn accounts(&self) -> MutexGuard<'_, HashMap<UserId, HashMap<SessionId, WatchingPlaces>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
