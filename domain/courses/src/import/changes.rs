//! What an import would change, lesson by lesson (contract, `courses import --dry-run`).

use std::collections::BTreeMap;

use kernel::StoreError;

use super::{
    ImportedCourse, ImportedVideo,
    identity::{KnownFile, KnownLesson, lessons_of_files},
};
use crate::{Course, CourseStore, VideoId, lesson::content::LessonContent};

/// What happens to a lesson; the first that fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LessonChange {
    New,
    /// The same bytes under another name.
    Renamed,
    /// Another file, title, description, text or anything else that belongs to it.
    Changed,
    /// Another section, or another place among the lessons that stay.
    Moved,
    LeftOut,
    Unchanged,
}

impl LessonChange {
    /// As the contract has it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Renamed => "renamed",
            Self::Changed => "changed",
            Self::Moved => "moved",
            Self::LeftOut => "left-out",
            Self::Unchanged => "unchanged",
        }
    }
}

/// A lesson, and what an import does to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedLesson {
    pub title: String,
    pub change: LessonChange,
    /// How many members have progress in it.
    pub members: i64,
}

/// What an import changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CourseChanges {
    /// The course as it is; `None` if it is new.
    pub before: Option<Course>,
    /// How many members have access or had it.
    pub members: i64,
    /// In the order of the import, then the lessons that it leaves out.
    pub lessons: Vec<ChangedLesson>,
}

impl CourseChanges {
    /// The lessons that leave, and in which members have progress.
    #[must_use]
    pub fn lost(&self) -> Vec<&ChangedLesson> {
        let lessons = self.lessons.iter();
        lessons
            .filter(|lesson| lesson.change == LessonChange::LeftOut && lesson.members > 0)
            .collect()
    }
}

/// What an import of a new course changes.
#[must_use]
pub fn changes_of_new(course: &ImportedCourse) -> CourseChanges {
    let videos = course.sections.iter().flat_map(|section| &section.videos);
    CourseChanges {
        before: None,
        members: 0,
        lessons: videos
            .map(|video| ChangedLesson {
                title: video.title.clone(),
                change: LessonChange::New,
                members: 0,
            })
            .collect(),
    }
}

/// What an import changes; nothing is written.
///
/// # Errors
/// [`StoreError`]
pub fn course_changes(
    store: &mut dyn CourseStore,
    course: &ImportedCourse,
) -> Result<CourseChanges, StoreError> {
    let Some(before) = store.course_named(course.slug.as_str())? else {
        return Ok(changes_of_new(course));
    };
    let known = store.known_lessons(before.id)?;
    let mut contents = BTreeMap::new();
    for lesson in known.iter().filter(|lesson| lesson.section.is_some()) {
        contents.insert(lesson.id, store.lesson_content(lesson.id)?);
    }
    Ok(CourseChanges {
        members: store.count_members(before.id)?,
        before: Some(before),
        lessons: compared(&known, &contents, course),
    })
}

/// Each lesson of the import with what happens to it, then the lessons that are left out.
fn compared(
    known: &[KnownLesson],
    contents: &BTreeMap<VideoId, LessonContent>,
    course: &ImportedCourse,
) -> Vec<ChangedLesson> {
    let files: Vec<_> = known
        .iter()
        .map(|lesson| KnownFile {
            file: lesson.file.clone(),
            location: lesson.location.clone(),
        })
        .collect();
    let imported: Vec<_> = (1..)
        .zip(&course.sections)
        .flat_map(|(number, section)| section.videos.iter().map(move |video| (number, section, video)))
        .collect();
    let named: Vec<_> = imported
        .iter()
        .map(|(_, _, video)| (&video.file, &video.location))
        .collect();
    let lessons = lessons_of_files(&files, &named);
    let listed = |place: &usize| known.get(*place).is_some_and(|lesson| lesson.section.is_some());
    let kept: Vec<usize> = lessons.iter().flatten().copied().filter(listed).collect();
    let in_place = longest_ascending(&kept);
    let mut rows = Vec::new();
    for ((number, section, video), place) in imported.iter().zip(&lessons) {
        let lesson = place.and_then(|place| known.get(place));
        let change = match (lesson, place) {
            (Some(lesson), Some(place)) if listed(place) => {
                let is_moved = !in_place.contains(place)
                    || lesson
                        .section
                        .as_ref()
                        .is_some_and(|(old, name)| old != number && *name != section.name);
                change_of(lesson, contents.get(&lesson.id), video, is_moved)
            }
            _ => LessonChange::New,
        };
        rows.push(ChangedLesson {
            title: video.title.clone(),
            change,
            members: lesson.map_or(0, |lesson| lesson.members),
        });
    }
    let left = known
        .iter()
        .enumerate()
        .filter(|(place, lesson)| lesson.section.is_some() && !lessons.contains(&Some(*place)));
    rows.extend(left.map(|(_, lesson)| ChangedLesson {
        title: lesson.title.clone(),
        change: LessonChange::LeftOut,
        members: lesson.members,
    }));
    rows
}

fn change_of(
    lesson: &KnownLesson,
    content: Option<&LessonContent>,
    video: &ImportedVideo,
    is_moved: bool,
) -> LessonChange {
    let is_same = (
        lesson.location.digest(),
        &lesson.title,
        &lesson.description,
        lesson.preview,
    ) == (
        video.location.digest(),
        &video.title,
        &video.description,
        video.preview,
    ) && content.is_none_or(|content| *content == video.content);
    if lesson.file != video.file {
        LessonChange::Renamed
    } else if !is_same {
        LessonChange::Changed
    } else if is_moved {
        LessonChange::Moved
    } else {
        LessonChange::Unchanged
    }
}

/// The most of these numbers that are in ascending order as they stand: what is not among them was moved.
fn longest_ascending(numbers: &[usize]) -> Vec<usize> {
    // For each number the longest run that ends with it: its length, and the number before.
    let mut runs: Vec<(usize, Option<usize>)> = Vec::with_capacity(numbers.len());
    for (at, number) in numbers.iter().enumerate() {
        let before = (0..at).filter(|&earlier| numbers.get(earlier).is_some_and(|other| other < number));
        let best = before.max_by_key(|&earlier| runs.get(earlier).map_or(0, |run| run.0));
        let length = best.and_then(|best| runs.get(best)).map_or(0, |run| run.0);
        runs.push((length + 1, best));
    }
    let mut at = (0..runs.len()).max_by_key(|&at| runs.get(at).map_or(0, |run| run.0));
    let mut found = Vec::new();
    while let Some(place) = at {
        found.extend(numbers.get(place));
        at = runs.get(place).and_then(|run| run.1);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::longest_ascending;

    #[test]
    fn what_was_put_elsewhere_is_moved_and_what_makes_room_is_not() {
        let kept = |numbers: &[usize]| {
            let mut kept = longest_ascending(numbers);
            kept.reverse();
            kept
        };
        assert_eq!(kept(&[0, 1, 2]), [0, 1, 2]);
        assert_eq!(kept(&[3, 0, 1, 2]), [0, 1, 2]);
        assert_eq!(kept(&[1, 2, 0]), [1, 2]);
        assert_eq!(kept(&[]), Vec::<usize>::new());
    }
}
