//! Connections that take nothing, and too many connections: each ends, and nothing else suffers.

use std::{
    io::{ErrorKind, Read as _, Write as _},
    net::{Ipv4Addr, TcpStream},
    time::Duration,
};

use kernel::AccessTerm;
use support::{
    Server, Sqlite,
    catalogue_fixture::{CatalogueFixture, member},
    http::slow_reader::SlowReader,
    server::process_memory::{resident, resident_at_most},
    waiting::until,
};

const LIMIT: Duration = Duration::from_secs(30);
const PER_ADDRESS: usize = 256;
const HEALTH: &str = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

/// All at the same time, because each takes the limit's half minute.
#[test]
fn a_connection_that_takes_nothing_is_closed_and_one_that_takes_a_little_is_not() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let cookie = browser.cookie().expect("a member has a cookie");
    let video = format!(
        "GET {} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n",
        catalogue.video(0)
    );
    let page = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let json = "GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let before = resident(server.id());
    std::thread::scope(|scope| {
        let stalled: Vec<_> = [video.as_str(), page, json]
            .into_iter()
            .zip([2, 3, 4])
            .flat_map(|(request, host)| std::iter::repeat_n((request, host), 100))
            .map(|(request, host)| {
                let reader = SlowReader::connect(server.address(), Ipv4Addr::new(127, 0, 0, host));
                scope.spawn(move || reader.pipeline_until_closed(request))
            })
            .collect();
        let steady = scope.spawn(|| {
            let mut reader = SlowReader::connect(server.address(), Ipv4Addr::LOCALHOST);
            // Together longer than the limit, each time shorter.
            reader.send(&video);
            let mut taken = 0;
            for _ in 0..2 {
                taken += reader.read(100_000);
                std::thread::sleep(LIMIT * 3 / 5);
            }
            reader.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            taken + reader.read(usize::MAX)
        });
        for reader in stalled {
            let waited = reader.join().expect("every connection is closed");
            // The last of its requests may be cut in two, and such a half is waited for ten seconds only, which begin with its first
            // byte and so before the last one was sent.
            assert!(waited >= LIMIT / 4, "closed after {waited:?} already");
        }
        let taken = steady.join().expect("a reader that takes a little is served");
        assert!(
            taken > catalogue.bytes.len(),
            "only {taken} bytes came of a video of {} and an answer",
            catalogue.bytes.len()
        );
    });
    let grown = resident_at_most(server.id()).saturating_sub(before);
    assert!(grown < 200 * 1024, "300 readers took {grown} kB");
    let _ = server.visitor().get("/api/courses").ok(200);
}

/// A connection that has been answered once.
fn answered(server: &Server, from: Ipv4Addr) -> Option<SlowReader> {
    let mut reader = SlowReader::connect(server.address(), from);
    reader.send(HEALTH);
    (reader.read(1) == 1).then_some(reader)
}

#[test]
fn one_address_holds_256_connections_and_no_other_notices() {
    let server = Server::start(Sqlite);
    let mut held: Vec<_> = (0..PER_ADDRESS)
        .map(|n| answered(&server, Ipv4Addr::LOCALHOST).unwrap_or_else(|| panic!("{n} are held already")))
        .collect();
    assert!(is_closed_at_once(&server), "one more than the limit is served");
    assert!(
        answered(&server, Ipv4Addr::new(127, 0, 0, 2)).is_some(),
        "another address is refused"
    );
    held.pop();
    until("a closed connection counts no more", || {
        !is_closed_at_once(&server)
    });
}

fn is_closed_at_once(server: &Server) -> bool {
    let mut stream = server.connect();
    // The server may have closed before this.
    let _ = stream.write_all(HEALTH.as_bytes());
    match stream.read(&mut [0; 16]) {
        Ok(count) => count == 0,
        Err(error) if [ErrorKind::ConnectionReset, ErrorKind::BrokenPipe].contains(&error.kind()) => true,
        Err(error) => panic!("neither served nor closed: {error}"),
    }
}

#[test]
fn a_trusted_proxy_holds_as_many_connections_as_it_needs() {
    let server = Server::with(Sqlite, &[("PORTAL_TRUSTED_PROXIES", "127.0.0.1")]);
    let held: Vec<_> = (0..PER_ADDRESS + 44)
        .map(|_| answered(&server, Ipv4Addr::LOCALHOST))
        .collect();
    assert!(held.iter().all(Option::is_some));
}

/// The limit is on waiting, so an idle connection without an answer under way is another matter: it keeps its own time.
#[test]
fn a_connection_that_waits_between_requests_is_kept() {
    let server = Server::start(Sqlite);
    let mut stream: TcpStream = server.connect();
    for pause in [Duration::ZERO, LIMIT + Duration::from_secs(2)] {
        std::thread::sleep(pause);
        stream.write_all(HEALTH.as_bytes()).unwrap();
        let mut answer = [0; 8 * 1024];
        let count = stream.read(&mut answer).unwrap();
        assert!(answer[..count].starts_with(b"HTTP/1.1 200 "));
    }
}
