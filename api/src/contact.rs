//! What the public pages ask: how the site pays and takes messages; and the contact form.

use actix_web::web;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    body::Body,
    problem::{Problem, ProblemBody},
};

/// How this site is set up, as far as its pages must know.
#[derive(Serialize, ToSchema)]
pub struct SiteInfo {
    /// simulated, sandbox or stripe.
    payments: &'static str,
    /// console or mail.
    contact: &'static str,
}

/// How the plan checkout pays and where contact messages go.
#[utoipa::path(get, path = "/api/site", tag = "site", responses((status = 200, body = SiteInfo)))]
pub async fn site() -> web::Json<SiteInfo> {
    web::Json(SiteInfo {
        payments: "simulated",
        contact: "console",
    })
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(
    dead_code,
    reason = "read by the description; nothing is mailed without a recipient"
)]
pub struct ContactBody {
    #[serde(default)]
    name: String,
    #[serde(default)]
    email: String,
    #[serde(default)]
    subject: String,
    #[serde(default)]
    message: String,
}

/// Send the owner a message.
#[utoipa::path(post, path = "/api/contact", tag = "site", request_body = ContactBody, responses(
    (status = 202),
    (status = 400, body = ProblemBody),
    (status = 403, body = ProblemBody),
    (status = 413, body = ProblemBody),
    (status = 503, description = "contact_unavailable", body = ProblemBody),
))]
pub async fn send(_body: Body<ContactBody>) -> Result<web::Json<()>, Problem> {
    Err(Problem::unavailable(
        "contact_unavailable",
        "This site takes no messages here",
        3600,
    ))
}
