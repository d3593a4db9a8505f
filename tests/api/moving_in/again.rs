//! A second import: nothing twice, what is newer, and what members and staff did since.

use chrono::Utc;
use courses::{GrantSource, take_back};
use kernel::AccessTerm;
use rstest::rstest;
use serde_json::json;
use support::{
    Engine, Postgres, Sqlite,
    catalogue_fixture::fresh_key,
    databases::{old_site::OldSite, tables::db_texts},
};

use super::{Move, counts};

#[rstest]
fn the_same_dump_again_changes_nothing(#[values(Sqlite, Postgres)] engine: Engine) {
    let moved = Move::of(engine, 3);
    let _ = moved.import(&[]);
    let rows = [
        "users",
        "user_course_access",
        "access_grants",
        "video_progress",
        "purchase_codes",
        "audit_acts",
    ];
    let before = rows.map(|table| moved.count(table));
    let (report, said) = moved.import(&[]);
    assert!(said.contains("everything is here already"), "{said}");
    assert_eq!(rows.map(|table| moved.count(table)), before);
    for file in [
        "users.csv",
        "user_course_access.csv",
        "video_progress.csv",
        "purchase_codes.csv",
    ] {
        let [rows, new, changed, unchanged, refused] = counts(&report, file);
        assert_eq!((new, changed, refused, unchanged), (0, 0, 0, rows), "{file}");
    }
}

/// A clock of the old site that was ahead, or a day alone, which is its end.
#[test]
fn a_position_of_the_future_is_taken_as_of_now_and_changes_nothing_the_second_time() {
    let moved = Move::of(Sqlite, 0);
    let address = moved.server.database().address();
    let today = Utc::now().format("%Y-%m-%d").to_string();
    for (lesson, place, time) in [(0, 1, "2099-01-01 00:00:00"), (1, 2, &today)] {
        let row = format!("{place},1,{},30,f,", OldSite::lesson(0, lesson));
        let at = format!("2026-03-01 10:00:0{lesson}");
        moved.old.change(
            "video_progress.csv",
            &format!("{row}{at}"),
            &format!("{row}{time}"),
        );
    }
    let _ = moved.import(&[]);
    let last =
        "SELECT last_watched AS t FROM video_progress WHERE user_id = 1 ORDER BY last_watched DESC LIMIT 2";
    let stood = db_texts(&address, last);
    let now = Utc::now().format("%Y-%m-%d %H:%M:%S%.6f").to_string();
    assert!(stood.iter().flatten().all(|at| *at <= now), "{stood:?}");
    let (report, said) = moved.import(&[]);
    assert_eq!(counts(&report, "video_progress.csv")[2], 0, "{report}");
    assert!(said.contains("everything is here already"), "{said}");
    assert_eq!(db_texts(&address, last), stood);
}

#[rstest]
fn what_is_newer_is_taken_and_what_is_later_stays(#[values(Sqlite, Postgres)] engine: Engine) {
    let moved = Move::of(engine, 0);
    let address = moved.server.database().address();
    let _ = moved.import(&[]);
    // The member went on here, after the dump.
    let mut scrypt = moved.sign_in("scrypt");
    let here = json!({ "watchedSeconds": 55 });
    let _ = scrypt.put(&moved.catalogue.progress(0), &here).ok(200);
    let old = &moved.old;
    let (first, second) = (OldSite::lesson(0, 0), OldSite::lesson(0, 1));
    old.change(
        "video_progress.csv",
        &format!("1,1,{first},30,f,2026-03-01 10:00:00"),
        &format!("1,1,{first},40,t,2026-03-02 10:00:00"),
    );
    old.change(
        "video_progress.csv",
        &format!("2,1,{second},30,f,2026-03-01 10:00:01"),
        &format!("2,1,{second},70,f,2026-03-02 10:00:00"),
    );
    // Later for the first user, earlier for the second.
    old.change(
        "user_course_access.csv",
        "1,1,101,2026-01-01 09:30:00.25,2030-06-01 12:00:00",
        "1,1,101,2026-01-01 09:30:00.25,2031-06-01 12:00:00",
    );
    old.change(
        "user_course_access.csv",
        "3,2,102,2026-01-01 09:30:00.25,2030-06-01 12:00:00",
        "3,2,102,2026-01-01 09:30:00.25,2029-06-01 12:00:00",
    );
    let (report, _) = moved.import(&[]);
    assert_eq!(counts(&report, "user_course_access.csv")[2], 1);
    assert_eq!(counts(&report, "video_progress.csv")[2], 2);
    let kept = "SELECT watched_seconds || ' ' || CASE WHEN completed THEN 'done' ELSE 'open' END AS t FROM video_progress \
                WHERE user_id = 1 ORDER BY video_id LIMIT 2";
    let kept: Vec<_> = db_texts(&address, kept).into_iter().flatten().collect();
    assert_eq!(
        kept,
        ["55 done", "70 open"],
        "the newer second, and the completion"
    );
    let ends = "SELECT substr(CAST(expires_at AS TEXT), 1, 4) AS t FROM user_course_access WHERE expires_at > '2028-01-01' \
                AND user_id < 3 ORDER BY user_id";
    let ends: Vec<_> = db_texts(&address, ends).into_iter().flatten().collect();
    assert_eq!(ends, ["2031", "2030"]);
}

#[rstest]
fn what_staff_revoked_stays_revoked_and_a_refund_leaves_the_imported_end(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let moved = Move::of(engine, 0);
    let address = moved.server.database().address();
    let _ = moved.import(&[]);
    let slug = db_texts(&address, "SELECT slug AS t FROM courses ORDER BY id")
        .remove(0)
        .unwrap();
    let (code, _, err) = moved.run(&["revoke", "scrypt", &slug, "--yes"]);
    assert_eq!(code, Some(0), "{err}");
    let held = "user_course_access WHERE user_id = 1";
    assert_eq!(moved.count(held), 1);
    let (report, _) = moved.import(&[]);
    assert_eq!(moved.count(held), 1, "the access stays revoked");
    assert_eq!(counts(&report, "user_course_access.csv")[3], 16);
    // A key beside an imported access, revoked from the ledger: the imported end is left to its second.
    let key = fresh_key(&moved.server, moved.catalogue.crypto, AccessTerm::Months(3));
    let mut bcrypt = moved.sign_in("bcrypt");
    let _ = bcrypt
        .post("/api/user/redeem", &json!({ "purchaseKey": key }))
        .ok(200);
    let end = "SELECT substr(CAST(expires_at AS TEXT), 1, 19) AS t FROM user_course_access WHERE user_id = 2 AND \
               expires_at > '2027-01-01'";
    let ends = || db_texts(&address, end).into_iter().flatten().collect::<Vec<_>>();
    assert_eq!(ends(), ["2030-09-01 12:00:00"]);
    let number: i32 = db_texts(
        &address,
        "SELECT CAST(source_id AS TEXT) AS t FROM access_grants WHERE source = 'key'",
    )
    .remove(0)
    .unwrap()
    .parse()
    .unwrap();
    moved
        .server
        .database()
        .write(move |store| take_back(store, GrantSource::Key(number), Utc::now()))
        .unwrap();
    assert_eq!(ends(), ["2030-06-01 12:00:00"]);
}
