//! Staff over HTTP: money that goes back.

use ::orders::{
    AccessAfterRefund, Order, OrderReference, OrderStore, PaymentId, Provider, RefundDecision, RefundKey,
    RefundPart, RefundQueue, keep_open, refund_by_staff,
};
use actix_web::web;
use api_macros::operation;
use audit::{ActingStaff, Reason};
use kernel::Cents;
use outbound::random_bytes;
use persistence::Store;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::http::body::Body;
use crate::http::problem::{Fields, Problem, ProblemBody};
use crate::site::SharedSite;
use crate::staff::{actions::with_reason, caller::StaffCaller, member::shapes::MemberOrder};

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StaffRefundBody {
    /// Cents; absent: what is left of the payment.
    #[serde(default)]
    amount: Option<i32>,
    /// Whether the access that the order opened ends.
    #[serde(default)]
    #[schema(required, value_type = bool)]
    end_access: Option<bool>,
    #[serde(default)]
    #[schema(required)]
    reason: String,
}

/// A refund that may be asked for now.
struct Planned {
    order: Order,
    part: RefundPart,
    /// Through which the money goes back; `None` where none moved.
    payment: Option<PaymentId>,
    by: ActingStaff,
}

/// Give an order's payment back, whole or in part, through the provider that took it.
#[operation(request_body = StaffRefundBody, operation_id = "staff_refund", responses(
    (status = 200, body = MemberOrder),
    (status = 409, description = "already_refunded; nothing_paid; payment_unknown, which is given back in the provider's own pages; \
        refund_refused by the provider", body = ProblemBody),
))]
pub async fn refund(
    site: SharedSite,
    caller: StaffCaller,
    reference: web::Path<String>,
    Body(body): Body<StaffRefundBody>,
) -> Result<web::Json<MemberOrder>, Problem> {
    let mut fields = Fields::default();
    let reason = fields.take("reason", Reason::parse(&body.reason));
    if body.end_access.is_none() {
        fields.wrong("endAccess", "Say whether the access ends");
    }
    let (Some(reason), Some(ends)) = (reason, body.end_access) else {
        return Err(fields.problem());
    };
    let access = if ends {
        AccessAfterRefund::Ends
    } else {
        AccessAfterRefund::Stays
    };
    let reference: OrderReference = reference.parse().map_err(|_| unknown())?;
    let amount = body.amount.map(Cents);
    let planned = site
        .write_as_staff(&caller, move |store, me, _| {
            let planned = plan(store, &reference, amount, with_reason(me, &reason))?;
            keep_open(store, &reference, access.kept_upto(planned.part))?;
            Ok(planned)
        })
        .await?;
    let Planned {
        order,
        part,
        payment,
        by,
    } = planned;
    if let Some(payment) = payment
        && let Err(problem) = give_back(&site, &order, part, payment).await
    {
        let (reference, before) = (order.reference.clone(), order.kept_open_upto);
        site.write(caller.caller(), move |store, _| {
            Ok(keep_open(store, &reference, before)?)
        })
        .await?;
        return Err(problem);
    }
    // The money is on its way: it is written down also where the session has ended meanwhile.
    let shown = site
        .write(caller.caller(), move |store, now| {
            refund_by_staff(store, &order.reference, part, access, &by, now)?;
            store.order(&order.reference)?.ok_or_else(unknown)
        })
        .await?;
    Ok(web::Json(MemberOrder::from(&shown)))
}

fn unknown() -> Problem {
    Problem::not_found("There is no such order")
}

fn plan(
    store: &mut Store<'_>,
    reference: &OrderReference,
    amount: Option<Cents>,
    by: ActingStaff,
) -> Result<Planned, Problem> {
    let order = store.order(reference)?.ok_or_else(unknown)?;
    let owed = store.queued_refund(order.id)?;
    let owed = owed.filter(|refund| refund.finished_at.is_none());
    let payment = match (order.refund_decision(), owed) {
        // Withdrawn from, and its refund is still in the queue.
        (RefundDecision::Returned, Some(refund)) => refund.payment,
        (RefundDecision::Returned, None) => {
            return Err(Problem::conflict(
                "already_refunded",
                "The payment was given back before",
            ));
        }
        (RefundDecision::NoMoneyMoved, _) => None,
        (RefundDecision::ThroughProvider(payment), _) => Some(payment.clone()),
        (RefundDecision::UnknownPayment, _) => {
            return Err(Problem::conflict(
                "payment_unknown",
                "The provider never named the payment. Give it back in the provider's own pages.",
            ));
        }
        (RefundDecision::NothingPaid, _) => {
            return Err(Problem::conflict(
                "nothing_paid",
                "Nothing was paid for this order",
            ));
        }
    };
    let part = order
        .refund_part(amount)
        .map_err(|error| Problem::field("amount", &error.to_string()))?;
    let payment = payment.filter(|_| order.provider == Provider::Stripe);
    Ok(Planned {
        order,
        part,
        payment,
        by,
    })
}

async fn give_back(
    site: &SharedSite,
    order: &Order,
    part: RefundPart,
    payment: PaymentId,
) -> Result<(), Problem> {
    let key = match part.amount {
        Some(amount) => RefundKey::of_part(&payment.0, order.given_back.0, amount.0),
        None => RefundKey::by_staff(&payment.0, random_bytes()?),
    };
    site.payments.refund_now(payment, part.amount, key).await
}
