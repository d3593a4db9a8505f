//! The two renditions of a video. The low one is made from the top one, so that both have the same times and the same sound.

use std::{ffi::OsString, io::Write, path::Path};

use courses::{Channels, LowSoundWork, PackagingPlan, PictureWork, SoundWork, TIMESCALE, Ticks};

use super::{
    ffmpeg::{RunError, run},
    probe::{arguments, mix},
    program::Ffmpeg,
};

/// Seconds by which both renditions are later than the source, at least.
const LATER: f64 = 10.0;
/// A picture of the low rendition comes this long after the one before, in seconds, or with a key frame: 15 a second at most.
/// A little less than a fifteenth, because times are rounded.
const LOW_INTERVAL: &str = "0.0656";
/// Bits a second, of any number of channels.
const LOW_SOUND: &str = "64k";
/// One fragment for each key frame, with the source's own times and without an edit list, which players treat in different ways.
const FRAGMENTED: [&str; 11] = [
    "-avoid_negative_ts",
    "disabled",
    "-use_editlist",
    "0",
    "-video_track_timescale",
    "90000",
    "-movflags",
    "+frag_keyframe+empty_moov+default_base_moof+frag_discont+skip_trailer",
    "-f",
    "mp4",
    "pipe:1",
];
const LOGGING: [&str; 7] = [
    "-hide_banner",
    "-nostdin",
    "-nostats",
    "-v",
    "error",
    "-progress",
    "pipe:2",
];

/// Writes the top rendition of a source.
pub(crate) fn write_top(
    ffmpeg: &Ffmpeg,
    source: &Path,
    plan: &PackagingPlan,
    threads: usize,
    into: &mut dyn Write,
    progress: &(dyn Fn(f64) + Sync),
) -> Result<(), RunError> {
    let mut words: Vec<String> = ["-map", "0:V:0", "-map_metadata", "-1", "-map_chapters", "-1"]
        .map(String::from)
        .into();
    let mut add = |more: &[&str]| words.extend(more.iter().map(|word| String::from(*word)));
    match plan.picture {
        PictureWork::Copy => add(&["-c:v", "copy", "-tag:v", "avc1"]),
        PictureWork::Encode => {
            add(&[
                "-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-pix_fmt", "yuv420p",
            ]);
            // An odd line cannot be halved for its colour; it is cut off, because scaling would blur all others.
            add(&[
                "-vf",
                "crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0,setpts='if(eq(N,0),0,PTS)'",
            ]);
            add(&["-fps_mode", "vfr", "-enc_time_base", "1:90000"]);
            // At 0, 1, 2 and 4 seconds, then every 4.
            add(&[
                "-force_key_frames",
                "expr:gte(t,if(lt(n_forced,3),n_forced,4*(n_forced-2)))",
            ]);
        }
    }
    match plan.sound {
        SoundWork::Silent => add(&["-an"]),
        SoundWork::Copy => add(&["-map", "0:a:0", "-c:a", "copy"]),
        SoundWork::Encode { gain, channels } => {
            // One channel is spoken: it takes no more than the low rendition may have, and is copied into that.
            let rate = match channels {
                Channels::Mono => LOW_SOUND,
                Channels::Stereo => "128k",
            };
            add(&["-map", "0:a:0", "-c:a", "aac", "-b:a", rate, "-ar", "48000"]);
            let silence = if plan.fills_silence {
                format!(
                    ",aresample=async=1:first_pts=0,apad=whole_dur={:.3}",
                    plan.seconds
                )
            } else {
                String::new()
            };
            // Peaks that a gain would push beyond full scale are held back, not cut.
            add(&[
                "-af",
                &format!(
                    "{},volume={gain:.1}dB,alimiter=limit=0.9:level=disabled{silence}",
                    mix(channels)
                ),
            ]);
        }
    }
    let threads = threads.to_string();
    let later = format!("{:.0}", later(plan.seconds));
    add(&["-output_ts_offset", &later, "-threads", &threads]);
    add(&FRAGMENTED);
    // For decoding too.
    let before = [&LOGGING[..], &["-threads", &threads]].concat();
    encode(ffmpeg, &before, source, &words, into, progress)
}

/// Seconds by which both renditions are later than the source: no less than an encoder delays pictures that it reorders, so that no
/// time is negative, which fragmented MP4 cannot say. The delay is as long as a few pictures stand, and at most the whole video.
/// Players begin with the first picture, at any time.
fn later(seconds: f64) -> f64 {
    seconds.max(LATER).ceil()
}

/// Writes the low rendition from the top one, with a key frame at each of these times and its sound so.
pub(crate) fn write_low(
    ffmpeg: &Ffmpeg,
    top: &Path,
    (starts, sound): (&[Ticks], LowSoundWork),
    threads: usize,
    into: &mut dyn Write,
    progress: &(dyn Fn(f64) + Sync),
) -> Result<(), RunError> {
    let select = format!("select='isnan(prev_selected_t)+key+gte(t-prev_selected_t,{LOW_INTERVAL})'");
    let threads = threads.to_string();
    let times: Vec<_> = starts.iter().map(|start| seconds(*start)).collect();
    let sound: &[&str] = match sound {
        LowSoundWork::Copy => &["-c:a", "copy"],
        LowSoundWork::Encode => &["-c:a", "aac", "-b:a", LOW_SOUND],
    };
    let words = [
        "-map",
        "0:v:0",
        "-map",
        "0:a:0?",
        "-map_metadata",
        "-1",
        "-vf",
        &select,
        "-fps_mode",
        "passthrough",
        "-enc_time_base",
        "1:90000",
        "-c:v",
        "libx264",
        "-preset",
        "veryfast",
        "-crf",
        "32",
        "-pix_fmt",
        "yuv420p",
        "-x264-params",
        "keyint=infinite:scenecut=0:subme=1:bframes=0",
        "-force_key_frames",
        &times.join(","),
        "-threads",
        &threads,
    ];
    let words: Vec<_> = words
        .iter()
        .chain(sound)
        .chain(&FRAGMENTED)
        .map(|word| String::from(*word))
        .collect();
    let before = [&LOGGING[..], &["-threads", &threads, "-copyts"]].concat();
    encode(ffmpeg, &before, top, &words, into, progress)
}

fn encode(
    ffmpeg: &Ffmpeg,
    before: &[&str],
    source: &Path,
    after: &[String],
    into: &mut dyn Write,
    progress: &(dyn Fn(f64) + Sync),
) -> Result<(), RunError> {
    let after: Vec<&str> = after.iter().map(String::as_str).collect();
    let words: Vec<OsString> = arguments(before, source, &after);
    run(&ffmpeg.program, &words, into, progress).map(|_| ())
}

/// A time in the way in which ffmpeg takes it, to the microsecond.
fn seconds(ticks: Ticks) -> String {
    let timescale = u64::from(TIMESCALE);
    let micro = (ticks % timescale * 1_000_000 + timescale / 2) / timescale;
    format!("{}.{micro:06}", ticks / timescale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_said_to_the_nearest_microsecond() {
        assert_eq!(seconds(900_000), "10.000000");
        assert_eq!(seconds(1_011_000), "11.233333");
        assert_eq!(seconds(89_999), "0.999989");
    }

    #[test]
    fn the_times_of_the_longest_video_fit_one_argument() {
        // Linux takes 128 KiB (MAX_ARG_STRLEN); segments are at most 9,003.
        let longest = seconds(90_000 * 2 * 86_400).len() + 1;
        assert!(longest * 9_003 < 128 * 1024);
    }
}
