//! The poster of a video, and the sheet of its seek previews.

use std::{io::Write, path::Path};

use super::{
    ffmpeg::{RunError, run},
    index::PreviewSheet,
    probe::arguments,
    program::Ffmpeg,
};

/// Pixels; a poster is never larger.
const POSTER_WIDTH: u32 = 1280;
/// The poster is the picture at this share of the video, but not later than this many seconds.
const POSTER_SHARE: f64 = 0.1;
const POSTER_LATEST: f64 = 10.0;
/// Pixels of the longer side of a seek preview.
const PREVIEW_SIDE: u32 = 160;
/// Seek previews of one video, at most, and how many stand in a row.
const MOST_PREVIEWS: u32 = 100;
const COLUMNS: u32 = 10;
/// Seconds between two of them, at least.
const PREVIEW_INTERVAL: f64 = 2.0;

/// Oblong pixels are made square, in the shape in which the picture is shown.
const SQUARE: &str = "scale='trunc(iw*sar/2)*2':ih,setsar=1";

const JPEG: [&str; 8] = [
    "-frames:v",
    "1",
    "-pix_fmt",
    "yuvj420p",
    "-c:v",
    "mjpeg",
    "-f",
    "image2pipe",
];

/// Writes the poster as a JPEG; `key_frames` are the seconds at which they stand.
pub(crate) fn write_poster(
    ffmpeg: &Ffmpeg,
    source: &Path,
    key_frames: &[f64],
    seconds: f64,
    into: &mut dyn Write,
) -> Result<(), RunError> {
    let at = format!("{:.3}", poster_time(key_frames, seconds));
    let before = ["-hide_banner", "-nostdin", "-nostats", "-v", "error", "-ss", &at];
    let scale = format!("{SQUARE},scale='min({POSTER_WIDTH},iw)':-2");
    let mut after = vec!["-map", "0:v:0", "-vf", &scale, "-q:v", "4"];
    after.extend(JPEG);
    after.push("pipe:1");
    run(
        &ffmpeg.program,
        &arguments(&before, source, &after),
        into,
        &|_| (),
    )
    .map(|_| ())
}

/// Of a key frame, from the first on: where one picture stands for long, or the sound alone goes on, no other comes after the time that
/// is wanted.
fn poster_time(key_frames: &[f64], seconds: f64) -> f64 {
    let wanted = (seconds * POSTER_SHARE).min(POSTER_LATEST);
    let first = key_frames.first().copied().unwrap_or(0.0);
    let from_first = key_frames.iter().map(|at| at - first);
    let last = from_first.take_while(|at| *at <= wanted).last().unwrap_or(0.0);
    // Times are rounded.
    (last - 0.001).max(0.0)
}

/// Writes the sheet of seek previews as a JPEG, from key frames alone; `key_frames` are the seconds at which they stand.
pub(crate) fn write_previews(
    ffmpeg: &Ffmpeg,
    top: &Path,
    key_frames: &[f64],
    seconds: f64,
    into: &mut dyn Write,
) -> Result<PreviewSheet, RunError> {
    let interval = (seconds / f64::from(MOST_PREVIEWS)).max(PREVIEW_INTERVAL);
    let wanted = count(key_frames, interval);
    let columns = wanted.min(COLUMNS);
    let rows = wanted.div_ceil(columns);
    let filter = format!(
        "select='isnan(prev_selected_t)+gte(t-prev_selected_t,{interval:.3})',\
         {SQUARE},scale={PREVIEW_SIDE}:{PREVIEW_SIDE}:force_original_aspect_ratio=decrease:force_divisible_by=2,\
         showinfo=checksum=0,tile={columns}x{rows}"
    );
    let before = [
        "-hide_banner",
        "-nostdin",
        "-nostats",
        "-v",
        "info",
        "-skip_frame",
        "nokey",
    ];
    let mut after = vec![
        "-map",
        "0:v:0",
        "-vf",
        &filter,
        "-fps_mode",
        "passthrough",
        "-q:v",
        "5",
    ];
    after.extend(JPEG);
    after.push("pipe:1");
    let lines = run(&ffmpeg.program, &arguments(&before, top, &after), into, &|_| ())?;
    read_sheet(&lines, columns, columns * rows)
        .ok_or_else(|| RunError::Failed(String::from("ffmpeg: its seek previews have no sizes")))
}

/// How many key frames are that far apart, at least one.
fn count(key_frames: &[f64], interval: f64) -> u32 {
    let mut last = None;
    let mut count = 0;
    for &at in key_frames {
        if last.is_none_or(|last| at - last >= interval) {
            last = Some(at);
            count += 1;
        }
    }
    count.clamp(1, MOST_PREVIEWS)
}

/// What `showinfo` says of each picture: `… pts_time:2.48989 … s:160x90 …`.
fn read_sheet(lines: &[String], columns: u32, most: u32) -> Option<PreviewSheet> {
    let mut sheet = PreviewSheet {
        width: 0,
        height: 0,
        columns,
        starts: Vec::new(),
    };
    for line in lines.iter().filter(|line| line.contains(" pts_time:")) {
        let word = |key: &str| line.split_whitespace().find_map(|word| word.strip_prefix(key));
        let at: f64 = word("pts_time:")?.parse().ok()?;
        let (width, height) = word("s:")?.split_once('x')?;
        (sheet.width, sheet.height) = (width.parse().ok()?, height.parse().ok()?);
        sheet.starts.push(at);
    }
    sheet.starts.truncate(usize::try_from(most).ok()?);
    // The first picture stands for all that comes before it.
    *sheet.starts.first_mut()? = 0.0;
    Some(sheet)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn previews_are_counted_as_they_are_chosen() {
        assert_eq!(count(&[], 2.0), 1);
        assert_eq!(count(&[0.0, 1.0, 2.0, 3.9, 4.0], 2.0), 3);
    }

    #[test]
    fn the_poster_is_a_picture_that_stands_at_a_tenth_of_the_video() {
        assert_eq!(poster_time(&[10.0, 12.0, 14.0], 30.0), 1.999);
        assert_eq!(poster_time(&[10.0, 40.0], 100.0), 0.0);
        assert_eq!(poster_time(&[10.0], 8.0), 0.0);
        assert_eq!(poster_time(&[10.0, 20.0, 21.0], 1_000.0), 9.999);
    }

    #[test]
    fn the_sheet_is_read_from_what_was_drawn() {
        let line = |n: u32, at: f64| {
            format!(
                "[Parsed_showinfo_2 @ 0x5] n: {n} pts: 1 pts_time:{at} pos: 1 fmt:yuvj420p sar:1/1 s:160x90 i:P"
            )
        };
        let lines = [
            String::from("Stream mapping:"),
            line(0, 0.02),
            line(1, 2.5),
            line(2, 5.0),
        ];
        let sheet = read_sheet(&lines, 2, 2).unwrap();
        assert_eq!((sheet.width, sheet.height, sheet.columns), (160, 90, 2));
        assert_eq!(sheet.starts, [0.0, 2.5]);
        assert!(read_sheet(&lines[..1], 1, 1).is_none());
    }
}
