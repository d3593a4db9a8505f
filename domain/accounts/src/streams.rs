//! Watching at once: on how many devices an account may, and on which it does.
//!
//! A device is a sign-in's session: a copied cookie counts as one device. It counts for 60 seconds after its claim, which a request for media
//! or a report of a position renews. A device that counts is never refused; a further one is refused while as many count as the account may have.
//!
//! Decision: the claim is the time in a column of the session, so that servers which share a database agree and the device of an ended
//! session no longer counts. It is written under the lock of the user's row, and only where it is over [`CLAIM_RENEWED`] old: a device that
//! watches writes twice a minute, whatever it requests. Cost: a device stops counting 30 to 60 seconds after its last request.

#[cfg(test)]
mod tests;

use std::{fmt, num::NonZeroU32};

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{StoreError, UserId, VideoId};

use crate::{AccountStore, Device, Session, SessionId, SessionUse, SignedIn};

/// A device counts for this long after its claim (contract, "Calls, added").
pub const WATCHING_LASTS: TimeDelta = TimeDelta::seconds(60);
/// A claim that is older is written again. The rest of a minute is enough for a player that requests and reports every ten seconds.
const CLAIM_RENEWED: TimeDelta = TimeDelta::seconds(30);

/// On how many devices an account may watch at once (contract, `PORTAL_STREAMS_PER_ACCOUNT`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StreamLimit(Option<NonZeroU32>);

impl StreamLimit {
    pub const NONE: Self = Self(None);

    /// 0 is no limit.
    #[must_use]
    pub fn of(devices: u32) -> Self {
        Self(NonZeroU32::new(devices))
    }

    #[must_use]
    pub fn is_none(self) -> bool {
        self.0.is_none()
    }

    fn is_reached_by(self, devices: usize) -> bool {
        self.0
            .is_some_and(|limit| u32::try_from(devices).is_ok_and(|devices| devices >= limit.get()))
    }
}

/// A signed-in device that asks to watch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Watcher {
    pub user: UserId,
    pub session: SessionId,
    /// [`Session::watching_at`].
    pub watching_at: Option<DateTime<Utc>>,
}

impl Watcher {
    /// Whether its claim is so young that it may watch and nothing is written.
    #[must_use]
    pub fn has_claim(&self, now: DateTime<Utc>) -> bool {
        is_within(self.watching_at, CLAIM_RENEWED, now)
    }
}

impl From<&SessionUse> for Watcher {
    fn from(caller: &SessionUse) -> Self {
        Self {
            user: caller.user,
            session: caller.session,
            watching_at: caller.watching_at,
        }
    }
}

impl From<&SignedIn> for Watcher {
    fn from(me: &SignedIn) -> Self {
        Self {
            user: me.user.id,
            session: me.session,
            watching_at: me.watching_at,
        }
    }
}

impl Session {
    /// Whether the device counts as watching at `now`.
    #[must_use]
    pub fn is_watching(&self, now: DateTime<Utc>) -> bool {
        self.is_live(now) && is_within(self.watching_at, WATCHING_LASTS, now)
    }
}

/// A time that is as far ahead is a clock's error and no reason to count for longer.
fn is_within(watching_at: Option<DateTime<Utc>>, span: TimeDelta, now: DateTime<Utc>) -> bool {
    watching_at.is_some_and(|at| (now - at).abs() < span)
}

#[derive(Debug, thiserror::Error)]
pub enum StreamError {
    #[error("the account watches on as many devices as it may: {0}")]
    TooMany(WatchingDevices),
    #[error("the session has ended")]
    SessionEnded,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The devices that watch; displayed as a person reads them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WatchingDevices(Vec<Device>);

impl fmt::Display for WatchingDevices {
    /// Such as "Chrome on Linux and Firefox on Windows".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names: Vec<(String, usize)> = Vec::new();
        for name in self.0.iter().map(Device::name) {
            match names.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => names.push((name, 1)),
            }
        }
        let last = names.len().saturating_sub(1);
        for (place, (name, count)) in names.iter().enumerate() {
            let before = match place {
                0 => "",
                _ if place == last => " and ",
                _ => ", ",
            };
            write!(f, "{before}{name}")?;
            if *count > 1 {
                write!(f, " ({count} devices)")?;
            }
        }
        Ok(())
    }
}

/// Lets a device watch a video, or refuses it. Of devices that ask at the same moment, as many are let in as the limit leaves. Writes
/// nothing where the device has a young claim, whichever video that is of.
///
/// # Errors
/// See [`StreamError`]; then nothing is changed.
pub fn claim_stream(
    store: &mut dyn AccountStore,
    watcher: &Watcher,
    video: VideoId,
    limit: StreamLimit,
    now: DateTime<Utc>,
) -> Result<(), StreamError> {
    if limit.is_none() || watcher.has_claim(now) {
        return Ok(());
    }
    store.lock_user(watcher.user)?;
    check_stream(store, watcher, limit, now)?;
    store.set_watching(watcher.session, video, now)?;
    Ok(())
}

/// Whether a device could watch now, where nothing can be written; the device is not added.
///
/// # Errors
/// See [`StreamError`].
pub fn check_stream(
    store: &mut dyn AccountStore,
    watcher: &Watcher,
    limit: StreamLimit,
    now: DateTime<Utc>,
) -> Result<(), StreamError> {
    check_place(&store.sessions(watcher.user)?, watcher.session, limit, now)
}

/// Whether the device of one of an account's sessions could watch now, beside those of the others.
fn check_place(
    sessions: &[Session],
    of: SessionId,
    limit: StreamLimit,
    now: DateTime<Utc>,
) -> Result<(), StreamError> {
    let own = sessions
        .iter()
        .find(|session| session.id == of)
        .ok_or(StreamError::SessionEnded)?;
    let others: Vec<_> = sessions
        .iter()
        .filter(|session| session.id != of && session.is_watching(now))
        .collect();
    if own.is_watching(now) || !limit.is_reached_by(others.len()) {
        return Ok(());
    }
    let devices = others.into_iter().map(|session| session.device.clone());
    Err(StreamError::TooMany(WatchingDevices(devices.collect())))
}

/// The devices that watch now, where they are as many as the account may have: a further one is refused.
#[must_use]
pub fn watching_devices(
    sessions: &[Session],
    limit: StreamLimit,
    now: DateTime<Utc>,
) -> Option<WatchingDevices> {
    let watching = sessions.iter().filter(|session| session.is_watching(now));
    let devices: Vec<_> = watching.map(|session| session.device.clone()).collect();
    limit
        .is_reached_by(devices.len())
        .then_some(WatchingDevices(devices))
}
