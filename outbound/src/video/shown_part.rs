//! The part of a video that its edit list shows, written anew, so that what was cut off is in no byte that a member can load.
//!
//! Decision: it is encoded and not copied, because a cut between two key frames leaves pictures before it in every copy. With the same
//! ffmpeg the same source gives the same bytes, so that importing a course again changes no lesson.

use std::{
    fmt,
    io::{self, sink},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use tempfile::TempPath;

use crate::packaging::{
    ffmpeg::{RunError, run},
    probe::arguments,
    program::Ffmpeg,
};

/// Of the encoder, whose bytes depend on it.
const THREADS: &str = "4";
const RECIPE: &str = "-map 0:V:0 -map 0:a:0? -map_metadata -1 -map_chapters -1 -fflags +bitexact -flags:v +bitexact -flags:a +bitexact \
     -c:v libx264 -preset veryfast -crf 20 -pix_fmt yuv420p -vf crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0 -fps_mode vfr -enc_time_base 1:90000 \
     -video_track_timescale 90000 -force_key_frames expr:gte(t,n_forced*4) -c:a aac -b:a 160k -movflags +faststart -y -f mp4";

/// Made when its bytes are first wanted, and removed with its last clone.
#[derive(Clone)]
pub struct ShownPart(Arc<Inner>);

struct Inner {
    source: PathBuf,
    ffmpeg: Ffmpeg,
    made: Mutex<Option<TempPath>>,
}

impl ShownPart {
    pub(crate) fn of(source: &Path, ffmpeg: &Ffmpeg) -> Self {
        Self(Arc::new(Inner {
            source: source.to_path_buf(),
            ffmpeg: ffmpeg.clone(),
            made: Mutex::new(None),
        }))
    }

    /// The file that holds it.
    pub(crate) fn path(&self) -> io::Result<PathBuf> {
        let mut made = self.0.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(path) = &*made {
            return Ok(path.to_path_buf());
        }
        let path = tempfile::NamedTempFile::with_suffix(".mp4")?.into_temp_path();
        let target = path
            .to_str()
            .ok_or_else(|| io::Error::other("the folder of temporary files has no name in UTF-8"))?;
        let words: Vec<&str> = RECIPE
            .split_whitespace()
            .chain(["-threads", THREADS, target])
            .collect();
        let before = ["-hide_banner", "-nostdin", "-nostats", "-v", "error"];
        let words = arguments(&before, &self.0.source, &words);
        run(&self.0.ffmpeg.program, &words, &mut sink(), &|_| ()).map_err(|error| match error {
            RunError::Failed(words) => io::Error::other(words),
            RunError::Write(cause) => cause,
        })?;
        let found = path.to_path_buf();
        *made = Some(path);
        Ok(found)
    }
}

impl fmt::Debug for ShownPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ShownPart").field(&self.0.source).finish()
    }
}

impl PartialEq for ShownPart {
    fn eq(&self, other: &Self) -> bool {
        self.0.source == other.0.source
    }
}

impl Eq for ShownPart {}
