//! The video of a lesson: its facts, and what is stored of it.

use std::path::Path;

use courses::{Playback, VideoType};

use super::{
    VideoFacts, container::VideoProblem, header_length::check_header, read_video, shown_part::ShownPart,
};
use crate::packaging::program::Ffmpeg;

/// What is wrong with a file that browsers cannot be expected to play; reads after its name.
pub(crate) const UNPLAYABLE: &str = "may have no picture or no sound in browsers, so members are not offered it as a file, and without \
     ffmpeg it is not packaged either: install ffmpeg (PORTAL_FFMPEG), or convert it: \
     ffmpeg -i IN -c:v libx264 -pix_fmt yuv420p -c:a aac -movflags +faststart OUT.mp4";

pub(crate) struct LessonVideo {
    /// Of what is stored.
    pub(crate) facts: VideoFacts,
    pub(crate) shown_part: Option<ShownPart>,
}

/// Reads a video; with an ffmpeg, its headers are compared with its last frames, and what an edit list hides is left out of it.
pub(crate) fn read_lesson_video(path: &Path, ffmpeg: Option<&Ffmpeg>) -> Result<LessonVideo, VideoProblem> {
    let facts = read_video(path)?;
    if !facts.hides_media {
        let facts = match ffmpeg {
            Some(ffmpeg) => check_header(ffmpeg, path, facts)?,
            None => facts,
        };
        return Ok(LessonVideo {
            facts,
            shown_part: None,
        });
    }
    let ffmpeg = ffmpeg.ok_or(VideoProblem::HiddenMedia)?;
    Ok(LessonVideo {
        facts: VideoFacts {
            video_type: VideoType::Mp4,
            duration_seconds: facts.duration_seconds,
            playback: Playback::Expected,
            hides_media: false,
        },
        shown_part: Some(ShownPart::of(path, ffmpeg)),
    })
}
