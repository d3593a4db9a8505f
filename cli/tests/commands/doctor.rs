mod looks;
mod next;
mod questions;
mod site;
mod surroundings;

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    net::TcpListener,
    os::unix::fs::PermissionsExt,
    thread,
};

use support::{
    Postgres, TestDatabase,
    databases::{postgres::tls::ANOTHER_MACHINE, roles::TwoRoles},
    server::database_setting,
    stripe::{FakeStripe, SECRET_KEY},
};

use self::site::write_own_site;
use crate::fixture::{CommandFixture, run};

fn words(text: &str) -> Vec<(&str, &str)> {
    text.lines()
        .map(|line| {
            let mut words = line.split_whitespace();
            (words.next().unwrap(), words.next().unwrap())
        })
        .collect()
}

#[test]
fn a_fresh_installation_is_well() {
    let fixture = CommandFixture::installed();
    for entry in fs::read_dir(fixture.path("data")).unwrap() {
        let private = fs::Permissions::from_mode(0o600);
        fs::set_permissions(entry.unwrap().path(), private).unwrap();
    }
    fs::set_permissions(fixture.path("data"), fs::Permissions::from_mode(0o700)).unwrap();
    let portal = fixture.command();
    let mut shell = fixture.command_of("sh");
    shell
        .args(["-c", "umask 077; exec \"$0\" doctor"])
        .arg(portal.get_program());
    let out = run(&mut shell).done();
    let expected = [
        "settings", "site", "database", "files", "mail", "discord", "stripe", "refunds", "media", "packages",
        "search", "triggers",
    ]
    .map(|what| ("ok", what));
    assert_eq!(words(&out), expected);
}

/// The doctor's line on something.
fn line_on(out: &str, what: &str) -> String {
    let found = out.lines().find(|line| line.contains(&format!("  {what}  ")));
    found.unwrap().to_owned()
}

#[test]
fn errors_of_pages_are_reported_for_a_week() {
    let fixture = CommandFixture::installed();
    let note = |message: &str, reports: u32, age: &str| {
        fixture.sql(&format!(
            "INSERT INTO page_errors (route, message, version, first_at, last_at, reports) \
             SELECT '/portal', '{message}', '1.0.0', t, t, {reports} FROM (SELECT datetime('now', '{age}') AS t)"
        ));
    };
    note("Error: long ago", 9, "-8 days");
    assert!(!fixture.portal(&["doctor"]).done().contains("pages"));
    note("Error: earlier", 1, "-2 days");
    note("TypeError: x is not a function", 14, "-1 hours");
    let line = line_on(&fixture.portal(&["doctor"]).done(), "pages");
    let latest = "2 errors of pages in seven days; the most frequent: \"TypeError: x is not a function\" in /portal of version 1.0.0, 14 reports";
    assert!(line.starts_with("warn") && line.contains(latest), "{line}");
}

#[test]
fn another_session_key_than_the_databases_fails() {
    let fixture = CommandFixture::installed();
    fixture.sql("INSERT INTO session_key (id, fingerprint) VALUES (1, zeroblob(16))");
    let doctor = fixture.portal(&["doctor"]);
    assert_eq!(doctor.code, Some(1));
    let line = line_on(&doctor.out, "database");
    assert!(
        line.starts_with("fail") && line.contains("session key") && line.contains("session-key replace"),
        "{line}"
    );
}

#[test]
fn a_missing_trigger_of_the_trail_fails() {
    let fixture = CommandFixture::installed();
    fixture.sql("DROP TRIGGER audit_acts_kept");
    let doctor = fixture.portal(&["doctor"]);
    assert_eq!(doctor.code, Some(1));
    let line = line_on(&doctor.out, "triggers");
    assert!(
        line.starts_with("fail") && line.contains("audit_acts_kept"),
        "{line}"
    );
}

#[test]
fn files_that_other_users_can_read_are_named() {
    let fixture = CommandFixture::with_course();
    let mode = |name: &str, mode: u32| {
        let permissions = fs::Permissions::from_mode(mode);
        fs::set_permissions(fixture.path(name), permissions).unwrap();
    };
    mode("data", 0o700);
    mode("data/session.key", 0o600);
    mode("data/portal.db", 0o600);
    let out = fixture.portal(&["doctor"]).done();
    assert!(line_on(&out, "files").starts_with("ok "), "{out}");
    for (name, open, closed) in [("data", 0o755, 0o700), ("data/portal.db", 0o640, 0o600)] {
        mode(name, open);
        let out = fixture.portal(&["doctor"]).done();
        let line = line_on(&out, "files");
        let named = format!("{name} (mode {open:o})");
        assert!(line.starts_with("warn  ") && line.contains(&named), "{line}");
        mode(name, closed);
    }
}

#[test]
fn stand_ins_under_https_are_warned_of_and_elsewhere_are_not() {
    let fixture = CommandFixture::installed();
    write_own_site(&fixture);
    let doctor = |url: &str| {
        let mut command = fixture.command();
        command.env("PORTAL_PUBLIC_URL", url);
        run(command.arg("doctor")).done()
    };
    let out = doctor("https://portal.example");
    assert!(line_on(&out, "settings").starts_with("ok "), "{out}");
    let mail = line_on(&out, "mail");
    assert!(mail.starts_with("warn") && mail.contains("https"), "{mail}");
    assert!(line_on(&doctor("http://localhost:8080"), "mail").starts_with("ok "));

    for (payments, named) in [(None, "PORTAL_DEMO"), (Some("sandbox"), "PORTAL_PAYMENTS")] {
        let doctor = |url: &str| {
            let mut command = fixture.command();
            command.env("PORTAL_PUBLIC_URL", url).env("PORTAL_DEMO", "public");
            command.envs(payments.map(|mode| ("PORTAL_PAYMENTS", mode)));
            line_on(&run(command.arg("doctor")).done(), "settings")
        };
        let line = doctor("https://portal.example");
        assert!(line.starts_with("warn") && line.contains(named), "{line}");
        assert!(doctor("http://localhost:8080").starts_with("ok "));
    }
}

#[test]
fn first_commands_at_once_make_one_database() {
    for _ in 0..5 {
        let fixture = CommandFixture::new();
        fixture.write_course("course", "first-steps", "First steps");
        let commands: Vec<_> = (0..6).map(|_| fixture.command()).collect();
        let imports: Vec<_> = commands
            .into_iter()
            .map(|mut command| {
                thread::spawn(move || run(command.args(["courses", "import", "course"])).done())
            })
            .collect();
        for import in imports {
            assert!(import.join().unwrap().contains("first-steps"));
        }
        assert!(fixture.portal(&["doctor"]).done().contains("schema up to date"));
    }
}

#[test]
fn a_bad_setting_is_one_line_of_every_command() {
    let fixture = CommandFixture::new();
    for command in [
        &["codes", "list"][..],
        &["backup", "b.tar"],
        &["restore", "b.tar"],
        &["demo", "load"],
    ] {
        let line = fixture.portal_with("PORTAL_LISTEN", "nowhere", command).refused();
        assert!(line.starts_with("PORTAL_LISTEN "), "{line}");
    }
    let outcome = fixture.portal_with("PORTAL_LISTEN", "nowhere", &["doctor"]);
    assert_eq!(outcome.code, Some(1));
    assert!(
        outcome.out.starts_with("fail  settings  PORTAL_LISTEN "),
        "{}",
        outcome.out
    );
    assert_eq!(outcome.err.lines().count(), 1);
}

#[test]
fn a_missing_video_fails_and_is_named() {
    let fixture = CommandFixture::with_course();
    let gone = fixture.media().remove(0);
    fs::remove_file(fixture.path("data/media").join(&gone)).unwrap();
    let outcome = fixture.portal(&["doctor"]);
    assert_eq!(outcome.code, Some(1));
    let line = outcome.out.lines().find(|line| line.starts_with("fail")).unwrap();
    assert!(line.contains("media") && line.contains(&gone), "{line}");
}

/// A mail server that answers each line it receives with the next of its own.
fn mail_server(lines: &'static [&'static str]) -> (String, thread::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let server = thread::spawn(move || {
        let (peer, _) = listener.accept().unwrap();
        let mut heard = BufReader::new(peer.try_clone().unwrap()).lines();
        for line in lines {
            (&peer).write_all(format!("{line}\r\n").as_bytes()).unwrap();
            heard.next();
        }
    });
    (address, server)
}

#[test]
fn a_mail_server_is_asked_whether_it_takes_us() {
    let fixture = CommandFixture::installed();
    for (account, lines, word, said) in [
        ("", &["220 mail", "250 mail", "221 bye"][..], "ok", "takes us"),
        ("", &["HTTP/1.1 400"][..], "fail", "PORTAL_SMTP_URL"),
        (
            "me:canary@",
            &["220 mail", "250-mail\r\n250 AUTH PLAIN", "235 ok", "221 bye"][..],
            "ok",
            "takes us",
        ),
        (
            "me:canary@",
            &["220 mail", "250-mail\r\n250 AUTH PLAIN", "535 no", "221 bye"][..],
            "fail",
            "535 no",
        ),
    ] {
        let (address, server) = mail_server(lines);
        let url = format!("smtp://{account}{address}");
        let outcome = fixture.portal_with("PORTAL_SMTP_URL", &url, &["doctor"]);
        server.join().unwrap();
        assert_eq!(outcome.code, Some(i32::from(word == "fail")), "{}", outcome.out);
        let line = outcome
            .out
            .lines()
            .find(|line| line.contains("mail server"))
            .unwrap();
        assert!(line.starts_with(word) && line.contains(said), "{line}");
        assert!(!outcome.out.contains("canary") && !outcome.err.contains("canary"));
    }
}

#[test]
fn a_mail_server_that_is_not_there_fails_without_its_password() {
    let fixture = CommandFixture::installed();
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let url = format!("smtp://user:canary@{free}");
    let outcome = fixture.portal_with("PORTAL_SMTP_URL", &url, &["doctor"]);
    assert_eq!(outcome.code, Some(1));
    assert!(words(&outcome.out).contains(&("fail", "mail")));
    assert!(!outcome.out.contains("canary") && !outcome.err.contains("canary"));
}

#[test]
fn a_damaged_search_index_fails_and_a_late_one_is_warned_of() {
    let fixture = CommandFixture::with_course();
    let line = line_on(&fixture.portal(&["doctor"]).done(), "search");
    assert!(line.starts_with("ok ") && line.contains("passages"), "{line}");
    fixture.sql("UPDATE search_courses SET version = 0");
    let line = line_on(&fixture.portal(&["doctor"]).done(), "search");
    assert!(
        line.starts_with("warn") && line.contains("1 course is not indexed yet"),
        "{line}"
    );
    fixture
        .sql("UPDATE search_courses SET version = 0; DELETE FROM search_passages_words_data WHERE id > 10");
    let outcome = fixture.portal(&["doctor"]);
    assert_eq!(outcome.code, Some(1));
    let line = line_on(&outcome.out, "search");
    assert!(
        line.starts_with("fail") && line.contains("doctor --rebuild-search"),
        "{line}"
    );
    let line = line_on(&fixture.portal(&["doctor", "--rebuild-search"]).done(), "search");
    assert!(line.starts_with("ok "), "{line}");
}

#[test]
fn a_newer_database_is_one_line() {
    let fixture = CommandFixture::with_course();
    fixture.sql("INSERT INTO __diesel_schema_migrations (version) VALUES ('99991231000000')");
    let line = fixture.portal(&["codes", "list"]).refused();
    assert!(line.contains("newer version"), "{line}");
    assert_eq!(fixture.portal(&["doctor"]).code, Some(1));
}

/// The doctor's word on Stripe, and the rest of that line.
fn doctor_on(stripe: &[(&str, String)]) -> (String, String) {
    let fixture = CommandFixture::installed();
    write_own_site(&fixture);
    let mut command = fixture.command();
    command.env("PORTAL_PUBLIC_URL", "https://portal.example");
    command.envs(stripe.iter().map(|(name, value)| (name, value)));
    let outcome = run(command.arg("doctor"));
    let line = outcome
        .out
        .lines()
        .find(|line| line.contains("  stripe  "))
        .unwrap();
    let (word, rest) = line.split_once("  stripe  ").unwrap();
    assert_eq!(outcome.code, Some(i32::from(word == "fail")), "{}", outcome.out);
    assert!(!outcome.out.contains(SECRET_KEY) && !outcome.err.contains(SECRET_KEY));
    (word.trim().to_owned(), rest.to_owned())
}

#[test]
fn stripe_is_asked_whether_it_is_set_up() {
    let stripe = FakeStripe::start();
    let (word, line) = doctor_on(&stripe.settings());
    assert_eq!(word, "warn");
    assert!(line.contains("no webhook endpoint"), "{line}");
    stripe.add_endpoint("https://portal.example/api/webhooks/stripe", &["*"], "enabled");
    let (word, line) = doctor_on(&stripe.settings());
    assert_eq!(word, "ok");
    assert!(line.contains("test mode"), "{line}");
}

#[test]
fn a_key_that_stripe_refuses_and_a_stripe_that_is_gone_fail() {
    let stripe = FakeStripe::start();
    let mut settings = stripe.settings();
    settings[0].1 = String::from("sk_test_wrong");
    let (word, line) = doctor_on(&settings);
    assert_eq!(word, "fail");
    assert!(line.contains("PORTAL_STRIPE_SECRET_KEY"), "{line}");
    let settings = stripe.settings();
    drop(stripe);
    let (word, line) = doctor_on(&settings);
    assert_eq!(word, "fail");
    assert!(line.contains("127.0.0.1"), "{line}");
}

#[test]
fn a_database_on_another_machine_without_a_checked_certificate_is_warned_of() {
    let database = TestDatabase::new(Postgres);
    let url = database_setting(&database.address());
    let fixture = CommandFixture::installed();
    let doctor = |url: &str| {
        let out = fixture.portal_with("DATABASE_URL", url, &["doctor"]).done();
        line_on(&out, "database")
    };
    let line = doctor(&url);
    assert!(line.starts_with("ok "), "{line}");
    let line = doctor(&url.replace("127.0.0.1", ANOTHER_MACHINE));
    assert!(
        line.starts_with("warn") && line.contains("sslmode=verify-full"),
        "{line}"
    );
}

#[test]
fn an_import_of_the_owner_makes_the_tables_that_the_servers_role_uses() {
    let roles = TwoRoles::new();
    let (owner, server) = (
        database_setting(&roles.owner()),
        database_setting(&roles.server()),
    );
    let fixture = CommandFixture::new();
    let doctor = |url: &str| fixture.portal_with("DATABASE_URL", url, &["doctor"]);
    fixture.write_course("course", "first-steps", "First steps");
    let early = fixture
        .portal_with("DATABASE_URL", &server, &["courses", "import", "course"])
        .refused();
    assert!(early.contains("portal_server does not own its schema"), "{early}");
    fixture
        .portal_with("DATABASE_URL", &owner, &["courses", "import", "course"])
        .done();
    let line = line_on(&doctor(&owner).done(), "database");
    assert!(line.starts_with("ok "), "{line}");
    roles.grant();
    let line = line_on(&doctor(&server).done(), "database");
    assert!(line.starts_with("ok "), "{line}");
    let backup = fixture.portal_with("DATABASE_URL", &server, &["backup", "all.tar"]);
    assert_eq!(backup.code, Some(0), "{}", backup.err);
    let restore = fixture.portal_with("DATABASE_URL", &server, &["restore", "all.tar", "--yes"]);
    assert!(
        restore.code == Some(1) && restore.err.contains("portal_server does not own its schema"),
        "{}",
        restore.err
    );
}
