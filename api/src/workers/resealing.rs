//! The thread that seals purchase keys and second factors anew while the session key is changed, so that the older key can be taken away.

use kernel::StoreError;
use outbound::SessionKey;
use persistence::{Database, ResealStep, Store};

/// Starts the thread where one key replaces another. It ends when every purchase key and second factor is sealed under the newest session
/// key.
pub fn start(database: &Database, key: &SessionKey) -> std::io::Result<()> {
    if key.sealing_key().older().is_none() {
        return Ok(());
    }
    let database = database.clone();
    std::thread::Builder::new()
        .name(String::from("resealing"))
        .spawn(move || match reseal_all(&database) {
            Ok((keys, second_factors)) => tracing::info!(
                keys,
                second_factors,
                "every purchase key and second factor is sealed under the newest session key"
            ),
            Err(error) => {
                tracing::error!(%error, "purchase keys and second factors could not be sealed anew; the next start goes on");
            }
        })?;
    Ok(())
}

/// How many purchase keys and second factors were sealed anew.
fn reseal_all(database: &Database) -> Result<(usize, usize), StoreError> {
    let keys = reseal(database, |store, after| store.reseal_keys(after))?;
    let second_factors = reseal(database, |store, after| store.reseal_second_factors(after))?;
    Ok((keys, second_factors))
}

/// A few in each transaction, so that no other write waits long; how many were sealed anew.
fn reseal(
    database: &Database,
    step: fn(&mut Store<'_>, i32) -> Result<ResealStep, StoreError>,
) -> Result<usize, StoreError> {
    let (mut after, mut count) = (0, 0);
    loop {
        let done = database.write(move |store| step(store, after))?;
        count += done.resealed;
        match done.last {
            Some(last) => after = last,
            None => return Ok(count),
        }
    }
}
