//! What the doctor says is left of the first day.

use std::fs;

use support::stripe::FakeStripe;

use super::site::write_own_site;
use crate::fixture::{CommandFixture, Outcome, run};

const HTTPS: (&str, &str) = ("PORTAL_PUBLIC_URL", "https://portal.example");

fn doctor(fixture: &CommandFixture, settings: &[(&str, &str)]) -> Outcome {
    let mut command = fixture.command();
    command.envs(settings.iter().copied());
    run(command.arg("doctor"))
}

/// The commands that are left, which are the last lines.
fn left(out: &str) -> Vec<&str> {
    let last = out.lines().skip_while(|line| !line.starts_with("next"));
    last.map(|line| line.strip_prefix("next  ").unwrap()).collect()
}

#[test]
fn each_step_that_is_left_is_a_command_and_goes_when_it_is_done() {
    let fixture = CommandFixture::installed();
    let own = fixture.path("data/site");
    let own = fs::canonicalize(fixture.path("data"))
        .unwrap()
        .join(own.file_name().unwrap());
    let mail = "export PORTAL_SMTP_URL=smtps://user:password@mail.example.com:465  # for the server and its commands";
    let stripe = "export PORTAL_STRIPE_SECRET_KEY=sk_live_…  # for the server and its commands";
    let init = format!("portal site init {}", own.display());
    let backup = "portal backup portal-backup.tar";
    let new = "portal courses new my-first-course";

    let fresh = doctor(&fixture, &[HTTPS]);
    assert_eq!(fresh.code, Some(1), "{}", fresh.out);
    assert_eq!(left(&fresh.out), [mail, &init, new, backup, stripe]);
    assert_eq!(fresh.err.lines().count(), 1, "{}", fresh.err);

    fixture.portal(&["site", "init", own.to_str().unwrap()]).said();
    let editor = format!("editor {}/site.toml  # the placeholders in it", own.display());
    assert_eq!(left(&doctor(&fixture, &[HTTPS]).out)[1], editor);
    write_own_site(&fixture);
    let out = doctor(&fixture, &[HTTPS]).done();
    assert_eq!(left(&out), [mail, new, backup, stripe]);

    fixture.portal(&["courses", "new", "my-first-course"]).done();
    let out = doctor(&fixture, &[HTTPS]).done();
    assert_eq!(left(&out)[1], "portal courses import my-first-course");
    fixture.portal(&["courses", "import", "my-first-course"]).done();
    let out = doctor(&fixture, &[HTTPS]).done();
    let draft = "editor my-first-course/course.toml  # delete draft = true, then import it again";
    assert_eq!(left(&out), [mail, draft, backup, stripe]);
    let manifest = fs::read_to_string(fixture.path("my-first-course/course.toml")).unwrap();
    let shown: Vec<_> = manifest
        .lines()
        .filter(|line| !line.starts_with("draft"))
        .collect();
    fs::write(fixture.path("my-first-course/course.toml"), shown.join("\n")).unwrap();
    fixture.portal(&["courses", "import", "my-first-course"]).done();
    let out = doctor(&fixture, &[HTTPS]).done();
    let issue = "portal codes issue --course my-first-course --access 3m";
    assert_eq!(left(&out), [mail, issue, backup, stripe]);

    for command in [issue, backup] {
        let words: Vec<_> = command.split(' ').skip(1).collect();
        assert_eq!(fixture.portal(&words).code, Some(0), "{command}");
    }
    let out = doctor(&fixture, &[HTTPS]).done();
    assert_eq!(left(&out), [mail, stripe]);

    let provider = FakeStripe::start();
    let settings = provider.settings();
    let mut settings: Vec<_> = settings
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    settings.extend([HTTPS, ("PORTAL_SMTP_URL", "smtp://127.0.0.1:1")]);
    let out = doctor(&fixture, &settings).out;
    assert!(out.contains("\nfail  mail ") && !out.contains("next"), "{out}");
}

#[test]
fn a_trial_over_http_has_nothing_left() {
    let fixture = CommandFixture::installed();
    let out = doctor(&fixture, &[("PORTAL_PUBLIC_URL", "http://localhost:8080")]).done();
    assert!(!out.contains("next"), "{out}");
}

#[test]
fn with_the_delivered_service_the_commands_are_those_of_the_first_day() {
    let fixture = CommandFixture::with_course();
    let out = doctor(&fixture, &[HTTPS, ("PORTAL_CALLED_IN", "/root")]).out;
    let left = left(&out);
    for (at, beginning) in [
        "editor /etc/portal/portal.env  # PORTAL_SMTP_URL=smtps://",
        "portal site init /etc/portal/site",
        "portal-staff codes issue --course first-steps --access 3m",
        "systemctl enable --now portal-backup.timer && systemctl start portal-backup.service",
        "editor /etc/portal/portal.env  # PORTAL_STRIPE_SECRET_KEY=",
    ]
    .iter()
    .enumerate()
    {
        assert!(left[at].starts_with(beginning), "{out}");
    }
    assert_eq!(left.len(), 5, "{out}");
}

#[test]
fn a_folder_that_cannot_be_read_is_checked_next_and_its_name_is_typed_as_a_shell_takes_it() {
    let fixture = CommandFixture::with_course();
    let folder = fixture.path("my site's");
    fs::create_dir(&folder).unwrap();
    let site = ("PORTAL_SITE_DIR", folder.to_str().unwrap());
    let quoted = format!("'{}'", folder.display().to_string().replace('\'', r"'\''"));
    let out = doctor(&fixture, &[HTTPS, site]).out;
    assert_eq!(left(&out)[1], format!("portal site init {quoted}"));
    fs::write(folder.join("site.toml"), "currency = \"jpy\"\n").unwrap();
    let out = doctor(&fixture, &[HTTPS, site]).out;
    assert_eq!(left(&out)[1], format!("portal site check {quoted}"));
}
