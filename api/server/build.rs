//! Puts `frontend/dist` into the binary: compressed what the frontend's build has compressed, everything else as it is.
//!
//! `scripts/build` builds the frontend at the same time; this script waits for its end. Without a built frontend the binary still
//! compiles, for work on the API alone, and answers pages with a sentence that says so.

use std::{
    error::Error,
    fmt::Write as _,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use base64::{Engine as _, prelude::BASE64_STANDARD};
use sha2::{Digest, Sha256};

/// The endings of what lies compressed beside a file, as `frontend/scripts/compress.mjs` writes it.
const BROTLI: &str = "br";
const GZIP: &str = "gz";
/// What the server's renderer needs; no page asks for it.
const RENDERER: &str = "renderer/";
const RENDERER_FILES: [&str; 2] = ["pages.js", "parts.json"];
/// Locked while `scripts/build` builds the frontend; afterwards it has a sentence if that failed.
const LOCK: &str = "target/.frontend.lock";
/// The folder of what is embedded, in the build's own.
const PACKED: &str = "packed";

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(&std::env::var("CARGO_MANIFEST_DIR")?).join("../..");
    let dist = root.join("frontend/dist");
    let _lock = wait_for_frontend(&root.join(LOCK))?;
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    println!("cargo:rerun-if-changed=build.rs");
    // Watching a folder that is not there yet makes cargo look again each time, until it is.
    println!("cargo:rerun-if-changed={}", dist.display());
    let mut files = Vec::new();
    let site = site_of(&dist)?;
    if site.is_some() {
        collect(&dist, &mut files)?;
    }
    files.sort();
    let site = site.unwrap_or_default();
    let packed = out.join(PACKED);
    fs::create_dir_all(&packed)?;
    let mut code = String::from("/// By path, sorted.\nconst ASSETS: &[Asset] = &[\n");
    let mut entries: Vec<(String, String)> = Vec::new();
    for file in &files {
        println!("cargo:rerun-if-changed={}", file.display());
        let relative = file
            .strip_prefix(&dist)?
            .to_str()
            .ok_or("a file name is not UTF-8")?
            .replace('\\', "/");
        if relative != "site.json"
            && !relative.starts_with(RENDERER)
            && ![BROTLI, GZIP].contains(&extension(&relative))
        {
            entries.push((format!("/{relative}"), entry(&packed, file, &relative)?));
        }
    }
    entries.sort();
    for (_, entry) in &entries {
        code.push_str(entry);
    }
    code.push_str("];\n\n");
    code.push_str(&page_routes(&site, &entries)?);
    code.push_str(&renderer(&dist, &packed, !entries.is_empty())?);
    fs::write(out.join("assets.rs"), code)?;
    Ok(())
}

/// Returns when the frontend is not being built, and keeps a build from beginning while the file is held.
///
/// # Errors
/// If it was being built and that failed.
fn wait_for_frontend(lock: &Path) -> Result<Option<File>, Box<dyn Error>> {
    let file = match File::open(lock) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    file.lock_shared()?;
    match io::read_to_string(&file)?.trim() {
        "" => Ok(Some(file)),
        failure => Err(failure.into()),
    }
}

/// What the frontend's build says of itself; `None` if there is no whole build of this version.
fn site_of(dist: &Path) -> Result<Option<serde_json::Value>, Box<dyn Error>> {
    // A build that was cut short leaves a part; a part is no frontend.
    let is_whole = ["app.html", "404.html", "index.html", "site.json"]
        .iter()
        .all(|file| dist.join(file).is_file());
    if !is_whole {
        return Ok(None);
    }
    let site: serde_json::Value = serde_json::from_slice(&fs::read(dist.join("site.json"))?)?;
    if list(&site, "routes").next().is_none() {
        println!("cargo:warning=frontend/dist is of an older version and is left out: build it again");
        return Ok(None);
    }
    Ok(Some(site))
}

fn list<'a>(site: &'a serde_json::Value, name: &str) -> impl Iterator<Item = &'a serde_json::Value> {
    site.get(name)
        .and_then(serde_json::Value::as_array)
        .into_iter()
        .flatten()
}

/// The table of pages as code. The page of unknown addresses is not in it: it has a status of its own.
fn page_routes(site: &serde_json::Value, files: &[(String, String)]) -> Result<String, Box<dyn Error>> {
    let mut code =
        String::from("/// In the order of the frontend's table.\nconst PAGE_ROUTES: &[PageRoute] = &[\n");
    for route in list(site, "routes").filter(|route| route["kind"] != "not-found") {
        let (Some(path), Some(file)) = (route["path"].as_str(), route["file"].as_str()) else {
            return Err(format!("site.json: {route} is no route").into());
        };
        if !files.iter().any(|(name, _)| name == file) {
            return Err(format!("site.json: the page of {path}, {file}, is missing").into());
        }
        let no_store = route["noStore"].as_bool().unwrap_or(true);
        writeln!(
            code,
            "    PageRoute {{ path: {path:?}, file: {file:?}, no_store: {no_store} }},"
        )?;
    }
    code.push_str("];\n\n");
    Ok(code)
}

/// The pages' code and what it needs, compressed, as code.
fn renderer(dist: &Path, packed: &Path, is_built: bool) -> Result<String, Box<dyn Error>> {
    if !is_built {
        return Ok(String::from("const RENDERER: Option<Renderer> = None;\n"));
    }
    let mut fields = Vec::new();
    for name in RENDERER_FILES {
        let name = format!("{name}.{GZIP}");
        fs::write(packed.join(&name), fs::read(dist.join(RENDERER).join(&name))?)?;
        fields.push(included(&name));
    }
    let [script, parts] = fields.as_slice() else {
        return Err("the renderer has two files".into());
    };
    Ok(format!(
        "const RENDERER: Option<Renderer> = Some(Renderer {{ script: {script}, parts: {parts} }});\n"
    ))
}

/// A file of the build's own folder, without the folder that is built in, on which the compiler's output would depend.
fn included(file: &str) -> String {
    let path = format!("/{PACKED}/{file}");
    format!("include_bytes!(concat!(env!(\"OUT_DIR\"), {path:?}))")
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for item in fs::read_dir(folder)? {
        let item = item?;
        // The build's own notes start with a dot.
        if item.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        let path = item.path();
        if path.is_dir() {
            collect(&path, files)?
        } else {
            files.push(path)
        }
    }
    Ok(())
}

fn entry(packed: &Path, file: &Path, relative: &str) -> Result<String, Box<dyn Error>> {
    let bytes = &fs::read(file)?;
    let etag = hex::encode(&Sha256::digest(bytes)[..10]);
    let keep = |suffix: &str, content: &[u8]| -> Result<String, Box<dyn Error>> {
        let file = format!("{etag}.{suffix}");
        fs::write(packed.join(&file), content)?;
        Ok(included(&file))
    };
    let [brotli, gzip] = [BROTLI, GZIP].map(|ending| beside(file, ending));
    let content = if brotli.exists() && gzip.exists() {
        let [brotli, gzip] = [keep(BROTLI, &fs::read(brotli)?)?, keep(GZIP, &fs::read(gzip)?)?];
        format!("portal_api::AssetContent::Compressed {{ brotli: {brotli}, gzip: {gzip} }}")
    } else {
        format!("portal_api::AssetContent::Plain({})", keep("plain", bytes)?)
    };
    Ok(format!(
        "    Asset {{ path: {:?}, content_type: {:?}, immutable: {}, content: {content}, etag: {etag:?}, \
         inline_styles: &{:?} }},\n",
        format!("/{relative}"),
        content_type(relative),
        relative.starts_with("assets/"),
        inline_styles(relative, bytes)?,
    ))
}

/// The hash of each `<style>` element of a page, by which its policy knows it (Content Security Policy, level 3, section 2.3.1).
fn inline_styles(relative: &str, bytes: &[u8]) -> Result<Vec<String>, Box<dyn Error>> {
    if extension(relative) != "html" {
        return Ok(Vec::new());
    }
    let mut rest = std::str::from_utf8(bytes)?;
    let mut hashes = Vec::new();
    while let Some((_, after)) = rest.split_once("<style>") {
        let (style, after) = after
            .split_once("</style>")
            .ok_or_else(|| format!("{relative}: a style element does not end"))?;
        hashes.push(BASE64_STANDARD.encode(Sha256::digest(style)));
        rest = after;
    }
    Ok(hashes)
}

fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

fn extension(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(_, extension)| extension)
}

fn content_type(name: &str) -> &'static str {
    match extension(name) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml; charset=utf-8",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        "xml" => "application/xml; charset=utf-8",
        _ => "application/octet-stream",
    }
}
