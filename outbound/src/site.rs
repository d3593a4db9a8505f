//! The owner's folder: `site.toml`, texts and pictures (contract, "The owner's folder").
//!
//! Decision: the file is read by the rows of [`site::KEYS`], so that all problems are named at once, each with its line and an example.
//! What is left out is the built-in value: the two files are merged, and serde reads the result.

mod edit;
mod keys;
mod new_site;
mod pictures;
mod place;
pub(crate) mod problem;
mod redirects;
mod template;
mod texts;
mod values_file;

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use ::site::{KEYS, OwnerSite, Redirects, SiteValues};

pub use self::problem::SiteProblem;
use self::values_file::built_in_values;
pub use self::{
    new_site::{NewSite, SiteQuestion},
    template::InitError,
};
use crate::toml_file::read::read_toml;

const VALUES_FILE: &str = "site.toml";

/// The site without a folder.
///
/// # Errors
/// The program's own file of values is damaged.
pub fn built_in_site() -> Result<OwnerSite, SiteProblem> {
    Ok(OwnerSite {
        values: built_in_values()?,
        texts: ::site::OwnerTexts::default(),
        redirects: ::site::Redirects::default(),
        mark: None,
        favicon: None,
        social: None,
        is_built_in: true,
        has_built_in_brand: true,
    })
}

/// The site of a folder.
///
/// # Errors
/// Every problem of the folder, in the order of its files and lines.
pub fn read_site(folder: &Path) -> Result<OwnerSite, Vec<SiteProblem>> {
    if !folder.is_dir() {
        return Err(vec![SiteProblem::of_file(
            folder,
            "is not a folder; PORTAL_SITE_DIR names the folder of the site, and `portal site init FOLDER` writes one",
        )]);
    }
    let built_in = built_in_values().map_err(|problem| vec![problem])?;
    let mut problems = Vec::new();
    let (values, redirects) = read_values(folder, &mut problems).unzip();
    let texts = texts::read_texts(folder, &mut problems);
    let [mark, favicon] =
        ["mark.svg", "favicon.svg"].map(|name| pictures::read_svg(folder, name, &mut problems));
    let social = pictures::read_png(folder, "social.png", &mut problems);
    let Some(values) = values.filter(|_| problems.is_empty()) else {
        return Err(problems);
    };
    Ok(OwnerSite {
        has_built_in_brand: values.brand.name == built_in.brand.name,
        values,
        texts,
        redirects: redirects.unwrap_or_default(),
        mark,
        favicon,
        social,
        is_built_in: false,
    })
}

/// The line of `site.toml` at which a key stands, such as `colours.accent` or `social[1].url`; the file's first where it has no such key.
#[must_use]
pub fn line_of_key(folder: &Path, key: &str) -> usize {
    let text = fs::read_to_string(folder.join(VALUES_FILE)).unwrap_or_default();
    read_toml(&text, KEYS).map_or(1, |(file, _)| file.line_of(key))
}

fn read_values(folder: &Path, problems: &mut Vec<SiteProblem>) -> Option<(SiteValues, Redirects)> {
    let path = folder.join(VALUES_FILE);
    let text = read_text(&path, problems)?.unwrap_or_default();
    match values_file::read_values(&text, &path) {
        Ok(values) => Some(values),
        Err(found) => {
            problems.extend(found);
            None
        }
    }
}

/// The largest file of the folder, pictures too.
const MAX_BYTES: u64 = 2 * 1024 * 1024;

/// A file's bytes; `None` if the folder has no such file. The outer `None` is a problem that is noted.
fn read_bytes(path: &Path, problems: &mut Vec<SiteProblem>) -> Option<Option<Vec<u8>>> {
    let refused = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Some(None),
        Err(error) => error.to_string(),
        Ok(found) if !found.is_file() => String::from("is not a file"),
        Ok(found) if found.len() > MAX_BYTES => format!("has more than {} MB", MAX_BYTES / 1024 / 1024),
        Ok(_) => match fs::read(path) {
            Ok(bytes) => return Some(Some(bytes)),
            Err(error) => error.to_string(),
        },
    };
    problems.push(SiteProblem::of_file(path, refused));
    None
}

fn read_text(path: &Path, problems: &mut Vec<SiteProblem>) -> Option<Option<String>> {
    let Some(bytes) = read_bytes(path, problems)? else {
        return Some(None);
    };
    match String::from_utf8(bytes) {
        // Editors of one system begin a file with this sign.
        Ok(text) => Some(Some(
            text.strip_prefix('\u{feff}').map_or(text.clone(), str::to_owned),
        )),
        Err(_) => {
            problems.push(SiteProblem::of_file(path, "is not UTF-8 text"));
            None
        }
    }
}

/// The folder that a start reads: the named one, else the folder `site` of the data folder where it exists.
#[must_use]
pub fn site_folder(named: Option<&Path>, data_dir: &Path) -> Option<PathBuf> {
    match named {
        Some(named) => Some(named.to_owned()),
        None => Some(data_dir.join("site")).filter(|folder| folder.is_dir()),
    }
}
