//! Each kind of source: no sound, portrait, other codecs and containers, cut without encoding, at a variable rate.

use std::path::Path;

use rstest::rstest;

use super::{
    clips::{Case, make, probe},
    recipe::{H264, PICTURE, SOUND, play, write_out},
};

#[rstest]
// No sound.
#[case(
    "silent.mp4",
    "-f lavfi -i testsrc=size=64x36:rate=30:duration=1 {H264}",
    "64,36",
    ""
)]
// Portrait.
#[case(
    "portrait.mp4",
    "-f lavfi -i testsrc=size=36x64:rate=30:duration=1 {H264}",
    "36,64",
    ""
)]
// A picture that browsers do not play, with ten bits.
#[case(
    "hevc.mp4",
    "-f lavfi -i testsrc=size=64x36:rate=10:duration=1 -pix_fmt yuv420p10le -c:v libx265 -x265-params log-level=none -preset ultrafast",
    "64,36",
    ""
)]
// Another container and other codecs.
#[case(
    "vp9.webm",
    "-f lavfi -i testsrc=size=64x36:rate=10:duration=1 -f lavfi -i sine=duration=1 -c:v libvpx -c:a libopus",
    "64,36",
    "aac,LC,1"
)]
// One picture of the largest size.
#[case(
    "large.mp4",
    "-f lavfi -i color=size=3840x2160:rate=2:duration=1 {H264}",
    "3840,2160",
    ""
)]
// Sides that cannot be halved.
#[case(
    "odd.mp4",
    "-f lavfi -i testsrc=size=65x37:rate=10:duration=1 -pix_fmt yuv444p -c:v libx264 -preset ultrafast",
    "64,36",
    ""
)]
// More channels than two.
#[case(
    "surround.mp4",
    "-f lavfi -i testsrc=size=64x36:rate=10:duration=1 -f lavfi -i anoisesrc=duration=1:amplitude=0.3,aformat=channel_layouts=5.1 {H264} -c:a aac",
    "64,36",
    "aac,LC,2"
)]
fn every_source_becomes_two_renditions_that_play(
    #[case] name: &str,
    #[case] words: &str,
    #[case] size: &str,
    #[case] sound: &str,
) {
    let case = Case::new();
    let source = case.clip(name, &words.replace("{H264}", H264));
    let (package, index) = case.packaged(&source);
    for location in [&package.top, &package.low] {
        let path = case.media.path_of(location).unwrap();
        let picture = probe(
            "-select_streams v:0 -show_entries stream=codec_name,width,height,pix_fmt",
            &path,
        );
        assert_eq!(picture, [format!("h264,{size},yuv420p")]);
        let heard = probe(
            "-select_streams a:0 -show_entries stream=codec_name,profile,channels",
            &path,
        );
        assert_eq!(heard.join(""), sound);
    }
    let site = case.folder.path().join("site");
    write_out(&case, &package, &index, &site);
    for playlist in ["top/index.m3u8", "low/index.m3u8"] {
        assert_eq!(play(&site.join(playlist)), "exit status: 0", "{playlist}");
    }
}

#[test]
fn a_picture_that_its_container_turns_is_turned() {
    let case = Case::new();
    let flat = case.folder.path().join("flat.mp4");
    make(
        &format!("-f lavfi -i testsrc=size=64x36:rate=10:duration=1 {H264}"),
        &flat,
    );
    let words = format!("-i {} -c copy -metadata:s:v rotate=90", flat.display());
    let source = case.clip("turned.mov", &words);
    let (package, index) = case.packaged(&source);
    assert_eq!((index.width, index.height), (36, 64));
    let top = case.media.path_of(&package.top).unwrap();
    let turned = probe("-show_entries stream_side_data=rotation", &top);
    assert_eq!(turned.join(""), "");
}

/// The seconds of the pictures of a rendition, in the order in which they are shown.
fn picture_times(path: &Path) -> Vec<String> {
    let mut times = probe("-select_streams v:0 -show_entries packet=pts_time", path);
    times.sort();
    times
}

#[test]
fn what_was_cut_off_without_encoding_is_in_no_rendition() {
    let case = Case::new();
    let whole = case.folder.path().join("whole.mp4");
    make(&format!("{PICTURE} {SOUND} {H264} -c:a aac"), &whole);
    // The file still holds the pictures from the key frame on, and an edit list that leaves them out.
    let words = format!("-ss 0.5 -i {} -c copy", whole.display());
    let source = case.clip("cut.mp4", &words);
    let path = case.media.path_of(&source).unwrap();
    let hidden = probe("-select_streams v:0 -show_entries packet=flags", &path);
    assert!(hidden[0].contains('D'), "{hidden:?}");
    let (package, index) = case.packaged(&source);
    for location in [&package.top, &package.low] {
        let times = picture_times(&case.media.path_of(location).unwrap());
        assert_eq!(times[0], "10.000000");
    }
    assert_eq!(
        picture_times(&case.media.path_of(&package.top).unwrap()).len(),
        75
    );
    let seconds: f64 = index.top.segments.iter().map(|segment| segment.seconds()).sum();
    assert!((2.4..2.6).contains(&seconds), "{seconds}");
}

#[test]
fn no_picture_of_a_segment_needs_the_segment_before_it() {
    let case = Case::new();
    let words =
        format!("{PICTURE} -pix_fmt yuv420p -c:v libx264 -g 30 -bf 2 -x264-params open_gop=1:scenecut=0");
    let source = case.clip("open.mp4", &words);
    let (package, index) = case.packaged(&source);
    assert!(index.top.segments.len() > 1);
    for location in [&package.top, &package.low] {
        let path = case.media.path_of(location).unwrap();
        let mut begin = 0.0;
        for line in probe("-select_streams v:0 -show_entries packet=pts_time,flags", &path) {
            let time: f64 = line.split(',').next().unwrap().parse().unwrap();
            if line.contains(",K") {
                begin = time;
            }
            assert!(time >= begin, "{line}: shown before its key frame at {begin}");
        }
    }
}

#[test]
fn a_variable_frame_rate_keeps_its_times() {
    let case = Case::new();
    // Ten pictures a second with holes of up to half a second.
    let select = "select='not(between(mod(n,10),4,8))'";
    let words =
        format!("-f lavfi -i testsrc=size=64x36:rate=10:duration=3 -vf {select} -vsync vfr {H264} -g 5");
    let source = case.clip("variable.mp4", &words);
    let (package, index) = case.packaged(&source);
    let (top, low) = (
        case.media.path_of(&package.top).unwrap(),
        case.media.path_of(&package.low).unwrap(),
    );
    assert_eq!(picture_times(&top).len(), 15);
    assert_eq!(
        picture_times(&top),
        picture_times(&low),
        "a slow source loses no picture"
    );
    let seconds: f64 = index.top.segments.iter().map(|segment| segment.seconds()).sum();
    assert!((2.9..3.1).contains(&seconds), "{seconds}");
}

#[test]
fn rare_key_frames_are_encoded_anew_with_a_short_first_segment() {
    let case = Case::new();
    // One picture a second costs nothing; one key frame in eight seconds.
    let words = "-f lavfi -i testsrc=size=64x36:rate=1:duration=8 -pix_fmt yuv420p -c:v libx264 -preset ultrafast -g 100";
    let source = case.clip("rare.mp4", words);
    let (_, index) = case.packaged(&source);
    let seconds: Vec<_> = index
        .low
        .segments
        .iter()
        .map(|segment| segment.seconds())
        .collect();
    assert_eq!(seconds, [1.0, 1.0, 2.0, 4.0]);
}
