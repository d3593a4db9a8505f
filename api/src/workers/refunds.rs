//! The threads that give back what withdrawals owe. Any number of servers may run them over one database: a refund is claimed by one.
//!
//! Decision: the provider is asked between two transactions, never within one. A server that ends in between leaves a claim that
//! runs out, and the next try carries the same idempotency key, so the money goes back once.

use std::time::Duration;

use chrono::Utc;
use kernel::StoreError;
use orders::{RefundQueue as _, refund_failed, refund_succeeded};

use crate::pools::panics::contain;
use crate::site::{SharedSite, Site};

const THREADS: usize = 2;
const PAUSE: Duration = Duration::from_secs(1);
/// How often an outcome that the database does not take is written again, each after a [`PAUSE`]; then the claim runs out, and the
/// same request is made again.
const REPORTS: u32 = 30;
/// After so many failures in a row the provider fails, not one refund.
const FAILING: u32 = 3;

/// Starts the threads. They end with the process.
pub fn start(site: &SharedSite) -> std::io::Result<()> {
    for number in 0..THREADS {
        let site = site.clone();
        std::thread::Builder::new()
            .name(format!("refunds-{number}"))
            .spawn(move || run(&site))?;
    }
    Ok(())
}

fn run(site: &Site) {
    let mut failures = 0;
    loop {
        match contain(|| refund_one(site)) {
            Some(Ok(Outcome::Refunded)) => failures = 0,
            Some(Ok(Outcome::Failed)) => {
                failures += 1;
                if failures >= FAILING {
                    let doublings = (failures - FAILING).min(4);
                    std::thread::sleep(Duration::from_secs(1 << doublings));
                }
            }
            Some(Ok(Outcome::Nothing)) | None => std::thread::sleep(PAUSE),
            Some(Err(error)) => {
                tracing::debug!(%error, "the refund queue cannot be read; it is tried again");
                std::thread::sleep(PAUSE);
            }
        }
    }
}

enum Outcome {
    Nothing,
    Refunded,
    Failed,
}

/// Makes the refund that has been due longest.
fn refund_one(site: &Site) -> Result<Outcome, StoreError> {
    let now = Utc::now();
    if !site.database.read(|store| store.has_due_refund(now))? {
        return Ok(Outcome::Nothing);
    }
    let Some(refund) = site.database.write(move |store| store.claim_refund(now))? else {
        return Ok(Outcome::Nothing);
    };
    let order = refund.order.0;
    match site.payments.refund(&refund) {
        Ok(()) => {
            report(|| {
                let refund = refund.clone();
                site.database
                    .write(move |store| refund_succeeded(store, &refund, Utc::now()))
            })?;
            tracing::info!(order, "a withdrawal's payment was given back");
            Ok(Outcome::Refunded)
        }
        Err(error) => {
            let (problem, attempts) = (error.to_string(), refund.attempts);
            tracing::error!(order, attempts, %error, "a withdrawal's payment was not given back; it is tried again");
            report(|| {
                let (refund, problem) = (refund.clone(), problem.clone());
                site.database
                    .write(move |store| refund_failed(store, &refund, &problem, Utc::now()))
            })?;
            Ok(Outcome::Failed)
        }
    }
}

/// Writes an outcome down, and waits for a database that is unavailable.
fn report(write: impl Fn() -> Result<(), StoreError>) -> Result<(), StoreError> {
    let mut written = write();
    for _ in 0..REPORTS {
        if !matches!(written, Err(StoreError::Unavailable(_))) {
            break;
        }
        std::thread::sleep(PAUSE);
        written = write();
    }
    written
}
