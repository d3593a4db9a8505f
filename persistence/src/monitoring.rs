//! What waits in the database and who watches, in numbers, for the operator's monitoring. It reads tables of several features and
//! changes none.

use ::orders::OrderStatus;
use accounts::{SESSION_TOUCH, WATCHING_LASTS};
use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::{
    dsl::{count_star, min},
    prelude::*,
};
use kernel::StoreError;

use crate::{
    Store,
    schema::{discord_queue, orders, outbox, refund_queue, sessions},
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

/// The mails that wait and match `$tried`: their number, and the earliest of a column.
macro_rules! waiting {
    ($store:expr, $tried:expr, $since:expr) => {
        on!($store, c => outbox::table
            .filter(outbox::sent_at.is_null())
            .filter(outbox::due_at.is_not_null())
            .filter(outbox::kind.ne("decoy"))
            .filter($tried)
            .select((count_star(), min($since)))
            .first::<(i64, Option<NaiveDateTime>)>(*c))
    };
}

impl Store<'_> {
    /// Every count, each found by an index.
    pub fn backlog(&mut self, now: DateTime<Utc>) -> Result<Backlog, StoreError> {
        let (new, created) = waiting!(self, outbox::tried_since.is_null(), outbox::created_at)?;
        let (again, tried) = waiting!(self, outbox::tried_since.is_not_null(), outbox::tried_since)?;
        let mails_given_up = on!(self, c => outbox::table
            .filter(outbox::sent_at.is_null())
            .filter(outbox::due_at.is_null())
            .count()
            .get_result(*c))?;
        let members_due = on!(self, c => discord_queue::table
            .filter(discord_queue::due_at.le(stored(now)))
            .count()
            .get_result(*c))?;
        let members_failing = on!(self, c => discord_queue::table
            .filter(discord_queue::last_error.is_not_null())
            .count()
            .get_result(*c))?;
        // Sessions in use are touched every hour, so that an index of its own, which each report would have to update, is not needed.
        let in_use = stored(now - SESSION_TOUCH * 2);
        let devices_watching = on!(self, c => sessions::table
            .filter(sessions::last_seen_at.gt(in_use))
            .filter(sessions::watching_at.gt(stored(now - WATCHING_LASTS)))
            .count()
            .get_result(*c))?;
        let oldest_refund = on!(self, c => refund_queue::table
            .filter(refund_queue::finished_at.is_null())
            .select(min(refund_queue::created_at))
            .first::<Option<NaiveDateTime>>(*c))?;
        let settled = [OrderStatus::Refunded, OrderStatus::Disputed].map(OrderStatus::as_str);
        let orders_flagged = on!(self, c => orders::table
            .filter(orders::flag.is_not_null())
            .filter(orders::status.ne_all(settled))
            .count()
            .get_result(*c))?;
        Ok(Backlog {
            mails_waiting: new + again,
            mails_given_up,
            oldest_mail: [created, tried].into_iter().flatten().min().map(loaded),
            members_due,
            members_failing,
            devices_watching,
            oldest_refund: oldest_refund.map(loaded),
            orders_flagged,
        })
    }
}
