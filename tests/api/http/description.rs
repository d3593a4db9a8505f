//! The OpenAPI document: 3.1, whole, and served as it is printed.

use std::collections::BTreeSet;

use serde_json::Value;
use support::{Server, Sqlite, http::contract::Contract};

/// The contract's table, its media path, and what account page and checkout need beyond it.
const CALLS: [&str; 42] = [
    "GET /api/user",
    "POST /api/login",
    "POST /api/register",
    "POST /api/logout",
    "GET /api/user/courses",
    "GET /api/user/recent-progress",
    "POST /api/user/redeem",
    "POST /api/verify-purchase-key",
    "POST /api/request-reset",
    "POST /api/reset-password",
    "GET /api/courses",
    "GET /api/courses/{id}",
    "GET /api/courses/{id}/models",
    "GET /api/courses/{id}/progress",
    "GET /api/courses/{id}/access",
    "PUT /api/videos/{id}/progress",
    "GET /media/videos/{id}",
    "GET /media/courses/{id}/image",
    "POST /api/courses/{id}/checkout",
    "POST /api/checkout",
    "POST /api/checkout/quote",
    "GET /api/orders/{reference}",
    "GET /api/user/orders",
    "GET /api/user/orders/{reference}/receipt",
    "GET /api/sandbox/{reference}",
    "POST /api/sandbox/{reference}",
    "POST /api/contact",
    "GET /api/site",
    "POST /api/webhooks/stripe",
    "GET /api/discord/config",
    "POST /api/discord/oauth/callback",
    "DELETE /api/discord/link",
    "POST /api/discord/generate-invite",
    "GET /healthz",
    "GET /readyz",
    "GET /metrics",
    "GET /api/openapi.json",
    "PUT /api/user/account",
    "PUT /api/user/password",
    "GET /api/user/sessions",
    "DELETE /api/user/sessions",
    "DELETE /api/user/sessions/{id}",
];

/// Calls whose attempts are counted.
const LIMITED: [&str; 13] = [
    "POST /api/checkout",
    "POST /api/checkout/quote",
    "POST /api/contact",
    "POST /api/discord/generate-invite",
    "POST /api/discord/oauth/callback",
    "POST /api/login",
    "POST /api/register",
    "POST /api/verify-purchase-key",
    "POST /api/request-reset",
    "POST /api/reset-password",
    "POST /api/user/redeem",
    "PUT /api/user/account",
    "PUT /api/user/password",
];

#[test]
fn the_document_holds_every_call_and_nothing_else() {
    let described: BTreeSet<_> = Contract::shared()
        .operations()
        .iter()
        .map(|o| format!("{} {}", o.method, o.path))
        .collect();
    assert_eq!(described, CALLS.into_iter().map(str::to_owned).collect());
}

#[test]
fn the_document_is_served_as_it_is_printed() {
    let server = Server::start(Sqlite);
    let served = server.visitor().get("/api/openapi.json").ok(200);
    assert_eq!(&served, Contract::shared().document());
    assert!(served["openapi"].as_str().unwrap().starts_with("3.1."));
    assert!(served["info"]["title"].is_string() && served["info"]["version"].is_string());
}

#[test]
fn every_operation_is_named_and_tells_its_answers() {
    let contract = Contract::shared();
    let mut names = BTreeSet::new();
    for operation in contract.operations() {
        let call = format!("{} {}", operation.method, operation.path);
        let description = &operation.description;
        assert!(
            names.insert(description["operationId"].to_string()),
            "{call}: two operations have one name"
        );
        let responses = description["responses"].as_object().unwrap();
        let statuses: Vec<_> = responses.keys().map(String::as_str).collect();
        assert!(
            statuses.iter().any(|status| status.starts_with('2')),
            "{call} never succeeds: {statuses:?}"
        );
        assert_eq!(
            statuses.contains(&"429"),
            LIMITED.contains(&call.as_str()),
            "{call}: 429 among {statuses:?}"
        );
        assert!(
            operation.method == "GET" || statuses.contains(&"403"),
            "{call} refuses no other site"
        );
        for (status, response) in responses {
            assert!(response["description"].is_string(), "{call} {status}");
            let schema = &response["content"]["application/json"]["schema"];
            assert!(
                !status.starts_with(['4', '5']) || !schema.is_null(),
                "{call} {status} has no shape"
            );
        }
        let placeholders = operation.path.matches('{').count();
        let parameters = description["parameters"].as_array().map_or(0, Vec::len);
        assert_eq!(parameters, placeholders, "{call}: parameters");
    }
}

#[test]
fn every_reference_leads_somewhere_and_every_schema_is_one() {
    fn references<'d>(value: &'d Value, found: &mut BTreeSet<&'d str>) {
        match value {
            Value::Object(object) => {
                found.extend(object.get("$ref").and_then(Value::as_str));
                object.values().for_each(|value| references(value, found));
            }
            Value::Array(list) => list.iter().for_each(|value| references(value, found)),
            _ => {}
        }
    }
    let contract = Contract::shared();
    let mut found = BTreeSet::new();
    references(contract.document(), &mut found);
    assert!(found.len() > 10);
    for reference in found {
        let place = reference
            .strip_prefix('#')
            .expect("a reference within the document");
        assert!(
            contract.document().pointer(place).is_some(),
            "{reference} leads nowhere"
        );
    }
    let schemas = contract.document()["components"]["schemas"].as_object().unwrap();
    for name in schemas.keys() {
        let nothing = contract.validate(&format!("/components/schemas/{name}"), &Value::Bool(true));
        assert!(nothing.is_err(), "{name} takes anything");
    }
    let user = serde_json::json!({ "id": "1", "username": "a", "email": "a@example.com" });
    assert!(
        contract.validate("/components/schemas/User", &user).is_err(),
        "a text is taken for a number"
    );
}
