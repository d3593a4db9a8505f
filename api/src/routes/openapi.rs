//! The API's description, from the table of routes and the handlers' own types.
//!
//! What follows from a route's declaration is written here once: its parameters are the placeholders of its path (`{id}` is a
//! number, others are texts; a handler adds those of the query), and its answers that every route of its kind has are
//!
//! - 400, 408 and 413 where it takes a body; 404 where its path has a placeholder; 503 where its handler can fail at all
//! - 404 for calls of staff, while there is no staff
//! - 401 for members, holders, viewers and staff; 403 for holders and viewers, and for every change, which another site must not cause
//! - 421 where the request names another host, but for health
//!
//! A handler's own words for one of these statuses stand.

use std::sync::LazyLock;

use actix_web::{
    HttpResponse, ResponseError as _,
    http::{Method, StatusCode, header::ContentType},
    web::Bytes,
};
use api_macros::operation;
use utoipa::{
    OpenApi,
    openapi::{
        HttpMethod, KnownFormat, ObjectBuilder, OpenApi as OpenApiDocument, RefOr, Required, Schema,
        SchemaFormat, SecurityRequirement, Type,
        extensions::ExtensionsBuilder,
        path::{Operation, Parameter, ParameterBuilder, ParameterIn},
        security::{ApiKey, ApiKeyValue, SecurityScheme},
    },
};

use crate::http::checks::known_host::HEALTH;
use crate::http::problem::{Problem, ProblemBody};
use crate::http::sessions;
use crate::routes::table::Route;
use crate::routes::who::Who;

/// The names of the cookies' security schemes.
const SESSION: &str = "session";
const STAFF_SESSION: &str = "staffSession";

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Course portal",
        description = "JSON in camelCase, times in UTC as RFC 3339, money in cents. Sign-in is a cookie. Every failure \
                       answers an object with `message`, `code` and, for a form, `fields`."
    ),
    components(schemas(ProblemBody))
)]
struct Frame;

/// The OpenAPI 3.1 document, as JSON.
///
/// # Errors
/// Never for the description that is compiled in; the type of serializing.
pub fn document() -> Result<String, serde_json::Error> {
    described().to_pretty_json()
}

/// This document.
#[operation(responses((status = 200, description = "OpenAPI 3.1", content_type = "application/json")))]
pub async fn description() -> HttpResponse {
    /// Made once: it takes milliseconds, and anyone may ask for it without a limit.
    static BODY: LazyLock<Option<Bytes>> = LazyLock::new(|| match described().to_json() {
        Ok(json) => Some(json.into()),
        Err(error) => {
            tracing::error!(%error, "the API's description cannot be made");
            None
        }
    });
    match &*BODY {
        Some(body) => HttpResponse::Ok()
            .insert_header(ContentType::json())
            .body(body.clone()),
        None => Problem::internal().error_response(),
    }
}

fn described() -> OpenApiDocument {
    let mut document = Frame::openapi();
    let components = document.components.get_or_insert_default();
    let cookie = ApiKeyValue::with_description(
        sessions::cookie_name(false),
        "Set by signing in; over https with the prefix __Host-.",
    );
    components.add_security_scheme(SESSION, SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
    let cookie = ApiKeyValue::with_description(
        "portal-staff",
        "Set by signing in to the pages of staff; over https with the prefix __Host-.",
    );
    components.add_security_scheme(STAFF_SESSION, SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
    for route in super::declared() {
        let method = http_method(&route.method);
        let operation = operation_of(&route);
        document
            .paths
            .add_path_operation(route.path, vec![method], operation);
        components.schemas.extend(route.description.schemas);
    }
    document
}

fn http_method(method: &Method) -> HttpMethod {
    match *method {
        Method::GET => HttpMethod::Get,
        Method::POST => HttpMethod::Post,
        Method::PUT => HttpMethod::Put,
        _ => HttpMethod::Delete,
    }
}

fn operation_of(route: &Route) -> Operation {
    let mut operation = route.description.operation.clone();
    operation.tags = Some(vec![route.tag.to_owned()]);
    let mut parameters: Vec<_> = placeholders(route.path).map(parameter).map(RefOr::T).collect();
    parameters.extend(operation.parameters.take().unwrap_or_default());
    operation.parameters = (!parameters.is_empty()).then_some(parameters);
    operation.extensions = Some(ExtensionsBuilder::new().add("who-may", route.who.name()).build());
    if route.who.needs_session() {
        operation.security = Some(vec![SecurityRequirement::new(SESSION, [""; 0])]);
    }
    if matches!(route.who, Who::Staff(_)) {
        operation.security = Some(vec![SecurityRequirement::new(STAFF_SESSION, [""; 0])]);
    }
    let shared = shared_problems(route, operation.request_body.is_some());
    for (status, description) in shared {
        let problem = || RefOr::T(ProblemBody::response(description.unwrap_or_default()));
        operation
            .responses
            .responses
            .entry(status.as_str().to_owned())
            .or_insert_with(problem);
    }
    // OpenAPI 3.1 requires a description of each answer; for most statuses their own name is enough.
    for (status, response) in &mut operation.responses.responses {
        if let RefOr::T(response) = response
            && response.description.is_empty()
        {
            response.description = reason(status);
        }
    }
    operation
}

/// The failures that follow from a route's declaration, with a description where the status does not say it.
fn shared_problems(route: &Route, takes_body: bool) -> Vec<(StatusCode, Option<&'static str>)> {
    let is_holder = matches!(route.who, Who::Holder | Who::Viewer);
    let is_staff = matches!(route.who, Who::Staff(_) | Who::StaffSignIn);
    let is_fresh = matches!(route.who, Who::Staff(action) if action.wants_fresh_passkey());
    let rules = [
        (takes_body, StatusCode::BAD_REQUEST, None),
        (
            route.who.needs_session() || is_holder || matches!(route.who, Who::Staff(_)),
            StatusCode::UNAUTHORIZED,
            is_fresh.then_some("Without a session of staff, or passkey_required"),
        ),
        (
            is_holder,
            StatusCode::FORBIDDEN,
            Some("No access to the course now"),
        ),
        (!is_holder && !route.method.is_safe(), StatusCode::FORBIDDEN, None),
        (
            placeholders(route.path).next().is_some() || is_staff,
            StatusCode::NOT_FOUND,
            None,
        ),
        (
            takes_body,
            StatusCode::REQUEST_TIMEOUT,
            Some("The body took too long to arrive"),
        ),
        (takes_body, StatusCode::PAYLOAD_TOO_LARGE, None),
        (
            !HEALTH.contains(&route.path),
            StatusCode::MISDIRECTED_REQUEST,
            None,
        ),
        (route.description.can_fail, StatusCode::SERVICE_UNAVAILABLE, None),
    ];
    let rules = rules.into_iter().filter(|(holds, ..)| *holds);
    rules
        .map(|(_, status, description)| (status, description))
        .collect()
}

fn placeholders(path: &str) -> impl Iterator<Item = &str> {
    path.split('/')
        .filter_map(|segment| segment.strip_prefix('{')?.split_once('}'))
        .map(|(name, _)| name)
}

fn parameter(name: &str) -> Parameter {
    let schema = if name == "id" {
        let format = SchemaFormat::KnownFormat(KnownFormat::Int32);
        ObjectBuilder::new()
            .schema_type(Type::Integer)
            .format(Some(format))
    } else {
        ObjectBuilder::new().schema_type(Type::String)
    };
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Path)
        .required(Required::True)
        .schema(Some(Schema::from(schema.build())))
        .build()
}

fn reason(status: &str) -> String {
    let known = StatusCode::from_bytes(status.as_bytes()).ok();
    known
        .and_then(|status| status.canonical_reason())
        .unwrap_or("Answer")
        .to_owned()
}
