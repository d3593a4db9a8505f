//! Discord's queue as a reconciliation uses it: each step in a transaction of its own.

use accounts::DiscordUserId;
use chrono::{DateTime, TimeDelta, Utc};
use discord::{
    Assignment, AssignmentQueue, Next, Report, finish_assignment, next_assignment, take_assignment,
};
use kernel::StoreError;

use crate::Database;

impl AssignmentQueue for Database {
    fn next_assignment(&self, now: DateTime<Utc>, hold: TimeDelta) -> Result<Next, StoreError> {
        self.write(move |store| next_assignment(store, now, hold))
    }

    fn take_assignment(
        &self,
        account: &DiscordUserId,
        now: DateTime<Utc>,
        hold: TimeDelta,
    ) -> Result<Option<Assignment>, StoreError> {
        let account = account.clone();
        self.write(move |store| take_assignment(store, &account, now, hold))
    }

    fn finish(&self, done: &Assignment, report: &Report, now: DateTime<Utc>) -> Result<(), StoreError> {
        let (done, report) = (done.clone(), report.clone());
        self.write(move |store| finish_assignment(store, &done, &report, now))
    }
}
