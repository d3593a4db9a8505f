//! Commands in the wrong surroundings: without an installation, as another user, with misspelt settings, without a terminal.

use std::{
    fs,
    io::Read,
    net::TcpListener,
    os::unix::fs::MetadataExt,
    thread,
    time::{Duration, Instant},
};

use support::{databases::roles::TwoRoles, server::database_setting, waiting::allowed};

use crate::fixture::{CommandFixture, run};

/// A command of each noun that works on an installation.
const COMMANDS: &[&[&str]] = &[
    &["codes", "list"],
    &["codes", "issue", "--course", "1"],
    &["courses", "list"],
    &["courses", "export", "1", "out"],
    &["courses", "package"],
    &["users", "list"],
    &["users", "show", "mara"],
    &["orders", "list"],
    &["coupons", "list"],
    &["audit", "list"],
    &["mail", "list"],
    &["discord", "status"],
    &["backup", "b.tar"],
    &["doctor"],
];

#[test]
fn without_an_installation_a_command_names_what_it_looked_for_and_makes_nothing() {
    for words in COMMANDS {
        let fixture = CommandFixture::new();
        let line = fixture.portal(words).refused();
        let looked_for = fixture.path("data/portal.db").canonicalize();
        assert!(looked_for.is_err());
        assert!(
            line.contains("there is no installation here") && line.contains("data/portal.db (DATABASE_URL)"),
            "{words:?}: {line}"
        );
        let left: Vec<_> = fs::read_dir(fixture.folder.path()).unwrap().collect();
        assert!(left.is_empty(), "{words:?} left {left:?}");
    }
}

#[test]
fn an_empty_postgresql_is_no_installation_either() {
    let roles = TwoRoles::new();
    let url = database_setting(&roles.owner());
    let fixture = CommandFixture::new();
    for words in [&["users", "list"][..], &["doctor"]] {
        let line = fixture.portal_with("DATABASE_URL", &url, words).refused();
        assert!(line.contains("no tables in the database on PostgreSQL"), "{line}");
    }
    fixture.write_course("course", "first-steps", "First steps");
    fixture
        .portal_with("DATABASE_URL", &url, &["courses", "import", "course"])
        .done();
    fixture
        .portal_with("DATABASE_URL", &url, &["users", "list"])
        .done();
    // The right database from a folder that is not the server's: no session key is made there.
    let elsewhere = CommandFixture::new();
    let line = elsewhere
        .portal_with("DATABASE_URL", &url, &["codes", "list"])
        .refused();
    assert!(
        line.contains("there is no session key") && line.contains("PORTAL_DATA_DIR"),
        "{line}"
    );
    assert!(!elsewhere.path("data").exists());
}

#[test]
fn a_data_folder_of_another_user_is_refused_and_the_user_named() {
    let fixture = CommandFixture::with_course();
    let data = fixture.path("data");
    // Root gives the folder away; another user looks at one of root's.
    let folder = if fs::metadata(&data).unwrap().uid() == 0 {
        std::os::unix::fs::chown(&data, Some(65_534), None).unwrap();
        data.clone()
    } else {
        std::path::PathBuf::from("/usr")
    };
    let owner = if folder == data { "nobody" } else { "root" };
    for words in COMMANDS.iter().chain(&[
        &["courses", "import", "course"][..],
        &["demo", "load"],
        &["migrate"],
        &["upgrade", "--check"],
    ]) {
        let line = fixture
            .portal_with("PORTAL_DATA_DIR", folder.to_str().unwrap(), words)
            .refused();
        assert!(
            line.contains(&format!("belongs to the user {owner}")),
            "{words:?}: {line}"
        );
    }
}

#[test]
fn every_command_tells_of_a_name_that_is_no_setting() {
    let fixture = CommandFixture::with_course();
    for words in [&["users", "list"][..], &["backup", "b.tar"], &["codes", "list"]] {
        let outcome = fixture.portal_with("PORTAL_SMPT_URL", "canary", words);
        assert_eq!(outcome.code, Some(0), "{}", outcome.err);
        let told =
            "warning: PORTAL_SMPT_URL is not a setting and is not read; the nearest one is PORTAL_SMTP_URL";
        assert!(outcome.err.starts_with(told), "{words:?}: {}", outcome.err);
    }
}

#[test]
fn a_misspelt_setting_is_reported_with_the_nearest_one() {
    let fixture = CommandFixture::installed();
    let out = fixture
        .portal_with("PORTAL_SMPT_URL", "canary", &["doctor"])
        .done();
    let line = out.lines().find(|line| line.contains("PORTAL_SMPT_URL")).unwrap();
    assert!(
        line.starts_with("warn  settings  ") && line.contains("the nearest one is PORTAL_SMTP_URL"),
        "{line}"
    );
    assert!(!out.contains("canary"));
}

#[test]
fn what_destroys_is_refused_without_a_terminal_and_without_yes() {
    let fixture = CommandFixture::with_course();
    let user = fixture.member("mara");
    fixture.second_factor(user);
    let key = fixture.key();
    fixture.portal(&["backup", "b.tar"]).said();
    let rows = fixture.dump();
    for words in [
        &["users", "delete", "mara"][..],
        &["users", "revoke", "mara", "first-steps"],
        &["users", "reset-second-factor", "mara"],
        &["codes", "revoke", &key],
        &["restore", "b.tar"],
    ] {
        let line = fixture.portal(words).refused();
        assert!(
            line.contains("--yes") && line.contains("nothing was changed"),
            "{words:?}: {line}"
        );
        assert_eq!(fixture.dump(), rows, "{words:?}");
    }
    // An installation that has nothing loses nothing.
    let empty = CommandFixture::installed();
    let file = fixture.path("b.tar");
    let outcome = empty.portal(&["restore", file.to_str().unwrap()]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.err);
    assert!(outcome.err.contains("restored"), "{}", outcome.err);
}

#[test]
fn what_was_never_a_backup_is_called_so() {
    let fixture = CommandFixture::with_course();
    fs::write(fixture.path("words.txt"), "words").unwrap();
    fs::write(fixture.path("empty"), "").unwrap();
    let mut tar = tar::Builder::new(fs::File::create(fixture.path("other.tar")).unwrap());
    tar.append_path_with_name(fixture.path("words.txt"), "words.txt")
        .unwrap();
    tar.finish().unwrap();
    for name in ["words.txt", "empty", "other.tar"] {
        let line = fixture.portal(&["restore", name, "--yes"]).refused();
        assert_eq!(
            line,
            format!(
                "the backup {name}: it is not a backup; `portal backup FILE` writes one; nothing was changed"
            )
        );
    }
}

#[test]
fn the_doctor_waits_five_seconds_for_a_service() {
    let fixture = CommandFixture::installed();
    // It takes connections, reads, and never answers.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = silent.local_addr().unwrap();
    thread::spawn(move || {
        let mut open = Vec::new();
        while let Ok((mut peer, _)) = silent.accept() {
            let _ = peer.set_read_timeout(Some(Duration::from_millis(1)));
            let _ = peer.read(&mut [0; 1]);
            open.push(peer);
        }
    });
    let mut command = fixture.command();
    command
        .env("PORTAL_SMTP_URL", format!("smtp://{address}"))
        .env("PORTAL_STRIPE_SECRET_KEY", "sk_test_silent")
        .env("PORTAL_STRIPE_WEBHOOK_SECRET", "whsec_silent")
        .env("PORTAL_STRIPE_API_URL", format!("http://{address}"))
        .env("PORTAL_DISCORD_CLIENT_ID", "1")
        .env("PORTAL_DISCORD_CLIENT_SECRET", "s")
        .env("PORTAL_DISCORD_BOT_TOKEN", "t")
        .env("PORTAL_DISCORD_GUILD_ID", "2")
        .env("PORTAL_DISCORD_API_URL", format!("http://{address}/api/v10"));
    let began = Instant::now();
    let outcome = run(command.arg("doctor"));
    let took = began.elapsed();
    assert_eq!(outcome.code, Some(1), "{}", outcome.out);
    let failed = outcome
        .out
        .lines()
        .filter(|line| line.starts_with("fail"))
        .count();
    assert_eq!(failed, 3, "{}", outcome.out);
    assert!(
        took < allowed(Duration::from_secs(17)),
        "{took:?} for three services"
    );
}

#[test]
fn figures_that_visitors_can_read_are_warned_of() {
    let fixture = CommandFixture::installed();
    let line = |variables: &[(&str, &str)]| {
        let mut command = fixture.command();
        command.envs(variables.iter().copied());
        let out = run(command.arg("doctor")).out;
        out.lines()
            .find(|line| line.contains("  metrics  "))
            .map(str::to_owned)
    };
    let https = ("PORTAL_PUBLIC_URL", "https://portal.example");
    let warned = line(&[https]).unwrap();
    assert!(
        warned.starts_with("warn") && warned.contains("PORTAL_METRICS_LISTEN"),
        "{warned}"
    );
    let closed = line(&[https, ("PORTAL_METRICS_LISTEN", "127.0.0.1:9464")]).unwrap();
    assert!(closed.starts_with("ok "), "{closed}");
    assert_eq!(line(&[]), None);
}

/// Every command that has no commands below it, by its words.
fn all_commands(fixture: &CommandFixture, words: &[String]) -> Vec<Vec<String>> {
    let mut asked: Vec<&str> = words.iter().map(String::as_str).collect();
    asked.push("--help");
    let help = fixture.portal(&asked).done();
    let Some((_, listed)) = help.split_once("Commands:\n") else {
        return vec![words.to_vec()];
    };
    let listed = listed.lines().take_while(|line| !line.is_empty());
    // What goes on a line below is indented further.
    let names = listed.filter_map(|line| line.strip_prefix("  ").filter(|rest| !rest.starts_with(' ')));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names
        .flat_map(|name| all_commands(fixture, &[words, &[name.to_owned()]].concat()))
        .collect()
}

#[test]
fn the_help_of_every_command_has_an_example_of_it() {
    let fixture = CommandFixture::new();
    let commands = all_commands(&fixture, &[]);
    assert!(commands.len() > 40, "{commands:?}");
    for words in commands {
        let mut asked: Vec<&str> = words.iter().map(String::as_str).collect();
        asked.push("--help");
        let help = fixture.portal(&asked).done();
        let example = help.split_once("Example").map_or("", |(_, example)| example);
        assert!(
            example.contains(&format!("portal {}", words.join(" "))),
            "{words:?}: {help}"
        );
    }
}
