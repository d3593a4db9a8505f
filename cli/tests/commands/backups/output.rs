//! Backups on standard output, and files that another program encrypted.

use std::{
    fs::{self, File},
    process::Stdio,
};

use super::portable::Site;
use crate::fixture::{CommandFixture, run};

fn site() -> Site {
    let site = Site::of(CommandFixture::with_course(), None, None);
    site.fixture.member("mara");
    site
}

/// Runs a line of the shell in which `$PORTAL` is the command.
fn shell(site: &Site, line: &str) -> crate::fixture::Outcome {
    let portal = site.command().get_program().to_owned();
    let mut bash = site.fixture.command_of("bash");
    run(bash.env("PORTAL", portal).args(["-c", line]))
}

fn is_known(site: &Site) -> bool {
    site.portal(&["doctor"]).done().contains("  backup  ")
}

#[test]
fn a_backup_on_standard_output_is_restored_like_a_file() {
    let site = site();
    let said = shell(&site, "\"$PORTAL\" backup - | cat > b.tar").said();
    let bytes = fs::metadata(site.file("b.tar")).unwrap().len();
    let size = format!("{}.{} MB", bytes / 1_000_000, bytes % 1_000_000 / 100_000);
    assert!(
        said.starts_with("standard output holds") && said.ends_with(&size),
        "{said}"
    );
    let (rows, media) = (site.fixture.dump(), site.fixture.media());
    site.portal(&["users", "delete", "mara", "--yes"]).said();
    site.portal(&["restore", "b.tar", "--keep-sessions", "--yes"])
        .said();
    assert_eq!((site.fixture.dump(), site.fixture.media()), (rows, media));
    let trail = site.portal(&["audit", "list"]).done();
    assert!(
        !trail.contains("backup.create"),
        "the backup holds its own row: {trail}"
    );
}

#[test]
fn a_backup_on_standard_output_is_known_to_the_trail_and_the_doctor() {
    let site = site();
    shell(&site, "\"$PORTAL\" backup - > b.tar").said();
    let trail = site.portal(&["audit", "list"]).done();
    assert!(
        trail.contains("backup.create") && trail.contains("standard output"),
        "{trail}"
    );
    let doctor = site.portal(&["doctor"]).done();
    assert!(doctor.contains("standard output, written 20"), "{doctor}");
}

#[test]
fn a_terminal_is_given_no_backup() {
    let site = site();
    let outcome = shell(
        &site,
        "script --quiet --return --command '\"$PORTAL\" backup -' /dev/null < /dev/null",
    );
    assert_eq!(outcome.code, Some(1), "{}{}", outcome.out, outcome.err);
    assert!(outcome.out.contains("not for a terminal"), "{}", outcome.out);
    assert!(!outcome.out.contains("portal-backup.json"));
    assert!(!is_known(&site));
}

#[test]
fn a_reader_that_leaves_early_has_no_backup_and_the_command_says_so() {
    let site = site();
    let line = "\"$PORTAL\" backup - | head -c 100 > b.tar; exit ${PIPESTATUS[0]}";
    let said = shell(&site, line).refused();
    assert!(said.contains("standard output cannot be written"), "{said}");
    assert!(!is_known(&site));
    let full = site
        .command()
        .args(["backup", "-"])
        .stdout(File::create("/dev/full").unwrap())
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert_eq!(full.status.code(), Some(1));
    assert!(String::from_utf8(full.stderr).unwrap().contains("No space left"));
}

#[test]
fn what_another_program_encrypted_or_a_pipe_gives_is_refused_with_the_way_out() {
    let site = site();
    let before = site.fixture.dump();
    for first in [
        "age-encryption.org/v1\n-> scrypt",
        "-----BEGIN AGE ENCRYPTED FILE-----\n",
    ] {
        fs::write(site.file("b.tar.age"), first).unwrap();
        let line = site.portal(&["restore", "b.tar.age", "--yes"]).refused();
        assert!(
            line.contains("age --decrypt") && line.contains("b.tar.age"),
            "{line}"
        );
    }
    shell(&site, "\"$PORTAL\" backup - > b.tar").said();
    let line = shell(&site, "cat b.tar | \"$PORTAL\" restore /dev/stdin --yes").refused();
    assert!(
        line.contains("to a file first") && line.contains("nothing was changed"),
        "{line}"
    );
    assert_eq!(site.fixture.dump(), before);
}

#[test]
fn a_backup_takes_the_place_of_a_regular_file_alone() {
    use std::os::unix::{fs::FileTypeExt as _, net::UnixListener};
    let site = site();
    let pipe = site.file("pipe");
    assert!(run(site.fixture.command_of("mkfifo").arg(&pipe)).code == Some(0));
    let _socket = UnixListener::bind(site.file("socket")).unwrap();
    std::os::unix::fs::symlink("/dev/null", site.file("link")).unwrap();
    fs::create_dir(site.file("folder")).unwrap();
    for name in ["pipe", "socket", "link", "/dev/null"] {
        for words in [&["backup", name][..], &["backup", name, "--force"]] {
            let line = site.portal(words).refused();
            assert!(
                line.contains("no regular file") && line.contains("`portal backup - >"),
                "{line}"
            );
        }
    }
    let line = site.portal(&["backup", "folder", "--force"]).refused();
    assert!(line.contains("is a folder"), "{line}");
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
    assert!(fs::symlink_metadata(site.file("link")).unwrap().is_symlink());
    fs::write(site.file("old.tar"), "old").unwrap();
    site.portal(&["backup", "old.tar", "--force"]).said();
}

#[test]
fn what_writes_a_folder_refuses_everything_else_with_what_to_do() {
    let site = site();
    fs::write(site.file("file"), "kept").unwrap();
    for words in [
        &["site", "init"][..],
        &["courses", "new"],
        &["courses", "export", "first-steps"],
    ] {
        for name in ["file", "/dev/null"] {
            let line = site.portal(&[words, &[name]].concat()).refused();
            assert!(line.contains("folder") && line.contains("name a new"), "{line}");
        }
    }
    assert_eq!(fs::read_to_string(site.file("file")).unwrap(), "kept");
}
