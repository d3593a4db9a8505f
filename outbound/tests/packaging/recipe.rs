//! What comes out of each kind of source.

use std::{fs, path::Path, process::Command};

use outbound::{
    INIT_SEGMENT, PackageIndex, RenditionName, SEGMENT_ENDING, master_playlist, media_playlist, preview_track,
};

use super::clips::{Case, probe};

pub const PICTURE: &str = "-f lavfi -i testsrc=size=320x180:rate=30:duration=3";
pub const SOUND: &str = "-f lavfi -i sine=frequency=440:duration=3,volume=6dB";
pub const H264: &str = "-pix_fmt yuv420p -c:v libx264 -preset ultrafast -g 37 -bf 2";

/// The seconds of the key frames of a rendition.
fn key_frames(path: &Path) -> Vec<String> {
    let lines = probe("-select_streams v:0 -show_entries packet=pts_time,flags", path);
    let keys = lines.iter().filter(|line| line.contains(",K"));
    keys.map(|line| line.split(',').next().unwrap().to_owned())
        .collect()
}

/// Writes a package as a server serves it.
pub fn write_out(case: &Case, package: &courses::VideoPackage, index: &PackageIndex, into: &Path) {
    fs::create_dir_all(into).unwrap();
    fs::write(into.join("master.m3u8"), master_playlist(index)).unwrap();
    for (name, location) in [
        (RenditionName::Top, &package.top),
        (RenditionName::Low, &package.low),
    ] {
        let (folder, rendition) = (into.join(name.as_str()), index.rendition(name));
        fs::create_dir_all(&folder).unwrap();
        let bytes = case.bytes(location);
        let part = |from: u64, to: u64| &bytes[usize::try_from(from).unwrap()..usize::try_from(to).unwrap()];
        fs::write(folder.join("index.m3u8"), media_playlist(rendition)).unwrap();
        fs::write(folder.join(INIT_SEGMENT), part(0, rendition.init)).unwrap();
        for (number, segment) in rendition.segments.iter().enumerate() {
            let name = format!("{number}{SEGMENT_ENDING}");
            fs::write(
                folder.join(name),
                part(segment.offset, segment.offset + segment.length),
            )
            .unwrap();
        }
    }
}

/// What ffmpeg has to say when it plays all of an address.
pub fn play(playlist: &Path) -> String {
    let output = Command::new("ffmpeg")
        .args(["-v", "warning", "-nostdin", "-allowed_extensions", "ALL"])
        // Otherwise it takes pictures that are over ten seconds apart for a break, and moves those behind it.
        .args(["-copyts", "-i"])
        .arg(playlist)
        .args([
            "-map",
            "0",
            "-fps_mode",
            "passthrough",
            "-enc_time_base:v",
            "1:90000",
            "-f",
            "null",
            "-",
        ])
        .output()
        .unwrap();
    format!("{}{}", output.status, String::from_utf8_lossy(&output.stderr))
}

#[test]
fn a_plain_source_is_copied_and_both_renditions_begin_their_segments_at_the_same_times() {
    let case = Case::new();
    let source = case.clip("plain.mp4", &format!("{PICTURE} {SOUND} {H264} -c:a aac"));
    let (package, index) = case.packaged(&source);
    let (top, low) = (
        case.media.path_of(&package.top).unwrap(),
        case.media.path_of(&package.low).unwrap(),
    );
    // The source's own picture: its key frames, 37 pictures apart, and its codec.
    assert_eq!(key_frames(&top), ["10.000000", "11.233333", "12.466667"]);
    assert_eq!(key_frames(&low), ["10.000000", "11.233333", "12.466667"]);
    let frames = |path: &Path| {
        probe(
            "-select_streams v:0 -count_packets -show_entries stream=nb_read_packets",
            path,
        )[0]
        .parse::<u32>()
        .unwrap()
    };
    assert_eq!(frames(&top), 90);
    assert!((45..=48).contains(&frames(&low)), "{} pictures", frames(&low));
    assert_eq!((index.width, index.height), (320, 180));
    assert_eq!(index.top.frame_rate, 30.0);
    assert!(
        (15.0..16.0).contains(&index.low.frame_rate),
        "{}",
        index.low.frame_rate
    );
    for rendition in [&index.top, &index.low] {
        let seconds: Vec<_> = rendition
            .segments
            .iter()
            .map(|segment| segment.seconds())
            .collect();
        assert_eq!(seconds.len(), 3);
        assert!((seconds[0] - 37.0 / 30.0).abs() < 0.001 && (seconds[1] - 37.0 / 30.0).abs() < 0.001);
        assert!((seconds.iter().sum::<f64>() - 3.0).abs() < 0.1, "{seconds:?}");
    }
    // Sound in each, at the same times.
    for path in [&top, &low] {
        let sound = probe("-select_streams a:0 -show_entries stream=codec_name", path);
        assert_eq!(sound, ["aac"]);
    }
    let sound = |path: &Path| probe("-select_streams a:0 -show_entries packet=pts", path);
    assert_eq!(sound(&top), sound(&low));
}

#[test]
fn sound_of_a_high_rate_is_encoded_anew_for_the_low_rendition_at_the_same_times() {
    let case = Case::new();
    let noise = "-f lavfi -i anoisesrc=duration=3:amplitude=0.3,aformat=channel_layouts=stereo";
    let source = case.clip(
        "loud.mp4",
        &format!("{PICTURE} {noise} {H264} -c:a aac -b:a 256k"),
    );
    let (package, index) = case.packaged(&source);
    let path = |location| case.media.path_of(location).unwrap();
    let rate = |location| {
        let sizes = probe("-select_streams a:0 -show_entries packet=size", &path(location));
        sizes.iter().map(|size| size.parse::<u32>().unwrap()).sum::<u32>() * 8 / 3
    };
    // Too loud, so it is encoded for the top rendition too, at 128 kbit/s.
    assert!(rate(&package.top) > 100_000, "{}", rate(&package.top));
    assert!(rate(&package.low) < 80_000, "{}", rate(&package.low));
    let said = |location| {
        let entries = "-select_streams a:0 -show_entries stream=codec_name,profile,channels,sample_rate";
        probe(entries, &path(location))
    };
    assert_eq!(said(&package.top), said(&package.low));
    // A player that changes between the two plays each moment once: packets of both stand on the same grid.
    let times = |location| -> Vec<i64> {
        let times = probe("-select_streams a:0 -show_entries packet=pts", &path(location));
        times.iter().map(|time| time.parse().unwrap()).collect()
    };
    let (top, low) = (times(&package.top), times(&package.low));
    assert!(
        low.iter().all(|time| (time - top[0]) % 1024 == 0),
        "{top:?} and {low:?}"
    );
    assert!(
        (top.len().abs_diff(low.len())) <= 3,
        "{} and {}",
        top.len(),
        low.len()
    );
    let site = case.folder.path().join("site");
    write_out(&case, &package, &index, &site);
    for playlist in ["top/index.m3u8", "low/index.m3u8"] {
        assert_eq!(play(&site.join(playlist)), "exit status: 0", "{playlist}");
    }
}

#[test]
fn the_segments_are_the_file_without_a_gap_and_play_as_the_playlists_say() {
    let case = Case::new();
    let source = case.clip("plain.mp4", &format!("{PICTURE} {SOUND} {H264} -c:a aac"));
    let (package, index) = case.packaged(&source);
    for (name, location) in [
        (RenditionName::Top, &package.top),
        (RenditionName::Low, &package.low),
    ] {
        let rendition = index.rendition(name);
        let mut at = rendition.init;
        for segment in &rendition.segments {
            assert_eq!(segment.offset, at);
            at += segment.length;
        }
        assert_eq!(at, case.bytes(location).len() as u64);
    }
    let site = case.folder.path().join("site");
    write_out(&case, &package, &index, &site);
    for playlist in ["top/index.m3u8", "low/index.m3u8", "master.m3u8"] {
        assert_eq!(play(&site.join(playlist)), "exit status: 0", "{playlist}");
    }
    let master = fs::read_to_string(site.join("master.m3u8")).unwrap();
    // High profile of libx264 is 100; ultrafast is constrained baseline, 66.
    let lines: Vec<_> = master
        .lines()
        .filter(|line| line.starts_with("#EXT-X-STREAM-INF"))
        .collect();
    assert_eq!(lines.len(), 2, "{master}");
    assert!(
        lines[0].contains("CODECS=\"avc1.64") && lines[0].contains(",mp4a.40.2\""),
        "{master}"
    );
    assert!(
        lines[1].contains("CODECS=\"avc1.4") && lines[1].contains(",mp4a.40.2\""),
        "{master}"
    );
    assert!(
        lines.iter().all(|line| line.contains("RESOLUTION=320x180")),
        "{master}"
    );
    let value = |line: &str, key: &str| -> u64 {
        let found = line.split([':', ',']).find_map(|part| part.strip_prefix(key));
        found.unwrap().parse().unwrap()
    };
    for line in &lines {
        assert!(
            value(line, "BANDWIDTH=") >= value(line, "AVERAGE-BANDWIDTH="),
            "{master}"
        );
    }
    let bytes = case.bytes(&package.low).len() as f64 * 8.0 / 3.0;
    let said = value(lines[0], "AVERAGE-BANDWIDTH=") as f64;
    assert!((said / bytes - 1.0).abs() < 0.1, "{said} of {bytes}");
    assert!(
        value(lines[0], "BANDWIDTH=") < value(lines[1], "BANDWIDTH="),
        "{master}"
    );
}

#[test]
fn a_package_has_a_poster_and_seek_previews() {
    let case = Case::new();
    let source = case.clip("plain.mp4", &format!("{PICTURE} {H264}"));
    let (package, index) = case.packaged(&source);
    let size = |location| {
        probe(
            "-show_entries stream=codec_name,width,height",
            &case.media.path_of(location).unwrap(),
        )
    };
    assert_eq!(size(&package.poster), ["mjpeg,320,180"]);
    assert_eq!(size(&package.previews), ["mjpeg,320,90"]);
    let track = preview_track(&index);
    assert!(
        track.starts_with("WEBVTT\n\n00:00:00.000 --> 00:00:02.4")
            && track.contains("\npreviews.jpg#xywh=0,0,160,90\n")
            && track.contains(" --> 00:00:03.0")
            && track.contains("\npreviews.jpg#xywh=160,0,160,90\n"),
        "{track}"
    );
}

/// Integrated, LUFS.
fn loudness(case: &Case, location: &courses::MediaLocation) -> f64 {
    let output = Command::new("ffmpeg")
        .args(["-nostdin", "-nostats", "-i"])
        .arg(case.media.path_of(location).unwrap())
        .args(["-af", "ebur128=framelog=verbose", "-f", "null", "-"])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    let line = text
        .lines()
        .rev()
        .find(|line| line.trim().starts_with("I:"))
        .unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
fn sound_is_made_even_only_where_it_is_not() {
    for (volume, expected) in [("-12dB", -16.0), ("5dB", -16.8), ("-30dB", -16.0)] {
        let case = Case::new();
        let words = format!(
            "-f lavfi -i color=size=64x36:rate=10:duration=3 -f lavfi -i sine=frequency=1000:duration=3,volume={volume} \
             {H264} -c:a aac"
        );
        let source = case.clip("sound.mp4", &words);
        let before = loudness(&case, &source);
        let (package, _) = case.packaged(&source);
        for rendition in [&package.top, &package.low] {
            let after = loudness(&case, rendition);
            if (before + 16.0).abs() <= 2.0 {
                assert_eq!(after, before, "{volume}: it was even enough");
            } else {
                assert!(
                    (after - expected).abs() < 1.0,
                    "{volume}: {before} became {after}"
                );
            }
        }
    }
}
