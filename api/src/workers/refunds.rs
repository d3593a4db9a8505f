//! Asks the provider for what is owed to a buyer.

use chrono::Utc;
use kernel::StoreError;
use orders::{
    AcceptedRefund, DueRefund, OrderId, PaymentError, due_refund, refund_accepted, refund_refused,
    refund_unanswered,
};
use persistence::{Database, Job};

use crate::orders::payments::Payments;
use crate::workers::runner::kind::{Outside, Tried};

/// Asks for the refund of a job's order.
///
/// # Errors
/// [`StoreError`]
pub fn refund(database: &Database, payments: &Payments, job: &Job) -> Result<Tried, StoreError> {
    let Ok(order) = job.key.parse().map(OrderId) else {
        return Ok(Tried::nothing());
    };
    let Some(due) = database.read(|store| due_refund(store, order))? else {
        return Ok(Tried::nothing());
    };
    Ok(match payments.refund(&due) {
        Ok(accepted) => taken(due, accepted),
        Err(error) => not_made(due, &error),
    })
}

fn taken(due: DueRefund, accepted: AcceptedRefund) -> Tried {
    tracing::info!(order = due.order.0, "the provider took a refund");
    Tried::new(Outside::Answers, move |store| {
        refund_accepted(store, &due, &accepted, Utc::now())
    })
}

fn not_made(due: DueRefund, error: &PaymentError) -> Tried {
    tracing::error!(order = due.order.0, %error, "a refund was not made; it is tried again");
    let problem = error.to_string();
    if matches!(error, PaymentError::Refused(_)) {
        return Tried::new(Outside::Answers, move |store| {
            refund_refused(store, &due, &problem, Utc::now())
        });
    }
    Tried::new(Outside::Unreachable, move |store| {
        refund_unanswered(store, &due, &problem, Utc::now())
    })
}
