//! Codes of the second factor as calls take them, and their refusals.

use accounts::{CodeAttempt, CodeLimit, CodeRefused, TypedCode};
use actix_web::http::StatusCode;
use secrecy::{ExposeSecret, SecretString};

use crate::app::App;
use crate::http::problem::Problem;

/// A code that may be left out, or null.
pub type OptionalCode = Option<SecretString>;

/// What was typed as a code.
pub fn typed_code(code: &OptionalCode) -> Option<TypedCode> {
    TypedCode::typed(code.as_ref()?.expose_secret())
}

/// A code under the account's limit of wrong ones.
pub fn code_attempt(app: &App, code: &OptionalCode) -> CodeAttempt {
    CodeAttempt {
        code: typed_code(code),
        limit: CodeLimit::of_account(app.settings.auth_attempts_per_minute),
    }
}

/// 401, where a code is part of proving who the caller is.
pub fn refused_at_sign_in(refused: CodeRefused) -> Problem {
    let unauthorized = |code, sentence| Problem::new(StatusCode::UNAUTHORIZED, code, sentence);
    match refused {
        CodeRefused::Missing => unauthorized(
            "second_factor_required",
            "Enter the code from your authenticator app",
        ),
        CodeRefused::Wrong => unauthorized("second_factor_invalid", WRONG),
        CodeRefused::TooMany { retry_after_seconds } => Problem::too_many_attempts(retry_after_seconds),
    }
}

/// 400, where a code is a field of a form.
pub fn refused_in_form(refused: CodeRefused) -> Problem {
    match refused {
        CodeRefused::Missing | CodeRefused::Wrong => code_invalid(),
        CodeRefused::TooMany { retry_after_seconds } => Problem::too_many_attempts(retry_after_seconds),
    }
}

pub fn code_invalid() -> Problem {
    Problem::bad_request("second_factor_invalid", WRONG)
}

const WRONG: &str = "The code is wrong or was used already";
