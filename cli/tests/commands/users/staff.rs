//! `portal staff`: names are added by a link, listed and removed.

use serde_json::Value;

use crate::fixture::CommandFixture;

#[test]
fn a_name_is_added_once_listed_and_removed() {
    let fixture = CommandFixture::with_course();
    assert_eq!(
        fixture.portal(&["staff", "list", "--format", "json"]).json(),
        Value::Array(vec![])
    );
    let link = fixture
        .portal(&["staff", "add", "Eva B.", "--role", "owner"])
        .done();
    let (address, token) = link.trim().split_once("/staff/join?token=").unwrap();
    assert_eq!(address, "http://localhost:8080");
    assert!(token.len() >= 43 && link.lines().count() == 1, "{link}");
    let refused = fixture.portal(&["staff", "add", "eva b."]).refused();
    assert!(
        refused.contains("eva b.") && refused.contains("portal staff remove"),
        "{refused}"
    );
    let _ = fixture.portal(&["staff", "add", "Max"]).done();
    let listed = fixture.portal(&["staff", "list", "--format", "json"]).json();
    let row = &listed[0];
    assert_eq!(
        (&row["name"], &row["role"]),
        (&Value::from("Eva B."), &Value::from("owner"))
    );
    assert!(
        row["addedAt"].is_string() && row["joinedAt"].is_null() && row["lastSeen"].is_null(),
        "{row}"
    );
    assert_eq!(
        (&listed[1]["role"], &listed[1]["sessions"]),
        (&"support".into(), &0.into())
    );
    fixture.portal(&["staff", "remove", "EVA B.", "--yes"]).said();
    let refused = fixture.portal(&["staff", "remove", "Eva B.", "--yes"]).refused();
    assert!(refused.contains("portal staff list"), "{refused}");
    let trail = fixture.portal(&["audit", "list", "--format", "json"]).json();
    let acts: Vec<_> = trail
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["action"].as_str().unwrap(), row["subject"].as_str().unwrap()))
        .collect();
    assert_eq!(
        acts[1..],
        [
            ("staff.add", "Eva B. as owner"),
            ("staff.add", "Max as support"),
            ("staff.remove", "Eva B.")
        ]
    );
    // The token stands nowhere but in the link.
    assert!(!fixture.dump().values().any(|table| table.contains(token)));
}

#[test]
fn a_wrong_name_or_role_is_wrong_usage() {
    let fixture = CommandFixture::with_course();
    for words in [
        &["staff", "add", "eva@example.com"][..],
        &["staff", "add", ""],
        &["staff", "add", "Eva", "--role", "admin"],
    ] {
        fixture.portal(words).misused();
    }
}
