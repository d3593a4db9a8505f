//! Seals purchase keys and second factors anew while the session key is changed, so that the older key can be taken away.

use kernel::StoreError;
use persistence::{Database, ResealStep, Store};

/// Seals all that an older key sealed; whether that is done.
pub fn reseal_under_newest(database: &Database) -> bool {
    match reseal_all(database) {
        Ok((keys, second_factors)) => {
            tracing::info!(
                keys,
                second_factors,
                "every purchase key and second factor is sealed under the newest session key"
            );
            true
        }
        Err(error) => {
            tracing::error!(%error, "purchase keys and second factors could not be sealed anew; it is tried again");
            false
        }
    }
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
