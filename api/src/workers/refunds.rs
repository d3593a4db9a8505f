//! The threads that give back what is owed. Any number of servers may run them over one database: a refund is claimed by one.
//!
//! Decision: the provider is asked between two transactions, never within one. A server that ends in between leaves a claim that
//! runs out, and the next try carries the same idempotency key, so the money goes back once.

use std::time::Duration;

use chrono::Utc;
use kernel::StoreError;
use orders::{
    AcceptedRefund, OrderId, PaymentError, RefundQueue as _, refund_accepted, refund_refused,
    refund_unanswered,
};

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
        match contain(|| refund_one(site, None)) {
            Some(Ok(Outcome::Accepted)) => failures = 0,
            Some(Ok(Outcome::NotMade)) => {
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

#[derive(Clone, Copy)]
pub enum Outcome {
    /// Nothing is due.
    Nothing,
    Accepted,
    NotMade,
}

/// Asks the provider for the refund of an order if it is due, or for the refund that has been due longest.
pub fn refund_one(site: &Site, order: Option<OrderId>) -> Result<Outcome, StoreError> {
    let now = Utc::now();
    if !site.database.read(|store| store.has_due_refund(now))? {
        return Ok(Outcome::Nothing);
    }
    let Some(due) = site.database.write(move |store| store.claim_refund(order, now))? else {
        return Ok(Outcome::Nothing);
    };
    let order = due.order.0;
    let answer = site.payments.refund(&due);
    let write = |result: &Result<AcceptedRefund, PaymentError>| {
        let due = due.clone();
        match result {
            Ok(accepted) => {
                let accepted = accepted.clone();
                site.database
                    .write(move |store| refund_accepted(store, &due, &accepted, Utc::now()))
            }
            Err(error) => {
                let (problem, is_refused) = (error.to_string(), matches!(error, PaymentError::Refused(_)));
                site.database.write(move |store| {
                    if is_refused {
                        refund_refused(store, &due, &problem, Utc::now())
                    } else {
                        refund_unanswered(store, &due, &problem, Utc::now())
                    }
                })
            }
        }
    };
    report(|| write(&answer))?;
    match answer {
        Ok(_) => {
            tracing::info!(order, "the provider took a refund");
            Ok(Outcome::Accepted)
        }
        Err(error) => {
            let attempts = due.attempts;
            tracing::error!(order, attempts, %error, "a refund was not made; it is tried again");
            Ok(Outcome::NotMade)
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
