//! Courses on their way out: the folder that comes in again.

use std::{collections::BTreeMap, fs, path::Path};

use courses::{
    Course, CourseId, ImportedCourse, MediaLocation, Section, SectionId, Video, VideoId, Visibility,
    lesson::content::LessonContent,
};
use outbound::{ExportError, MediaStore, read_course_folder, store_course, write_course_folder};

use super::folders::{MANIFEST, folder_with};

/// An import as the catalogue gives it back.
pub(crate) fn catalogued(
    import: &ImportedCourse,
) -> (Course, Vec<Section>, BTreeMap<VideoId, LessonContent>) {
    let mut contents = BTreeMap::new();
    let course = Course {
        id: CourseId(1),
        slug: import.slug.clone(),
        title: import.title.clone(),
        description: import.description.clone(),
        category: import.category.clone(),
        course_type: import.course_type,
        image: import.image.clone(),
        price: import.price,
        discord_role: import.discord_role.clone(),
        discord_channel: import.discord_channel.clone(),
        language: import.language.clone(),
        visibility: Visibility::Shown,
        priority: false,
    };
    let mut order = 0..;
    let mut next = || order.next().unwrap();
    let sections = import.sections.iter().map(|section| Section {
        id: SectionId(next()),
        course: CourseId(1),
        name: section.name.clone(),
        description: section.description.clone(),
        order: 1,
        videos: section
            .videos
            .iter()
            .map(|video| Video {
                id: {
                    let id = VideoId(i32::try_from(contents.len()).unwrap() + 1);
                    contents.insert(id, video.content.clone());
                    id
                },
                section: SectionId(1),
                title: video.title.clone(),
                description: video.description.clone(),
                kind: video.source.kind(),
                plays_as_file: video.source.plays_as_file(),
                preview: video.preview,
                duration_seconds: video.source.duration_seconds(),
                order: 1,
                file: video.file.clone(),
                location: video.location.clone(),
                exercises: 0,
                has_replay: false,
                captions: Vec::new(),
            })
            .collect(),
    });
    let sections = sections.collect();
    (course, sections, contents)
}

struct Case {
    source: tempfile::TempDir,
    root: tempfile::TempDir,
    media: MediaStore,
    course: Course,
    sections: Vec<Section>,
    contents: BTreeMap<VideoId, LessonContent>,
}

impl Case {
    fn new() -> Self {
        let (source, root) = (folder_with(MANIFEST), tempfile::tempdir().unwrap());
        let media = MediaStore::in_folder(source.path().join("media"));
        let (course, sections, contents) =
            catalogued(&store_course(&read_course_folder(source.path()).unwrap(), &media).unwrap());
        Self {
            source,
            root,
            media,
            course,
            sections,
            contents,
        }
    }

    fn export(&self, target: &Path) -> Result<(), ExportError> {
        write_course_folder(&self.course, &self.sections, &self.contents, &self.media, target)
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(self.root.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

#[test]
fn an_export_is_the_folder_that_was_imported() {
    let case = Case::new();
    let target = case.root.path().join("out");
    case.export(&target).unwrap();
    let (before, after) = (
        read_course_folder(case.source.path()).unwrap(),
        read_course_folder(&target).unwrap(),
    );
    assert_eq!(after.manifest, before.manifest);
    for name in ["cover.svg", "01-future.mp4", "more/02-tick.mov", "03-margin.webm"] {
        assert!(
            fs::read(target.join(name)).unwrap() == fs::read(case.source.path().join(name)).unwrap(),
            "{name}"
        );
    }
    assert_eq!(case.names(), ["out"]);
    let again = store_course(&after, &case.media).unwrap();
    assert_eq!(catalogued(&again), (case.course, case.sections, case.contents));
}

#[test]
fn an_empty_folder_is_filled_and_a_used_one_is_left_alone() {
    let case = Case::new();
    let target = case.root.path().join("out");
    fs::create_dir(&target).unwrap();
    case.export(&target).unwrap();
    fs::write(target.join("course.toml"), "mine").unwrap();
    assert!(matches!(case.export(&target), Err(ExportError::NotEmpty(_))));
    assert_eq!(fs::read_to_string(target.join("course.toml")).unwrap(), "mine");
    let file = case.root.path().join("file");
    fs::write(&file, "mine").unwrap();
    assert!(matches!(case.export(&file), Err(ExportError::NotEmpty(_))));
    assert_eq!(case.names(), ["file", "out"]);
}

#[test]
fn an_export_that_fails_leaves_nothing() {
    let mut case = Case::new();
    let target = case.root.path().join("out");
    let last = case.sections[1].videos[1].clone();
    case.media.delete(&last.location).unwrap();
    assert!(matches!(case.export(&target), Err(ExportError::Media(_))));
    assert!(case.names().is_empty());
    case.sections[1].videos[1].file.0 = "../escaped.webm".to_owned();
    assert!(matches!(case.export(&target), Err(ExportError::Manifest(_))));
    case.sections[1].videos[1].location = MediaLocation("../cover.svg".to_owned());
    assert!(case.export(&target).is_err());
    assert!(case.names().is_empty());
    assert!(case.export(&case.root.path().join("no/parent/out")).is_err());
    assert!(case.names().is_empty());
}

#[test]
fn a_picture_never_takes_the_name_of_a_video() {
    let mut case = Case::new();
    case.sections[0].videos[0].file.0 = "cover.svg".to_owned();
    let target = case.root.path().join("out");
    case.export(&target).unwrap();
    let read = read_course_folder(&target).unwrap();
    assert_eq!(read.manifest.image.as_deref(), Some("cover-2.svg"));
}
