//! Staff over HTTP: money that goes back.

use std::time::Duration;

use ::orders::{
    AccessAfterRefund, AskRefundError, OrderReference, OrderStore, REFUND_JOB, RefundRefusal, RefundStanding,
    RefundWay, RefundWish, ask_refund,
};
use actix_web::web;
use api_macros::operation;
use audit::Reason;
use kernel::Cents;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::app::SharedApp;
use crate::http::body::Body;
use crate::http::problem::{Fields, Problem, ProblemBody};
use crate::orders::payments::not_here;
use crate::staff::{actions::with_reason, caller::StaffCaller, member::shapes::MemberOrder};

/// How long staff wait for the provider.
const ANSWER: Duration = Duration::from_secs(3);

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StaffRefundBody {
    /// Cents; absent: what is left of the payment.
    #[serde(default)]
    amount: Option<i32>,
    /// Cents: what had been given back as the page saw it. A refund that is asked for twice is made once.
    #[serde(default)]
    #[schema(required, value_type = i32)]
    refunded: Option<i32>,
    /// Whether the access that the order opened ends.
    #[serde(default)]
    #[schema(required, value_type = bool)]
    end_access: Option<bool>,
    #[serde(default)]
    #[schema(required)]
    reason: String,
}

/// Give an order's payment back, whole or in part, through the provider that took it. The answer waits three seconds for the provider, and
/// says how the refund stands.
#[operation(request_body = StaffRefundBody, operation_id = "staff_refund", responses(
    (status = 200, body = MemberOrder),
    (status = 409, description = "already_refunded; refund_moved: another sum had been given back; nothing_paid; payment_unknown, which is \
        given back in the provider's own pages; refund_pending: a refund of another sum has no outcome yet", body = ProblemBody),
))]
pub async fn refund(
    app: SharedApp,
    caller: StaffCaller,
    reference: web::Path<String>,
    Body(body): Body<StaffRefundBody>,
) -> Result<web::Json<MemberOrder>, Problem> {
    let mut fields = Fields::default();
    let reason = fields.take("reason", Reason::parse(&body.reason));
    if body.end_access.is_none() {
        fields.wrong("endAccess", "Say whether the access ends");
    }
    let refunded = body.refunded;
    if refunded.is_none() {
        fields.wrong("refunded", "Say how many cents had been given back");
    }
    let (Some(reason), Some(ends), Some(refunded)) = (reason, body.end_access, refunded) else {
        return Err(fields.problem());
    };
    let wish = RefundWish {
        amount: body.amount.map(Cents),
        access: if ends {
            AccessAfterRefund::Ends
        } else {
            AccessAfterRefund::Stays
        },
        refunded: Cents(refunded),
    };
    let reference: OrderReference = reference.parse().map_err(|_| unknown())?;
    let (asked, payments) = (reference.clone(), app.clone());
    let (order, row) = app
        .write_as_staff(&caller, move |store, me, now| {
            let order = store.order(&asked)?.ok_or_else(unknown)?;
            if !payments.payments.has(order.provider) {
                return Err(not_here());
            }
            let by = with_reason(me, &reason);
            let order =
                ask_refund(store, &asked, wish, RefundWay::ThroughProvider, &by, now).map_err(not_asked)?;
            let row = MemberOrder::read(store, &order)?;
            Ok((order, row))
        })
        .await?;
    if order.refund != Some(RefundStanding::Pending) {
        return Ok(web::Json(row));
    }
    // What has no answer within this time goes on, and the order says that its refund is pending.
    let key = order.id.0.to_string();
    app.settled.wait(&app.database, REFUND_JOB, &key, ANSWER).await?;
    let shown = app
        .read(move |store, _| {
            let order = store.order(&reference)?.ok_or_else(unknown)?;
            Ok(MemberOrder::read(store, &order)?)
        })
        .await?;
    Ok(web::Json(shown))
}

fn unknown() -> Problem {
    Problem::not_found("There is no such order")
}

fn not_asked(error: AskRefundError) -> Problem {
    match error {
        AskRefundError::NoSuchOrder => unknown(),
        AskRefundError::Refused(RefundRefusal::Returned) => {
            Problem::conflict("already_refunded", "The payment was given back before")
        }
        AskRefundError::Refused(RefundRefusal::UnknownPayment) => Problem::conflict(
            "payment_unknown",
            "The provider never named the payment. Give it back in the provider's own pages.",
        ),
        AskRefundError::Refused(RefundRefusal::NothingPaid) => {
            Problem::conflict("nothing_paid", "Nothing was paid for this order")
        }
        AskRefundError::Amount(error) => Problem::field("amount", &error.to_string()),
        AskRefundError::Moved(_) => Problem::conflict(
            "refund_moved",
            "More or less was given back meanwhile. Look at the order again before you give more back.",
        ),
        AskRefundError::Pending(_) => Problem::conflict(
            "refund_pending",
            "An earlier refund of this order has no outcome yet. Wait for it before you give more back.",
        ),
        AskRefundError::Store(error) => error.into(),
    }
}
