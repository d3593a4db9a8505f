//! Failures as the contract shapes them: a status, a stable `code`, a sentence, and for a form the message of each field.

use std::{borrow::Cow, collections::BTreeMap};

use actix_web::{
    HttpResponse, ResponseError,
    http::{StatusCode, header},
};
use kernel::{RandomnessError, StoreError, UserId, error_chain};
use serde::Serialize;
use utoipa::{
    IntoResponses, ToSchema,
    openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder},
};

use crate::monitoring::log_pause::LogPause;

/// What every failure answers.
#[derive(Serialize, ToSchema)]
pub struct ProblemBody {
    /// A sentence for a person.
    pub message: String,
    /// A stable word for a program.
    pub code: String,
    /// Field name to message, where a form was wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fields: Option<BTreeMap<String, String>>,
}

impl ProblemBody {
    /// A failure, for a route's description; a description that is left empty becomes the status's own word.
    pub fn response(description: &str) -> Response {
        let body = RefOr::Ref(Ref::from_schema_name("ProblemBody"));
        let content = ContentBuilder::new().schema(Some(body)).build();
        ResponseBuilder::new()
            .description(description)
            .content("application/json", content)
            .build()
    }
}

/// 429, for the description of a route whose attempts are counted, or whose calls run one after the other.
pub enum TooManyAttempts {}

impl IntoResponses for TooManyAttempts {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let status = StatusCode::TOO_MANY_REQUESTS.as_str().to_owned();
        BTreeMap::from([(status, RefOr::T(ProblemBody::response("")))])
    }
}

/// Messages of wrong fields, gathered before answering, so that a form shows all of them at once.
#[derive(Debug, Default)]
pub struct Fields(BTreeMap<&'static str, String>);

impl Fields {
    /// Keeps a parsed value, or the field's message.
    pub fn take<T, E: std::fmt::Display>(&mut self, field: &'static str, parsed: Result<T, E>) -> Option<T> {
        parsed
            .map_err(|error| self.0.insert(field, error.to_string()))
            .ok()
    }

    pub fn wrong(&mut self, field: &'static str, message: &str) {
        self.0.insert(field, message.to_owned());
    }

    /// The answer where something is wrong.
    pub fn problem(self) -> Problem {
        let message = self
            .0
            .values()
            .next()
            .cloned()
            .unwrap_or_else(|| String::from("Invalid input"));
        Problem {
            fields: self.0,
            ..Problem::new(StatusCode::BAD_REQUEST, "invalid_fields", message)
        }
    }
}

/// A failed call.
#[derive(Debug)]
pub struct Problem {
    status: StatusCode,
    code: &'static str,
    message: Cow<'static, str>,
    fields: BTreeMap<&'static str, String>,
    headers: Vec<(header::HeaderName, String)>,
    user: Option<UserId>,
}

/// Why a request was refused and, where that is known, whose it was; with the answer, for the log.
#[derive(Debug, Clone, Copy, Default)]
pub struct Refusal {
    pub code: &'static str,
    pub user: Option<UserId>,
}

/// One sentence for every failure on our side: what happened is for the log.
const OUR_SIDE: &str = "Something went wrong. Please try again.";

impl Problem {
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            status,
            code,
            message: message.into(),
            fields: BTreeMap::new(),
            headers: Vec::new(),
            user: None,
        }
    }

    /// The same, about the request of this user.
    #[must_use]
    pub fn of_user(mut self, user: UserId) -> Self {
        self.user = Some(user);
        self
    }

    pub fn bad_request(code: &'static str, message: &'static str) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// 400 about one field.
    pub fn field(field: &'static str, message: &str) -> Self {
        let mut fields = Fields::default();
        fields.wrong(field, message);
        fields.problem()
    }

    /// 400 for an act of a replay that the moment forbids, with the sentence that says why.
    pub fn refused_act(why: &str) -> Self {
        let fields = BTreeMap::from([("acts", why.to_owned())]);
        Self {
            fields,
            ..Self::new(StatusCode::BAD_REQUEST, "act_refused", why.to_owned())
        }
    }

    pub fn unauthenticated() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "unauthenticated", "Please sign in")
    }

    pub fn no_access() -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "no_access",
            "You have no access to this course",
        )
    }

    pub fn not_found(what: &'static str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", what)
    }

    pub fn conflict(code: &'static str, message: &'static str) -> Self {
        Self::new(StatusCode::CONFLICT, code, message)
    }

    pub fn method_not_allowed(allow: &str) -> Self {
        let sentence = "This address does not take that method";
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", sentence)
            .with_header(header::ALLOW, allow.to_owned())
    }

    pub fn too_many_attempts(seconds: u64) -> Self {
        let sentence = format!("Too many attempts. Please try again in {seconds} seconds.");
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_attempts", sentence)
            .with_header(header::RETRY_AFTER, seconds.to_string())
    }

    /// A member's calls that cost much run one after the other.
    pub fn too_many_calls() -> Self {
        let sentence = "You asked for much at once. Please try again in a moment.";
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_calls", sentence)
            .with_header(header::RETRY_AFTER, String::from("1"))
    }

    /// A feature that the owner has not set up, or that cannot work right now.
    pub fn unavailable(code: &'static str, message: &'static str, retry_after_seconds: u32) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, code, message)
            .with_header(header::RETRY_AFTER, retry_after_seconds.to_string())
    }

    /// The queue of a pool is full.
    pub fn busy(retry_after_seconds: u32) -> Self {
        let sentence = "The site is very busy. Please try again in a moment.";
        Self::unavailable("busy", sentence, retry_after_seconds)
    }

    pub fn database_unavailable() -> Self {
        Self::unavailable("database_unavailable", OUR_SIDE, 1)
    }

    /// A write that has happened whole, or not at all.
    pub fn outcome_unknown() -> Self {
        let sentence = "This may have been saved. Look before you send it again.";
        Self::unavailable("outcome_unknown", sentence, 1)
    }

    pub fn internal() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", OUR_SIDE)
    }

    #[must_use]
    pub fn with_header(mut self, name: header::HeaderName, value: String) -> Self {
        self.headers.push((name, value));
        self
    }
}

impl From<StoreError> for Problem {
    /// The one place where a store's failure is logged, with all that lies beneath it.
    fn from(error: StoreError) -> Self {
        let cause = error_chain(&error);
        match error {
            StoreError::Unavailable(_) => {
                tracing::error!(%cause, "the database cannot be used");
                Self::database_unavailable()
            }
            StoreError::OutcomeUnknown(_) => {
                tracing::error!(%cause, "the outcome of a write is not known");
                Self::outcome_unknown()
            }
            StoreError::Busy(_) => {
                static SAID: LogPause = LogPause::new();
                if SAID.is_over() {
                    tracing::warn!(%cause, "calls wait too long for the database, which is busy with others");
                }
                Self::busy(1)
            }
            StoreError::Fault(_) | StoreError::Program(_) => {
                tracing::error!(%cause, "a call failed");
                Self::internal()
            }
            StoreError::Inconsistent(_) => {
                tracing::error!(%cause, "the database holds rows that contradict each other");
                Self::internal()
            }
        }
    }
}

impl From<RandomnessError> for Problem {
    fn from(error: RandomnessError) -> Self {
        let cause = error_chain(&error);
        tracing::error!(%cause, "a call needs random bytes");
        Self::internal()
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.code)
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.status
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status);
        for (name, value) in &self.headers {
            if *name == header::CONNECTION {
                // The framework writes this header itself, and closes only when asked by its own method.
                response.force_close();
            } else {
                response.insert_header((name.clone(), value.as_str()));
            }
        }
        let fields = self
            .fields
            .iter()
            .map(|(name, message)| ((*name).to_owned(), message.clone()));
        let mut response = response.json(ProblemBody {
            message: self.message.clone().into_owned(),
            code: self.code.to_owned(),
            fields: (!self.fields.is_empty()).then(|| fields.collect()),
        });
        let refusal = Refusal {
            code: self.code,
            user: self.user,
        };
        let _ = response.extensions_mut().insert(refusal);
        response
    }
}
