//! What is known of a source, from ffprobe and from measuring.

use std::{
    ffi::OsString,
    io::{self, Write},
    path::Path,
};

use courses::{Channels, PictureFacts, SoundFacts, SourceFacts};
use serde::Deserialize;

use super::{
    ffmpeg::{RunError, run},
    program::Ffmpeg,
};

/// What every call that reads a file begins with: nothing but files is read, also if a container refers elsewhere.
pub(crate) const READING: [&str; 2] = ["-protocol_whitelist", "file,pipe"];

/// The filter that mixes sound to so many channels, for measuring as for encoding.
pub(crate) fn mix(channels: Channels) -> &'static str {
    match channels {
        Channels::Mono => "aformat=channel_layouts=mono",
        Channels::Stereo => "aformat=channel_layouts=stereo",
    }
}

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    streams: Vec<Stream>,
    format: Option<Format>,
}

#[derive(Deserialize)]
struct Format {
    duration: Option<String>,
}

#[derive(Deserialize)]
struct Stream {
    codec_type: Option<String>,
    codec_name: Option<String>,
    profile: Option<String>,
    pix_fmt: Option<String>,
    channels: Option<u32>,
    start_time: Option<String>,
    duration: Option<String>,
    disposition: Option<Disposition>,
    #[serde(default)]
    side_data_list: Vec<SideData>,
}

impl Stream {
    /// Seconds at which it begins, and at which it ends if the container says so.
    fn times(&self) -> (f64, Option<f64>) {
        let seconds = |text: &Option<String>| text.as_ref().and_then(|text| text.parse::<f64>().ok());
        let starts = seconds(&self.start_time).unwrap_or(0.0);
        (starts, seconds(&self.duration).map(|lasts| starts + lasts))
    }
}

#[derive(Deserialize)]
struct Disposition {
    attached_pic: i32,
}

#[derive(Deserialize)]
struct SideData {
    side_data_type: Option<String>,
}

/// Asks ffprobe, and measures what the plan needs: the distance of key frames and the loudness.
pub(crate) fn probe(ffmpeg: &Ffmpeg, source: &Path) -> Result<SourceFacts, RunError> {
    let mut answer = Vec::new();
    let entries = "stream=codec_type,codec_name,profile,pix_fmt,channels,start_time,duration:stream_disposition=attached_pic\
                   :stream_side_data=side_data_type:format=duration";
    let arguments = arguments(
        &["-v", "error", "-show_entries", entries, "-of", "json"],
        source,
        &[],
    );
    run(&ffmpeg.probe, &arguments, &mut answer, &|_| ())?;
    let answer: Answer = serde_json::from_slice(&answer)
        .map_err(|error| RunError::Failed(format!("ffprobe: its answer cannot be read: {error}")))?;
    let of = |kind: &'static str| {
        let streams = answer.streams.iter();
        streams.filter(move |stream| stream.codec_type.as_deref() == Some(kind))
    };
    let is_cover = |stream: &&Stream| stream.disposition.as_ref().is_some_and(|it| it.attached_pic != 0);
    let picture = match of("video").find(|stream| !is_cover(stream)) {
        None => None,
        Some(stream) => {
            let is_plain_h264 = stream.codec_name.as_deref() == Some("h264")
                && matches!(stream.pix_fmt.as_deref(), Some("yuv420p" | "yuvj420p"));
            Some(PictureFacts {
                is_plain_h264,
                is_upright: !stream
                    .side_data_list
                    .iter()
                    .any(|data| data.side_data_type.as_deref() == Some("Display Matrix")),
                key_frame_gap: if is_plain_h264 {
                    key_frame_gap(ffmpeg, source)?
                } else {
                    None
                },
                starts: stream.times().0,
            })
        }
    };
    let sound = match of("audio").next() {
        None => None,
        Some(stream) => {
            let channels = match stream.channels {
                Some(1) => Channels::Mono,
                _ => Channels::Stereo,
            };
            Some(SoundFacts {
                is_plain_aac: stream.codec_name.as_deref() == Some("aac")
                    && stream.profile.as_deref() == Some("LC")
                    && stream.channels.is_some_and(|channels| channels <= 2),
                channels,
                loudness: loudness(ffmpeg, source, channels)?,
                starts: stream.times().0,
                ends: stream.times().1,
            })
        }
    };
    let duration = answer.format.and_then(|format| format.duration);
    Ok(SourceFacts {
        picture,
        sound,
        seconds: duration.and_then(|text| text.parse().ok()).unwrap_or(0.0),
    })
}

/// Words, the source, and more words.
pub(crate) fn arguments(before: &[&str], source: &Path, after: &[&str]) -> Vec<OsString> {
    let before = READING.iter().chain(before).map(OsString::from);
    let source = [OsString::from("-i"), source.as_os_str().to_owned()];
    before
        .chain(source)
        .chain(after.iter().map(OsString::from))
        .collect()
}

/// Seconds without a key frame, at most; `None` if a player that begins at a key frame would show other pictures than the file does.
fn key_frame_gap(ffmpeg: &Ffmpeg, source: &Path) -> Result<Option<f64>, RunError> {
    let mut scan = KeyFrameScan::default();
    let words = [
        "-v",
        "error",
        "-select_streams",
        "V:0",
        "-show_entries",
        "packet=pts_time,flags",
        "-of",
        "csv=p=0",
    ];
    run(&ffmpeg.probe, &arguments(&words, source, &[]), &mut scan, &|_| ())?;
    Ok(scan.gap())
}

/// Reads lines such as `1.233333,K_`, in the order of decoding, as they come; a long video has a million of them.
#[derive(Default)]
struct KeyFrameScan {
    line: Vec<u8>,
    last_key: Option<f64>,
    last: f64,
    gap: f64,
    has_other_pictures: bool,
}

impl KeyFrameScan {
    fn line(&mut self) {
        let line = String::from_utf8_lossy(&self.line);
        let mut fields = line.split(',');
        let time = fields.next().and_then(|text| text.trim().parse::<f64>().ok());
        let flags = fields.next().unwrap_or_default();
        let Some(time) = time else {
            return;
        };
        // D: a picture before the start, which the container leaves out where a video was cut without encoding.
        self.has_other_pictures |= flags.contains('D');
        self.last = self.last.max(time);
        if flags.starts_with('K') {
            self.gap = self.gap.max(time - self.last_key.unwrap_or(time));
            self.last_key = Some(time);
        } else if self.last_key.is_none_or(|key| time < key) {
            // It needs the pictures before the key frame (an open group of pictures), or no key frame came before.
            self.has_other_pictures = true;
        }
    }

    fn gap(mut self) -> Option<f64> {
        if !self.line.is_empty() {
            self.line();
        }
        let last_key = self.last_key.filter(|_| !self.has_other_pictures)?;
        Some(self.gap.max(self.last - last_key))
    }
}

impl Write for KeyFrameScan {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(part);
            if part.ends_with(b"\n") {
                self.line();
                self.line.clear();
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Integrated loudness by EBU R 128, LUFS.
fn loudness(ffmpeg: &Ffmpeg, source: &Path, channels: Channels) -> Result<Option<f64>, RunError> {
    let before = ["-hide_banner", "-nostdin", "-nostats", "-v", "info"];
    let measure = format!("{},ebur128=framelog=verbose", mix(channels));
    let after = ["-map", "0:a:0", "-af", &measure, "-f", "null", "-"];
    let lines = run(
        &ffmpeg.program,
        &arguments(&before, source, &after),
        &mut io::sink(),
        &|_| (),
    )?;
    let found = lines.iter().rev().find_map(|line| line.trim().strip_prefix("I:"));
    Ok(found.and_then(|text| text.trim().strip_suffix("LUFS")?.trim().parse().ok()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gap(lines: &str) -> Option<f64> {
        let mut scan = KeyFrameScan::default();
        // In parts, as a pipe gives them.
        for part in lines.as_bytes().chunks(7) {
            scan.write_all(part).unwrap();
        }
        scan.gap()
    }

    #[test]
    fn the_gap_between_key_frames_counts_the_end_too() {
        assert_eq!(gap("0.0,K_\n2.0,__\n1.0,__\n5.0,K_\n6.0,__\n"), Some(5.0));
        assert_eq!(gap("0.0,K_\n8.5,__"), Some(8.5));
        assert_eq!(gap("0.0,K__,\nN/A,__\n"), Some(0.0));
    }

    #[test]
    fn without_a_key_frame_at_the_beginning_there_is_no_gap() {
        assert_eq!(gap(""), None);
        assert_eq!(gap("0.0,__\n1.0,K_\n"), None);
        assert_eq!(gap("0.0,__\n"), None);
    }

    #[test]
    fn pictures_that_a_key_frame_does_not_begin_leave_no_gap() {
        // Shown before the key frame that they come after, so they need an earlier one.
        assert_eq!(gap("0.0,K_\n0.3,__\n0.1,__\n0.9,K_\n0.7,__\n0.8,__\n"), None);
        // Left out by the container.
        assert_eq!(gap("-1.0,KD\n-0.5,_D\n0.0,__\n1.0,K_\n"), None);
    }
}
