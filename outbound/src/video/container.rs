//! What the readers of every container return: a length of time, or why it is not known.

use std::io;

/// A length of time as containers write it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ticks {
    pub(crate) count: u64,
    pub(crate) per_second: u64,
}

impl Ticks {
    /// Rounded up; `None` if there is no length.
    pub(crate) fn whole_seconds(self) -> Option<u64> {
        (self.count > 0 && self.per_second > 0).then(|| self.count.div_ceil(self.per_second))
    }
}

/// Why a file is no video that browsers play; reads after the file's name.
#[derive(Debug, thiserror::Error)]
pub enum VideoProblem {
    #[error("cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    #[error("is empty")]
    Empty,
    #[error("is no mp4, mov or webm video")]
    NoVideo,
    #[error("is cut short: its end is missing")]
    CutShort,
    #[error("is cut short: it has no index")]
    NoIndex,
    #[error("has an index that cannot be read")]
    BadIndex,
    #[error("has no video track")]
    NoVideoTrack,
    #[error(
        "does not tell how long it lasts; write it again, such as by: ffmpeg -i IN -c copy -movflags +faststart OUT"
    )]
    NoDuration,
    /// Seconds by a header, and by the last frame.
    #[error(
        "says that it lasts {claimed:.0} s, and its last frame ends at {found:.0} s; write it again, such as by: ffmpeg -i IN -c copy -movflags +faststart OUT"
    )]
    FalseDuration { claimed: f64, found: f64 },
    #[error(
        "was cut without being written anew: what was cut off is still in it, and members could load that; with ffmpeg the import leaves it \
         out (PORTAL_FFMPEG), or export the video anew from the program that cut it"
    )]
    HiddenMedia,
    #[error("claims to last longer than a day")]
    AbsurdDuration,
}
