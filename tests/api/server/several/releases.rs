//! Servers that are replaced by those of the next release, one after the other, while members go on.

use support::databases::tables::{db_count, db_run, db_texts};

use super::{SERVERS, Servers, Site};
use crate::server::starting::refused;

/// The releases that widen the schema and fill what was added; what narrows it waits for the release after.
const RELEASES: [&str; 2] = ["99.1.0", "99.2.0"];

#[test]
fn servers_of_two_releases_serve_one_database_and_no_call_fails() {
    let mut site = Site::open();
    let address = site.database.address();
    // Members end their sessions again and again; this one is there when the second release fills the new column.
    db_run(
        &address,
        "INSERT INTO users (username, username_key, email, email_key, password, created_at)
         VALUES ('idle', 'idle', 'idle@example.com', 'idle@example.com', '', now());
         INSERT INTO sessions (token_hash, user_id, device, created_at, last_seen_at, expires_at)
         SELECT '\\x00', id, 'idle', now(), now(), now() + interval '1 day' FROM users WHERE username = 'idle'",
    );
    // The first server's folder has the media of all.
    let mut ended = Vec::new();
    for (number, version) in (1..).zip(RELEASES) {
        // The first of the next release migrates the database; those of the release before serve beside it.
        let mut joined = None;
        site.under_load(Servers::Join, 2, |servers, place| {
            if joined.is_none() {
                let next = servers[place].beside_as(number);
                joined = Some(std::mem::replace(&mut servers[place], next));
            }
        });
        let mut before = joined.expect("a server joined");
        assert!(!before.log().contains("panicked"), "{}", before.log());
        let _ = before.visitor().get("/readyz").ok(200);
        assert!(before.terminate().success());
        ended.push(before);
        let wrote = db_texts(&address, "SELECT version AS t FROM program_version");
        assert_eq!(wrote, [Some(version.to_owned())]);
        // The others follow, each after what it had begun.
        site.under_load(Servers::End, SERVERS + 1, |servers, place| {
            assert!(servers[place].terminate().success());
            let next = servers[place].beside_as(number);
            servers[place] = next;
        });
        site.assert_kept();
    }
    site.wait_until_none("outbox WHERE sent_at IS NULL");
    assert_eq!(site.assert_delivered(), 0, "a mail was sent twice");
    assert_eq!(
        db_count(&address, "sessions WHERE device = 'idle' AND label = device"),
        1,
        "the second release did not fill the new column"
    );
    let line = refused(&address, &[]);
    assert!(
        line.contains("newer version") && line.contains("99.2.0"),
        "{line}"
    );
}
