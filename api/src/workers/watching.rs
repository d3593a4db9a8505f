//! The thread that writes down which devices go on watching, for servers that share the database and for the next start.

use std::time::Duration;

use accounts::{SessionStore, WATCHING_LASTS, WATCHING_NOTED};
use chrono::Utc;
use kernel::StoreError;

use crate::accounts::watching_notes::Note;
use crate::pools::panics::contain;
use crate::site::SharedSite;

/// So many in one transaction, so that other writes do not wait long for it.
const BATCH: usize = 200;

/// Starts the thread. It ends with the process.
pub fn start(site: SharedSite) -> std::io::Result<()> {
    let pause = WATCHING_NOTED.to_std().unwrap_or(Duration::from_secs(15));
    std::thread::Builder::new()
        .name(String::from("watching"))
        .spawn(move || {
            loop {
                std::thread::sleep(pause);
                let _ = contain(|| {
                    site.places.forget(Utc::now());
                    write_down(&site);
                });
            }
        })?;
    Ok(())
}

fn write_down(site: &SharedSite) {
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
