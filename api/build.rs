//! Puts `frontend/dist` into the binary: each file as it is, and compressed where that makes it smaller.
//!
//! Without a built frontend the binary still compiles (it is what writes the API's description, from which the frontend is
//! built) and answers pages with a sentence that says so.

use std::{
    error::Error,
    fmt::Write as _,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};

/// Smaller files are not worth a second copy.
const COMPRESS_FROM: usize = 512;

fn main() -> Result<(), Box<dyn Error>> {
    let dist = Path::new(&std::env::var("CARGO_MANIFEST_DIR")?).join("../frontend/dist");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    println!("cargo:rerun-if-changed=build.rs");
    // Watching a folder that is not there yet makes cargo look again each time, until it is.
    println!("cargo:rerun-if-changed={}", dist.display());
    let mut files = Vec::new();
    // A build that was cut short leaves a part; a part is no frontend.
    if ["app.html", "404.html", "index.html", "site.json"]
        .iter()
        .all(|file| dist.join(file).is_file())
    {
        collect(&dist, &mut files)?;
    }
    files.sort();
    let packed = out.join("packed");
    fs::create_dir_all(&packed)?;
    let mut code = String::from("/// By path, sorted.\npub static ASSETS: &[Asset] = &[\n");
    let mut entries: Vec<(String, String)> = Vec::new();
    let mut frame_sources = Vec::new();
    let mut price_list = None;
    for file in &files {
        println!("cargo:rerun-if-changed={}", file.display());
        let relative = file
            .strip_prefix(&dist)?
            .to_str()
            .ok_or("a file name is not UTF-8")?
            .replace('\\', "/");
        let bytes = fs::read(file)?;
        if relative == "site.json" {
            let site: serde_json::Value = serde_json::from_slice(&bytes)?;
            price_list = site.get("shop").map(serde_json::Value::to_string);
            frame_sources = site["frameSources"]
                .as_array()
                .map(|list| {
                    list.iter()
                        .filter_map(|v| v.as_str().map(str::to_owned))
                        .collect()
                })
                .unwrap_or_default();
            continue;
        }
        entries.push((format!("/{relative}"), entry(&packed, &relative, &bytes)?));
    }
    entries.sort();
    for (_, entry) in &entries {
        code.push_str(entry);
    }
    code.push_str("];\n\n");
    writeln!(
        code,
        "/// Hosts that a page may frame, by the owner's settings.\npub static FRAME_SOURCES: &[&str] = &{frame_sources:?};"
    )?;
    writeln!(
        code,
        "/// What the owner sells, by the same settings, as JSON.\npub static PRICE_LIST: Option<&str> = {price_list:?};"
    )?;
    fs::write(out.join("assets.rs"), code)?;
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
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

fn entry(packed: &Path, relative: &str, bytes: &[u8]) -> Result<String, Box<dyn Error>> {
    let etag = Sha256::digest(bytes)[..10]
        .iter()
        .fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
    let keep = |suffix: &str, content: &[u8]| -> Result<String, Box<dyn Error>> {
        let path = packed.join(format!("{etag}.{suffix}"));
        fs::write(&path, content)?;
        Ok(format!("include_bytes!({path:?})"))
    };
    let plain = keep("plain", bytes)?;
    let (mut brotli, mut gzip) = (String::from("None"), String::from("None"));
    if bytes.len() >= COMPRESS_FROM && is_text(relative) {
        let mut small = Vec::new();
        let parameters = brotli::enc::BrotliEncoderParams {
            quality: 11,
            size_hint: bytes.len(),
            ..Default::default()
        };
        brotli::BrotliCompress(&mut &bytes[..], &mut small, &parameters)?;
        brotli = format!("Some({})", keep("br", &small)?);
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(bytes)?;
        gzip = format!("Some({})", keep("gz", &encoder.finish()?)?);
    }
    Ok(format!(
        "    Asset {{ path: {:?}, content_type: {:?}, immutable: {}, plain: {plain}, brotli: {brotli}, gzip: {gzip}, etag: {etag:?} }},\n",
        format!("/{relative}"),
        content_type(relative),
        relative.starts_with("assets/"),
    ))
}

fn is_text(name: &str) -> bool {
    matches!(
        extension(name),
        "html" | "css" | "js" | "mjs" | "json" | "svg" | "txt" | "xml" | "webmanifest" | "map"
    )
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
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        "xml" => "application/xml",
        _ => "application/octet-stream",
    }
}
