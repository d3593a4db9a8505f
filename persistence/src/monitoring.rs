//! What waits in the database and who watches, in numbers, for the operator's monitoring. It reads tables of several features and
//! changes none.

use ::orders::OrderStatus;
use accounts::{SESSION_TOUCH, WATCHING_LASTS};
use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::{dsl::min, prelude::*};
use discord::MEMBER_JOB;
use kernel::StoreError;

use crate::{
    Store,
    schema::{jobs, orders, owed_refunds, sessions},
    store::on,
    times::{loaded, stored},
};

/// Counts over the whole database, the same on every server that shares it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backlog {
    pub mails_waiting: i64,
    pub mails_given_up: i64,
    /// Since when the mail that waits longest has been tried; `None` if no mail waits.
    pub oldest_mail: Option<DateTime<Utc>>,
    /// Members whose Discord roles are to be reconciled now.
    pub members_due: i64,
    /// Members whose last reconciliation failed.
    pub members_failing: i64,
    /// Devices that watch now.
    pub devices_watching: i64,
    /// Since when the refund of a withdrawal is owed that is owed longest; `None` if no refund is owed.
    pub oldest_refund: Option<DateTime<Utc>>,
    /// Orders that staff must look at, as `portal orders list --flagged` has them.
    pub orders_flagged: i64,
}

impl Store<'_> {
    /// Every count, each found by an index.
    pub fn backlog(&mut self, now: DateTime<Utc>) -> Result<Backlog, StoreError> {
        let (mails_waiting, oldest_mail) = self.waiting_mails()?;
        let mails_given_up = self.mails_given_up()?;
        let members_due = on!(self, c => jobs::table
            .filter(jobs::kind.eq(MEMBER_JOB))
            .filter(jobs::due_at.le(stored(now)))
            .count()
            .get_result(*c))?;
        let members_failing = on!(self, c => jobs::table
            .filter(jobs::kind.eq(MEMBER_JOB))
            .filter(jobs::last_error.is_not_null())
            .count()
            .get_result(*c))?;
        // Sessions in use are touched every hour, so that an index of its own, which each report would have to update, is not needed.
        let in_use = stored(now - SESSION_TOUCH * 2);
        let devices_watching = on!(self, c => sessions::table
            .filter(sessions::last_seen_at.gt(in_use))
            .filter(sessions::watching_at.gt(stored(now - WATCHING_LASTS)))
            .count()
            .get_result(*c))?;
        let oldest_refund = on!(self, c => owed_refunds::table
            .filter(owed_refunds::finished_at.is_null())
            .select(min(owed_refunds::created_at))
            .first::<Option<NaiveDateTime>>(*c))?;
        let settled = [OrderStatus::Refunded, OrderStatus::Disputed].map(OrderStatus::as_str);
        let orders_flagged = on!(self, c => orders::table
            .filter(orders::flag.is_not_null())
            .filter(orders::status.ne_all(settled))
            .count()
            .get_result(*c))?;
        Ok(Backlog {
            mails_waiting,
            mails_given_up,
            oldest_mail,
            members_due,
            members_failing,
            devices_watching,
            oldest_refund: oldest_refund.map(loaded),
            orders_flagged,
        })
    }
}
