//! What is delivered for staff beside the server: the command as the service's user, the nightly backup, the sample of settings.

use std::{fs, os::unix::fs::PermissionsExt, path::Path, process::Command};

use super::{path, read};

/// A program that writes what it was called with into a file.
fn stand_in(folder: &Path, name: &str, script: &str) {
    let file = folder.join(name);
    fs::write(&file, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
}

fn run(script: &str, programs: &Path, arguments: &[&str]) -> std::process::Output {
    Command::new(path(script))
        .args(arguments)
        .env_clear()
        .env("PATH", format!("{}:/usr/bin:/bin", programs.display()))
        .env("SUDO_USER", "eva")
        .output()
        .unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_nightly_backup_keeps_seven_days_and_four_weeks() {
    let programs = tempfile::tempdir().unwrap();
    stand_in(
        programs.path(),
        "portal",
        "[ \"$1\" = backup ] && echo rows > \"$2\"",
    );
    let folder = tempfile::tempdir().unwrap();
    for day in 1..=9 {
        fs::write(folder.path().join(format!("day-2026-01-0{day}.tar")), "old").unwrap();
    }
    for week in 1..=6 {
        fs::write(folder.path().join(format!("week-2026-W0{week}.tar")), "old").unwrap();
    }
    for other in ["notes.txt", "day-by-hand.tar", "week.tar"] {
        fs::write(folder.path().join(other), "precious").unwrap();
    }
    let place = folder.path().to_str().unwrap();
    // Twice on one day is one backup.
    for _ in 0..2 {
        let output = run("portal-backup", programs.path(), &[place]);
        assert!(output.status.success(), "{output:?}");
    }
    let kept = names(folder.path());
    let of = |start: &str| kept.iter().filter(|name| name.starts_with(start)).count();
    assert_eq!((of("day-2"), of("week-2")), (7, 4), "{kept:?}");
    for name in [
        "notes.txt",
        "day-by-hand.tar",
        "week.tar",
        "day-2026-01-04.tar",
        "week-2026-W04.tar",
    ] {
        assert!(kept.contains(&name.to_owned()), "{name} is gone: {kept:?}");
    }
    for name in ["day-2026-01-03.tar", "week-2026-W03.tar"] {
        assert!(!kept.contains(&name.to_owned()), "{name} is kept");
    }
    assert_eq!(
        fs::read_to_string(folder.path().join(&kept[6])).unwrap(),
        "rows\n",
        "{kept:?}"
    );
}

#[test]
fn a_backup_that_fails_removes_none() {
    let programs = tempfile::tempdir().unwrap();
    stand_in(programs.path(), "portal", "exit 1");
    let folder = tempfile::tempdir().unwrap();
    for day in 1..=9 {
        fs::write(folder.path().join(format!("day-2026-01-0{day}.tar")), "old").unwrap();
    }
    let output = run(
        "portal-backup",
        programs.path(),
        &[folder.path().to_str().unwrap()],
    );
    assert!(!output.status.success());
    assert_eq!(names(folder.path()).len(), 9);
}

#[test]
fn staffs_command_runs_as_the_services_user_under_the_callers_name() {
    let programs = tempfile::tempdir().unwrap();
    stand_in(programs.path(), "systemd-run", "printf '%s\\n' \"$@\"");
    let output = run("portal-staff", programs.path(), &["users", "show", "a member"]);
    let words = String::from_utf8(output.stdout).unwrap();
    let words: Vec<_> = words.lines().collect();
    assert_eq!(
        words[words.len() - 4..],
        ["/usr/local/bin/portal", "users", "show", "a member"]
    );
    for wanted in [
        "--pipe",
        "--uid=portal",
        "EnvironmentFile=/etc/portal/portal.env",
        "SUDO_USER=eva",
    ] {
        assert!(words.contains(&wanted), "{wanted} is not in {words:?}");
    }
    // Relative paths are those of the caller's folder.
    let here = std::env::current_dir().unwrap();
    let called_in = format!("PORTAL_CALLED_IN={}", here.display());
    assert!(words.contains(&called_in.as_str()), "{words:?}");
    // The same defaults as the service's own.
    let unit = read("systemd/portal.service");
    for setting in [
        "PORTAL_DATA_DIR=/var/lib/portal",
        "DATABASE_URL=sqlite:///var/lib/portal/portal.db",
        "PORTAL_METRICS_LISTEN=127.0.0.1:9464",
    ] {
        assert!(
            words.contains(&setting) && unit.contains(&format!("Environment={setting}")),
            "{setting}"
        );
    }
}

#[test]
fn systemd_takes_the_backups_units() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["portal-backup.service", "portal-backup.timer"] {
        let unit = read(&format!("systemd/{name}"));
        let script = path("portal-backup");
        let unit = unit.replace("/usr/local/bin/portal-backup", script.to_str().unwrap());
        fs::write(folder.path().join(name), unit).unwrap();
    }
    let output = Command::new("systemd-analyze")
        .args(["verify", "./portal-backup.service", "./portal-backup.timer"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let words = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(output.status.success() && words.is_empty(), "{words}");
}

#[test]
fn figures_are_closed_to_visitors_by_the_unit_and_by_the_proxy() {
    let unit = read("systemd/portal.service");
    let listen = unit
        .lines()
        .find_map(|line| line.strip_prefix("Environment=PORTAL_METRICS_LISTEN="));
    let listen = listen.unwrap();
    assert!(listen.starts_with("127.0.0.1:"), "{listen}");
    assert!(read("prometheus/scrape.yml").contains(listen));
    let caddy = read("compose/Caddyfile");
    let (_, rest) = caddy.split_once("\thandle /metrics {\n").unwrap();
    let (answer, after) = rest.split_once("\n\t}").unwrap();
    assert!(
        answer.trim_end().ends_with("404") && after.contains("reverse_proxy"),
        "{answer}"
    );
}
