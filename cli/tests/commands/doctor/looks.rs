//! Names of staff who look at unusually many members.

use super::line_on;
use crate::fixture::CommandFixture;

#[test]
fn a_name_of_staff_that_looks_unusually_much_is_warned_of() {
    let fixture = CommandFixture::with_course();
    assert!(
        !fixture.portal(&["doctor"]).done().contains("  staff  "),
        "there is no staff"
    );
    fixture.portal(&["staff", "add", "Eva"]).done();
    fixture.portal(&["staff", "add", "Jo"]).done();
    let look = |name: &str, action: &str, from: u32, to: u32, hours_ago: &str| {
        fixture.sql(&format!(
            "WITH RECURSIVE n (n) AS (SELECT {from} UNION ALL SELECT n + 1 FROM n WHERE n < {to}) \
             INSERT INTO audit_acts (at, actor, action, user_id, actor_name) \
             SELECT datetime('now', '-' || {hours_ago} || ' hours'), 'staff', '{action}', CASE '{action}' WHEN 'users.show' THEN n END, '{name}' FROM n"
        ));
    };
    look("Eva", "users.show", 1, 49, "3");
    // The same members again, others more than a day ago, and those of another name.
    look("Eva", "users.show", 1, 49, "2");
    look("Eva", "users.show", 50, 90, "25");
    // Of searches each hour counts once.
    look("Eva", "staff.search", 1, 11, "n");
    look("Eva", "staff.search", 1, 11, "n");
    look("Jo", "users.show", 50, 98, "2");
    let line = line_on(&fixture.portal(&["doctor"]).done(), "staff");
    assert!(line.starts_with("ok "), "{line}");
    look("Eva", "users.show", 50, 50, "1");
    let line = line_on(&fixture.portal(&["doctor"]).done(), "staff");
    assert!(
        line.starts_with("warn")
            && line.contains("Eva read 50 members and searched in 11 hours")
            && !line.contains("Jo"),
        "{line}"
    );
    look("Jo", "staff.search", 1, 12, "n");
    let line = line_on(&fixture.portal(&["doctor"]).done(), "staff");
    assert!(
        line.contains("Jo read 49 members and searched in 12 hours"),
        "{line}"
    );
}
