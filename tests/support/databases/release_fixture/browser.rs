//! What a browser keeps of a release's pages: the portal's shell, its service worker, and the scripts and styles that they load.

use std::{fs, path::Path};

/// Named as the frontend's build names them; each is there in brotli too.
const PAGES: [&str; 2] = ["app.html", "sw.js"];

/// Copies them from the frontend as it was built last, in brotli where there is that. Videos are played without the engine of packaged lessons, a quarter of
/// all scripts, and so it is left out.
///
/// # Panics
/// Where the frontend is not built.
pub fn write(folder: &Path) {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../frontend/dist");
    let target = folder.join("browser");
    fs::create_dir_all(target.join("assets")).expect("the folder cannot be made");
    let copy = |name: &str| {
        fs::copy(built.join(name), target.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    };
    for page in PAGES {
        copy(&format!("{page}.br"));
    }
    let assets = fs::read_dir(built.join("assets")).expect("the frontend is built: scripts/build");
    for asset in assets {
        let name = asset.expect("a file").file_name().into_string().expect("a name");
        // A short file has no copy in brotli.
        let is_short = !built.join("assets").join(format!("{name}.br")).exists();
        let is_kept = name.ends_with(".js.br")
            || name.ends_with(".css.br")
            || name.ends_with(".woff2")
            || (is_short && (name.ends_with(".js") || name.ends_with(".css")));
        if is_kept && !name.starts_with("hls-engine-") {
            copy(&format!("assets/{name}"));
        }
    }
}
