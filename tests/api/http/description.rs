//! The OpenAPI document: 3.1, whole, and served as it is printed.

use std::{collections::BTreeSet, fs, path::Path, process::Command};

use serde_json::Value;
use support::{Server, Sqlite, http::contract::Contract, server::binary};

/// What the contract promises, and to whom: its table, its media path, and what account page and checkout need beyond it.
const PROMISED: [(&str, &[&str]); 8] = [
    (
        "public",
        &[
            "POST /api/login",
            "POST /api/register",
            "POST /api/passkeys/challenge",
            "POST /api/login/passkey",
            "POST /api/logout",
            "POST /api/verify-purchase-key",
            "POST /api/request-reset",
            "POST /api/reset-password",
            "POST /api/verify-email",
            "GET /api/courses",
            "GET /api/courses/{id}",
            "GET /api/courses/{id}/models",
            "GET /media/courses/{id}/image",
            "POST /api/checkout",
            "POST /api/checkout/quote",
            "GET /api/orders/{reference}",
            "GET /api/sandbox/{reference}",
            "POST /api/sandbox/{reference}",
            "POST /api/contact",
            "POST /api/page-errors",
            "POST /api/withdrawals",
            "POST /api/withdrawals/confirm",
            "GET /api/site",
            "GET /api/discord/config",
            "GET /healthz",
            "GET /readyz",
            "GET /metrics",
            "GET /api/openapi.json",
        ],
    ),
    (
        "member",
        &[
            "GET /api/user",
            "GET /api/user/courses",
            "GET /api/user/recent-progress",
            "GET /api/search",
            "POST /api/user/redeem",
            "GET /api/courses/{id}/progress",
            "GET /api/courses/{id}/access",
            "POST /api/courses/{id}/checkout",
            "GET /api/user/orders",
            "GET /api/user/orders/{reference}/receipt",
            "GET /api/user/orders/{reference}/credit-notes/{number}",
            "POST /api/user/orders/{reference}/withdraw",
            "POST /api/discord/oauth/callback",
            "DELETE /api/discord/link",
            "PUT /api/user/account",
            "POST /api/user/verify-email",
            "PUT /api/user/password",
            "POST /api/user/second-factor",
            "PUT /api/user/second-factor",
            "DELETE /api/user/second-factor",
            "GET /api/user/passkeys",
            "POST /api/user/passkey-challenge",
            "POST /api/user/passkeys",
            "DELETE /api/user/passkeys/{id}",
            "GET /api/user/export",
            "GET /api/live",
            "POST /api/user/calendar",
            "DELETE /api/user/calendar",
            "GET /api/user/replay-runs",
            "DELETE /api/user",
            "GET /api/user/sessions",
            "DELETE /api/user/sessions",
            "DELETE /api/user/sessions/{id}",
            "DELETE /api/questions/{id}",
        ],
    ),
    (
        "holder",
        &[
            "PUT /api/videos/{id}/progress",
            "POST /api/discord/generate-invite",
            "GET /api/live/{id}",
            "POST /api/live/{id}/join",
            "POST /api/questions/{id}/report",
            "GET /api/videos/{id}/questions",
            "POST /api/videos/{id}/questions",
        ],
    ),
    (
        "viewer",
        &[
            "GET /api/videos/{id}/lesson",
            "GET /media/videos/{id}",
            "GET /media/videos/{id}/packages/{package}/{file}",
            "GET /media/videos/{id}/packages/{package}/{rendition}/{file}",
            "GET /media/videos/{id}/captions/{language}",
            "GET /media/videos/{id}/attachments/{digest}/{name}",
            "GET /media/videos/{id}/pictures/{digest}",
        ],
    ),
    ("stripe", &["POST /api/webhooks/stripe"]),
    (
        "staff-sign-in",
        &[
            "POST /api/staff/join-challenge",
            "POST /api/staff/join",
            "POST /api/staff/passkey-challenge",
            "POST /api/staff/session",
        ],
    ),
    (
        "staff",
        &[
            "GET /api/staff/session",
            "DELETE /api/staff/session",
            "POST /api/staff/search",
            "GET /api/staff/today",
            "GET /api/staff/live",
            "POST /api/staff/live",
            "GET /api/staff/live/{id}",
            "PUT /api/staff/live/{id}",
            "POST /api/staff/live/{id}/cancel",
            "GET /api/staff/questions",
            "POST /api/staff/questions/{id}/answer",
            "POST /api/staff/questions/{id}/hide",
            "DELETE /api/staff/questions/{id}/reports",
            "GET /api/staff/members/{id}",
            "POST /api/staff/members/{id}/grants",
            "DELETE /api/staff/members/{id}/grants/{courseId}",
            "POST /api/staff/members/{id}/sign-out",
            "POST /api/staff/members/{id}/reset-mail",
            "POST /api/staff/members/{id}/verify-mail",
            "POST /api/staff/members/{id}/discord-sync",
            "POST /api/staff/members/{id}/notes",
            "PUT /api/staff/members/{id}/email",
            "POST /api/staff/keys",
            "POST /api/staff/mails/{id}/retry",
        ],
    ),
    ("owner", &["POST /api/staff/orders/{reference}/refund"]),
];

/// Calls whose attempts are counted, or which run one after the other for a member.
const LIMITED: [&str; 40] = [
    "DELETE /api/user",
    "DELETE /api/user/second-factor",
    "DELETE /api/user/passkeys/{id}",
    "GET /api/replay-runs/{id}",
    "GET /api/search",
    "GET /api/user/export",
    "GET /api/user/orders",
    "GET /api/user/orders/{reference}/credit-notes/{number}",
    "GET /api/user/orders/{reference}/receipt",
    "GET /api/videos/{id}/questions",
    "GET /api/videos/{id}/replay/runs",
    "POST /api/checkout",
    "POST /api/checkout/quote",
    "POST /api/contact",
    "POST /api/page-errors",
    "POST /api/discord/generate-invite",
    "POST /api/discord/oauth/callback",
    "POST /api/login",
    "POST /api/login/passkey",
    "POST /api/register",
    "POST /api/replay-runs/{id}/end",
    "POST /api/replay-runs/{id}/steps",
    "POST /api/staff/join",
    "POST /api/staff/join-challenge",
    "POST /api/staff/search",
    "POST /api/staff/session",
    "POST /api/verify-purchase-key",
    "POST /api/request-reset",
    "POST /api/reset-password",
    "POST /api/user/redeem",
    "POST /api/user/passkey-challenge",
    "POST /api/user/second-factor",
    "POST /api/user/verify-email",
    "POST /api/verify-email",
    "POST /api/videos/{id}/questions",
    "POST /api/videos/{id}/replay/runs",
    "PUT /api/user/account",
    "PUT /api/user/password",
    "PUT /api/user/second-factor",
    "POST /api/withdrawals",
];

#[test]
fn the_document_holds_every_call_of_the_contract_and_who_may() {
    let operations = Contract::shared().operations();
    for (who, calls) in PROMISED {
        for call in calls {
            let found = operations.iter().find(|operation| operation.name() == *call);
            let found = found.unwrap_or_else(|| panic!("{call} is not described"));
            assert_eq!(found.who_may(), who, "{call}");
            let needs_session = !found.description["security"].is_null();
            assert_eq!(
                needs_session,
                matches!(who, "member" | "holder" | "staff" | "owner"),
                "{call}: security"
            );
        }
    }
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
fn the_committed_document_is_what_the_server_prints() {
    let printed = Command::new(binary("portal-api"))
        .arg("--print-openapi")
        .output()
        .unwrap();
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../frontend/openapi.json");
    let committed = fs::read_to_string(committed).unwrap();
    // Not compared by assert_eq, which would print both.
    assert!(
        committed.as_bytes() == printed.stdout,
        "the API has changed: write frontend/openapi.json anew by `make openapi`"
    );
}

#[test]
fn every_operation_is_named_and_tells_its_answers() {
    let contract = Contract::shared();
    let mut names = BTreeSet::new();
    for operation in contract.operations() {
        let call = operation.name();
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
        let parameters = description["parameters"].as_array().into_iter().flatten();
        let in_path = parameters.filter(|parameter| parameter["in"] == "path").count();
        assert_eq!(in_path, placeholders, "{call}: parameters");
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
    let user = serde_json::json!({
        "id": "1", "username": "a", "email": "a@example.com", "emailVerified": true, "secondFactor": false,
    });
    assert!(
        contract.validate("/components/schemas/User", &user).is_err(),
        "a text is taken for a number"
    );
}
