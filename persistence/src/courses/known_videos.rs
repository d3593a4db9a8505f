//! The videos that a course has or had, and which of them an import brings again.

use ::courses::{ImportedCourse, KnownFile, MediaLocation, VideoFile, lessons_of_files};
use diesel::prelude::*;
use kernel::StoreError;

use crate::{
    Store,
    schema::{course_models, videos},
    store::on,
};

/// A video of the course from before the import.
#[derive(Queryable, Selectable)]
#[diesel(table_name = videos)]
pub(super) struct KnownVideoRow {
    pub(super) id: i32,
    pub(super) file: String,
    pub(super) url: String,
    pub(super) title: String,
    pub(super) description: String,
    pub(super) preview: bool,
    order: i32,
}

/// With its section's number and name; `None` if the lesson was left out.
pub(super) type PlacedVideoRow = (KnownVideoRow, Option<(i32, String)>);

/// The videos of a course in their order, then the videos that were left out.
pub(super) fn known_videos(store: &mut Store<'_>, course_id: i32) -> Result<Vec<PlacedVideoRow>, StoreError> {
    let mut rows: Vec<PlacedVideoRow> = on!(store, c => videos::table
        .left_join(course_models::table)
        .filter(videos::course_id.eq(course_id))
        .select((KnownVideoRow::as_select(), (course_models::order, course_models::name).nullable()))
        .load(*c))?;
    rows.sort_by_key(|(row, section)| {
        let number = section.as_ref().map_or(i32::MAX, |(number, _)| *number);
        (number, row.order, row.id)
    });
    Ok(rows)
}

/// For each imported video the place of its row among the known ones.
pub(super) fn lessons_of(known: &[PlacedVideoRow], course: &ImportedCourse) -> Vec<Option<usize>> {
    let known: Vec<_> = known
        .iter()
        .map(|(row, _)| KnownFile {
            file: VideoFile(row.file.clone()),
            location: MediaLocation(row.url.clone()),
        })
        .collect();
    let videos = course.sections.iter().flat_map(|section| &section.videos);
    let imported: Vec<_> = videos.map(|video| (&video.file, &video.location)).collect();
    lessons_of_files(&known, &imported)
}

/// Takes its name from each row that gets another one, and from each that is left out and whose name another lesson gets: a name is one
/// row's at any moment.
pub(super) fn free_names(
    store: &mut Store<'_>,
    known: &[PlacedVideoRow],
    lessons: &[Option<usize>],
    course: &ImportedCourse,
) -> Result<(), StoreError> {
    let videos: Vec<_> = course
        .sections
        .iter()
        .flat_map(|section| &section.videos)
        .collect();
    for (place, (row, _)) in known.iter().enumerate() {
        let new = lessons.iter().position(|lesson| *lesson == Some(place));
        let stays = new
            .and_then(|new| videos.get(new))
            .is_some_and(|video| video.file.0 == row.file);
        if stays || !videos.iter().any(|video| video.file.0 == row.file) {
            continue;
        }
        let name = format!("{} (until {})", row.file, row.id);
        on!(store, c => diesel::update(videos::table.find(row.id)).set(videos::file.eq(&name)).execute(*c))?;
    }
    Ok(())
}
