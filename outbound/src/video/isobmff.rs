//! mp4 and mov: boxes within boxes (ISO 14496-12). Only the outermost ones are walked here, by seeking; the index of the
//! movie (`moov`) is read whole, up to a limit, and understood by `mp4parse`.

use std::io::{Cursor, Read, Seek, SeekFrom};

use courses::{Playback, VideoType};
use mp4parse::{Track, TrackType};

use super::{
    codecs::playback_of_tracks,
    container::{Ticks, VideoProblem},
    edits::read_edits,
};
use crate::packaging::boxes::Bytes;

/// An index of a day of video with sound is under 50 MiB.
const MAX_INDEX_BYTES: u64 = 64 * 1024 * 1024;
/// A fragmented day has two boxes a second.
const MAX_BOXES: u32 = 500_000;

/// The type by the first box: QuickTime's brand or its older files without any brand are mov, every other brand is mp4.
pub(crate) fn type_of(start: [u8; 12]) -> Option<VideoType> {
    let [_, _, _, _, name @ .., b0, b1, b2, b3] = start;
    match &name {
        b"ftyp" if [b0, b1, b2, b3] == *b"qt  " => Some(VideoType::Mov),
        b"ftyp" => Some(VideoType::Mp4),
        b"moov" | b"mdat" | b"wide" | b"pnot" => Some(VideoType::Mov),
        _ => None,
    }
}

/// What the index of a movie says.
pub(super) struct Movie {
    pub(super) duration: Ticks,
    pub(super) playback: Playback,
    /// Whether an edit list leaves out pictures or sound that are in the file.
    pub(super) hides_media: bool,
}

pub(super) fn read_movie(file: &mut (impl Read + Seek), length: u64) -> Result<Movie, VideoProblem> {
    let outline = read_outline(file, length)?;
    let (start, size) = outline.index.ok_or(VideoProblem::NoIndex)?;
    if size > MAX_INDEX_BYTES {
        return Err(VideoProblem::BadIndex);
    }
    file.seek(SeekFrom::Start(start))?;
    let mut index = Vec::new();
    file.take(size).read_to_end(&mut index)?;
    let movie = mp4parse::read_mp4(&mut Cursor::new(&index)).map_err(|_| VideoProblem::BadIndex)?;
    if !movie
        .tracks
        .iter()
        .any(|track| track.track_type == TrackType::Video)
    {
        return Err(VideoProblem::NoVideoTrack);
    }
    if !outline.has_media {
        return Err(VideoProblem::CutShort);
    }
    let per_second = movie.timescale.ok_or(VideoProblem::BadIndex)?.0;
    // Behind the head of `moov`, whose size may take eight bytes more.
    let head = if index.starts_with(&[0, 0, 0, 1]) { 16 } else { 8 };
    let content = Bytes(index.get(head..).unwrap_or_default());
    let edits = read_edits(content, per_second).ok_or(VideoProblem::BadIndex)?;
    let fragments = movie
        .mvex
        .and_then(|extends| extends.fragment_duration)
        .map(|duration| duration.0);
    let lengths = movie
        .tracks
        .iter()
        .filter_map(|track| track_length(track, per_second));
    let longest = lengths
        .chain(fragments.map(|count| Ticks { count, per_second }))
        .max_by(|a, b| {
            let (a_scaled, b_scaled) = (
                u128::from(a.count) * u128::from(b.per_second),
                u128::from(b.count) * u128::from(a.per_second),
            );
            a_scaled.cmp(&b_scaled)
        });
    let edited = edits.length.filter(|_| edits.hides_media);
    let duration = edited.map(|count| Ticks { count, per_second }).or(longest);
    Ok(Movie {
        duration: duration.ok_or(VideoProblem::NoDuration)?,
        playback: playback_of_tracks(&movie.tracks),
        hides_media: edits.hides_media,
    })
}

/// How long a track plays, as its header says; where that is unknown (zero, or all bits set), how long its media is.
fn track_length(track: &Track, per_second: u64) -> Option<Ticks> {
    let known = |count: &u64| *count > 0 && *count != u64::from(u32::MAX) && *count != u64::MAX;
    if !matches!(track.track_type, TrackType::Video | TrackType::Audio) {
        return None;
    }
    let header = track.tkhd.as_ref().map(|header| header.duration).filter(known);
    let media = || {
        let count = track.duration.as_ref().map(|duration| duration.0).filter(known)?;
        Some(Ticks {
            count,
            per_second: track.timescale?.0,
        })
    };
    header.map(|count| Ticks { count, per_second }).or_else(media)
}

/// Where the index lies, and whether there is anything that it could be an index of.
struct Outline {
    index: Option<(u64, u64)>,
    has_media: bool,
}

fn read_outline(file: &mut (impl Read + Seek), length: u64) -> Result<Outline, VideoProblem> {
    let mut outline = Outline {
        index: None,
        has_media: false,
    };
    let mut at = 0;
    for _ in 0..MAX_BOXES {
        if at == length {
            return Ok(outline);
        }
        if length - at < 8 {
            return Err(VideoProblem::CutShort);
        }
        file.seek(SeekFrom::Start(at))?;
        let mut head = [0; 8];
        file.read_exact(&mut head)?;
        let [s0, s1, s2, s3, name @ ..] = head;
        let (header, size) = match u32::from_be_bytes([s0, s1, s2, s3]) {
            // To the end of the file.
            0 => (8, length - at),
            1 if length - at < 16 => return Err(VideoProblem::CutShort),
            1 => {
                let mut long = [0; 8];
                file.read_exact(&mut long)?;
                (16, u64::from_be_bytes(long))
            }
            size => (8, u64::from(size)),
        };
        if size < header {
            return Err(VideoProblem::BadIndex);
        }
        if size > length - at {
            return Err(VideoProblem::CutShort);
        }
        match &name {
            b"moov" if outline.index.is_none() => outline.index = Some((at, size)),
            b"mdat" => outline.has_media |= size > header,
            _ => {}
        }
        at += size;
    }
    Err(VideoProblem::BadIndex)
}
