//! The API's description, from the handlers' own types.

use actix_web::{http::StatusCode, web};
use utoipa::{
    OpenApi,
    openapi::{OpenApi as OpenApiDocument, RefOr},
};

use crate::accounts::contact;
use crate::courses::media;
use crate::http::health;
use crate::orders::sandbox;
use crate::{accounts, courses, discord, orders, progress, purchase_keys};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Course portal",
        description = "JSON in camelCase, times in UTC as RFC 3339, money in cents. Sign-in is a cookie. Every failure \
                       answers an object with `message`, `code` and, for a form, `fields`."
    ),
    paths(
        accounts::current_user,
        accounts::login,
        accounts::logout,
        accounts::reset::request_reset_mail,
        accounts::reset::reset,
        accounts::change::change_account,
        accounts::change::change_own_password,
        accounts::sessions::sessions,
        accounts::sessions::end_all_sessions,
        accounts::sessions::end_session,
        purchase_keys::verify,
        purchase_keys::register_account,
        purchase_keys::redeem,
        courses::list,
        courses::one,
        courses::models,
        courses::access,
        courses::own,
        progress::put,
        progress::in_course,
        progress::recent,
        orders::course_checkout,
        orders::plan_checkout,
        orders::quote::quote,
        orders::views::by_reference,
        orders::views::own_orders,
        orders::views::own_receipt,
        orders::webhook::stripe,
        sandbox::look,
        sandbox::press,
        discord::config,
        discord::oauth_callback,
        discord::unlink,
        discord::generate_invite,
        contact::site,
        contact::send,
        media::video,
        media::course_image,
        health::alive,
        health::ready,
        health::metrics,
        description,
    )
)]
struct Description;

/// The OpenAPI 3.1 document, as JSON.
///
/// # Errors
/// Never for the description that is compiled in; the type of serializing.
pub fn document() -> Result<String, serde_json::Error> {
    described().to_pretty_json()
}

/// The description with a word for each answer: OpenAPI 3.1 asks for one, and most statuses need none but their own.
fn described() -> OpenApiDocument {
    let mut document = Description::openapi();
    for item in document.paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.put, &mut item.post, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            for (status, response) in &mut operation.responses.responses {
                if let RefOr::T(response) = response
                    && response.description.is_empty()
                {
                    response.description = reason(status);
                }
            }
        }
    }
    document
}

fn reason(status: &str) -> String {
    let known = StatusCode::from_bytes(status.as_bytes()).ok();
    known
        .and_then(|status| status.canonical_reason())
        .unwrap_or("Answer")
        .to_owned()
}

/// This document.
#[utoipa::path(get, path = "/api/openapi.json", tag = "site", responses(
    (status = 200, description = "OpenAPI 3.1", content_type = "application/json"),
))]
#[expect(dead_code, reason = "holds the attribute; `answer` serves the call")]
async fn description() {}

/// Answers the document.
pub async fn answer() -> web::Json<OpenApiDocument> {
    web::Json(described())
}
