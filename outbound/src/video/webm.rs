//! WebM: elements within elements (EBML, RFC 8794; Matroska, RFC 9559). Two of them are read, each up to a limit; the rest
//! is stepped over. Written here because the readers at hand keep all that a file asks them to keep.

use std::io::{Read, Seek, SeekFrom};

use courses::Playback;

use super::{
    codecs::playback_of_webm,
    container::{Ticks, VideoProblem},
};

/// What an EBML file begins with.
pub(crate) const MAGIC: [u8; 4] = [0x1A, 0x45, 0xDF, 0xA3];

const EBML: u32 = 0x1A45_DFA3;
const DOC_TYPE: u32 = 0x4282;
const SEGMENT: u32 = 0x1853_8067;
const INFO: u32 = 0x1549_A966;
const TIMESTAMP_SCALE: u32 = 0x002A_D7B1;
const DURATION: u32 = 0x4489;
const TRACKS: u32 = 0x1654_AE6B;
const TRACK_ENTRY: u32 = 0xAE;
const TRACK_TYPE: u32 = 0x83;
const CODEC: u32 = 0x86;
const CLUSTER: u32 = 0x1F43_B675;

const MAX_ELEMENT_BYTES: u64 = 4 * 1024 * 1024;
const MAX_ELEMENTS: u32 = 500_000;
const NANOSECONDS: u64 = 1_000_000_000;

/// Values of a track's type.
const PICTURE: u64 = 1;
const SOUND: u64 = 2;

pub(super) fn read_webm(
    file: &mut (impl Read + Seek),
    length: u64,
) -> Result<(Ticks, Playback), VideoProblem> {
    let header = read_head(file, length)?
        .filter(|head| head.id == EBML)
        .ok_or(VideoProblem::NoVideo)?;
    let body = read_body(file, header, length)?;
    if Children(&body)
        .find(|(id, _)| *id == DOC_TYPE)
        .map(|(_, text)| text)
        != Some(b"webm".as_slice())
    {
        return Err(VideoProblem::NoVideo);
    }
    let segment = read_head(file, length)?
        .filter(|head| head.id == SEGMENT)
        .ok_or(VideoProblem::NoIndex)?;
    let end = match segment.size {
        Some(size) if size > length - segment.start => return Err(VideoProblem::CutShort),
        Some(size) => segment.start + size,
        None => length,
    };
    let (mut info, mut tracks, mut clusters) = (None, None, false);
    for _ in 0..MAX_ELEMENTS {
        let Some(head) = read_head(file, end)? else { break };
        match head.id {
            INFO => info = Some(read_body(file, head, end)?),
            TRACKS => tracks = Some(read_body(file, head, end)?),
            CLUSTER => clusters = true,
            _ => {}
        }
        if clusters && info.is_some() && tracks.is_some() {
            break;
        }
        match head.size {
            Some(size) if size > end - head.start => return Err(VideoProblem::CutShort),
            Some(size) => file.seek(SeekFrom::Start(head.start + size))?,
            // Only a cluster of a live recording has no size, and what describes it stands before it.
            None => break,
        };
    }
    let (info, tracks) = info.zip(tracks).ok_or(VideoProblem::NoIndex)?;
    let pictures = codecs(&tracks, PICTURE);
    if pictures.is_empty() {
        return Err(VideoProblem::NoVideoTrack);
    }
    if !clusters {
        return Err(VideoProblem::CutShort);
    }
    let playback = playback_of_webm(&pictures, &codecs(&tracks, SOUND));
    Ok((duration(&info)?, playback))
}

/// The codecs of the tracks of a type.
fn codecs(tracks: &[u8], wanted: u64) -> Vec<&[u8]> {
    let entries = Children(tracks).filter(|(id, _)| *id == TRACK_ENTRY);
    entries
        .filter(|(_, entry)| find(entry, TRACK_TYPE).and_then(number) == Some(wanted))
        .map(|(_, entry)| find(entry, CODEC).unwrap_or_default())
        .collect()
}

/// The first element of this kind.
fn find(body: &[u8], wanted: u32) -> Option<&[u8]> {
    Children(body)
        .find(|(id, _)| *id == wanted)
        .map(|(_, value)| value)
}

fn duration(info: &[u8]) -> Result<Ticks, VideoProblem> {
    let scale = find(info, TIMESTAMP_SCALE)
        .map_or(Some(1_000_000), number)
        .ok_or(VideoProblem::BadIndex)?;
    let count = match find(info, DURATION) {
        Some(&[a, b, c, d]) => f64::from(f32::from_be_bytes([a, b, c, d])),
        Some(&[a, b, c, d, e, f, g, h]) => f64::from_be_bytes([a, b, c, d, e, f, g, h]),
        Some(_) => return Err(VideoProblem::BadIndex),
        None => return Err(VideoProblem::NoDuration),
    };
    #[expect(
        clippy::cast_precision_loss,
        reason = "a scale beyond 2^53 ns is absurd, and stays so when rounded"
    )]
    let nanoseconds = count * scale as f64;
    if !nanoseconds.is_finite() || nanoseconds <= 0.0 {
        return Err(VideoProblem::NoDuration);
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "positive, and the cast saturates"
    )]
    let count = nanoseconds.round() as u64;
    Ok(Ticks {
        count,
        per_second: NANOSECONDS,
    })
}

/// An element's id, where its body starts, and how long that is (`None`: not given).
#[derive(Clone, Copy)]
struct Head {
    id: u32,
    start: u64,
    size: Option<u64>,
}

/// The head at the current position, or `None` at the end.
fn read_head(file: &mut (impl Read + Seek), end: u64) -> Result<Option<Head>, VideoProblem> {
    let at = file.stream_position()?;
    if at >= end {
        return Ok(None);
    }
    let mut bytes = Vec::with_capacity(12);
    file.by_ref().take((end - at).min(12)).read_to_end(&mut bytes)?;
    let (id, size, used) = parse_head(&bytes).ok_or(VideoProblem::BadIndex)?;
    let start = at + used as u64;
    file.seek(SeekFrom::Start(start))?;
    Ok(Some(Head { id, start, size }))
}

fn read_body(file: &mut (impl Read + Seek), head: Head, end: u64) -> Result<Vec<u8>, VideoProblem> {
    let size = head
        .size
        .filter(|size| *size <= MAX_ELEMENT_BYTES)
        .ok_or(VideoProblem::BadIndex)?;
    if size > end.saturating_sub(head.start) {
        return Err(VideoProblem::CutShort);
    }
    let mut body = Vec::new();
    file.by_ref().take(size).read_to_end(&mut body)?;
    Ok(body)
}

/// Id, size and the bytes that both take. The id keeps its length marker, the size loses it (RFC 8794, sections 4 to 6).
fn parse_head(bytes: &[u8]) -> Option<(u32, Option<u64>, usize)> {
    let id_length = bytes.first()?.leading_zeros() as usize + 1;
    if id_length > 4 {
        return None;
    }
    let id = bytes
        .get(..id_length)?
        .iter()
        .fold(0_u32, |id, byte| id << 8 | u32::from(*byte));
    let rest = bytes.get(id_length..)?;
    let first = *rest.first()?;
    let size_length = first.leading_zeros() as usize + 1;
    if size_length > 8 {
        return None;
    }
    let marked = rest
        .get(..size_length)?
        .iter()
        .fold(0_u64, |size, byte| size << 8 | u64::from(*byte));
    let all_ones = (1_u64 << (7 * size_length)) - 1;
    let size = marked & all_ones;
    Some((id, (size != all_ones).then_some(size), id_length + size_length))
}

/// The elements of a body; ends at the first that is broken.
struct Children<'a>(&'a [u8]);

impl<'a> Iterator for Children<'a> {
    type Item = (u32, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let (id, size, used) = parse_head(self.0)?;
        let end = used.checked_add(usize::try_from(size?).ok()?)?;
        let body = self.0.get(used..end)?;
        self.0 = self.0.get(end..)?;
        Some((id, body))
    }
}

fn number(bytes: &[u8]) -> Option<u64> {
    (bytes.len() <= 8).then(|| bytes.iter().fold(0, |value, byte| value << 8 | u64::from(*byte)))
}
