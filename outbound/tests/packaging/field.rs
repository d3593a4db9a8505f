//! Videos of the field: each line of `tests/field/video/cases.jsonl` is a file, or what ffmpeg makes it of, and what must come of it. A
//! new case is a line more.

use std::{
    fs,
    path::{Path, PathBuf},
};

use courses::{LessonSource, MediaLocation, Playback, VideoPackage};
use outbound::{
    CourseFolder, PackageIndex, master_playlist, probe_course_folder, read_course_folder, store_course,
};
use rstest::rstest;
use serde::Deserialize;

use super::{
    clips::{Case, make, probe},
    recipe::{play, write_out},
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    says: String,
    /// A file of the table's folder.
    input: Option<String>,
    /// What ffmpeg makes the file of; `{field}` is the table's folder.
    ffmpeg: Option<String>,
    /// The name of what ffmpeg makes.
    name: Option<String>,
    /// Seconds.
    length: f64,
    /// Whether browsers can be expected to play the file.
    #[serde(default = "yes")]
    plays: bool,
    /// What is said where there is no ffmpeg.
    #[serde(default)]
    without: Without,
    /// Pictures of the stored file.
    pictures: Option<usize>,
    /// The size in which it is shown.
    shown: Option<String>,
}

#[derive(Deserialize, Default, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Without {
    #[default]
    Taken,
    Warned,
    Refused,
}

fn yes() -> bool {
    true
}

fn field() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/field/video")
}

fn rows() -> Vec<Row> {
    let text = fs::read_to_string(field().join("cases.jsonl")).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// A course of this one video.
fn folder_of(row: &Row, into: &Path) -> String {
    let name = row.input.as_ref().or(row.name.as_ref()).unwrap().clone();
    fs::create_dir_all(into).unwrap();
    match (&row.input, &row.ffmpeg) {
        (Some(input), None) => {
            fs::copy(field().join(input), into.join(&name)).unwrap();
        }
        (None, Some(words)) => make(
            &words.replace("{field}", field().to_str().unwrap()),
            &into.join(&name),
        ),
        _ => panic!("{}: one of input and ffmpeg", row.says),
    }
    let manifest = format!(
        "slug = \"field\"\ntitle = \"t\"\ndescription = \"d\"\ncategory = \"c\"\ntype = \"forex\"\nprice = 1\n\n\
         [[sections]]\nname = \"s\"\n\n[[sections.videos]]\nfile = {name:?}\ntitle = \"t\"\n"
    );
    fs::write(into.join("course.toml"), manifest).unwrap();
    name
}

fn source_of(folder: &CourseFolder) -> (i32, Playback) {
    match folder.lessons[0][0].source {
        LessonSource::Video {
            duration_seconds,
            playback,
            ..
        } => (duration_seconds, playback),
        LessonSource::Text => panic!("a text"),
    }
}

fn check_without_ffmpeg(row: &Row, folder: &Path, name: &str) {
    match (read_course_folder(folder), &row.without) {
        (Err(problems), Without::Refused) => {
            let told = problems.to_string();
            assert!(
                told.contains(name) && told.contains("what was cut off is still in it"),
                "{told}"
            );
            for harmful in ["ignore_editlist", "-c copy"] {
                assert!(!told.contains(harmful), "{told}");
            }
        }
        (Err(problems), _) => panic!("{}: {problems}", row.says),
        (Ok(_), Without::Refused) => panic!("{}: was taken without ffmpeg", row.says),
        (Ok(read), without) => {
            let told: Vec<_> = read.warnings.iter().map(ToString::to_string).collect();
            let is_warned = told
                .iter()
                .any(|line| line.contains("course.toml:12") && line.contains("in browsers"));
            assert_eq!(is_warned, *without == Without::Warned, "{}: {told:?}", row.says);
        }
    }
}

fn check(row: &Row) {
    let case = Case::new();
    let folder = case.folder.path().join("course");
    let name = folder_of(row, &folder);
    check_without_ffmpeg(row, &folder, &name);
    let read = probe_course_folder(&folder, Some(&case.ffmpeg))
        .unwrap_or_else(|problems| panic!("{}: {problems}", row.says));
    assert!(read.warnings.is_empty(), "{}: {:?}", row.says, read.warnings);
    let (seconds, playback) = source_of(&read);
    assert!(
        (row.length..row.length + 1.1).contains(&f64::from(seconds)),
        "{}: {seconds} s",
        row.says
    );
    let wanted = if row.plays {
        Playback::Expected
    } else {
        Playback::NotExpected
    };
    assert_eq!(playback, wanted, "{}", row.says);

    let source = check_stored(row, &case, &read, &folder);
    case.catalogue.sources.lock().unwrap().push(source.clone());
    let (package, index) = case.packaged(&source);
    check_renditions(row, &case, &package, &index);
    if let Some(shown) = &row.shown {
        check_shape(row, shown, &case, &package, &index);
    }
}

/// The files that members load have no hidden picture, and last as long.
fn check_stored(row: &Row, case: &Case, read: &CourseFolder, folder: &Path) -> MediaLocation {
    let course = store_course(read, &case.media).unwrap();
    let source = course.sections[0].videos[0].location.clone();
    let again = store_course(
        &probe_course_folder(folder, Some(&case.ffmpeg)).unwrap(),
        &case.media,
    )
    .unwrap();
    assert_eq!(
        again.sections[0].videos[0].location, source,
        "{}: other bytes",
        row.says
    );
    let path = case.media.path_of(&source).unwrap();
    let packets = probe("-select_streams v:0 -show_entries packet=flags", &path);
    assert!(
        packets.iter().all(|flags| !flags.contains('D')),
        "{}: {packets:?}",
        row.says
    );
    if let Some(pictures) = row.pictures {
        assert_eq!(packets.len(), pictures, "{}", row.says);
    }
    let stored: f64 = probe("-show_entries format=duration", &path)[0].parse().unwrap();
    assert!(
        (stored - row.length).abs() < 0.25,
        "{}: the file lasts {stored} s",
        row.says
    );
    source
}

fn check_renditions(row: &Row, case: &Case, package: &VideoPackage, index: &PackageIndex) {
    for rendition in [&index.top, &index.low] {
        let length: f64 = rendition.segments.iter().map(|segment| segment.seconds()).sum();
        assert!((length - row.length).abs() < 0.25, "{}: {length} s", row.says);
    }
    // Players begin with the first picture: no sound comes before it.
    for location in [&package.top, &package.low] {
        let path = case.media.path_of(location).unwrap();
        let first = |kind: &str| -> Option<f64> {
            let times = probe(
                &format!("-select_streams {kind}:0 -show_entries packet=pts_time"),
                &path,
            );
            let times = times.iter().filter_map(|time| time.parse::<f64>().ok());
            times.min_by(f64::total_cmp)
        };
        let (picture, sound) = (first("v").unwrap(), first("a"));
        assert!(
            sound.is_none_or(|sound| (sound - picture).abs() < 0.3),
            "{}: {picture} and {sound:?}",
            row.says
        );
    }
    let site = case.folder.path().join("site");
    write_out(case, package, index, &site);
    for playlist in ["top/index.m3u8", "low/index.m3u8"] {
        assert_eq!(
            play(&site.join(playlist)),
            "exit status: 0",
            "{}: {playlist}",
            row.says
        );
    }
}

/// Poster, previews and renditions have the shape that is shown, whatever the pixels' own.
fn check_shape(row: &Row, shown: &str, case: &Case, package: &VideoPackage, index: &PackageIndex) {
    let master = master_playlist(index);
    assert!(
        master.contains(&format!("RESOLUTION={shown},")),
        "{}: {master}",
        row.says
    );
    let (width, height) = shown.split_once('x').unwrap();
    let shape = width.parse::<f64>().unwrap() / height.parse::<f64>().unwrap();
    let poster = probe(
        "-show_entries stream=width,height,sample_aspect_ratio",
        &case.media.path_of(&package.poster).unwrap(),
    );
    let numbers: Vec<f64> = poster[0]
        .split(',')
        .filter_map(|text| text.parse().ok())
        .collect();
    assert!(
        (numbers[0] / numbers[1] - shape).abs() < 0.1,
        "{}: {poster:?}",
        row.says
    );
    let preview = f64::from(index.previews.width) / f64::from(index.previews.height);
    assert!((preview - shape).abs() < 0.1, "{}: {preview}", row.says);
}

/// In four parts, which run beside each other.
#[rstest]
#[case(0)]
#[case(1)]
#[case(2)]
#[case(3)]
fn each_video_of_the_field_is_packaged_whole_and_shows_nothing_that_was_cut_off(#[case] part: usize) {
    let rows = rows();
    assert!(rows.len() > 20, "the table is not whole");
    for row in rows.iter().skip(part).step_by(4) {
        check(row);
    }
}
