//! The list of a hosted platform: a member and a course a line.

use rstest::rstest;
use serde_json::Value;
use support::{Engine, Postgres, Sqlite, databases::tables::db_texts};

use super::{Move, counts};

#[rstest]
#[case("email,course,until\n", ",", "2030-12-31")]
#[case("\u{feff}E-mail;Course Name;expiry_date\r\n", ";", "2030-12-31 23:59:59")]
#[case("user_email\tproduct\texpires\n", "\t", "2031-01-01T00:59:59+01:00")]
fn a_list_of_any_platform_gives_members_their_courses(
    #[case] heads: &str,
    #[case] separator: &str,
    #[case] until: &str,
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let moved = Move::of(engine, 0);
    let address = moved.server.database().address();
    let titles = db_texts(&address, "SELECT title AS t FROM courses ORDER BY id");
    let title = titles[0].clone().unwrap().to_lowercase();
    let end = if heads.ends_with("\r\n") { "\r\n" } else { "\n" };
    let line = |email: &str, course: &str, until: &str| [email, course, until].join(separator) + end;
    let text = [
        heads.to_owned(),
        line("Mara.Lind@example.com", &title, until),
        line("mara.lind@EXAMPLE.com", "Masterclass", ""),
        line("jo@example.com", "Masterclass", "2026-01-31"),
    ]
    .concat();
    moved.old.put("members.csv", &text);
    let file = moved.old.folder().join("members.csv");
    let slug = db_texts(&address, "SELECT slug AS t FROM courses ORDER BY id")
        .remove(1)
        .unwrap();
    let named = format!("Masterclass={slug}");
    let words = [
        "import",
        file.to_str().unwrap(),
        "--course",
        &named,
        "--yes",
        "--format",
        "json",
    ];
    let (code, out, err) = moved.run(&words);
    assert_eq!(code, Some(0), "{err}");
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(counts(&report, "members.csv"), [3, 3, 0, 0, 0]);
    assert!(
        err.contains("members.csv:2: it has no user name; the member is `Mara.Lind`"),
        "{err}"
    );
    assert_eq!(moved.count("users"), 2);
    let ends = "SELECT coalesce(substr(CAST(expires_at AS TEXT), 1, 19), 'none') AS t FROM user_course_access ORDER BY user_id, course_id";
    let ends: Vec<_> = db_texts(&address, ends).into_iter().flatten().collect();
    assert_eq!(ends, ["2030-12-31 23:59:59", "none", "2026-01-31 23:59:59"]);
    let (_, _, again) = moved.run(&words);
    assert!(again.contains("everything is here already"), "{again}");
}

#[rstest]
fn a_line_without_a_course_of_ours_is_refused(#[values(Sqlite)] engine: Engine) {
    let moved = Move::of(engine, 0);
    moved.old.put(
        "members.csv",
        "Email Address,course_name\nmara@example.com,Masterclass\n,Masterclass\n",
    );
    let file = moved.old.folder().join("members.csv");
    let (code, _, err) = moved.run(&["import", file.to_str().unwrap(), "--yes", "--skip-refused"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(
        err.contains("members.csv:2: no course of this site is `Masterclass`"),
        "{err}"
    );
    assert!(err.contains("members.csv:3: email: `` is no value"), "{err}");
    assert_eq!(moved.count("users"), 0, "a member without a course is not made");
    let (code, _, err) = moved.run(&[
        "import",
        file.to_str().unwrap(),
        "--course",
        "Masterclass=nowhere",
        "--yes",
    ]);
    assert_eq!(code, Some(1));
    assert!(err.contains("nowhere"), "{err}");
}
