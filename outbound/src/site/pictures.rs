//! The pictures of the owner's folder.

use std::path::Path;

use ::site::Picture;

use super::{problem::SiteProblem, read_bytes};

/// The first bytes of a PNG, and where its header ends (W3C PNG, sections 5.2 and 11.2.1).
const PNG_SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
const PNG_HEADER: std::ops::Range<usize> = 16..24;
/// Largest side in pixels of what other sites show as a card.
const LARGEST_SIDE: u32 = 4096;

pub(super) fn read_svg(folder: &Path, name: &str, problems: &mut Vec<SiteProblem>) -> Option<Vec<u8>> {
    let path = folder.join(name);
    let bytes = read_bytes(&path, problems).flatten()?;
    let start = std::str::from_utf8(&bytes).ok().map(str::trim_start);
    let is_svg = start.is_some_and(|text| text.starts_with('<') && text.contains("<svg"));
    if !is_svg {
        problems.push(SiteProblem::of_file(&path, "is not an SVG picture"));
    }
    Some(bytes)
}

pub(super) fn read_png(folder: &Path, name: &str, problems: &mut Vec<SiteProblem>) -> Option<Picture> {
    let path = folder.join(name);
    let bytes = read_bytes(&path, problems).flatten()?;
    let found = sides(&bytes);
    match found {
        Some((width, height)) if width.max(height) <= LARGEST_SIDE && width.min(height) > 0 => {
            Some(Picture { bytes, width, height })
        }
        Some((width, height)) => {
            let problem =
                format!("has {width} by {height} pixels; a card of 1200 by 630 is shown everywhere");
            problems.push(SiteProblem::of_file(&path, problem));
            None
        }
        None => {
            problems.push(SiteProblem::of_file(&path, "is not a PNG picture"));
            None
        }
    }
}

/// Width and height of a PNG.
fn sides(bytes: &[u8]) -> Option<(u32, u32)> {
    if !bytes.starts_with(PNG_SIGNATURE) {
        return None;
    }
    let (width, height) = bytes.get(PNG_HEADER)?.split_at_checked(4)?;
    Some((
        u32::from_be_bytes(width.try_into().ok()?),
        u32::from_be_bytes(height.try_into().ok()?),
    ))
}
