//! Reconciliation of one account: take its work, ask Discord, finish it. The worker, a link and `portal discord sync` all run this.

use accounts::DiscordUserId;
use chrono::{DateTime, TimeDelta, Utc};
use kernel::StoreError;

use crate::{Assignment, Next, Report};

/// The queue as a reconciliation uses it: each call is a transaction of its own, because asking Discord must not hold one.
pub trait AssignmentQueue {
    /// [`crate::next_assignment`] in one transaction.
    ///
    /// # Errors
    /// [`StoreError`]; then nothing was taken.
    fn next_assignment(&self, now: DateTime<Utc>, hold: TimeDelta) -> Result<Next, StoreError>;
    /// [`crate::take_assignment`] in one transaction.
    ///
    /// # Errors
    /// [`StoreError`]; then nothing was taken.
    fn take_assignment(
        &self,
        account: &DiscordUserId,
        now: DateTime<Utc>,
        hold: TimeDelta,
    ) -> Result<Option<Assignment>, StoreError>;
    /// [`crate::finish_assignment`] in one transaction.
    ///
    /// # Errors
    /// [`StoreError`]; then the work is held until its claim ends, and is due again.
    fn finish(&self, done: &Assignment, report: &Report, now: DateTime<Utc>) -> Result<(), StoreError>;
}

/// Which work to reconcile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Work<'a> {
    /// The work that has been due longest.
    NextDue,
    /// The work on one account, due or not; it is queued first.
    OfAccount(&'a DiscordUserId),
    /// Work that was taken before, with a link.
    Taken(Box<Assignment>),
}

/// The result of a reconciliation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reconciled {
    /// No work is due, or another worker holds the account's.
    NoWork,
    /// The account was known to be up to date; Discord was not asked.
    UpToDate,
    /// Discord was asked and the result was stored.
    Settled { work: Box<Assignment>, report: Report },
}

/// Takes work for `hold`, asks Discord by `ask`, and finishes the work. `clock` is read twice, because `ask` takes up to seconds.
///
/// # Errors
/// [`StoreError`]
pub fn reconcile(
    queue: &dyn AssignmentQueue,
    work: Work<'_>,
    hold: TimeDelta,
    clock: &dyn Fn() -> DateTime<Utc>,
    ask: &mut dyn FnMut(&Assignment) -> Report,
) -> Result<Reconciled, StoreError> {
    let work = match work {
        Work::NextDue => match queue.next_assignment(clock(), hold)? {
            Next::Work(work) => work,
            Next::UpToDate => return Ok(Reconciled::UpToDate),
            Next::Nothing => return Ok(Reconciled::NoWork),
        },
        Work::OfAccount(account) => match queue.take_assignment(account, clock(), hold)? {
            Some(work) => Box::new(work),
            None => return Ok(Reconciled::NoWork),
        },
        Work::Taken(work) => work,
    };
    let report = ask(&work);
    queue.finish(&work, &report, clock())?;
    Ok(Reconciled::Settled { work, report })
}
