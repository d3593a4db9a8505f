//! The demo catalogue inside the binary: course folders, ready to be imported like any other.
//!
//! The bytes are part of the program's read-only image; they cost memory only while they are being written out.

mod catalogue;
mod live_room;
mod visitor;

pub use catalogue::{LoadError, load, load_if_empty};
pub use visitor::{DemoVisitor, PrepareError, prepare};

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Each file's path, beginning with its course's folder, and its bytes; in the order of the paths.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Whether the courses are in this program (feature `courses`).
const HAS_COURSES: bool = cfg!(feature = "courses");

/// Writes the course folders into `folder`, which is made if need be, and yields where each lies, in the order of their names.
///
/// # Errors
/// Any error that stops the writing; files that were written before stay.
pub fn unpack_to(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut courses = Vec::new();
    for (name, bytes) in FILES {
        let course = folder.join(name.split('/').next().unwrap_or_default());
        let path = folder.join(name);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(path, bytes)?;
        if courses.last() != Some(&course) {
            courses.push(course);
        }
    }
    Ok(courses)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_demo_course_can_be_imported() {
        let folder = tempfile::tempdir().unwrap();
        let courses = unpack_to(folder.path()).unwrap();
        let names: Vec<_> = courses
            .iter()
            .map(|course| course.file_name().unwrap().to_str().unwrap())
            .collect();
        assert_eq!(
            names,
            [
                "crypto-market-structure",
                "forex-sessions",
                "futures-foundations",
                "live-room"
            ]
        );
        let mut videos = 0;
        for course in courses {
            let read = outbound::read_course_folder(&course).unwrap_or_else(|problem| panic!("{problem}"));
            assert_eq!(
                read.manifest.slug.as_str(),
                course.file_name().unwrap().to_str().unwrap()
            );
            videos += read.lessons.iter().flatten().count();
        }
        assert!(videos >= 10, "the catalogue has {videos} videos");
    }

    #[test]
    fn nothing_but_course_folders_is_embedded() {
        let folder = tempfile::tempdir().unwrap();
        let courses = unpack_to(&folder.path().join("new")).unwrap();
        let unpacked: Vec<_> = fs::read_dir(folder.path().join("new"))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        assert_eq!(unpacked.len(), courses.len());
        assert!(FILES.iter().all(|(name, _)| !name.ends_with(".py")));
    }
}
