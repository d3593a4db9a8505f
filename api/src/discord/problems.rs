//! The answer to a member whose request Discord failed.

use actix_web::http::StatusCode;

use crate::http::problem::Problem;

/// 502: Discord failed, with a message for the member who waits.
pub fn discord_failed(message: &'static str) -> Problem {
    Problem::new(StatusCode::BAD_GATEWAY, "discord_failed", message)
}
