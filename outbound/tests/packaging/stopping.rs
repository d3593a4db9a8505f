//! Packaging that is stopped goes on, and nothing half-done is ever seen.

use std::{fs, os::unix::fs::PermissionsExt, path::PathBuf};

use courses::{PackageCatalogue, RECIPE};
use outbound::{FfmpegSetting, PackagingOutcome};

use super::clips::Case;

const CLIP: &str =
    "-f lavfi -i testsrc=size=64x36:rate=10:duration=1 -pix_fmt yuv420p -c:v libx264 -preset ultrafast";

/// An ffmpeg that first runs these commands of the shell; `$*` holds its arguments.
fn ffmpeg_after(case: &Case, commands: &str) -> outbound::Ffmpeg {
    let folder = case.folder.path().join("bin");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("ffmpeg");
    fs::write(&path, format!("#!/bin/sh\n{commands}\nexec ffmpeg \"$@\"\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    FfmpegSetting::Program(path).find(None).unwrap()
}

#[test]
fn what_is_packaged_is_skipped() {
    let case = Case::new();
    let source = case.clip("clip.mp4", CLIP);
    let (package, _) = case.packaged(&source);
    let stored = case.media.locations().unwrap();
    let failing = ffmpeg_after(&case, "exit 1");
    assert_eq!(case.package_by(&failing).unwrap(), [PackagingOutcome::Skipped]);
    assert_eq!(case.media.locations().unwrap(), stored);
    assert!(package.files().iter().all(|file| stored.contains(file)));
    assert_eq!(
        fs::read_dir(case.work()).unwrap().count(),
        0,
        "nothing is left of the work"
    );
}

#[test]
fn a_failure_on_the_way_keeps_the_steps_before_it() {
    let case = Case::new();
    let source = case.clip("clip.mp4", CLIP);
    // Only the low rendition forces key frames.
    let failing = ffmpeg_after(
        &case,
        "case \"$*\" in *keyint*) echo 'no more today' >&2; exit 7;; esac",
    );
    let outcomes = case.package_by(&failing).unwrap();
    assert_eq!(
        outcomes,
        [PackagingOutcome::Refused(String::from("ffmpeg: no more today"))]
    );
    assert_eq!(case.media.locations().unwrap(), std::slice::from_ref(&source));
    // The top rendition is there, so measuring and copying are not done again.
    let careful = ffmpeg_after(&case, "case \"$*\" in *output_ts_offset*) exit 7;; esac");
    assert_eq!(case.package_by(&careful).unwrap(), [PackagingOutcome::Packaged]);
    assert!(case.catalogue.is_packaged(&source).unwrap());
}

#[test]
fn a_half_written_step_is_made_again() {
    let case = Case::new();
    let source = case.clip("clip.mp4", CLIP);
    let name = source.0.rsplit('/').next().unwrap().replace('.', "-");
    let folder = case.work().join(format!("{name}-recipe-{RECIPE}"));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("top.mp4.part"), "half").unwrap();
    fs::write(folder.join("low.mp4.part"), "half").unwrap();
    let (package, index) = case.packaged(&source);
    assert_eq!(index.top.segments.len(), index.low.segments.len());
    assert!(case.bytes(&package.top).len() > 100);
}

#[test]
fn a_full_disk_is_named_and_stops_everything() {
    let case = Case::new();
    let source = case.clip("clip.mp4", CLIP);
    let stored = case.media.locations().unwrap();
    // A file where the folder of the work should be cannot be written to, by root neither.
    fs::write(case.work(), "in the way").unwrap();
    let error = case.package_by(&case.ffmpeg).unwrap_err().to_string();
    assert!(error.contains("packaging"), "{error}");
    fs::remove_file(case.work()).unwrap();
    // The store is full: the last file of the package has no place.
    fs::write(case.media.root().unwrap().join("packages"), "in the way").unwrap();
    let error = case.package_by(&case.ffmpeg).unwrap_err().to_string();
    assert!(error.contains("packages"), "{error}");
    fs::remove_file(case.media.root().unwrap().join("packages")).unwrap();
    assert_eq!(case.media.locations().unwrap(), stored);
    assert!(!case.catalogue.is_packaged(&source).unwrap());
    assert_eq!(case.package(), [PackagingOutcome::Packaged]);
}

#[test]
fn a_source_that_was_replaced_meanwhile_gets_no_package() {
    let case = Case::new();
    case.clip("clip.mp4", CLIP);
    let stored = case.media.locations().unwrap();
    let sources = case.catalogue.package_sources(None).unwrap();
    case.catalogue.sources.lock().unwrap().clear();
    let means = outbound::PackagingMeans {
        ffmpeg: &case.ffmpeg,
        media: &case.media,
        work: &case.work(),
        jobs: std::num::NonZeroUsize::MIN,
    };
    outbound::package_videos(&case.catalogue, &means, &sources, &|_, _| ()).unwrap();
    assert_eq!(case.media.locations().unwrap(), stored);
}

#[test]
fn one_video_is_encoded_on_all_cores() {
    let case = Case::new();
    case.clip("clip.mp4", CLIP);
    let said = case.folder.path().join("said");
    let ffmpeg = ffmpeg_after(&case, &format!("echo \"$*\" >> '{}'", said.display()));
    assert_eq!(case.package_by(&ffmpeg).unwrap(), [PackagingOutcome::Packaged]);
    let cores = std::thread::available_parallelism().unwrap();
    let wanted = format!(" -threads {cores} ");
    let said = fs::read_to_string(said).unwrap();
    let encoded: Vec<_> = said.lines().filter(|line| line.contains("libx264")).collect();
    assert!(
        !encoded.is_empty() && encoded.iter().all(|line| line.contains(&wanted)),
        "{said}"
    );
}

#[test]
fn ffmpeg_is_found_by_name_and_by_path_or_not_at_all() {
    let find = |name: &str| FfmpegSetting::Program(PathBuf::from(name)).find(std::env::var_os("PATH"));
    assert!(find("ffmpeg").is_some());
    assert!(find("no-such-ffmpeg").is_none());
    assert!(find("/nowhere/ffmpeg").is_none());
    assert!(FfmpegSetting::Off.find(std::env::var_os("PATH")).is_none());
}
