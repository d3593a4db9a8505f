//! The contact form of a site whose owner takes messages by mail.

use serde_json::json;
use support::{
    Server, Sqlite,
    mailbox::{mail, mails},
};

#[test]
fn a_message_is_mailed_to_the_owner_and_answers_go_to_the_visitor() {
    let server = Server::with(Sqlite, &[("PORTAL_CONTACT_TO", "owner@example.com")]);
    assert_eq!(server.visitor().get("/api/site").ok(200)["contact"], "mail");
    let message = json!({
        "name": "A Visitor", "email": "visitor@example.com", "subject": "A question", "message": "How do I begin?",
    });
    let answer = server.visitor().post("/api/contact", &message);
    assert_eq!(answer.status, 202);
    let text = mail(&server, 0);
    let head = text.split("\r\n\r\n").next().unwrap().to_lowercase();
    let header = |name: &str| head.lines().filter(|line| line.starts_with(name)).count();
    assert_eq!(
        (header("to: "), header("reply-to: "), header("bcc: ")),
        (1, 1, 0),
        "{head}"
    );
    assert!(
        head.lines()
            .any(|line| line.starts_with("to: ") && line.contains("owner@example.com")),
        "{head}"
    );
    let reply = head.lines().find(|line| line.starts_with("reply-to: ")).unwrap();
    assert!(reply.contains("visitor@example.com"), "{reply}");
    assert!(text.contains("How do I begin?"));
}

#[test]
fn a_line_break_or_an_empty_field_is_refused() {
    let server = Server::with(Sqlite, &[("PORTAL_CONTACT_TO", "owner@example.com")]);
    let good = json!({ "name": "A", "email": "a@example.com", "subject": "B", "message": "How do I begin?" });
    for (field, text) in [
        ("name", "A\r\nBcc: other@example.com"),
        ("subject", "B\nBcc: other@example.com"),
        ("email", "a@example.com\r\nBcc: other@example.com"),
        ("name", ""),
        ("subject", " "),
        ("email", "nobody"),
        ("message", ""),
    ] {
        let mut body = good.clone();
        body[field] = json!(text);
        let json = server
            .visitor()
            .post("/api/contact", &body)
            .refused(400, "invalid_fields");
        let fields = json["fields"].as_object().unwrap();
        assert_eq!(fields.keys().collect::<Vec<_>>(), [field], "{text:?}");
    }
    assert!(mails(&server).is_empty());
    assert_eq!(
        support::databases::tables::db_count(&server.database().address(), "outbox"),
        0
    );
}
