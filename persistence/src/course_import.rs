//! Putting an imported course into its rows, in place.

use ::courses::{
    Catalogue, CourseId, CourseStore, ImportOutcome, ImportedCourse, ImportedVideo, MediaLocation,
    import_course,
};
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use kernel::StoreError;

use crate::{
    Database, Store, discord_queue,
    errors::unexpected,
    schema::{catalogue_state, course_models, courses, videos},
    store::{Link, on},
    times::stored,
};

impl Catalogue for Database {
    fn import(&self, course: ImportedCourse, now: DateTime<Utc>) -> Result<ImportOutcome, StoreError> {
        self.write(move |store| import_course(store, &course, now))
    }

    fn media_locations(&self) -> Result<Vec<MediaLocation>, StoreError> {
        self.read(|store| store.media_locations())
    }
}

/// The course is found by its slug, a section by its place, a video by its file; what is gone from the import leaves the
/// catalogue, and a video's row stays behind without a section so that its progress is not lost.
pub(crate) fn put(
    store: &mut Store<'_>,
    course: &ImportedCourse,
    now: DateTime<Utc>,
) -> Result<ImportOutcome, StoreError> {
    // First, so that two imports at once wait for one another.
    on!(store, c => diesel::update(catalogue_state::table)
        .set(catalogue_state::version.eq(catalogue_state::version + 1))
        .execute(*c))?;
    let role = role_of(store, course.slug.as_str())?;
    let (id, created) = put_course(store, course, now)?;
    if role != course.discord_role {
        lock_references(store, id)?;
        discord_queue::enqueue_holders(store, id)?;
    }
    let sections = put_sections(store, id, course)?;
    let before = on!(store, c => videos::table
        .filter(videos::course_id.eq(id))
        .filter(videos::model_id.is_not_null())
        .count()
        .get_result::<i64>(*c))?;
    let known = on!(store, c => videos::table
        .filter(videos::course_id.eq(id))
        .select((videos::file, videos::id, videos::model_id.is_not_null()))
        .load::<(String, i32, bool)>(*c))?;
    on!(store, c => diesel::update(videos::table.filter(videos::course_id.eq(id)))
        .set(videos::model_id.eq(None::<i32>))
        .execute(*c))?;
    let mut kept = 0;
    let mut count = 0;
    for (section, model_id) in course.sections.iter().zip(&sections) {
        for (order, video) in (1..).zip(&section.videos) {
            let found = known.iter().find(|(file, _, _)| *file == video.file.0);
            kept += i64::from(found.is_some_and(|(_, _, listed)| *listed));
            put_video(
                store,
                id,
                *model_id,
                order,
                video,
                found.map(|(_, video_id, _)| *video_id),
            )?;
            count += 1;
        }
    }
    let last = i32::try_from(sections.len()).unwrap_or(i32::MAX);
    on!(store, c => diesel::delete(
        course_models::table.filter(course_models::course_id.eq(id)).filter(course_models::order.gt(last))
    )
    .execute(*c))?;
    Ok(ImportOutcome {
        course: CourseId(id),
        created,
        sections: sections.len(),
        videos: count,
        withdrawn: usize::try_from(before - kept).unwrap_or(0),
    })
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

/// Waits for every transaction that has given this course, and holds back those to come. Otherwise a member who is given it at
/// the same moment would be neither among the holders read here nor looked at again with the new role.
fn lock_references(store: &mut Store<'_>, id: i32) -> Result<(), StoreError> {
    match &mut store.link {
        // The writer is alone.
        Link::Sqlite(_) => Ok(()),
        Link::Postgres(c) => courses::table
            .find(id)
            .select(courses::id)
            .for_update()
            .execute(*c)
            .map(|_| ())
            .map_err(unexpected),
    }
}

fn put_course(
    store: &mut Store<'_>,
    course: &ImportedCourse,
    now: DateTime<Utc>,
) -> Result<(i32, bool), StoreError> {
    let fields = (
        courses::title.eq(&course.title),
        courses::description.eq(&course.description),
        courses::category.eq(&course.category),
        courses::course_type.eq(course.course_type.as_str()),
        courses::image.eq(course.image.as_ref().map(|location| &location.0)),
        courses::price.eq(course.price.0),
        courses::discord_role.eq(course.discord_role.as_deref()),
        courses::discord_channel.eq(course.discord_channel.as_deref()),
        courses::updated_at.eq(stored(now)),
    );
    let updated = on!(store, c => diesel::update(courses::table.filter(courses::slug.eq(course.slug.as_str())))
        .set(fields)
        .returning(courses::id)
        .get_result::<i32>(*c)
        .optional())?;
    if let Some(id) = updated {
        return Ok((id, false));
    }
    let id = on!(store, c => diesel::insert_into(courses::table)
        .values((fields, courses::slug.eq(course.slug.as_str()), courses::created_at.eq(stored(now))))
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
            let texts = (
                course_models::name.eq(&section.name),
                course_models::description.eq(&section.description),
            );
            on!(store, c => diesel::insert_into(course_models::table)
                .values((texts, course_models::course_id.eq(course_id), course_models::order.eq(order)))
                .on_conflict((course_models::course_id, course_models::order))
                .do_update()
                .set(texts)
                .returning(course_models::id)
                .get_result::<i32>(*c))
        })
        .collect()
}

fn put_video(
    store: &mut Store<'_>,
    course_id: i32,
    model_id: i32,
    order: i32,
    video: &ImportedVideo,
    known: Option<i32>,
) -> Result<(), StoreError> {
    let fields = (
        videos::model_id.eq(Some(model_id)),
        videos::title.eq(&video.title),
        videos::description.eq(&video.description),
        videos::url.eq(&video.location.0),
        videos::content_type.eq(video.video_type.content_type()),
        videos::duration.eq(video.duration_seconds),
        videos::order.eq(order),
    );
    match known {
        Some(id) => on!(store, c => diesel::update(videos::table.find(id)).set(fields).execute(*c)),
        None => on!(store, c => diesel::insert_into(videos::table)
            .values((fields, videos::course_id.eq(course_id), videos::file.eq(&video.file.0)))
            .execute(*c)),
    }
    .map(|_| ())
}
