//! What is refused: each line with its file, its number and the reason, all in one run, and nothing is written.

use support::Sqlite;

use super::{Move, counts};

/// Each planted fault: the file, a line to add, and what is said of it.
const FAULTS: [(&str, &str, &str); 34] = [
    ("users.csv", "101,a,,,,,,,,", "email: `` is no value"),
    (
        "users.csv",
        "102,b,nowhere,,,,,,,",
        "`nowhere` is no e-mail address",
    ),
    ("users.csv", "103,c,c@localhost,,,,,,,", "is no e-mail address"),
    (
        "users.csv",
        "104,d,SCRYPT@example.com,,,,,,,",
        "its e-mail address stands in line 2 already",
    ),
    (
        "users.csv",
        "1,e,e@example.com,,,,,,,",
        "its id stands in an earlier line",
    ),
    ("users.csv", ",f,f@example.com,,,,,,,", "id: `` is no value"),
    (
        "users.csv",
        "107,g,g@example.com,hunter2,,,,,,",
        "has a form that is not known",
    ),
    (
        "users.csv",
        "108,h,h@example.com,5f4dcc3b5aa765d61d8327deb882cf99,,,,,,",
        "has a form that is not known",
    ),
    (
        "users.csv",
        "109,i,i@example.com,$2b$13$rU1phDx6qkkYKCR55TlWF.dwX0EGHVVbIp6LJztIDruxqbFFo/mSm,,,,,,",
        "dearer than bcrypt of cost 12",
    ),
    (
        "users.csv",
        "110,j,j@example.com,,,,,,mara#1234,",
        "discord_user_id",
    ),
    (
        "users.csv",
        "111,k,k@example.com",
        "the line has 3 fields and the heads are 10",
    ),
    (
        "users.csv",
        "112,l,l@example.com,,,,,,,,,",
        "the line has 12 fields and the heads are 10",
    ),
    (
        "user_course_access.csv",
        "901,999,101,,",
        "there is no user 999 in users.csv",
    ),
    (
        "user_course_access.csv",
        "902,107,101,,",
        "its user 107 was refused",
    ),
    (
        "user_course_access.csv",
        "903,1,999,,",
        "there is no course 999 in courses.csv",
    ),
    (
        "user_course_access.csv",
        "904,1,900,,",
        "no course of this site is `Options for ever`; name it by --course 900=SLUG",
    ),
    ("user_course_access.csv", "905,1,,,", "course_id: `` is no value"),
    ("user_course_access.csv", "906,,101,,", "user_id: `` is no value"),
    (
        "user_course_access.csv",
        "907,1,101,soon,",
        "purchased_at: `soon` is no time",
    ),
    (
        "user_course_access.csv",
        "908,1,101,,31/12/2030",
        "expires_at: `31/12/2030` is no time",
    ),
    (
        "user_course_access.csv",
        "909,1,101,2999-01-01 00:00:00,",
        "purchased_at: it is in the future",
    ),
    (
        "user_course_access.csv",
        "910,1,101,2026-02-01 00:00:00,2026-01-01 00:00:00",
        "expires_at: it is before purchased_at",
    ),
    (
        "video_progress.csv",
        "901,999,10100,1,f,",
        "there is no user 999 in users.csv",
    ),
    (
        "video_progress.csv",
        "902,1,99,1,f,",
        "there is no lesson 99 in videos.csv",
    ),
    (
        "video_progress.csv",
        "903,1,90000,1,f,",
        "no lesson titled `A lesson of long ago`",
    ),
    (
        "video_progress.csv",
        "904,1,90001,1,f,",
        "there is no section 77 in course_models.csv",
    ),
    (
        "video_progress.csv",
        "905,1,10100,-1,f,",
        "watched_seconds: `-1` is no whole number",
    ),
    (
        "video_progress.csv",
        "906,1,10100,1.5,f,",
        "watched_seconds: `1.5` is no whole number",
    ),
    (
        "video_progress.csv",
        "907,1,10100,1,maybe,",
        "completed: `maybe` is no yes or no",
    ),
    (
        "video_progress.csv",
        "908,1,10100,1,f,yesterday",
        "last_watched: `yesterday` is no time",
    ),
    (
        "purchase_codes.csv",
        "901,ABC-123,,f,101,,",
        "fewer than 8 letters and digits",
    ),
    (
        "purchase_codes.csv",
        "902,gold 2024 AB12,,f,101,,",
        "it equals the key in line 2",
    ),
    ("purchase_codes.csv", "903,SILVER!2024*AB,,f,101,,", "other signs"),
    (
        "purchase_codes.csv",
        "904,SILVER-2024-AB,,f,999,,",
        "there is no course 999 in courses.csv",
    ),
];

#[test]
fn forty_planted_faults_are_named_with_file_and_line_in_one_run_and_nothing_is_written() {
    let moved = Move::of(Sqlite, 0);
    let old = &moved.old;
    let add = |file: &str, line: &str| {
        let text = old.text(file);
        let number = text.matches('\n').count() + 1;
        old.put(file, &format!("{text}{line}\n"));
        format!("{file}:{number}: ")
    };
    let _ = add("courses.csv", "900,Options for ever,,,,,");
    let _ = add("course_models.csv", "900,101,Old,,9");
    let _ = add("videos.csv", "90000,900,A lesson of long ago,,,,1");
    let _ = add("videos.csv", "90001,77,Without a section,,,,1");
    let mut expected: Vec<(String, &str)> = FAULTS
        .iter()
        .map(|(file, line, reason)| (add(file, line), *reason))
        .collect();
    // The old catalogue's own lines, once each, and lines that another fault causes.
    expected.push((
        String::from("courses.csv:"),
        "no course of this site is `Options for ever`",
    ));
    expected.push((
        String::from("videos.csv:"),
        "no lesson titled `A lesson of long ago`",
    ));
    expected.push((String::from("videos.csv:"), "there is no section 77"));
    expected.push((
        add("courses.csv", "101,First again,,,,,"),
        "its id stands in an earlier line",
    ));
    expected.push((add("course_models.csv", "x,,,,"), "course_id: `` is no value"));
    expected.push((add("videos.csv", "9,101,,,,,"), "title: `` is no value"));
    assert_eq!(expected.len(), 40);
    let before = moved.count("users") + moved.count("video_progress");
    let said = moved.refusals(&[]);
    for (place, reason) in &expected {
        let found = said
            .lines()
            .any(|line| line.starts_with(place.as_str()) && line.contains(reason));
        assert!(found, "{place}{reason}\n{said}");
    }
    assert!(
        said.contains("40 lines are refused; nothing was written"),
        "{said}"
    );
    assert_eq!(moved.count("users") + moved.count("video_progress"), before);
    // Looked at without writing it is refused alike, and the others are imported on demand.
    assert!(moved.refusals(&["--dry-run"]).contains("40 lines are refused"));
    let (report, _) = moved.import(&["--skip-refused"]);
    assert_eq!(counts(&report, "users.csv")[1], 8);
    let refused: u64 = report
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["refused"].as_u64().unwrap())
        .sum();
    assert_eq!(refused, 40);
}

#[test]
fn a_folder_that_cannot_be_read_as_tables_is_refused_whole() {
    let moved = Move::of(Sqlite, 0);
    let old = &moved.old;
    let refused = |change: &dyn Fn()| {
        change();
        moved.refusals(&[])
    };
    let users = old.text("users.csv");
    let said = refused(&|| old.put("users.csv", &users.replace("email", "address")));
    assert!(
        said.contains("users.csv:1: the head `email` is missing"),
        "{said}"
    );
    let said = refused(&|| old.put("users.csv", &users.replace("username", "E-Mail")));
    assert!(said.contains("users.csv:1: "), "{said}");
    let said = refused(&|| old.put("users.csv", ""));
    assert!(said.contains("users.csv:1: the file is empty"), "{said}");
    let said = refused(&|| std::fs::write(old.folder().join("users.csv"), b"id,email\n1,\xff\xfe").unwrap());
    assert!(
        said.contains("users.csv:2: the line is no text in UTF-8"),
        "{said}"
    );
    let said = refused(&|| std::fs::write(old.folder().join("users.csv"), b"\x00\x01\x02").unwrap());
    assert!(
        said.contains("users.csv:1: the file is no text in UTF-8"),
        "{said}"
    );
    let said = refused(&|| old.put("Users.CSV", &users));
    assert!(
        said.contains("the table stands in two files, Users.CSV and users.csv"),
        "{said}"
    );
    let said = refused(&|| {
        for name in ["users.csv", "Users.CSV"] {
            std::fs::remove_file(old.folder().join(name)).unwrap();
        }
    });
    assert!(said.contains("the folder has no users.csv"), "{said}");
    let (code, _, said) = moved.run(&["import", "nowhere", "--yes"]);
    assert_eq!(code, Some(1));
    assert!(said.contains("there is no such file or folder"), "{said}");
    assert_eq!(moved.count("users"), 0);
}

#[test]
fn an_account_whose_address_is_not_verified_is_left_alone() {
    let moved = Move::of(Sqlite, 0);
    let key = support::catalogue_fixture::fresh_key(
        &moved.server,
        moved.catalogue.crypto,
        kernel::AccessTerm::Lifetime,
    );
    let mut here = moved.server.visitor();
    let _ = here
        .post(
            "/api/register",
            &support::catalogue_fixture::registration("Django", &key),
        )
        .ok(201);
    let said = moved.refusals(&[]);
    assert!(
        said.contains("users.csv:7: the account with its e-mail address here has not verified"),
        "{said}"
    );
    assert!(
        said.contains("user_course_access.csv:12: its user 6 was refused"),
        "{said}"
    );
    assert_eq!(here.get("/api/user/courses").ok(200).as_array().unwrap().len(), 1);
}
