//! A feature without its configuration answers so, to every caller who may use it.

use kernel::AccessTerm;
use serde_json::json;
use support::{
    Server, Sqlite,
    catalogue_fixture::{CatalogueFixture, member},
};

#[test]
fn payments_contact_and_discord_answer_with_their_codes() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut visitor = server.visitor();
    let site = visitor.get("/api/site").ok(200);
    assert_eq!(site["payments"], "simulated");
    assert_eq!(site["contact"], "console");
    let plan = json!({ "plan": "monthly", "email": "a@example.com", "firstName": "A", "lastName": "B" });
    visitor
        .post("/api/checkout", &plan)
        .refused(503, "payments_unavailable");
    let message = json!({ "name": "A", "email": "a@example.com", "subject": "B", "message": "C" });
    visitor
        .post("/api/contact", &message)
        .refused(503, "contact_unavailable");
    visitor
        .get("/api/discord/config")
        .refused(503, "discord_unavailable");
    let forged = [("stripe-signature", "t=1,v1=00")];
    let event = visitor.send("POST", "/api/webhooks/stripe", &forged, Some(b"{}"));
    assert_eq!(event.status, 400, "an unsigned event was taken");

    let code = json!({ "code": "x" });
    let invite = json!({ "courseId": catalogue.futures.0 });
    visitor
        .post("/api/discord/oauth/callback", &code)
        .refused(401, "unauthenticated");
    visitor
        .post("/api/discord/generate-invite", &invite)
        .refused(401, "unauthenticated");
    let checkout = |id: i32| format!("/api/courses/{id}/checkout");
    visitor
        .send("POST", &checkout(catalogue.futures.0), &[], None)
        .refused(401, "unauthenticated");
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    browser
        .post("/api/discord/oauth/callback", &code)
        .refused(503, "discord_unavailable");
    browser
        .post("/api/discord/generate-invite", &invite)
        .refused(503, "discord_unavailable");
    browser
        .send("POST", &checkout(catalogue.futures.0), &[], None)
        .refused(409, "already_owned");
    browser
        .send("POST", &checkout(catalogue.crypto.0), &[], None)
        .refused(503, "payments_unavailable");
    browser
        .send("POST", &checkout(4_711), &[], None)
        .refused(404, "not_found");
}

#[test]
fn health_is_reported_to_supervisors() {
    let server = Server::start(Sqlite);
    let mut visitor = server.visitor();
    let _ = visitor.get("/healthz").ok(200);
    let _ = visitor.get("/readyz").ok(200);
    let _ = visitor.get("/api/courses/4711");
    let figures = visitor.get("/metrics");
    assert_eq!(figures.status, 200);
    assert!(figures.header("content-type").unwrap().starts_with("text/plain"));
    let text = String::from_utf8_lossy(&figures.body);
    assert!(text.contains("route=\"/api/courses/{id}\""), "{text}");
    assert!(!text.contains("4711"), "an address is a label: {text}");
}
