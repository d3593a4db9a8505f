//! Writes what later builds take over from this release in their tests (CONTRIBUTING.md, "A release"), after a build of the site.

use std::path::Path;

fn main() {
    let folder = std::env::args()
        .nth(1)
        .expect("usage: release_fixture tests/fixtures/releases/VERSION");
    support::databases::release_fixture::write(Path::new(&folder));
}
