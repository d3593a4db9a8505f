//! Whether a backup is whole, to the last bit: every part against the list of parts, and every byte against the digest at the end.

use std::{
    collections::HashSet,
    io::{self, Read},
};

use outbound::MediaStore;
use tar::{Archive, Entry};

use super::{
    file::BackupFile,
    hashing::{HashingReader, TailReader},
    manifest::{EntryName, FORMAT, Header, MANIFEST_ENTRY, Manifest, Part, entry_name},
    problems::{BEFORE, CUT_OFF, NOT_A_BACKUP, damaged, newer},
    writer::seal,
};

/// The digest's entry (header and content, 512 bytes each) and the end of the tar.
const SEAL_BYTES: usize = 2_048;
/// Room for the names and digests of half a million files.
const MOST_MANIFEST: u64 = 128 << 20;
/// What an entry's size says before its bytes are seen.
const MOST_HEADER: u64 = 64 << 10;

/// Makes sure that a file begins as a backup does.
///
/// # Errors
/// What is wrong with it, for people.
pub fn check_beginning(file: &mut BackupFile, media: &MediaStore) -> Result<(), String> {
    let mut archive = Archive::new(file.content()?);
    let not_a_backup = || String::from(NOT_A_BACKUP);
    // What cannot be read as a tar file, and a tar file that begins with something else, was never a backup.
    let first = archive.entries().ok().and_then(|mut entries| entries.next());
    let first = first.and_then(Result::ok).ok_or_else(not_a_backup)?;
    match entry_name(&first, media) {
        Ok(EntryName::Header) => Ok(()),
        Err(problem) if problem == BEFORE => Err(problem),
        Ok(_) | Err(_) => Err(not_a_backup()),
    }
}

/// Reads all of a backup; returns its list. `progress` is called for each entry.
///
/// # Errors
/// What is wrong with it, for people.
pub fn verify(
    file: &mut BackupFile,
    media: &MediaStore,
    progress: &mut dyn FnMut(),
) -> Result<Manifest, String> {
    let mut tail = TailReader::new(file.content()?, SEAL_BYTES);
    let found = read_entries(&mut tail, media, progress);
    let found = match found {
        Err(Fault::Told(problem)) => return Err(problem),
        Err(Fault::Unreadable(cause)) if cause.raw_os_error().is_some() => {
            return Err(format!("it cannot be read: {cause}"));
        }
        // What ends before it should is cut off; what reads as another thing than was written is damaged.
        Err(Fault::Unreadable(_)) if tail.at_end() => return Err(String::from(CUT_OFF)),
        Err(Fault::Unreadable(_)) => return Err(damaged("it")),
        Ok(found) => found,
    };
    if let Err(cause) = io::copy(&mut tail, &mut io::sink()) {
        return Err(format!("it cannot be read to its end: {cause}"));
    }
    let length = tail.length();
    let (digest, end) = tail.end();
    let (Some(manifest), Some(seal_at)) = (&found.manifest, found.seal_at) else {
        return Err(String::from(CUT_OFF));
    };
    if length < seal_at + SEAL_BYTES as u64 {
        return Err(String::from(CUT_OFF));
    }
    let wanted = seal(&digest).map_err(|cause| cause.to_string())?;
    let manifest: Option<Manifest> = serde_json::from_slice(manifest).ok();
    if let Some(part) = manifest
        .as_ref()
        .and_then(|manifest| differing(manifest, &found.parts))
    {
        return Err(damaged(&format!("its {part}")));
    }
    manifest.filter(|_| end == wanted).ok_or_else(|| damaged("it"))
}

/// What the entries of a backup are.
#[derive(Default)]
struct Found {
    parts: Vec<Part>,
    manifest: Option<Vec<u8>>,
    /// Where the digest's entry begins.
    seal_at: Option<u64>,
}

enum Fault {
    /// Known for what it is.
    Told(String),
    Unreadable(io::Error),
}

impl From<io::Error> for Fault {
    fn from(cause: io::Error) -> Self {
        Self::Unreadable(cause)
    }
}

fn read_entries(
    reader: &mut impl Read,
    media: &MediaStore,
    progress: &mut dyn FnMut(),
) -> Result<Found, Fault> {
    let mut found = Found::default();
    let mut names = HashSet::new();
    for entry in Archive::new(reader).entries()? {
        let mut entry = entry?;
        let name = entry_name(&entry, media).map_err(Fault::Told)?;
        if found.seal_at.is_some() || !names.insert(entry.path_bytes().to_vec()) {
            return Err(Fault::Told(damaged("it")));
        }
        match name {
            EntryName::Header => check_header(&read_small(&mut entry, MOST_HEADER)?)?,
            EntryName::Manifest => found.manifest = Some(read_small(&mut entry, MOST_MANIFEST)?),
            EntryName::Seal => {
                let at = entry.raw_header_position();
                read_small(&mut entry, MOST_HEADER)?;
                found.seal_at = Some(at);
            }
            EntryName::Rows { .. } | EntryName::Media(_) => {
                found.parts.push(read_part(&mut entry)?);
                progress();
            }
            EntryName::Folder => return Err(Fault::Told(damaged("it"))),
        }
    }
    Ok(found)
}

fn check_header(bytes: &[u8]) -> Result<(), Fault> {
    let header: Header =
        serde_json::from_slice(bytes).map_err(|_| Fault::Told(damaged("its first entry")))?;
    if header.format > FORMAT {
        return Err(Fault::Told(newer(&header.program)));
    }
    Ok(())
}

fn read_small<R: Read>(entry: &mut Entry<'_, R>, most: u64) -> Result<Vec<u8>, Fault> {
    let size = entry.size();
    if size > most {
        return Err(Fault::Told(damaged(&format!("its {MANIFEST_ENTRY}"))));
    }
    let mut bytes = Vec::new();
    entry.read_to_end(&mut bytes)?;
    whole(bytes.len() as u64, size)?;
    Ok(bytes)
}

fn read_part<R: Read>(entry: &mut Entry<'_, R>) -> Result<Part, Fault> {
    let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
    let size = entry.size();
    let mut hashing = HashingReader::new(entry);
    io::copy(&mut hashing, &mut io::sink())?;
    whole(hashing.length(), size)?;
    Ok(Part {
        name,
        size,
        sha256: hashing.digest(),
    })
}

fn whole(read: u64, size: u64) -> io::Result<()> {
    if read == size {
        Ok(())
    } else {
        Err(io::ErrorKind::UnexpectedEof.into())
    }
}

/// The first part that differs from the list.
fn differing(manifest: &Manifest, found: &[Part]) -> Option<String> {
    let pairs = manifest.parts.iter().zip(found);
    let other = pairs.into_iter().find(|(listed, found)| listed != found);
    other.map(|(listed, _)| listed.name.clone()).or_else(|| {
        let missing = manifest
            .parts
            .get(found.len())
            .or_else(|| found.get(manifest.parts.len()));
        missing.map(|part| part.name.clone())
    })
}
