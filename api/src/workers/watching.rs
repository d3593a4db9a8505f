//! Writes down which devices go on watching, for servers that share the database and for the next start.

use accounts::{SessionStore, WATCHING_LASTS};
use chrono::Utc;
use kernel::StoreError;

use crate::accounts::watching_notes::Note;
use crate::site::SharedSite;

/// So many in one transaction, so that other writes do not wait long for it.
const BATCH: usize = 200;

pub fn write_down(site: &SharedSite) {
    for group in site.watching.take_groups() {
        for notes in group.chunks(BATCH) {
            let Err(error) = write(site, notes.to_vec()) else {
                continue;
            };
            tracing::warn!(%error, "devices that watch could not be written down");
            for note in notes {
                site.watching.put(*note);
            }
        }
    }
}

/// A device that no longer counts, because nothing could be written for long, has lost its place and asks for one again.
fn write(site: &SharedSite, notes: Vec<Note>) -> Result<(), StoreError> {
    site.database.write(move |store| {
        let since = Utc::now() - WATCHING_LASTS;
        for note in &notes {
            store.keep_watching(note.session, note.at, since)?;
            if let Some(video) = note.video {
                store.set_watched_video(note.session, video)?;
            }
        }
        Ok(())
    })
}
