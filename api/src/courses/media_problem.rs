//! What a fault of the media store answers.

use outbound::MediaError;

use crate::http::problem::Problem;

/// 404 for a file that is missing, else 503. The cause is logged here.
pub fn media_problem(error: MediaError) -> Problem {
    tracing::error!(%error, "a media file cannot be served");
    match error {
        MediaError::Missing(_) => Problem::not_found("This file is not there; please tell the support"),
        _ => Problem::unavailable("media_unavailable", "Something went wrong. Please try again.", 5),
    }
}
