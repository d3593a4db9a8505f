//! A line of the log for each request that is refused (OWASP ASVS 16.3.2 and 16.3.3).
//!
//! It names the route as it is declared, never the address that was asked for, and holds nothing that a caller
//! wrote; an unknown host is named by `known_host`, once a minute. The client's
//! address is in it where an attempt was refused, and not where the caller is only not signed in: every page asks about that.

use actix_web::{body::BoxBody, dev::ServiceResponse, http::StatusCode};
use tracing::field::display;

use crate::app::App;
use crate::http::client_address::limited_as;
use crate::http::problem::Refusal;

/// Answers to what the pages would not send, or to a caller who may not.
const REFUSALS: [StatusCode; 6] = [
    StatusCode::BAD_REQUEST,
    StatusCode::UNAUTHORIZED,
    StatusCode::FORBIDDEN,
    StatusCode::PAYLOAD_TOO_LARGE,
    StatusCode::MISDIRECTED_REQUEST,
    StatusCode::TOO_MANY_REQUESTS,
];

/// Logs an answer that is a refusal.
pub fn log_refusal(app: &App, response: &ServiceResponse<BoxBody>, method: &'static str, route: &str) {
    let status = response.status();
    if !REFUSALS.contains(&status) {
        return;
    }
    let refusal = response.response().extensions().get::<Refusal>().copied();
    let Refusal { code, user } = refusal.unwrap_or_default();
    let client = (code != "unauthenticated").then(|| limited_as(app.address_of(response.request())));
    let client = client.map(display);
    tracing::info!(
        method,
        route,
        status = status.as_u16(),
        code,
        user = user.map(|user| user.0),
        client,
        "a request was refused"
    );
}
