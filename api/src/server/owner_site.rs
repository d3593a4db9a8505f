//! Reading the owner's folder at start, and saying what in it still needs the owner.

use outbound::{Settings, built_in_site, read_site};
use site::OwnerSite;

use crate::server::StartError;

/// The site of the owner's folder, or the built-in one.
///
/// # Errors
/// The first problem of the folder.
pub fn read(settings: &Settings) -> Result<OwnerSite, StartError> {
    let owner = match settings.site_folder() {
        Some(folder) => {
            let read = read_site(&folder).map_err(|problems| {
                let first = problems.first().map(ToString::to_string).unwrap_or_default();
                match problems.len() {
                    0 | 1 => StartError(first),
                    count => StartError(format!("{first} (and {} more: portal site check)", count - 1)),
                }
            })?;
            tracing::info!(folder = %folder.display(), "the site's values are read from the owner's folder");
            read
        }
        None => built_in_site().map_err(StartError::from_any)?,
    };
    for problem in owner.contrast_problems() {
        tracing::warn!("site.toml: colours: {problem}");
    }
    if settings.public_url.is_https() {
        let placeholders: Vec<_> = owner.placeholders().iter().map(ToString::to_string).collect();
        if !placeholders.is_empty() {
            tracing::warn!(
                "nothing is sold, because these values of site.toml are placeholders: {}; `portal site init FOLDER` writes the file",
                placeholders.join(", ")
            );
        }
    }
    Ok(owner)
}
