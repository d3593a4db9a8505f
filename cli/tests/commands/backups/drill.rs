//! `portal backup verify`: whether a file is whole, and a restore of it into a folder.

use std::{fs, os::unix::fs::PermissionsExt as _};

use support::{Postgres, TestDatabase};

use super::portable::{Site, text};
use crate::fixture::{CommandFixture, run};

fn backed_up() -> Site {
    let site = Site::of(CommandFixture::with_course(), None, None);
    site.fixture.member("mara");
    site.portal(&["backup", "b.tar"]).said();
    site
}

#[test]
fn a_whole_backup_is_said_to_be_whole_and_a_damaged_one_is_refused() {
    let site = backed_up();
    let said = site.portal(&["backup", "verify", "b.tar"]).said();
    let version = env!("CARGO_PKG_VERSION");
    assert!(
        said.contains("b.tar is whole") && said.contains(version) && said.contains("from SQLite"),
        "{said}"
    );
    assert!(said.contains("3 media files"), "{said}");
    let mut bytes = fs::read(site.file("b.tar")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(site.file("bad.tar"), &bytes).unwrap();
    fs::write(site.file("cut.tar"), &bytes[..middle]).unwrap();
    fs::write(site.file("words.tar"), "words").unwrap();
    for name in ["bad.tar", "cut.tar", "words.tar", "absent.tar"] {
        for more in [&[][..], &["--restore-into", "drill"]] {
            let words = [&["backup", "verify", name][..], more].concat();
            let line = site.portal(&words).refused();
            assert!(line.contains(name), "{line}");
        }
        assert!(!site.file("drill").exists(), "{name}");
    }
    assert!(site.portal(&["backup", "verify"]).misused().contains("FILE"));
    assert!(site.portal(&["backup"]).misused().contains("FILE"));
}

#[test]
fn a_drill_restores_into_a_folder_and_touches_nothing_else() {
    let site = backed_up();
    let (rows, media) = (site.fixture.dump(), site.fixture.media());
    site.portal(&["users", "delete", "mara", "--yes"]).said();
    let before = site.fixture.dump();
    let outcome = site.portal(&["backup", "verify", "b.tar", "--restore-into", "drill"]);
    assert_eq!(outcome.code, Some(0), "{}{}", outcome.out, outcome.err);
    assert_eq!(outcome.err.lines().count(), 1, "{}", outcome.err);
    assert!(
        outcome.err.contains("rows into drill in ") && outcome.err.contains(" s"),
        "{}",
        outcome.err
    );
    for check in ["database  SQLite", "all there", "its index is whole"] {
        let line = outcome.out.lines().find(|line| line.contains(check));
        assert!(
            line.is_some_and(|line| line.starts_with("ok")),
            "{check}: {}",
            outcome.out
        );
    }
    assert_eq!(site.fixture.dump(), before, "the live database was changed");
    assert_eq!(crate::fixture::dump(&site.file("drill/portal.db")), rows);
    for name in media {
        assert!(site.file("drill/media").join(name).is_file());
    }
    let mode = fs::metadata(site.file("drill")).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o700);
    let line = site
        .portal(&["backup", "verify", "b.tar", "--restore-into", "drill"])
        .refused();
    assert!(line.contains("drill is not empty"), "{line}");
}

#[test]
fn a_drill_fails_where_the_restored_installation_lacks_a_file() {
    let site = backed_up();
    let gone = site.fixture.media().remove(0);
    fs::remove_file(site.file("data/media").join(gone)).unwrap();
    assert_eq!(site.portal(&["backup", "c.tar"]).code, Some(0));
    let outcome = site.portal(&["backup", "verify", "c.tar", "--restore-into", "drill"]);
    assert_eq!(outcome.code, Some(1), "{}", outcome.err);
    assert!(
        outcome
            .out
            .lines()
            .any(|line| line.starts_with("fail") && line.contains("media")),
        "{}",
        outcome.out
    );
}

#[test]
fn a_backup_of_postgresql_is_tried_without_any_server() {
    let source = Site::of(CommandFixture::new(), Some(TestDatabase::new(Postgres)), None);
    support::samples::add_user(source.postgres.as_ref().unwrap(), "mara");
    source.portal(&["backup", "b.tar"]).done();
    let file = source.file("b.tar");
    let elsewhere = CommandFixture::new();
    let mut command = elsewhere.command();
    // What is set for the installation of this machine is not read.
    command
        .env("DATABASE_URL", "postgres://127.0.0.1:1/none")
        .env("PORTAL_LISTEN", "nowhere");
    let outcome = run(command.args(["backup", "verify", text(&file), "--restore-into", "drill"]));
    assert_eq!(outcome.code, Some(0), "{}{}", outcome.out, outcome.err);
    assert!(crate::fixture::dump(&elsewhere.path("drill/portal.db"))["users"].contains("mara"));
}
