//! An in-memory store for tests of the rules: every store trait over plain vectors, with the constraints that the rules rely on.
//!
//! Decision: a fake, not a mock. A test states what is stored afterwards, never which calls were made. The stores' own tests run
//! the real implementations on both databases. Cost: a new method of a store trait is written here too.

mod accounts;
mod audit;
mod courses;
mod discord;
mod mail;
mod orders;
mod passkeys;
mod purchase_keys;
mod second_factors;
mod tokens;
mod withdrawals;

pub use crate::{
    accounts::AccountRows,
    courses::{CourseRows, GrantRow},
    discord::{DiscordRows, SharedStore},
    orders::OrderRows,
    passkeys::{PasskeyRow, PasskeyRows},
    purchase_keys::{KeyRow, KeyRows},
    second_factors::SecondFactorRows,
    withdrawals::{RefundRow, WithdrawalRows},
};

use ::audit::Act;
use ::mail::{Mail, MailKind};
use chrono::{DateTime, Utc};

/// All rows. Tests read them directly.
#[derive(Clone, Default)]
pub struct FakeStore {
    pub accounts: AccountRows,
    pub second_factors: SecondFactorRows,
    pub passkeys: PasskeyRows,
    pub courses: CourseRows,
    pub keys: KeyRows,
    pub orders: OrderRows,
    pub discord: DiscordRows,
    /// Queued mails, oldest first.
    pub mails: Vec<(Mail, DateTime<Utc>)>,
    /// Recorded acts, oldest first.
    pub acts: Vec<Act>,
}

impl FakeStore {
    /// Runs a use case as a transaction: an error restores every row.
    ///
    /// # Errors
    /// The error of `work`.
    pub fn transaction<T, E>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, E>) -> Result<T, E> {
        let before = self.clone();
        let result = work(self);
        if result.is_err() {
            *self = before;
        }
        result
    }

    /// The kinds of the queued mails, oldest first.
    #[must_use]
    pub fn mail_kinds(&self) -> Vec<MailKind> {
        self.mails.iter().map(|(mail, _)| mail.kind).collect()
    }
}

/// The id of the next row of a table.
fn next_id(rows: usize) -> i32 {
    i32::try_from(rows).unwrap_or(i32::MAX).saturating_add(1)
}
