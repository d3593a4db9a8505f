//! What breaks in a page at a member's reaches the owner: the error, the page's route pattern and version. No address, no content.

use actix_web::{HttpRequest, HttpResponse};
use api_macros::operation;
use kernel::{OneLine, shows_nothing};
use persistence::PageError;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::app::SharedApp;
use crate::http::body::Body;
use crate::http::client_address::{client_address, limited_as};
use crate::http::limits::LimitedAction;
use crate::http::problem::{Fields, Problem, TooManyAttempts};
use crate::monitoring::events::count_page_error;

const MAX_MESSAGE_CHARS: usize = 200;
const MAX_ROUTE_CHARS: usize = 64;
const MAX_VERSION_CHARS: usize = 32;

/// An error that no code of a page handled.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PageErrorBody {
    /// The error's kind and message, without addresses and quoted text; at most 200 characters.
    #[serde(default)]
    #[schema(required)]
    message: String,
    /// The page's route pattern, such as `/portal/course/:id`.
    #[serde(default)]
    #[schema(required)]
    route: String,
    /// The version that the page was built as.
    #[serde(default)]
    #[schema(required)]
    version: String,
}

/// Why a report is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
enum PageErrorProblem {
    #[error("Give the error in one line of at most {MAX_MESSAGE_CHARS} characters")]
    Message,
    #[error("A report holds no address")]
    Address,
    #[error("Give the page's route pattern, such as /portal/course/:id")]
    Route,
    #[error("Give the page's version, such as 1.0.0")]
    Version,
}

/// Report an error that no code of a page handled.
#[operation(request_body = PageErrorBody, responses((status = 202), TooManyAttempts))]
pub async fn report(
    app: SharedApp,
    request: HttpRequest,
    Body(body): Body<PageErrorBody>,
) -> Result<HttpResponse, Problem> {
    let address = limited_as(client_address(&request, &app.settings.trusted_proxies));
    app.limits.request(LimitedAction::PageError, address).await?;
    let error = parsed(&body)?;
    let known = app.frontend.build().page_routes;
    // Errors of unknown pages and versions are not kept: their number has no limit.
    let has_place = (error.route == "*" || known.iter().any(|page| page.path == error.route))
        && is_recent(&error.version, env!("CARGO_PKG_VERSION"));
    count_page_error();
    tracing::warn!(
        route = error.route,
        version = error.version,
        // The words are a stranger's.
        message = ?error.message,
        "a page failed"
    );
    if has_place {
        app.write(move |store, now| Ok(store.note_page_error(&error, now)?))
            .await?;
    }
    Ok(HttpResponse::Accepted().finish())
}

fn parsed(body: &PageErrorBody) -> Result<PageError, Problem> {
    let mut fields = Fields::default();
    let message = fields.take("message", parse_message(&body.message));
    let route = fields.take("route", parse_route(&body.route));
    let version = fields.take("version", parse_version(&body.version));
    let (Some(message), Some(route), Some(version)) = (message, route, version) else {
        return Err(fields.problem());
    };
    Ok(PageError {
        route,
        message,
        version,
    })
}

fn parse_message(text: &str) -> Result<String, PageErrorProblem> {
    let text = text.trim();
    if shows_nothing(text) || text.chars().count() > MAX_MESSAGE_CHARS || OneLine::check(text).is_err() {
        return Err(PageErrorProblem::Message);
    }
    if text.contains("://") || text.contains('@') {
        return Err(PageErrorProblem::Address);
    }
    Ok(text.to_owned())
}

/// Segments of lower-case letters and hyphens, or a parameter's name; `*` for an unknown page. A number or a token is in none.
fn parse_route(text: &str) -> Result<String, PageErrorProblem> {
    let is_word =
        |word: &str| !word.is_empty() && word.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'-'));
    let is_segment = |segment: &str| is_word(segment.strip_prefix(':').unwrap_or(segment));
    let segments = text.strip_prefix('/').map(|rest| rest.split('/').all(is_segment));
    if text.len() <= MAX_ROUTE_CHARS && (matches!(text, "*" | "/") || segments == Some(true)) {
        return Ok(text.to_owned());
    }
    Err(PageErrorProblem::Route)
}

/// Whether a version is this one, or of the release before it; of both, whatever the last number is.
fn is_recent(version: &str, this: &str) -> bool {
    let line = |version: &str| -> Option<(u32, u32)> {
        let mut numbers = version.split(['.', '-', '+']);
        Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
    };
    match (line(version), line(this)) {
        (Some(version), Some(this)) => version == this || (this.1 > 0 && version == (this.0, this.1 - 1)),
        _ => false,
    }
}

fn parse_version(text: &str) -> Result<String, PageErrorProblem> {
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'+');
    if (1..=MAX_VERSION_CHARS).contains(&text.len()) && text.bytes().all(is_sign) {
        return Ok(text.to_owned());
    }
    Err(PageErrorProblem::Version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_route_is_a_pattern_and_never_an_address() {
        for route in ["/", "*", "/portal/course/:id", "/portal/discord-verify"] {
            assert_eq!(parse_route(route).as_deref(), Ok(route));
        }
        let long = format!("/{}", "a".repeat(MAX_ROUTE_CHARS));
        for address in [
            "",
            "/portal/course/7",
            "/verify?token=a",
            "/a//b",
            "/A",
            "portal",
            "/:",
            &long,
        ] {
            assert_eq!(parse_route(address), Err(PageErrorProblem::Route), "{address}");
        }
    }

    #[test]
    fn a_message_is_one_short_line_without_an_address() {
        let text = "TypeError: x is not a function";
        assert_eq!(parse_message(text).as_deref(), Ok(text));
        let long = "a".repeat(MAX_MESSAGE_CHARS + 1);
        for wrong in ["", "  ", "a\nb", "a\u{202e}b", "\u{2800}", &long] {
            assert_eq!(parse_message(wrong), Err(PageErrorProblem::Message), "{wrong:?}");
        }
        for address in ["failed at https://a.example/x", "no a@b.example"] {
            assert_eq!(
                parse_message(address),
                Err(PageErrorProblem::Address),
                "{address}"
            );
        }
    }

    #[test]
    fn a_version_is_recent_if_it_is_this_one_or_the_one_before() {
        for (version, this, is) in [
            ("1.1.0", "1.1.0", true),
            ("1.1.9", "1.1.0", true),
            ("1.0.0", "1.1.0", true),
            ("1.0.0-rc.1", "1.0.0", true),
            ("0.9.0", "1.0.0", false),
            ("1.2.0", "1.0.0", false),
            ("1.0.0", "1.2.0", false),
            ("one", "1.0.0", false),
        ] {
            assert_eq!(is_recent(version, this), is, "{version} at {this}");
        }
    }

    #[test]
    fn a_version_is_a_short_word() {
        assert_eq!(parse_version("1.0.0-rc.1").as_deref(), Ok("1.0.0-rc.1"));
        for wrong in ["", "1 0", "<b>"] {
            assert_eq!(parse_version(wrong), Err(PageErrorProblem::Version), "{wrong:?}");
        }
    }
}
