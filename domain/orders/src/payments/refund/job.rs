//! The job of what is owed for an order.

use chrono::{DateTime, Utc};
use kernel::{JobKind, JobRank, Jobs, NewJob, StoreError};

use crate::{OrderId, OrderStore};

/// The job that asks the provider for what is owed; its key is the order's number.
pub const REFUND_JOB: JobKind = "refund";

/// Has the provider asked for what is owed for an order, at once or at a time.
pub(crate) fn enqueue_refund(
    store: &mut dyn Jobs,
    order: OrderId,
    due: Option<DateTime<Utc>>,
) -> Result<(), StoreError> {
    store.enqueue(NewJob {
        kind: REFUND_JOB,
        key: &order.0.to_string(),
        payload: None,
        rank: JobRank::Paid,
        due,
    })
}

/// Nothing is owed for an order any more.
pub(crate) fn end_refund(
    store: &mut dyn OrderStore,
    order: OrderId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    store.finish_refund(order, now)?;
    store.forget(REFUND_JOB, &order.0.to_string())
}
