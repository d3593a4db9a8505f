//! When the devices that count as watching last asked, until it is written down.

use std::{
    collections::{BTreeMap, HashSet},
    sync::{Mutex, PoisonError},
};

use accounts::{SessionId, Watcher};
use chrono::{DateTime, Utc};
use kernel::{UserId, VideoId};

/// When the devices that count last asked; written down by [`crate::workers::watching`].
#[derive(Default)]
pub struct WatchingNotes(Mutex<BTreeMap<SessionId, Note>>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Note {
    pub session: SessionId,
    user: UserId,
    pub at: DateTime<Utc>,
    /// `None` if only media were requested since the last note.
    pub video: Option<VideoId>,
}

impl WatchingNotes {
    pub fn add(&self, watcher: &Watcher, video: Option<VideoId>, at: DateTime<Utc>) {
        self.put(Note {
            session: watcher.session,
            user: watcher.user,
            at,
            video,
        });
    }

    /// Keeps the later of two notes of one device, and what it last said to watch.
    pub fn put(&self, note: Note) {
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = notes.entry(note.session).or_insert(note);
        if note.at >= kept.at {
            kept.at = note.at;
            kept.video = note.video.or(kept.video);
        }
    }

    /// Takes all notes, by number, in groups without two sessions of one user: a transaction that writes such a group never holds
    /// one session while it waits for another that the user's own change is about to end.
    pub fn take_groups(&self) -> Vec<Vec<Note>> {
        let notes = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        let mut left: Vec<Note> = notes.into_values().collect();
        let mut groups = Vec::new();
        while !left.is_empty() {
            let mut users = HashSet::new();
            let (group, rest) = left.into_iter().partition(|note| users.insert(note.user));
            groups.push(group);
            left = rest;
        }
        groups
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;

    fn watcher(user: i32, session: i32) -> Watcher {
        Watcher {
            user: UserId(user),
            session: SessionId(session),
            watching_at: None,
        }
    }

    #[test]
    fn the_latest_note_of_a_device_is_kept_and_taken_once() {
        let (notes, now) = (WatchingNotes::default(), DateTime::UNIX_EPOCH);
        for seconds in [5, 9, 7] {
            let video = (seconds != 9).then_some(VideoId(seconds as i32));
            notes.add(&watcher(1, 1), video, now + TimeDelta::seconds(seconds));
        }
        let groups = notes.take_groups();
        assert_eq!(groups.len(), 1);
        assert_eq!(groups[0].len(), 1);
        assert_eq!(groups[0][0].at, now + TimeDelta::seconds(9));
        assert_eq!(groups[0][0].video, Some(VideoId(5)), "what was said last before");
        assert!(notes.take_groups().is_empty());
    }

    #[test]
    fn no_group_holds_two_devices_of_one_user() {
        let notes = WatchingNotes::default();
        for (user, session) in [(1, 4), (1, 3), (2, 2), (1, 1)] {
            notes.add(&watcher(user, session), None, DateTime::UNIX_EPOCH);
        }
        let sessions: Vec<Vec<i32>> = notes
            .take_groups()
            .iter()
            .map(|group| group.iter().map(|note| note.session.0).collect())
            .collect();
        assert_eq!(sessions, [vec![1, 2], vec![3], vec![4]]);
    }
}
