//! Which lesson of the catalogue a file of an import is, so that members keep their progress (contract, "The third part, settled").
//!
//! Decision: its bytes first, where two have the same bytes the name, then the order; a file whose bytes are new is the lesson of its
//! name. So a renamed file stays the same lesson, and so does a video that was cut anew under its old name. Cost: two lessons whose
//! files change places with each other's names change places in the course, with their progress.

use crate::{MediaLocation, VideoFile, VideoId};

/// A lesson of the course as the catalogue has it, or had it before it was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownFile {
    pub file: VideoFile,
    /// Named by the digest of the bytes.
    pub location: MediaLocation,
}

/// A lesson that the catalogue has, or had before it was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownLesson {
    pub id: VideoId,
    pub file: VideoFile,
    pub location: MediaLocation,
    pub title: String,
    pub description: String,
    pub preview: bool,
    /// Its section's number from 1 and name; `None` if the lesson was left out.
    pub section: Option<(i32, String)>,
    /// How many members have progress in it.
    pub members: i64,
}

/// For each imported file the place of its lesson among the known ones; `None` for a new lesson. Both lists are in the order of the
/// course, known lessons that were left out last. Each known lesson is given once.
#[must_use]
pub fn lessons_of_files(
    known: &[KnownFile],
    imported: &[(&VideoFile, &MediaLocation)],
) -> Vec<Option<usize>> {
    let mut found = vec![None; imported.len()];
    let mut taken = vec![false; known.len()];
    let rules: [fn(&KnownFile, &VideoFile, &MediaLocation) -> bool; 3] = [
        |known, file, location| known.location.digest() == location.digest() && known.file == *file,
        |known, _, location| known.location.digest() == location.digest(),
        |known, file, _| known.file == *file,
    ];
    for is_same in rules {
        for (lesson, (file, location)) in found.iter_mut().zip(imported) {
            if lesson.is_some() {
                continue;
            }
            let free = known
                .iter()
                .zip(&mut taken)
                .enumerate()
                .find(|(_, (known, taken))| !**taken && is_same(known, file, location));
            if let Some((place, (_, taken))) = free {
                *taken = true;
                *lesson = Some(place);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn parsed(list: &str) -> Vec<(VideoFile, MediaLocation)> {
        let pairs = list.split_whitespace().map(|pair| {
            let (file, bytes) = pair.split_once('=').unwrap();
            (
                VideoFile(file.to_owned()),
                MediaLocation(format!("videos/{bytes}.mp4")),
            )
        });
        pairs.collect()
    }

    #[rstest]
    #[case::the_same("a=1 b=2", "a=1 b=2", &[Some(0), Some(1)])]
    #[case::new_bytes("a=1 b=2", "a=1 b=3", &[Some(0), Some(1)])]
    #[case::a_new_name("a=1 b=2", "c=1 b=2", &[Some(0), Some(1)])]
    #[case::a_new_name_and_the_old_one_for_other_bytes("a=1", "b=1 a=2", &[Some(0), None])]
    #[case::names_that_change_places("a=1 b=2", "b=1 a=2", &[Some(0), Some(1)])]
    #[case::the_same_bytes_twice_by_name("a=1 b=1", "b=1 a=1", &[Some(1), Some(0)])]
    #[case::the_same_bytes_twice_by_order("a=1 b=1", "c=1 d=1", &[Some(0), Some(1)])]
    #[case::one_more_of_the_same_bytes("a=1", "c=1 a=1", &[None, Some(0)])]
    #[case::everything_new("a=1", "b=2", &[None])]
    fn a_file_is_the_lesson_of_its_bytes_and_else_of_its_name(
        #[case] known: &str,
        #[case] imported: &str,
        #[case] lessons: &[Option<usize>],
    ) {
        let known: Vec<_> = parsed(known)
            .into_iter()
            .map(|(file, location)| KnownFile { file, location })
            .collect();
        let imported = parsed(imported);
        let imported: Vec<_> = imported.iter().map(|(file, location)| (file, location)).collect();
        assert_eq!(lessons_of_files(&known, &imported), lessons);
    }
}
