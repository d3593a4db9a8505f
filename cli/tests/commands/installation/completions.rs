//! What shells and the manual are given, made from the commands.

use std::{fs, process::Stdio};

use crate::fixture::{CommandFixture, run};

#[test]
fn completions_know_the_commands_and_need_no_installation() {
    let fixture = CommandFixture::new();
    for shell in ["bash", "zsh", "fish"] {
        // Settings are not read either.
        let out = fixture
            .portal_with("PORTAL_LISTEN", "nowhere", &["completions", shell])
            .done();
        for word in ["reset-link", "backup", "verify", "upgrade"] {
            assert!(out.contains(word), "{shell} lacks {word}");
        }
    }
    assert!(
        fixture
            .portal(&["completions", "tcsh"])
            .misused()
            .contains("fish")
    );
    assert!(!fixture.path("data").exists());
}

#[test]
fn bash_completes_a_command_by_its_script() {
    let fixture = CommandFixture::new();
    let script = fixture.portal(&["completions", "bash"]).done();
    fs::write(fixture.path("portal.bash"), script).unwrap();
    let mut bash = fixture.command_of("bash");
    let line = "source portal.bash; COMP_WORDS=(portal codes is); COMP_CWORD=2; _portal portal is codes; echo \"${COMPREPLY[@]}\"";
    let outcome = run(bash.args(["--norc", "-c", line]).stdin(Stdio::null()));
    assert_eq!(outcome.out.trim(), "issue", "{}", outcome.err);
}

#[test]
fn the_manual_has_a_page_for_each_command_and_the_same_bytes_each_time() {
    let fixture = CommandFixture::new();
    let pages = |folder: &str| {
        fixture.portal(&["manual", folder]).done();
        let entries = fs::read_dir(fixture.path(folder)).unwrap().flatten();
        let mut pages: Vec<_> = entries
            .map(|entry| (entry.file_name(), fs::read(entry.path()).unwrap()))
            .collect();
        pages.sort();
        pages
    };
    let first = pages("one");
    assert_eq!(first, pages("two"));
    let page = |name: &str| {
        let found = first.iter().find(|(page, _)| page.to_string_lossy() == name);
        String::from_utf8_lossy(&found.unwrap_or_else(|| panic!("there is no {name}")).1).into_owned()
    };
    assert!(page("portal.1").contains("doctor"));
    assert!(page("portal-users-grant.1").contains("access"));
    assert!(page("portal-backup-verify.1").contains("restore"));
    assert!(
        !fixture.portal(&["--help"]).done().contains("manual"),
        "it is listed"
    );
}
