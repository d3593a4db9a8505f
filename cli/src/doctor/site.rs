//! The owner's values: whether the server could read them, and whether a public site still has placeholders.

use std::path::PathBuf;

use ::site::OwnerSite;
use outbound::{Settings, SiteProblem, built_in_site, read_site};

use super::verdict::Verdict::{self, Fail, Ok as Fine};

/// What the server would read.
pub struct FoundSite {
    /// `None`: the built-in values.
    pub folder: Option<PathBuf>,
    pub read: Result<OwnerSite, Vec<SiteProblem>>,
}

impl FoundSite {
    pub fn of(settings: &Settings) -> Self {
        let folder = settings.site_folder();
        let read = match &folder {
            Some(folder) => read_site(folder),
            None => built_in_site().map_err(|problem| vec![problem]),
        };
        Self { folder, read }
    }
}

pub fn check_site(settings: &Settings) -> Verdict {
    let found = FoundSite::of(settings);
    let place = match &found.folder {
        Some(folder) => folder.display().to_string(),
        None => String::from("the built-in values"),
    };
    let owner = match found.read {
        Ok(owner) => owner,
        Err(problems) => {
            let first = problems.first().map(ToString::to_string).unwrap_or_default();
            return Fail(match problems.len() {
                0 | 1 => first,
                count => format!("{first} (and {} more: portal site check)", count - 1),
            });
        }
    };
    let placeholders: Vec<_> = owner.placeholders().iter().map(ToString::to_string).collect();
    if placeholders.is_empty() || !settings.public_url.is_https() {
        return Fine(place);
    }
    let remedy = match found.folder {
        Some(_) => "change them in site.toml",
        None => "`portal site init FOLDER` writes them into a file, and PORTAL_SITE_DIR names its folder",
    };
    Fail(format!(
        "{place}: nothing is sold over https while these are placeholders: {}; {remedy}",
        placeholders.join(", ")
    ))
}
