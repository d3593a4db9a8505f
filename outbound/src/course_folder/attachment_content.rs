//! Whether an attachment holds what its ending says (OWASP ASVS 5.2.2), by its first bytes, and of a text by all of it.
//!
//! Decision: a table of our own, a line for each type, instead of a crate. The contract names no types, and the platforms of traders
//! have endings of their own: a file whose ending is not here is taken as it is, unless it is a program or a type of this table.
//! What has no signature at all may be older or damaged, so staff are warned of it and decide.

use std::{
    ffi::OsStr,
    fs::File,
    io::{self, Read},
    path::Path,
};

/// Enough for each signature.
const HEAD_BYTES: u64 = 16;
/// How much of a text is in memory at once.
const PIECE_BYTES: u64 = 64 * 1024;

/// A type that is known by its first bytes.
struct KnownType {
    name: &'static str,
    /// A file with one of these endings is of this type.
    endings: &'static [&'static str],
    /// Endings of other types, whose files may begin alike.
    further: &'static [&'static str],
    begins: fn(&[u8]) -> bool,
}

static KNOWN: [KnownType; 8] = [
    KnownType {
        name: "a PDF document",
        endings: &["pdf"],
        further: &["ai"],
        begins: |head| head.starts_with(b"%PDF-"),
    },
    KnownType {
        name: "a PNG picture",
        endings: &["png"],
        further: &[],
        begins: |head| head.starts_with(b"\x89PNG\r\n\x1a\n"),
    },
    KnownType {
        name: "a JPEG picture",
        endings: &["jpg", "jpeg"],
        further: &[],
        begins: |head| head.starts_with(b"\xFF\xD8\xFF"),
    },
    KnownType {
        name: "a GIF picture",
        endings: &["gif"],
        further: &[],
        begins: |head| head.starts_with(b"GIF87a") || head.starts_with(b"GIF89a"),
    },
    KnownType {
        name: "a WebP picture",
        endings: &["webp"],
        further: &[],
        begins: |head| {
            matches!(
                head,
                [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..]
            )
        },
    },
    // Documents of office programs are archives. The second signature is that of an empty one.
    KnownType {
        name: "a ZIP archive",
        endings: &["zip", "docx", "xlsx", "pptx", "odt", "ods", "odp"],
        further: &["docm", "xlsm", "pptm", "epub"],
        begins: |head| head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06"),
    },
    KnownType {
        name: "an MP3 recording",
        endings: &["mp3"],
        further: &["aac"],
        begins: |head| head.starts_with(b"ID3") || is_mp3_frame(head),
    },
    // The ISO base media format.
    KnownType {
        name: "an MP4 file",
        endings: &["mp4", "m4a", "m4v"],
        further: &["mov", "3gp", "heic", "avif"],
        begins: |head| matches!(head, [_, _, _, _, b'f', b't', b'y', b'p', ..]),
    },
];

/// Texts have no signature; they are UTF-8.
const TEXT_ENDINGS: [&str; 8] = ["csv", "tsv", "txt", "md", "json", "toml", "yaml", "yml"];

/// Programs of Linux, Windows and macOS (of either byte order, or for several processors).
const PROGRAMS: [&[u8]; 8] = [
    b"\x7FELF",
    b"MZ",
    b"\xFE\xED\xFA\xCE",
    b"\xFE\xED\xFA\xCF",
    b"\xCE\xFA\xED\xFE",
    b"\xCF\xFA\xED\xFE",
    b"\xCA\xFE\xBA\xBE",
    b"\xCA\xFE\xBA\xBF",
];

/// Looks at the file that a manifest names so; a warning where it does not look like what its ending says.
///
/// # Errors
/// Where it is a program, or of another type than its ending says. Errors and warnings are to be said after its name.
pub(super) fn check_attachment(path: &Path, name: &str) -> Result<Option<String>, String> {
    let mut file = File::open(path).map_err(unreadable)?;
    let mut head = Vec::new();
    file.by_ref()
        .take(HEAD_BYTES)
        .read_to_end(&mut head)
        .map_err(unreadable)?;
    if PROGRAMS.iter().any(|start| head.starts_with(start)) {
        return Err(String::from("is a program, which no attachment may be"));
    }
    let ending = Path::new(name).extension().and_then(OsStr::to_str);
    let ending = ending.unwrap_or_default().to_lowercase();
    let has = |endings: &[&str]| endings.contains(&ending.as_str());
    if let Some(found) = KNOWN.iter().find(|known| (known.begins)(&head)) {
        if has(found.endings) || has(found.further) {
            return Ok(None);
        }
        let endings = found.endings.join(", .");
        return Err(format!("is {}, which ends in .{endings}", found.name));
    }
    if let Some(claimed) = KNOWN.iter().find(|known| has(known.endings)) {
        return Ok(Some(format!(
            "ends in .{ending} and does not look like {}",
            claimed.name
        )));
    }
    if has(&TEXT_ENDINGS) {
        return warning_of_text(head.as_slice().chain(file));
    }
    Ok(None)
}

fn unreadable(cause: io::Error) -> String {
    format!("cannot be read: {cause}")
}

/// The header of a frame (ISO 11172-3, section 2.4.1.3): its synchronisation, then layer III and no reserved value.
fn is_mp3_frame(head: &[u8]) -> bool {
    let [0xFF, second, third, ..] = head else {
        return false;
    };
    let (version, layer) = ((second >> 3) & 0b11, (second >> 1) & 0b11);
    let (bit_rate, sample_rate) = (third >> 4, (third >> 2) & 0b11);
    (second >> 5) == 0b111 && version != 0b01 && layer == 0b01 && bit_rate != 0b1111 && sample_rate != 0b11
}

/// Reads a text to its end, a piece at a time; a warning if it is not text, or has another encoding.
fn warning_of_text(mut text: impl Read) -> Result<Option<String>, String> {
    let mut piece = Vec::new();
    loop {
        let begun = piece.len();
        text.by_ref()
            .take(PIECE_BYTES)
            .read_to_end(&mut piece)
            .map_err(unreadable)?;
        let is_end = piece.len() == begun;
        if piece.contains(&0) {
            return Ok(Some(String::from("has a NUL character, which texts do not have")));
        }
        let whole = match std::str::from_utf8(&piece) {
            Ok(_) => piece.len(),
            // The next piece has the rest of the last character.
            Err(error) if error.error_len().is_none() && !is_end => error.valid_up_to(),
            Err(_) => return Ok(Some(String::from("is not UTF-8 text"))),
        };
        if is_end {
            return Ok(None);
        }
        piece.drain(..whole);
    }
}
