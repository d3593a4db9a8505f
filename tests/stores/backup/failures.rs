//! What stops a restore, at any row, leaves the old state.

use persistence::{BackupRows as _, RestoredSessions, Snapshot, restore_rows};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    databases::{
        contents::{db_contents, db_kept as kept},
        tables::{db_count, db_run, db_texts},
    },
    samples::{add_course, add_user},
    waiting::until,
};

use super::{Rows, filled, restore};

#[rstest]
fn what_fails_halfway_leaves_the_old_state(#[values(Sqlite, Postgres)] engine: Engine) {
    let source = filled(Sqlite);
    let target = TestDatabase::new(engine);
    add_course(&target, "futures");
    add_user(&target, "member");
    let before = db_contents(&target.address());
    let try_rows = |change: &dyn Fn(&mut Rows)| {
        let mut rows = Rows::of(&source.address());
        change(&mut rows);
        let refused = restore_rows(&target.address(), &mut rows, RestoredSessions::Keep)
            .expect_err("it was restored")
            .to_string();
        assert_eq!(refused.lines().count(), 1, "{refused}");
        assert_eq!(db_contents(&target.address()), before, "{refused}");
        refused
    };
    let all = Rows::of(&source.address()).rows.len();
    for count in [0, 1, all / 2, all - 1] {
        let refused = try_rows(&|rows| rows.fails_after = count);
        assert_eq!(refused, "the file ended");
    }
    let refused = try_rows(&|rows| rows.rows.retain(|(table, _)| table != "users"));
    assert!(refused.contains("point at nothing"), "{refused}");
    let refused = try_rows(&|rows| {
        let user = rows.rows.iter().position(|(table, _)| table == "users").unwrap();
        let again = rows.rows[user].clone();
        rows.rows.insert(user, again);
    });
    assert!(refused.contains("cannot be used"), "{refused}");
    let refused = try_rows(&|rows| rows.tables.retain(|table| table.name != "users"));
    assert!(refused.contains("lacks the table users"), "{refused}");
    let refused = try_rows(&|rows| rows.tables[0].columns.truncate(1));
    assert!(refused.contains("other columns"), "{refused}");
    let refused = try_rows(&|rows| {
        rows.rows[0].1.pop();
    });
    assert!(refused.contains("values for"), "{refused}");
    let refused = try_rows(&|rows| {
        for (_, row) in rows.rows.iter_mut().filter(|(table, _)| table == "users") {
            row[0] = Some(String::from("1; DROP TABLE users"));
        }
    });
    assert!(refused.contains("users"), "{refused}");
    assert!(target.check().is_ok());
    // Indexes and references are there again, as they were.
    let constraints = "SELECT conname::text AS t FROM pg_constraint ORDER BY 1";
    if engine == Postgres {
        let fresh = TestDatabase::new(Postgres);
        assert_eq!(
            db_texts(&target.address(), constraints),
            db_texts(&fresh.address(), constraints)
        );
    }
}

#[test]
fn a_text_that_postgresql_cannot_keep_is_named() {
    let source = TestDatabase::new(Sqlite);
    add_user(&source, "member");
    db_run(
        &source.address(),
        "UPDATE users SET username = 'a' || char(0) || 'b'",
    );
    let target = TestDatabase::new(Postgres);
    let refused = restore(&source.address(), &target.address(), RestoredSessions::Keep).unwrap_err();
    assert!(refused.to_string().contains("users.username"), "{refused}");
    let target = TestDatabase::new(Sqlite);
    restore(&source.address(), &target.address(), RestoredSessions::Keep).unwrap();
    assert_eq!(kept(&target.address()), kept(&source.address()));
}

/// Emptying a table by TRUNCATE would empty it for a snapshot that has not read it yet.
#[test]
fn a_restore_waits_for_a_snapshot_that_is_being_read() {
    let source = filled(Sqlite);
    let target = TestDatabase::new(Postgres);
    add_user(&target, "old");
    let mut snapshot = Snapshot::open(&target.address()).unwrap();
    let names = std::thread::scope(|scope| {
        let restored = scope.spawn(|| restore(&source.address(), &target.address(), RestoredSessions::Keep));
        let waiting = "pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
        until("the restore waits for the tables", || {
            assert!(!restored.is_finished(), "the restore did not wait");
            db_count(&target.address(), waiting) > 0
        });
        let mut names = Vec::new();
        snapshot
            .visit(&mut |table, row| {
                if table == "users" {
                    names.push(row[1].clone().unwrap());
                }
                Ok(())
            })
            .unwrap();
        drop(snapshot);
        restored.join().unwrap().unwrap();
        names
    });
    assert_eq!(names, ["old"]);
    assert_eq!(kept(&target.address()), kept(&source.address()));
}
