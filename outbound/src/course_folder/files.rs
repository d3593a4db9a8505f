//! The files of a course folder: names that stay inside it, and pictures that are pictures.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Component, Path, PathBuf},
};

use courses::MediaLocation;
use unicode_normalization::UnicodeNormalization;

/// The largest picture of a course.
pub(crate) const MAX_IMAGE_BYTES: u64 = 2 * 1024 * 1024;

/// The pictures that a course may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageType {
    Svg,
    Png,
    Jpeg,
    Webp,
}

impl ImageType {
    const ALL: [Self; 4] = [Self::Svg, Self::Png, Self::Jpeg, Self::Webp];

    /// The ending of a file of this type, without the dot.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Webp => "webp",
        }
    }

    /// The media type to serve it with.
    #[must_use]
    pub fn content_type(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Webp => "image/webp",
        }
    }

    /// The type of a picture that an import stored.
    #[must_use]
    pub fn of_location(location: &MediaLocation) -> Option<Self> {
        let (_, ending) = location.0.rsplit_once('.')?;
        Self::ALL.into_iter().find(|kind| kind.extension() == ending)
    }
}

/// Whether this names a file below a folder in one way only: no root, no `..`, no `.`, no doubled slash.
pub(crate) fn is_plain_path(name: &str) -> bool {
    !name.is_empty()
        && !name.contains(|c: char| c.is_control() || c == '\\')
        && name
            .split('/')
            .all(|part| !part.is_empty() && part != "." && part != "..")
        && Path::new(name)
            .components()
            .all(|part| matches!(part, Component::Normal(_)))
}

/// The real path of a file that a manifest names. `folder` is canonical.
pub(crate) fn file_within(folder: &Path, name: &str) -> Result<PathBuf, String> {
    if !is_plain_path(name) {
        return Err(format!("{name:?} is not a path within the folder"));
    }
    let path = match fs::canonicalize(spelled_as_on_disk(folder, name)) {
        Err(cause)
            if matches!(
                cause.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
            ) =>
        {
            return Err(format!("there is no file {name:?}"));
        }
        other => other.map_err(|cause| format!("{name:?} cannot be read: {cause}"))?,
    };
    if !path.starts_with(folder) {
        return Err(format!("{name:?} leaves the folder by a link"));
    }
    if path.is_dir() {
        return Err(format!("{name:?} is a folder; name a file in it"));
    }
    // A pipe would be waited for.
    if !path.is_file() {
        return Err(format!("{name:?} is no file"));
    }
    Ok(path)
}

/// A path as the disk spells it: an accent may be a letter of its own there, or part of its letter (Unicode, annex 15), and people see no
/// difference. A name that is nowhere stays as it is.
fn spelled_as_on_disk(folder: &Path, name: &str) -> PathBuf {
    let mut path = folder.to_path_buf();
    for part in name.split('/') {
        let exact = path.join(part);
        if fs::symlink_metadata(&exact).is_ok() {
            path = exact;
            continue;
        }
        let wanted = composed(part);
        let entries = fs::read_dir(&path).into_iter().flatten().flatten();
        let mut names = entries.map(|entry| entry.file_name());
        let found = names.find(|other| other.to_str().is_some_and(|other| composed(other) == wanted));
        path.push(found.unwrap_or_else(|| part.into()));
    }
    path
}

/// A name in the form in which two spellings of it are equal (NFC).
pub(crate) fn composed(name: &str) -> String {
    name.nfc().collect()
}

/// The type of a picture of at most `most` bytes, by its content.
pub(crate) fn read_image(path: &Path, most: u64) -> Result<ImageType, String> {
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(most + 1).read_to_end(&mut bytes))
        .map_err(|cause| format!("cannot be read: {cause}"))?;
    if bytes.len() as u64 > most {
        return Err(format!("is larger than {} MiB", most / 1024 / 1024));
    }
    image_type(&bytes).ok_or_else(|| "is not an svg, png, jpg or webp picture".to_owned())
}

fn image_type(bytes: &[u8]) -> Option<ImageType> {
    match bytes {
        [0x89, b'P', b'N', b'G', 0x0D, 0x0A, 0x1A, 0x0A, ..] => Some(ImageType::Png),
        [0xFF, 0xD8, 0xFF, ..] => Some(ImageType::Jpeg),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(ImageType::Webp),
        _ => is_svg(std::str::from_utf8(bytes).ok()?).then_some(ImageType::Svg),
    }
}

/// Whether the first element is `svg`, after what may stand before it.
fn is_svg(text: &str) -> bool {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    let skippable = [("<?", "?>"), ("<!--", "-->"), ("<!", ">")];
    while let Some((open, close)) = skippable.into_iter().find(|(open, _)| rest.starts_with(open)) {
        let Some((_, after)) = rest.get(open.len()..).and_then(|within| within.split_once(close)) else {
            return false;
        };
        rest = after.trim_start();
    }
    rest.strip_prefix("<svg")
        .is_some_and(|after| after.starts_with(|c: char| c.is_whitespace() || c == '>'))
}
