//! Staff over HTTP: money that goes back.

use ::orders::{
    AccessAfterRefund, BeginRefundError, OrderReference, OrderStore, RefundKey, RefundRefusal, RefundWay,
    RefundWish, begin_refund, forget_refund, refund_by_staff,
};
use actix_web::web;
use api_macros::operation;
use audit::Reason;
use kernel::Cents;
use outbound::random_bytes;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::http::body::Body;
use crate::http::problem::{Fields, Problem, ProblemBody};
use crate::orders::payments::RefundFailure;
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

/// Give an order's payment back, whole or in part, through the provider that took it.
#[operation(request_body = StaffRefundBody, operation_id = "staff_refund", responses(
    (status = 200, body = MemberOrder),
    (status = 409, description = "already_refunded; nothing_paid; payment_unknown, which is given back in the provider's own pages; \
        refund_refused by the provider; refund_pending: the outcome of an earlier refund is unknown", body = ProblemBody),
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
    let wish = RefundWish {
        amount: body.amount.map(Cents),
        access: if ends {
            AccessAfterRefund::Ends
        } else {
            AccessAfterRefund::Stays
        },
    };
    let reference: OrderReference = reference.parse().map_err(|_| unknown())?;
    let key = RefundKey::by_staff(reference.as_str(), random_bytes()?);
    let asked = reference.clone();
    let (begun, by) = site
        .write_as_staff(&caller, move |store, me, now| {
            let begun = begin_refund(store, &asked, wish, RefundWay::ThroughProvider, key, now);
            Ok((begun.map_err(not_begun)?, with_reason(me, &reason)))
        })
        .await?;
    let request = begun.request;
    if let Some(payment) = begun.payment {
        let asked = site
            .payments
            .refund_now(payment, request.part(), request.key.clone())
            .await;
        if let Err(failure) = asked {
            // A request under this key that was made before may have an outcome, about which this failure says nothing.
            let is_forgotten = match &failure {
                RefundFailure::Refused(_) => true,
                RefundFailure::NotAsked(_) => begun.is_new,
                RefundFailure::Unknown(_) => false,
            };
            if is_forgotten {
                site.write(caller.caller(), move |store, _| {
                    Ok(forget_refund(store, &reference, &request.key)?)
                })
                .await?;
            }
            return Err(failure.into_problem());
        }
    }
    // The money is on its way: it is written down also where the session has ended meanwhile.
    let shown = site
        .write(caller.caller(), move |store, now| {
            refund_by_staff(store, &reference, &request, &by, now)?;
            store.order(&reference)?.ok_or_else(unknown)
        })
        .await?;
    Ok(web::Json(MemberOrder::from(&shown)))
}

fn unknown() -> Problem {
    Problem::not_found("There is no such order")
}

fn not_begun(error: BeginRefundError) -> Problem {
    match error {
        BeginRefundError::NoSuchOrder => unknown(),
        BeginRefundError::Refused(RefundRefusal::Returned) => {
            Problem::conflict("already_refunded", "The payment was given back before")
        }
        BeginRefundError::Refused(RefundRefusal::UnknownPayment) => Problem::conflict(
            "payment_unknown",
            "The provider never named the payment. Give it back in the provider's own pages.",
        ),
        BeginRefundError::Refused(RefundRefusal::NothingPaid) => {
            Problem::conflict("nothing_paid", "Nothing was paid for this order")
        }
        BeginRefundError::Amount(error) => Problem::field("amount", &error.to_string()),
        BeginRefundError::OutcomeUnknown(_) => Problem::conflict(
            "refund_pending",
            "Whether an earlier refund of this order was made is not known yet. Ask for the same sum again: it goes back once.",
        ),
        BeginRefundError::Store(error) => error.into(),
    }
}
