//! What a scanner asks for first: files that lie beside a site, folders, and methods that repeat a request.

use support::{Server, Sqlite, catalogue_fixture::CatalogueFixture};

/// Sends the path as it is written; a client would make it shorter.
fn ask(server: &Server, method: &str, path: &str) -> String {
    let head = "Host: localhost\r\nCookie: portal=canary\r\nX-Canary: canary\r\nConnection: close";
    server.raw(format!("{method} {path} HTTP/1.1\r\n{head}\r\n\r\n").as_bytes())
}

#[test]
fn no_file_beside_the_site_and_no_folder_is_served() {
    let server = Server::with(Sqlite, &[("PORTAL_SESSION_KEY", "")]);
    let key = std::fs::read_to_string(server.data().join("session.key")).expect("the key's file");
    for path in [
        "/.git/config",
        "/.git/HEAD",
        "/.env",
        "/.htaccess",
        "/.svn/entries",
        "/.DS_Store",
        "/session.key",
        "/../session.key",
        "/%2e%2e/session.key",
        "/assets/..%2f..%2fsession.key",
        "/media/../session.key",
        "/portal.db",
        "/data/portal.db",
        "/outbox",
        "/Cargo.toml",
        "/package.json",
        "/server-status",
        "/phpinfo.php",
        "/debug",
        "/assets",
        "/images",
        "/media",
        "/media/",
        "/media/videos/",
        "/api/",
    ] {
        let answer = ask(&server, "GET", path);
        assert!(answer.starts_with("HTTP/1.1 404 "), "{path}: {answer:.300}");
        assert!(!answer.contains(key.trim()), "{path} shows the session key");
    }
    // With a slash at its end a page's address leads to the one without.
    for folder in ["/assets/", "/images/", "/.git/"] {
        let answer = ask(&server, "GET", folder).to_lowercase();
        let without = folder.trim_end_matches('/');
        assert!(
            answer.starts_with("http/1.1 308 ") && answer.contains(&format!("location: {without}\r\n")),
            "{folder}: {answer:.300}"
        );
    }
}

#[test]
fn no_request_is_repeated_to_its_sender() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let video = catalogue.video(0);
    for path in [
        "/",
        "/portal",
        "/no-such-page",
        "/api/user",
        &video,
        "/healthz",
        "/sw.js",
    ] {
        for method in ["TRACE", "TRACK", "DEBUG"] {
            let answer = ask(&server, method, path);
            assert!(
                answer.starts_with("HTTP/1.1 405 "),
                "{method} {path}: {answer:.300}"
            );
            assert!(!answer.contains("canary"), "{method} {path}: {answer}");
        }
    }
}
