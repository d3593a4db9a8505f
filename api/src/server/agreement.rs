//! Whether this server fits the others on its database: one clock and one session key.
//!
//! Decision: a difference is a warning and no refusal. A key may be replaced on purpose, by its owner or with the data of a restored
//! backup, and a clock corrects itself. Cost: servers with different keys run beside each other until the warning is read.

use kernel::StoreError;
use outbound::{SessionKey, Settings, key_fingerprints};
use persistence::{ClockDifference, Database, KeyFingerprint, KeySeen, clock_difference, mixed_sessions};

/// Logs each difference in a line, and notes the key for the servers that start later.
pub fn warn_of_differences(settings: &Settings, database: &Database, key: &SessionKey) {
    match mixed_sessions(&settings.database) {
        Ok(Some(problem)) => tracing::error!("{problem}"),
        Ok(None) => {}
        Err(error) => {
            tracing::warn!(%error, "whether a pooler stands before the database cannot be found out");
        }
    }
    if let Err(error) = compare(database, key) {
        tracing::warn!(%error, "whether this server fits the others on its database cannot be found out");
    }
}

fn compare(database: &Database, key: &SessionKey) -> Result<(), StoreError> {
    if let Some(ClockDifference { seconds }) = clock_difference(database)? {
        tracing::warn!(
            seconds,
            "this machine's clock differs from the database's; correct it (NTP), for it decides who has access and when work is due"
        );
    }
    let own: Vec<_> = key_fingerprints(key).into_iter().map(KeyFingerprint).collect();
    let Some(in_use) = own.first().copied() else {
        return Ok(());
    };
    let (seen, in_use_seen) =
        database.read(|store| Ok::<_, StoreError>((store.key_seen(&own)?, store.key_seen(&[in_use])?)))?;
    if seen == KeySeen::Different {
        tracing::warn!(
            "PORTAL_SESSION_KEY differs from that of the server that started last on this database: give every server the same key; \
             where it was replaced on purpose, members sign in again and sealed keys can no longer be shown"
        );
    }
    if in_use_seen == KeySeen::Same {
        return Ok(());
    }
    database.write(move |store| store.note_key(in_use))
}
