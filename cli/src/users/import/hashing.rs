//! Putting our hash over the imported ones, on every processor: before the transaction that writes them.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Instant,
};

use accounts::{HashMemory, ImportedWork, decoy_hash, verify_at_sign_in};
use moving_in::{HashTask, Import};

use crate::{
    installation::{Installation, random_bytes},
    output::{Refusal, bar},
};

/// Computes what is to be stored. In a dry run only of members who have an account here: whether their password changes is a part of the
/// report.
pub fn compute_hashes(import: &mut Import, dry_run: bool) -> Result<(), Refusal> {
    let tasks: Vec<(HashTask, [u8; 16])> = import
        .hash_tasks()
        .into_iter()
        .filter(|task| !dry_run || task.is_of_known())
        .map(|task| Ok((task, random_bytes()?)))
        .collect::<Result<_, Refusal>>()?;
    let bar = bar(tasks.len());
    bar.set_message("password hashes");
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(tasks.len())));
    let threads = std::thread::available_parallelism()
        .map_or(1, usize::from)
        .min(tasks.len());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut memory = HashMemory::new();
                while let Some((task, salt)) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let hash = task.run(*salt, &mut memory);
                    let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                    done.extend(hash.map(|hash| (task.member, hash)));
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    for (member, hash) in done.into_inner().unwrap_or_else(PoisonError::into_inner) {
        import.set_password(member, hash);
    }
    Ok(())
}

/// How many times as long a sign-in takes with the imported hashes that are left; `None` if none is left.
pub fn sign_in_factor(here: &Installation) -> Result<Option<f64>, Refusal> {
    let left = here.database.read(|store| store.imported_work())?;
    if left.is_none() {
        return Ok(None);
    }
    let mut memory = HashMemory::new();
    let mut seconds = |left: &ImportedWork| {
        let start = Instant::now();
        let _ = verify_at_sign_in(&"a password".to_owned().into(), &decoy_hash(), left, &mut memory);
        start.elapsed().as_secs_f64()
    };
    // The first one fills the memory.
    seconds(&left);
    let without = seconds(&ImportedWork::default()).max(f64::EPSILON);
    Ok(Some(seconds(&left) / without))
}
