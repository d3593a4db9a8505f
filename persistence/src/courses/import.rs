//! Putting an imported course into its rows, in place.

use ::courses::{
    Catalogue, CourseId, CourseStore as _, ImportOutcome, ImportedCourse, ImportedSection, ImportedVideo,
    MediaLocation,
};
use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use kernel::StoreError;
use replay_runs::close_replaced_runs;

use super::{
    known_videos::{KnownVideoRow, free_names, known_videos, lessons_of},
    lesson_import::{clear_contents, put_content},
    lesson_source::SourceRow,
    packages,
    recordings::put_recordings,
    references::lock_references,
    search_index,
};
use crate::{
    Database, Store, discord,
    replay::content::forget_unused,
    schema::{catalogue_state, course_models, courses, videos},
    store::on,
    times::stored,
};

#[derive(AsChangeset, Insertable)]
#[diesel(table_name = courses, treat_none_as_null = true, treat_none_as_default_value = false)]
struct CourseFields<'a> {
    title: &'a str,
    description: &'a str,
    category: &'a str,
    course_type: &'a str,
    image: Option<&'a str>,
    price: i32,
    discord_role: Option<&'a str>,
    discord_channel: Option<&'a str>,
    language: &'a str,
    draft: bool,
    priority: bool,
    removed_at: Option<NaiveDateTime>,
    updated_at: NaiveDateTime,
}

#[derive(Insertable)]
#[diesel(table_name = courses)]
struct NewCourseRow<'a> {
    slug: &'a str,
    created_at: NaiveDateTime,
    #[diesel(embed)]
    fields: CourseFields<'a>,
}

#[derive(AsChangeset, Insertable)]
#[diesel(table_name = course_models, primary_key(course_id, order))]
struct SectionRow<'a> {
    course_id: i32,
    order: i32,
    name: &'a str,
    description: &'a str,
}

#[derive(AsChangeset, Insertable)]
#[diesel(table_name = videos, treat_none_as_null = true, treat_none_as_default_value = false)]
struct VideoFields<'a> {
    model_id: i32,
    title: &'a str,
    description: &'a str,
    url: &'a str,
    order: i32,
    preview: bool,
    text: Option<&'a str>,
    text_file: Option<&'a str>,
    chapters_file: Option<&'a str>,
    exercises_file: Option<&'a str>,
    #[diesel(embed)]
    source: SourceRow<'a>,
}

#[derive(Insertable)]
#[diesel(table_name = videos)]
struct NewVideoRow<'a> {
    course_id: i32,
    file: &'a str,
    #[diesel(embed)]
    fields: VideoFields<'a>,
}

impl Catalogue for Database {
    fn import(&self, course: ImportedCourse, now: DateTime<Utc>) -> Result<ImportOutcome, StoreError> {
        self.write(move |store| put_course(store, &course, now))
    }

    fn media_locations(&self) -> Result<Vec<MediaLocation>, StoreError> {
        self.read(|store| store.media_locations())
    }
}

/// The Discord role that the course named until now.
fn role_of(store: &mut Store<'_>, slug: &str) -> Result<Option<String>, StoreError> {
    on!(store, c => courses::table
        .filter(courses::slug.eq(slug))
        .select(courses::discord_role)
        .first::<Option<String>>(*c)
        .optional())
    .map(Option::flatten)
}

/// The course's row; its number, and whether it is new.
fn put_fields(
    store: &mut Store<'_>,
    course: &ImportedCourse,
    now: DateTime<Utc>,
) -> Result<(i32, bool), StoreError> {
    let fields = CourseFields {
        title: &course.title,
        description: &course.description,
        category: &course.category,
        course_type: course.course_type.as_str(),
        image: course.image.as_ref().map(|location| location.0.as_str()),
        price: course.price.0,
        discord_role: course.discord_role.as_deref(),
        discord_channel: course.discord_channel.as_deref(),
        language: &course.language,
        draft: course.draft,
        priority: course.priority,
        // A removed course is there again.
        removed_at: None,
        updated_at: stored(now),
    };
    let removed = on!(store, c => courses::table
        .filter(courses::slug.eq(course.slug.as_str()))
        .select(courses::removed_at.is_not_null())
        .first::<bool>(*c)
        .optional())?;
    let updated = on!(store, c => diesel::update(courses::table.filter(courses::slug.eq(course.slug.as_str())))
        .set(&fields)
        .returning(courses::id)
        .get_result::<i32>(*c)
        .optional())?;
    if let Some(id) = updated {
        return Ok((id, removed.unwrap_or(false)));
    }
    let row = NewCourseRow {
        slug: course.slug.as_str(),
        created_at: stored(now),
        fields,
    };
    let id = on!(store, c => diesel::insert_into(courses::table)
        .values(row)
        .returning(courses::id)
        .get_result::<i32>(*c))?;
    Ok((id, true))
}

fn put_sections(
    store: &mut Store<'_>,
    course_id: i32,
    course: &ImportedCourse,
) -> Result<Vec<i32>, StoreError> {
    (1..)
        .zip(&course.sections)
        .map(|(order, section)| {
            let row = SectionRow {
                course_id,
                order,
                name: &section.name,
                description: &section.description,
            };
            on!(store, c => diesel::insert_into(course_models::table)
                .values(&row)
                .on_conflict((course_models::course_id, course_models::order))
                .do_update()
                .set(&row)
                .returning(course_models::id)
                .get_result::<i32>(*c))
        })
        .collect()
}

/// The course's videos; how many it has now, and how many left the catalogue.
fn put_videos(
    store: &mut Store<'_>,
    course_id: i32,
    course: &ImportedCourse,
    sections: &[i32],
    now: DateTime<Utc>,
) -> Result<(usize, usize), StoreError> {
    let known = known_videos(store, course_id)?;
    let lessons = lessons_of(&known, course);
    free_names(store, &known, &lessons, course)?;
    on!(store, c => diesel::update(videos::table.filter(videos::course_id.eq(course_id)))
        .set(videos::model_id.eq(None::<i32>))
        .execute(*c))?;
    clear_contents(store, course_id)?;
    let mut lessons = lessons.into_iter();
    let (mut count, mut kept) = (0, 0);
    let mut recordings = Vec::new();
    for (ImportedSection { videos, .. }, model_id) in course.sections.iter().zip(sections) {
        for (order, video) in (1..).zip(videos) {
            let found = lessons.next().flatten().and_then(|place| known.get(place));
            let id = put_video(
                store,
                course_id,
                *model_id,
                order,
                video,
                found.map(|(row, _)| row),
            )?;
            put_content(store, course_id, id, video)?;
            recordings.extend(video.content.recording_of.map(|live| (live, id)));
            count += 1;
            kept += usize::from(found.is_some_and(|(_, section)| section.is_some()));
        }
    }
    put_recordings(store, course_id, &recordings, now)?;
    let listed = known.iter().filter(|(_, section)| section.is_some()).count();
    Ok((count, listed.saturating_sub(kept)))
}

fn put_video(
    store: &mut Store<'_>,
    course_id: i32,
    model_id: i32,
    order: i32,
    video: &ImportedVideo,
    known: Option<&KnownVideoRow>,
) -> Result<i32, StoreError> {
    let text = video.content.text.as_ref();
    let fields = VideoFields {
        model_id,
        title: &video.title,
        description: &video.description,
        url: &video.location.0,
        order,
        preview: video.preview,
        text: text.map(|text| text.markdown.as_str()),
        text_file: text.map(|text| text.file.as_str()),
        chapters_file: video
            .content
            .chapters
            .as_ref()
            .map(|chapters| chapters.file.as_str()),
        exercises_file: video
            .content
            .exercises
            .as_ref()
            .map(|exercises| exercises.file.as_str()),
        source: video.source.into(),
    };
    match known {
        Some(row) => {
            on!(store, c => diesel::update(videos::table.find(row.id))
                .set((videos::file.eq(&video.file.0), fields))
                .execute(*c))?;
            Ok(row.id)
        }
        None => {
            let row = NewVideoRow {
                course_id,
                file: &video.file.0,
                fields,
            };
            on!(store, c => diesel::insert_into(videos::table)
                .values(row)
                .returning(videos::id)
                .get_result::<i32>(*c))
        }
    }
}

/// [`CourseChangeStore::put_course`](::courses::CourseChangeStore::put_course): the course is found by its slug, a section by its place, a
/// video by its bytes or its name. What is gone from the import leaves the catalogue, and a video's row stays behind without a section so
/// that its progress is not lost.
pub(super) fn put_course(
    store: &mut Store<'_>,
    course: &ImportedCourse,
    now: DateTime<Utc>,
) -> Result<ImportOutcome, StoreError> {
    // First, so that two imports at once wait for one another.
    on!(store, c => diesel::update(catalogue_state::table)
        .set(catalogue_state::version.eq(catalogue_state::version + 1))
        .execute(*c))?;
    let role = role_of(store, course.slug.as_str())?;
    let (id, created) = put_fields(store, course, now)?;
    if role != course.discord_role {
        lock_references(store, id)?;
        discord::enqueue_holders(store, id)?;
    }
    let sections = put_sections(store, id, course)?;
    let (videos, withdrawn) = put_videos(store, id, course, &sections, now)?;
    let last = i32::try_from(sections.len()).unwrap_or(i32::MAX);
    on!(store, c => diesel::delete(
        course_models::table
            .filter(course_models::course_id.eq(id))
            .filter(course_models::order.gt(last))
    )
    .execute(*c))?;
    packages::forget_packages_without_video(store)?;
    close_replaced_runs(store, CourseId(id), now)?;
    forget_unused(store)?;
    search_index::index_rows(store, id)?;
    Ok(ImportOutcome {
        course: CourseId(id),
        created,
        sections: sections.len(),
        videos,
        withdrawn,
    })
}
