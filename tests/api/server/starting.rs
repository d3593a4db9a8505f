//! Starts that must fail do so at once, with one line that says why; and what a running server gives away.

use std::{
    io::{Read as _, Write as _},
    net::{TcpListener, TcpStream},
};

use kernel::{AccessTerm, DatabaseUrl};
use rstest::rstest;
use support::{
    Engine, Postgres, Server, Sqlite, TestDatabase,
    catalogue_fixture::{CatalogueFixture, PASSWORD, credentials, fresh_key, member, registration},
    databases::tables::db_run,
    server::{run_to_end, server_command},
};

/// Starts a server that must not come up; its one line.
pub fn refused(database: &DatabaseUrl, settings: &[(&str, &str)]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut command = server_command(folder.path(), database);
    command.envs(settings.iter().copied());
    let (code, out, errors) = run_to_end::<&str>(&mut command, &[]);
    assert_eq!(code, Some(1), "{errors}");
    assert_eq!(out, "");
    assert_eq!(errors.lines().count(), 1, "not one line: {errors}");
    errors.trim_end().to_owned()
}

#[rstest]
#[case("PORTAL_LISTEN", "nowhere")]
#[case("PORTAL_PUBLIC_URL", "portal.example.com")]
#[case("PORTAL_PUBLIC_URL", "https://portal.example.com/path")]
#[case("PORTAL_SESSION_KEY", "c2hvcnQ=")]
#[case("PORTAL_DEMO", "maybe")]
#[case("PORTAL_SMTP_URL", "http://mail.example.com")]
#[case("PORTAL_MAIL_FROM", "nobody")]
#[case("PORTAL_CONTACT_TO", "nobody")]
#[case("PORTAL_DISCORD_CLIENT_ID", "123456789012345678")]
#[case("PORTAL_STRIPE_SECRET_KEY", "sk_test_1234567890")]
#[case("PORTAL_PAYMENTS", "sandbox")]
#[case("PORTAL_PAYMENTS", "stripe")]
#[case("PORTAL_PAYMENTS", "barter")]
#[case("PORTAL_MEDIA_URL", "ftp://example.com")]
#[case("PORTAL_AUTH_ATTEMPTS_PER_MINUTE", "0")]
#[case("PORTAL_TRUSTED_PROXIES", "everybody")]
#[case("PORTAL_METRICS_LISTEN", "9464")]
#[case("PORTAL_METRICS_LISTEN", "localhost:9464")]
#[case("PORTAL_LOG_FORMAT", "xml")]
#[case("RUST_LOG", "info,portal=verbose")]
#[case("DATABASE_URL", "mysql://localhost/portal")]
fn a_bad_setting_is_one_line_that_names_it(#[case] name: &str, #[case] value: &str) {
    let folder = tempfile::tempdir().unwrap();
    let database = DatabaseUrl::Sqlite(folder.path().join("portal.db"));
    let line = refused(&database, &[(name, value)]);
    let prefix = name
        .trim_end_matches("_CLIENT_ID")
        .trim_end_matches("_SECRET_KEY");
    assert!(line.contains(prefix), "{line}");
    if name.contains("KEY") {
        assert!(!line.contains(value), "a secret is printed: {line}");
    }
}

#[test]
fn a_data_folder_of_another_user_is_one_line_that_names_the_user() {
    let folder = tempfile::tempdir().unwrap();
    let database = DatabaseUrl::Sqlite(folder.path().join("portal.db"));
    // Root gives a folder away; another user names one of root's.
    let data = folder.path().join("data");
    std::fs::create_dir(&data).unwrap();
    let is_root = std::os::unix::fs::chown(&data, Some(65_534), None).is_ok();
    let (data, owner) = if is_root {
        (data.to_str().unwrap(), "nobody")
    } else {
        ("/usr", "root")
    };
    let line = refused(&database, &[("PORTAL_DATA_DIR", data)]);
    assert!(line.contains(&format!("belongs to the user {owner}")), "{line}");
}

#[test]
fn a_misspelt_setting_is_warned_of_at_the_start() {
    let server = Server::with(Sqlite, &[("PORTAL_SMPT_URL", "canary")]);
    let log = server.log();
    assert!(log.contains("the nearest one is PORTAL_SMTP_URL"), "{log}");
    assert!(!log.contains("canary"));
}

#[rstest]
#[case("PORTAL_LISTEN")]
#[case("PORTAL_METRICS_LISTEN")]
fn a_port_in_use_is_one_line(#[case] variable: &str) {
    let folder = tempfile::tempdir().unwrap();
    let holder = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = holder.local_addr().unwrap().to_string();
    let line = refused(
        &DatabaseUrl::Sqlite(folder.path().join("portal.db")),
        &[(variable, &address)],
    );
    assert!(line.contains(variable) && line.contains(&address), "{line}");
    assert!(
        !folder.path().join("portal.db").exists(),
        "a start that fails made a database"
    );
}

#[rstest]
fn a_newer_database_is_one_line(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    db_run(
        &database.address(),
        "INSERT INTO __diesel_schema_migrations (version) VALUES ('20991231235959')",
    );
    let line = refused(&database.address(), &[]);
    assert!(line.contains("newer version"), "{line}");
}

#[test]
fn a_database_that_is_none_or_not_there_is_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("portal.db");
    std::fs::write(
        &file,
        "this is a letter, not a database, and long enough to be looked at",
    )
    .unwrap();
    let line = refused(&DatabaseUrl::Sqlite(file.clone()), &[]);
    assert!(
        line.contains("DATABASE_URL") && line.contains("portal.db"),
        "{line}"
    );
    assert!(
        std::fs::read_to_string(&file)
            .unwrap()
            .starts_with("this is a letter"),
        "the file was overwritten"
    );

    let port = support::server::ports::free_port();
    let url = format!("postgres://portal:swordfish@127.0.0.1:{port}/portal");
    let line = refused(&DatabaseUrl::Postgres(url.into()), &[]);
    assert!(
        line.contains("DATABASE_URL") && !line.contains("swordfish"),
        "{line}"
    );
}

#[test]
fn the_data_is_its_owners_alone_and_what_was_open_is_closed() {
    use std::{fs, os::unix::fs::PermissionsExt as _};
    let settings = [("DATABASE_URL", "sqlite://fresh.db"), ("PORTAL_SESSION_KEY", "")];
    let mut server = Server::with(Sqlite, &settings);
    let data = server.data().to_path_buf();
    let made = ["fresh.db", "fresh.db-wal", "session.key"].map(|name| data.join(name));
    let modes = || {
        let mut paths = vec![data.clone()];
        paths.extend(made.clone());
        paths
            .into_iter()
            .map(|path| fs::metadata(path).unwrap().permissions().mode() & 0o777)
            .collect::<Vec<_>>()
    };
    assert_eq!(modes(), [0o700, 0o600, 0o600, 0o600]);
    fs::set_permissions(&data, fs::Permissions::from_mode(0o755)).unwrap();
    for path in &made {
        fs::set_permissions(path, fs::Permissions::from_mode(0o644)).unwrap();
    }
    server.start_again();
    assert_eq!(modes(), [0o700, 0o600, 0o600, 0o600]);
}

#[test]
fn what_sqlite_puts_beside_a_database_is_closed_to_others_also_where_a_link_leads_to_it() {
    use std::{fs, os::unix::fs::PermissionsExt as _};
    let elsewhere = tempfile::tempdir().unwrap();
    let link = elsewhere.path().join("link.db");
    let setting = format!("sqlite://{}", link.display());
    let real = elsewhere.path().join("real");
    fs::create_dir(&real).unwrap();
    fs::write(real.join("portal.db"), "").unwrap();
    std::os::unix::fs::symlink(real.join("portal.db"), &link).unwrap();
    let mut server = Server::with(Sqlite, &[("DATABASE_URL", &setting)]);
    let files = ["portal.db", "portal.db-wal", "portal.db-shm"].map(|name| real.join(name));
    for path in &files {
        fs::set_permissions(path, fs::Permissions::from_mode(0o644)).unwrap();
    }
    server.start_again();
    for path in &files {
        let mode = fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{}", path.display());
    }
    let _ = server.visitor().get("/readyz").ok(200);
    assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 2);
}

#[test]
fn a_session_key_is_made_once_and_kept_to_its_owner() {
    use std::os::unix::fs::PermissionsExt as _;
    let mut server = Server::with(Sqlite, &[("PORTAL_SESSION_KEY", "")]);
    let file = server.data().join("session.key");
    let key = std::fs::read(&file).unwrap();
    assert_eq!(
        std::fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o600
    );
    server.start_again();
    assert_eq!(
        std::fs::read(&file).unwrap(),
        key,
        "another key signs everybody out"
    );
}

#[rstest]
fn two_servers_of_one_database_share_sessions(#[values(Postgres)] engine: Engine) {
    let first = Server::start(engine);
    let catalogue = CatalogueFixture::open(&first);
    let mut browser = member(&first, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let address = support::server::database_setting(&first.database().address());
    let second = Server::over(TestDatabase::new(Sqlite), &[("DATABASE_URL", address.as_str())]);
    let mut there = second.visitor();
    there.set_cookie(browser.cookie());
    assert!(there.is_signed_in());
    assert_eq!(there.send("POST", "/api/logout", &[], None).status, 204);
    assert!(
        !browser.is_signed_in(),
        "a logout on one server left the session on the other"
    );
}

#[rstest]
fn asked_to_end_it_ends_well(#[values(Sqlite, Postgres)] engine: Engine) {
    let mut server = Server::start(engine);
    let _ = server.visitor().get("/readyz").ok(200);
    assert!(server.terminate().success());
}

/// So that a client that asks once more reaches another server, and never this one again.
#[test]
fn a_client_whose_idle_connection_is_closed_cannot_connect_again() {
    // Of the kernel's own ports another server could get this one, once it is closed.
    let listen = format!("127.0.0.1:{}", support::server::ports::free_port());
    let mut server = Server::with(Sqlite, &[("PORTAL_LISTEN", listen.as_str())]);
    let address = server.address();
    let idle: Vec<_> = (0..32)
        .map(|_| {
            let mut stream = TcpStream::connect(address).unwrap();
            let request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
            stream.write_all(request).unwrap();
            assert_ne!(stream.read(&mut [0; 4096]).unwrap(), 0, "no answer");
            stream
        })
        .collect();
    std::thread::scope(|scope| {
        for mut stream in idle {
            scope.spawn(move || {
                let _ = stream.read_to_end(&mut Vec::new());
                let again = TcpStream::connect(address);
                assert!(again.is_err(), "a server that ends still takes connections");
            });
        }
        assert!(server.terminate().success());
    });
}

#[rstest]
fn no_secret_reaches_the_log(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::with(engine, &[("RUST_LOG", "trace")]);
    let catalogue = CatalogueFixture::open(&server);
    let key = fresh_key(&server, catalogue.futures, AccessTerm::Lifetime);
    let mut browser = server.visitor();
    let _ = browser
        .post("/api/register", &registration("Trader", &key))
        .ok(201);
    let _ = server
        .visitor()
        .post("/api/login", &credentials("Trader", "a canary password"))
        .refused(401, "invalid_credentials");
    let _ = server
        .visitor()
        .post(
            "/api/request-reset",
            &serde_json::json!({ "email": "trader@example.com" }),
        )
        .ok(200);
    let _ = browser.get("/api/user").ok(200);
    let log = server.log();
    let token = browser.cookie().unwrap().rsplit('=').next().unwrap().to_owned();
    for secret in [
        PASSWORD,
        "a canary password",
        key.as_str(),
        "trader@example.com",
        token.as_str(),
        "argon2id",
    ] {
        assert!(!log.contains(secret), "the log holds {secret}");
    }
}
