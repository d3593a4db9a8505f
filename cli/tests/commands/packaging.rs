//! Packaging by the commands, with a real ffmpeg on clips of two seconds.

use std::{fs, os::unix::fs::PermissionsExt, path::Path};

use courses::CourseStore as _;

use crate::fixture::{CommandFixture, Outcome};

/// With one course of three videos that nothing was packaged of.
fn with_course() -> CommandFixture {
    CommandFixture::with_course()
}

fn packaging(fixture: &CommandFixture, words: &[&str]) -> Outcome {
    fixture.portal_with("PORTAL_FFMPEG", "ffmpeg", words)
}

fn count(fixture: &CommandFixture) -> serde_json::Value {
    let list = fixture.portal(&["courses", "list", "--format", "json"]).json();
    list[0]["packaged"].clone()
}

/// An ffmpeg that refuses to do anything.
fn failing_ffmpeg(fixture: &CommandFixture) -> String {
    let path = fixture.path("ffmpeg");
    fs::write(&path, "#!/bin/sh\necho 'no such luck' >&2\nexit 1\n").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.to_str().unwrap().to_owned()
}

/// How many packages are stored, each of which has one index; the store holds nothing that no row names.
fn packages(fixture: &CommandFixture) -> usize {
    let named = fixture.database().read(|store| store.media_locations()).unwrap();
    let media = fixture.media();
    for name in &media {
        assert!(
            named.iter().any(|location| location.0 == *name),
            "nothing names {name}"
        );
    }
    media
        .iter()
        .filter(|name| name.starts_with("packages/") && name.ends_with(".json"))
        .count()
}

/// What an import says of a new course.
const NEW_COURSE: &str = "First steps (first-steps): $300.00 a course, a new course\n";

#[test]
fn an_import_packages_every_video_and_shows_nothing_in_a_pipe() {
    let fixture = CommandFixture::new();
    fixture.write_course("course", "first-steps", "First steps");
    let outcome = packaging(&fixture, &["courses", "import", "course", "--format", "json"]);
    assert_eq!(outcome.err, NEW_COURSE);
    assert_eq!(outcome.json()[0]["videos"], 3);
    assert_eq!(count(&fixture), 3);
    assert_eq!(packages(&fixture), 3);
    let out = packaging(
        &fixture,
        &["courses", "package", "first-steps", "--format", "json"],
    )
    .json();
    let rows = fixture.portal(&["audit", "list", "--format", "json"]).json();
    assert_eq!(
        (&rows[0]["action"], &rows[1]["action"], &rows[1]["subject"]),
        (
            &"courses.import".into(),
            &"courses.package".into(),
            &"first-steps".into()
        )
    );
    let rows: Vec<_> = out
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["file"].clone(), row["result"].clone()))
        .collect();
    let already = |file: &str| (file.into(), "already".into());
    assert_eq!(
        rows,
        [
            already("one.mp4"),
            already("two.mov"),
            already("clips/three.webm")
        ]
    );
    assert!(
        fixture
            .portal(&["doctor"])
            .done()
            .contains("3 of 3 videos packaged")
    );
}

#[test]
fn packaging_can_be_left_for_later() {
    let fixture = CommandFixture::new();
    fixture.write_course("course", "first-steps", "First steps");
    let imported = packaging(&fixture, &["courses", "import", "course", "--no-package"]);
    assert_eq!(imported.err, NEW_COURSE);
    assert_eq!((count(&fixture), packages(&fixture)), (0.into(), 0));
    let outcome = packaging(&fixture, &["courses", "package", "--jobs", "1"]);
    assert_eq!(outcome.err, "");
    assert_eq!(
        outcome.done(),
        "COURSE       FILE              RESULT\nfirst-steps  one.mp4           packaged\n\
         first-steps  two.mov           packaged\nfirst-steps  clips/three.webm  packaged\n"
    );
    assert_eq!(count(&fixture), 3);
    packaging(&fixture, &["courses", "package", "--jobs", "0"]).misused();
    packaging(&fixture, &["courses", "package", "nothing"]).refused();
}

#[test]
fn without_ffmpeg_an_import_is_done_and_packaging_is_refused() {
    let fixture = with_course();
    let line = fixture.portal(&["courses", "package"]).refused();
    assert!(line.contains("PORTAL_FFMPEG is off"), "{line}");
    let line = fixture
        .portal_with("PORTAL_FFMPEG", "/nowhere/ffmpeg", &["courses", "package"])
        .refused();
    assert!(line.contains("/nowhere/ffmpeg"), "{line}");
    let said = fixture
        .portal_with("PORTAL_FFMPEG", "no-ffmpeg", &["courses", "import", "course"])
        .err;
    assert!(
        said.contains("\nwarning: ") && said.contains("no-ffmpeg"),
        "{said}"
    );
    assert_eq!((count(&fixture), packages(&fixture)), (0.into(), 0));
}

/// Makes the headers of an mp4 claim a length (ISO 14496-12, version 0).
fn claim_seconds(video: &Path, seconds: u32) {
    let mut bytes = fs::read(video).unwrap();
    let place = |bytes: &[u8], name: &[u8; 4]| bytes.windows(4).position(|found| found == name).unwrap();
    let movie = place(&bytes, b"mvhd");
    let track = place(&bytes, b"tkhd");
    let ticks = u32::from_be_bytes(bytes[movie + 16..movie + 20].try_into().unwrap()) * seconds;
    bytes[movie + 20..movie + 24].copy_from_slice(&ticks.to_be_bytes());
    bytes[track + 24..track + 28].copy_from_slice(&ticks.to_be_bytes());
    fs::write(video, bytes).unwrap();
}

#[test]
fn a_false_length_is_found_by_check_and_by_a_dry_run_as_by_the_import() {
    let fixture = CommandFixture::new();
    fixture.write_course("course", "first-steps", "First steps");
    claim_seconds(&fixture.path("course/one.mp4"), 600);
    let import = ["courses", "import", "course"];
    let refused = packaging(&fixture, &import).refused();
    assert!(
        refused.contains("course.toml:") && refused.contains("says that it lasts 600 s"),
        "{refused}"
    );
    for words in [
        &["courses", "check", "course"][..],
        &["courses", "import", "course", "--dry-run"],
    ] {
        assert_eq!(packaging(&fixture, words).refused(), refused, "{words:?}");
        assert_eq!(
            fixture.portal(words).code,
            Some(0),
            "without ffprobe headers are taken as they are"
        );
    }
}

#[test]
fn a_failing_ffmpeg_leaves_the_import_done_and_packaging_refused() {
    let fixture = CommandFixture::new();
    let ffmpeg = failing_ffmpeg(&fixture);
    fixture.write_course("course", "first-steps", "First steps");
    let outcome = fixture.portal_with("PORTAL_FFMPEG", &ffmpeg, &["courses", "import", "course"]);
    assert_eq!(outcome.code, Some(0));
    let said = outcome.err.strip_prefix(NEW_COURSE).unwrap();
    let lines: Vec<_> = said.lines().collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    for (line, file) in lines.iter().zip(["one.mp4", "two.mov", "clips/three.webm"]) {
        assert!(
            line.starts_with("warning: ") && line.contains(file) && line.contains("no such luck"),
            "{line}"
        );
    }
    let outcome = fixture.portal_with("PORTAL_FFMPEG", &ffmpeg, &["courses", "package"]);
    assert_eq!(
        (outcome.code, outcome.err.lines().count()),
        (Some(1), 1),
        "{}",
        outcome.err
    );
    assert!(
        outcome.err.contains("3 of 3 videos") && outcome.err.contains("one.mp4"),
        "{}",
        outcome.err
    );
    assert_eq!(
        outcome.out.matches("refused  ffmpeg: no such luck").count(),
        3,
        "{}",
        outcome.out
    );
    assert_eq!((count(&fixture), packages(&fixture)), (0.into(), 0));
    // With a program that works it goes on.
    packaging(&fixture, &["courses", "package"]).done();
    assert_eq!(count(&fixture), 3);
}

#[test]
fn what_was_killed_on_the_way_goes_on_where_it_was() {
    let fixture = with_course();
    let media = fixture.media();
    let fifo = fixture.path("started");
    assert!(
        fixture
            .command_of("mkfifo")
            .arg(&fifo)
            .status()
            .unwrap()
            .success()
    );
    // Its low rendition never ends, but for a reader that is gone.
    let path = fixture.path("slow-ffmpeg");
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in *keyint*) echo > '{}'; while echo more; do sleep 0.1; done; exit 1;; esac\n\
         exec ffmpeg \"$@\"\n",
        fifo.display()
    );
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let mut killed = fixture
        .command()
        .env("PORTAL_FFMPEG", &path)
        .args(["courses", "package", "--jobs", "1"])
        .spawn()
        .unwrap();
    // Opens when the low rendition is begun.
    fs::read(&fifo).unwrap();
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert_eq!((count(&fixture), fixture.media()), (0.into(), media));
    let work = fs::read_dir(fixture.path("data/packaging"))
        .unwrap()
        .next()
        .unwrap()
        .unwrap();
    assert!(work.path().join("top.mp4").exists());
    assert!(work.path().join("low.mp4.part").exists() && !work.path().join("low.mp4").exists());

    // A program that refuses to make the top rendition of this video again.
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in *{}*output_ts_offset*) exit 1;; esac\nexec ffmpeg \"$@\"\n",
        work.file_name().to_str().unwrap().split('-').next().unwrap()
    );
    fs::write(&path, script).unwrap();
    let path = path.to_str().unwrap();
    fixture
        .portal_with("PORTAL_FFMPEG", path, &["courses", "package"])
        .done();
    assert_eq!((count(&fixture), packages(&fixture)), (3.into(), 3));
    assert_eq!(fs::read_dir(fixture.path("data/packaging")).unwrap().count(), 0);
}

#[test]
fn an_import_takes_the_packages_of_replaced_videos_away() {
    let fixture = with_course();
    packaging(&fixture, &["courses", "package"]).done();
    let before = fixture.media();
    let sample = fs::read(fixture.path("course/one.mp4")).unwrap();
    // The same picture in another file.
    fs::write(
        fixture.path("course/one.mp4"),
        [&sample[..], b"\0\0\0\x08free"].concat(),
    )
    .unwrap();
    fixture.portal(&["courses", "import", "course"]).done();
    assert_eq!((count(&fixture), packages(&fixture)), (2.into(), 2));
    packaging(&fixture, &["courses", "package"]).done();
    assert_eq!((count(&fixture), packages(&fixture)), (3.into(), 3));
    assert_ne!(fixture.media(), before);
    assert!(fixture.portal(&["doctor"]).done().contains("all there"));
}

#[test]
fn a_backup_holds_packages() {
    let fixture = with_course();
    packaging(&fixture, &["courses", "package"]).done();
    let media = fixture.media();
    fixture.portal(&["backup", "portal.tar"]).said();
    fs::remove_dir_all(fixture.path("data/media/packages")).unwrap();
    fixture.sql("DELETE FROM video_packages");
    fixture.portal(&["restore", "portal.tar", "--yes"]).said();
    assert_eq!((fixture.media(), count(&fixture)), (media, 3.into()));
    // A package is not exported: it can be made again.
    fixture
        .portal(&["courses", "export", "first-steps", "out"])
        .done();
    let exported = fs::read_dir(fixture.path("out")).unwrap().count();
    assert_eq!(exported, 4, "course.toml, two videos and the folder of the third");
}

#[test]
fn a_name_of_a_file_is_no_option_and_no_command_for_ffmpeg() {
    let fixture = CommandFixture::new();
    fixture.write_course("course", "first-steps", "First steps");
    let folder = fixture.path("course");
    let mut manifest = fs::read_to_string(folder.join("course.toml")).unwrap();
    for (plain, hostile) in [
        ("one.mp4", "-i;touch made.mp4"),
        ("two.mov", "$(touch made).mov"),
        ("clips/three.webm", "clips/`touch made`|-y concat:a.webm"),
    ] {
        fs::rename(folder.join(plain), folder.join(hostile)).unwrap();
        manifest = manifest.replace(plain, hostile);
    }
    fs::write(folder.join("course.toml"), manifest).unwrap();
    // Writes down what it is called with.
    let (program, said) = (fixture.path("ffmpeg"), fixture.path("said"));
    let script = format!(
        "#!/bin/sh\nprintf '%s\\n' \"$*\" >> '{}'\nexec ffmpeg \"$@\"\n",
        said.display()
    );
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let words = ["courses", "import", "course", "--format", "json"];
    let outcome = fixture.portal_with("PORTAL_FFMPEG", program.to_str().unwrap(), &words);
    assert_eq!(outcome.err, NEW_COURSE);
    assert_eq!(outcome.json()[0]["videos"], 3);
    assert_eq!((count(&fixture), packages(&fixture)), (3.into(), 3));
    for made in ["made", "made.mp4", "made).mov"] {
        for place in ["", "course", "course/clips", "data"] {
            assert!(
                !fixture.path(place).join(made).exists(),
                "{made} was made in {place:?}"
            );
        }
    }
    let said = fs::read_to_string(said).unwrap();
    assert!(said.contains(" -i ") && !said.contains("touch"), "{said}");
}
