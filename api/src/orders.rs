//! Payments over HTTP, for a site whose owner has not connected a payment provider: every call says so.

use ::courses::CourseStore;
use actix_web::web;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    body::Body,
    courses::{course_id, no_such_course},
    problem::{Problem, ProblemBody},
    sessions::Caller,
    site::SharedSite,
};

fn unavailable() -> Problem {
    Problem::unavailable(
        "payments_unavailable",
        "Payments are not available on this site",
        3600,
    )
}

/// Where the browser goes to pay.
#[derive(Serialize, ToSchema)]
pub struct PaymentPage {
    url: String,
}

/// Buy a course.
#[utoipa::path(post, path = "/api/courses/{id}/checkout", tag = "orders", params(("id" = i32, Path,)), responses(
    (status = 200, body = PaymentPage),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody),
    (status = 404, body = ProblemBody),
    (status = 409, description = "already_owned", body = ProblemBody),
    (status = 503, description = "payments_unavailable", body = ProblemBody),
))]
pub async fn course_checkout(
    site: SharedSite,
    caller: Caller,
    id: web::Path<String>,
) -> Result<web::Json<PaymentPage>, Problem> {
    let id = course_id(&id);
    site.read_as_member(caller.token(), move |store, me, now| {
        let id = id?;
        store.course(id)?.ok_or_else(no_such_course)?;
        match ::courses::access_now(store.grant_of(me.user.id, id)?.as_ref(), now) {
            ::courses::Access::Open { until: None } => {
                Err(Problem::conflict("already_owned", "You already have this course"))
            }
            _ => Err(unavailable()),
        }
    })
    .await
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[expect(
    dead_code,
    reason = "read by the description; nothing is bought without a provider"
)]
pub struct CheckoutBody {
    #[serde(default)]
    #[schema(required)]
    plan: String,
    #[serde(default)]
    #[schema(required)]
    email: String,
    #[serde(default)]
    #[schema(required)]
    first_name: String,
    #[serde(default)]
    #[schema(required)]
    last_name: String,
    coupon: Option<String>,
}

/// Buy a plan as a visitor.
#[utoipa::path(post, path = "/api/checkout", tag = "orders", request_body = CheckoutBody, responses(
    (status = 200, body = PaymentPage),
    (status = 400, body = ProblemBody),
    (status = 403, body = ProblemBody),
    (status = 413, body = ProblemBody),
    (status = 503, description = "payments_unavailable; always so when payment is simulated", body = ProblemBody),
))]
pub async fn plan_checkout(_body: Body<CheckoutBody>) -> Result<web::Json<PaymentPage>, Problem> {
    Err(unavailable())
}

/// Take a payment provider's event. Without a webhook secret no event can be genuine.
#[utoipa::path(post, path = "/api/webhooks/stripe", tag = "orders",
    request_body(content = String, content_type = "application/json"), responses(
    (status = 200),
    (status = 400, description = "webhook_signature_invalid", body = ProblemBody),
    (status = 403, body = ProblemBody),
))]
pub async fn stripe_webhook() -> Result<web::Json<()>, Problem> {
    Err(Problem::bad_request(
        "webhook_signature_invalid",
        "The event's signature is not valid",
    ))
}
