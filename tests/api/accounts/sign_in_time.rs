//! How long a refused sign-in takes reveals nothing about accounts (contract, `POST /api/login`).

use std::time::{Duration, Instant};

use kernel::AccessTerm;
use support::{
    Browser, Server, Sqlite,
    catalogue_fixture::{CatalogueFixture, credentials, member},
    databases::old_site::{HASHES, OldSite, courses_of},
    server::run_to_end,
};

/// Of each name; `PORTAL_TEST_SIGN_INS` sets another number.
const SIGN_INS: u16 = 15;
/// A known name and address, and unknown ones.
const NAMES: [&str; 4] = ["Trader", "trader@example.com", "Stranger", "stranger@example.com"];

/// The medians of what takes equally long differ by less than this factor; the more are measured, the less.
fn widest(samples: u16) -> f64 {
    1.0 + 4.0 / f64::from(samples).sqrt()
}

#[test]
fn a_sign_in_is_refused_as_slowly_for_an_unknown_name_as_for_a_wrong_password() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    take_equally_long(&server, &NAMES);
}

/// Each form of hash takes another time by itself, from a part of ours to several times as long.
#[test]
fn a_sign_in_is_refused_as_slowly_for_an_imported_account_as_for_any_other() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let folder = tempfile::tempdir().unwrap();
    let old = OldSite::write(&folder.path().join("old"), &courses_of(server.database()), 1);
    let mut import = server.portal("owner");
    import.args(["users", "import", old.folder().to_str().unwrap()]);
    let (code, _, err) = run_to_end(&mut import, &["--yes"]);
    assert_eq!(code, Some(0), "{err}");
    let without_password = OldSite::name(HASHES.len());
    let mut names = vec!["Trader", "Stranger", &without_password];
    names.extend(HASHES.map(|(name, _)| name));
    take_equally_long(&server, &names);
}

fn take_equally_long(server: &Server, names: &[&str]) {
    let samples =
        std::env::var("PORTAL_TEST_SIGN_INS").map_or(SIGN_INS, |number| number.parse().expect("a number"));
    let mut visitor = server.visitor();
    let mut measured = Vec::new();
    // A difference of the program's is there each time; that of a busy machine is not.
    for _ in 0..3 {
        let medians = medians(&mut visitor, names, samples);
        let slowest = medians.iter().copied().fold(f64::MIN, f64::max);
        let fastest = medians.iter().copied().fold(f64::MAX, f64::min);
        if slowest / fastest < widest(samples) {
            return;
        }
        measured.push(medians);
    }
    panic!("seconds for {names:?}: {measured:?}, of {samples} sign-ins each");
}

/// The median seconds of a refused sign-in by each name.
fn medians(visitor: &mut Browser, names: &[&str], samples: u16) -> Vec<f64> {
    let mut times = vec![Vec::<Duration>::new(); names.len()];
    // In turns, so that a busy machine slows all of them alike.
    for _ in 0..samples {
        for (name, times) in names.iter().zip(&mut times) {
            let body = credentials(name, "not the password");
            let start = Instant::now();
            let answer = visitor.post("/api/login", &body);
            times.push(start.elapsed());
            answer.refused(401, "invalid_credentials");
        }
    }
    let median = |mut times: Vec<Duration>| {
        times.sort_unstable();
        times[times.len() / 2].as_secs_f64()
    };
    times.into_iter().map(median).collect()
}
