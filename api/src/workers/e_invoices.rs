//! Enqueues the mail of an e-invoice, where the owner has an address for them.

use chrono::{TimeDelta, Utc};
use orders::mail_e_invoice;
use persistence::Job;

use crate::workers::runner::kind::{Outside, Tried};

/// A job that cannot be tried is put off for 32 minutes at most.
pub const LONGEST_PAUSE: TimeDelta = TimeDelta::hours(1);

/// Enqueues the mail of a job's document; its file is written for the delivery.
pub fn mail(to: &str, job: &Job) -> Tried {
    let Ok(number) = job.key.parse() else {
        return Tried::nothing();
    };
    let to = to.to_owned();
    Tried::new(Outside::NotAsked, move |store| {
        mail_e_invoice(store, number, &to, Utc::now())
    })
}
