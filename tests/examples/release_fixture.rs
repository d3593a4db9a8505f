//! Writes the database of this release that later builds upgrade in their tests (CONTRIBUTING.md, "A release").

use std::path::Path;

fn main() {
    let folder = std::env::args()
        .nth(1)
        .expect("usage: release_fixture tests/fixtures/releases/VERSION");
    support::databases::release_fixture::write(Path::new(&folder));
}
