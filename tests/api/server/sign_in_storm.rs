//! Many sign-ins at once: hashing has its own queue, and all other requests are served meanwhile.

use kernel::AccessTerm;
use support::{
    Server, Sqlite, at_once,
    catalogue_fixture::{CatalogueFixture, PASSWORD, credentials, member},
    server::process_memory::resident,
    waiting::{Late, until},
};

/// Kilobytes that one hash works in.
const HASH: u64 = 19 * 1024;

#[test]
fn many_sign_ins_at_once_are_bounded_and_delay_no_other_request() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut reader = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let (statuses, served) = std::thread::scope(|scope| {
        let storm = scope.spawn(|| {
            at_once(200, |n| {
                let answer = server
                    .visitor()
                    .post("/api/login", &credentials(&format!("nobody{n}"), PASSWORD));
                if answer.status == 503 {
                    answer.refused(503, "busy");
                }
                answer.status
            })
        });
        let mut served = 0;
        while !storm.is_finished() {
            let _ = reader.get("/api/courses").ok(200);
            assert_eq!(
                reader
                    .send("GET", &catalogue.video(0), &[("range", "bytes=0-9")], None)
                    .status,
                206
            );
            served += 1;
        }
        (storm.join().unwrap(), served)
    });
    let count = |status| statuses.iter().filter(|s| **s == status).count();
    assert_eq!(count(401) + count(503), 200, "{statuses:?}");
    assert!(count(503) > 0, "two hundred hashes at once were all taken");
    assert!(count(401) >= 64, "fewer than a queue of hashes were answered");
    assert!(
        served > 20,
        "only {served} other requests were served during the storm"
    );
    let _ = server
        .visitor()
        .post("/api/login", &credentials("Trader", PASSWORD))
        .ok(200);
}

#[test]
fn what_hashes_work_in_is_given_back_after_every_burst() {
    let server = Server::with(Sqlite, &[("PORTAL_AUTH_ATTEMPTS_PER_MINUTE", "1000")]);
    let burst = |round: u64| {
        let _ = at_once(8, |n| {
            let unknown = credentials(&format!("nobody{round}x{n}"), PASSWORD);
            server
                .visitor()
                .post("/api/login", &unknown)
                .refused(401, "invalid_credentials");
        });
        resident(server.id())
    };
    for round in 0..3 {
        let during = burst(round);
        let now = Late(|| format!("round {round}: {during} kB, now {} kB", resident(server.id())));
        until(now, || resident(server.id()) + 2 * HASH - HASH / 2 < during);
    }
}
