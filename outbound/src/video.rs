//! What an import must know of a video file: its type, how long it lasts and whether browsers play it, from the bytes and never from
//! the name.
//!
//! A hostile file costs little: only headers and one bounded index are read, for any sizes that the file claims.

use std::{
    fs::File,
    io::{Read, Seek, SeekFrom},
    path::Path,
};

use courses::{Playback, VideoType};

use container::VideoProblem;

mod codecs;
pub(crate) mod container;
mod edits;
pub(crate) mod header_length;
mod isobmff;
pub(crate) mod lesson_video;
pub(crate) mod shown_part;
mod webm;

/// The longest lesson that is accepted, in seconds: a day. A longer one is a damaged file.
const MAX_SECONDS: u64 = 24 * 60 * 60;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VideoFacts {
    pub video_type: VideoType,
    /// Whole seconds, rounded up, at least 1.
    pub duration_seconds: i32,
    pub playback: Playback,
    /// Whether its container leaves out pictures or sound that are in the file, as phones cut a video.
    pub hides_media: bool,
}

/// Reads the facts of a video.
///
/// # Errors
/// [`VideoProblem`]
pub fn read_video(path: &Path) -> Result<VideoFacts, VideoProblem> {
    // Asked before it is opened: opening a pipe waits for a process at its other end.
    if !std::fs::metadata(path)?.is_file() {
        return Err(VideoProblem::NoVideo);
    }
    let mut file = File::open(path)?;
    let length = file.seek(SeekFrom::End(0))?;
    file.rewind()?;
    read_facts(&mut file, length)
}

/// [`read_video`] of anything that can be read and sought, of `length` bytes.
///
/// # Errors
/// [`VideoProblem`]
pub fn read_facts(file: &mut (impl Read + Seek), length: u64) -> Result<VideoFacts, VideoProblem> {
    if length == 0 {
        return Err(VideoProblem::Empty);
    }
    let mut start = [0; 12];
    let Some(read) = start.get_mut(..usize::try_from(length).unwrap_or(usize::MAX).min(12)) else {
        return Err(VideoProblem::NoVideo);
    };
    file.read_exact(read)?;
    file.rewind()?;
    let (video_type, movie) = if start.starts_with(&webm::MAGIC) {
        let (duration, playback) = webm::read_webm(file, length)?;
        let movie = isobmff::Movie {
            duration,
            playback,
            hides_media: false,
        };
        (VideoType::Webm, movie)
    } else if let Some(video_type) = isobmff::type_of(start) {
        (video_type, isobmff::read_movie(file, length)?)
    } else {
        return Err(VideoProblem::NoVideo);
    };
    let seconds = movie.duration.whole_seconds().ok_or(VideoProblem::NoDuration)?;
    match i32::try_from(seconds) {
        Ok(duration_seconds) if seconds <= MAX_SECONDS => Ok(VideoFacts {
            video_type,
            duration_seconds,
            playback: movie.playback,
            hides_media: movie.hides_media,
        }),
        _ => Err(VideoProblem::AbsurdDuration),
    }
}
