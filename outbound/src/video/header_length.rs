//! Whether an mp4 or mov lasts as long as its headers say, by its last frames, which ffprobe finds.
//!
//! Headers are read without ffprobe everywhere else; this is asked only where there is one, at an import. What ffprobe calls the
//! duration of a file is that of the movie's header (`mvhd`, ISO 14496-12, 8.2.2), so the frames are asked for their times.

use std::path::Path;

use courses::VideoType;

use super::{VideoFacts, container::VideoProblem};
use crate::packaging::{ffmpeg::run, probe::arguments, program::Ffmpeg};

/// Seconds that a header may differ from the end of the last frame.
const TOLERANCE: f64 = 1.0;
/// Past the end of every video: ffprobe then begins at the last key frame.
const LAST_FRAMES: &str = "9999999%";
const ENTRIES: &str = "format=duration:packet=codec_type,pts_time,duration_time";

/// The facts of a video whose headers are true. What ffprobe cannot read is left to who packages it.
///
/// # Errors
/// [`VideoProblem::FalseDuration`]
pub(crate) fn check_header(
    ffmpeg: &Ffmpeg,
    path: &Path,
    facts: VideoFacts,
) -> Result<VideoFacts, VideoProblem> {
    // The last frame of a webm has no length.
    if facts.video_type == VideoType::Webm {
        return Ok(facts);
    }
    let words = ["-v", "error", "-read_intervals", LAST_FRAMES];
    let shown = ["-show_entries", ENTRIES, "-of", "csv"];
    let mut answer = Vec::new();
    let asked = arguments(&[&words[..], &shown[..]].concat(), path, &[]);
    if run(&ffmpeg.probe, &asked, &mut answer, &|_| ()).is_err() {
        return Ok(facts);
    }
    let Some(found) = Found::in_answer(&String::from_utf8_lossy(&answer)) else {
        return Ok(facts);
    };
    let whole = f64::from(facts.duration_seconds);
    let header = found.header.unwrap_or(whole);
    // Whole seconds are rounded up.
    let is_false = (header - found.end).abs() > TOLERANCE
        || whole - found.end > TOLERANCE + 1.0
        || found.end - whole > TOLERANCE;
    if is_false {
        let claimed = if (header - found.end).abs() > TOLERANCE {
            header
        } else {
            whole
        };
        return Err(VideoProblem::FalseDuration {
            claimed,
            found: found.end,
        });
    }
    Ok(facts)
}

struct Found {
    /// Seconds, of the movie's header.
    header: Option<f64>,
    /// Seconds, of the last frame.
    end: f64,
}

impl Found {
    /// Reads lines such as `packet,video,19.8,0.1` and `format,20.0`; `None` without a frame that has a time.
    fn in_answer(text: &str) -> Option<Self> {
        let (mut header, mut end) = (None, None::<f64>);
        for line in text.lines() {
            let fields: Vec<_> = line.trim().split(',').collect();
            match fields.as_slice() {
                ["format", seconds, ..] => header = seconds.parse().ok(),
                ["packet", "video" | "audio", start, rest @ ..] => {
                    let length = rest.first().and_then(|length| length.parse::<f64>().ok());
                    if let Ok(start) = start.parse::<f64>() {
                        let frame = start + length.unwrap_or(0.0);
                        end = Some(end.map_or(frame, |end| end.max(frame)));
                    }
                }
                _ => {}
            }
        }
        end.map(|end| Self { header, end })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_that_of_the_last_frame_shown_and_not_of_the_last_read() {
        let found = Found::in_answer(
            "packet,video,19.8,0.1\npacket,video,19.6,0.1\npacket,audio,19.5,N/A\npacket,data,90.0,1.0\nformat,600.0\n",
        )
        .unwrap();
        assert_eq!(found.header, Some(600.0));
        assert!((found.end - 19.9).abs() < 1e-9, "{}", found.end);
        assert!(Found::in_answer("packet,video,N/A,N/A\nformat,1.0\n").is_none());
    }
}
