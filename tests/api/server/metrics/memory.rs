//! Figures are kept in fixed memory, whether or not they are ever read.

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
};

use memchr::memmem;
use support::{Server, Sqlite, server::process_memory::resident};

const BATCH: usize = 500;
const REQUEST: &str = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

/// Sends this many requests over one connection and reads all their answers.
fn ask(stream: &mut TcpStream, requests: usize) {
    let end = b"{\"status\":\"ok\"}";
    let batch = REQUEST.repeat(BATCH);
    let mut chunk = vec![0; 64 * 1024];
    for _ in 0..requests / BATCH {
        stream
            .write_all(batch.as_bytes())
            .expect("the server takes requests");
        let (mut answered, mut rest) = (0, Vec::new());
        while answered < BATCH {
            let count = stream.read(&mut chunk).expect("the server answers");
            assert!(count > 0, "the server closed the connection");
            rest.extend_from_slice(&chunk[..count]);
            let found: Vec<_> = memmem::find_iter(&rest, end)
                .map(|place| place + end.len())
                .collect();
            answered += found.len();
            rest.drain(..found.last().copied().unwrap_or(0));
        }
    }
}

#[test]
fn figures_that_are_never_read_take_no_memory() {
    let server = Server::start(Sqlite);
    let mut streams = [server.connect(), server.connect()];
    let mut ask_all = |requests: usize| {
        std::thread::scope(|scope| {
            for stream in &mut streams {
                scope.spawn(move || ask(stream, requests / 2));
            }
        });
    };
    ask_all(200_000);
    let before = resident(server.id());
    ask_all(300_000);
    let grown = resident(server.id()).saturating_sub(before);
    // Durations that are all kept take 16 bytes each: 5 MB.
    assert!(grown < 3 * 1024, "300,000 requests took {grown} kB");
    let figures = server.visitor().get("/metrics");
    let figures = String::from_utf8(figures.body).expect("text");
    for line in [
        "# TYPE http_request_duration_seconds histogram",
        "http_requests_total{method=\"GET\",route=\"/healthz\",status=\"200\"} 500000",
        "http_request_duration_seconds_count{route=\"/healthz\"} 500000",
        "http_request_duration_seconds_bucket{route=\"/healthz\",le=\"+Inf\"} 500000",
    ] {
        assert!(figures.contains(line), "{line} is not in {figures}");
    }
}
