//! What staff do with a whole course, as rows: hide, show, rename, remove.

use std::collections::HashMap;

use ::courses::{
    AccessStore as _, CourseChangeStore, CourseId, ImportOutcome, ImportedCourse, KnownLesson, MediaLocation,
    Slug, VideoFile, VideoId, Visibility,
};
use ::live::{LiveId, request_event};
use chrono::{DateTime, Utc};
use diesel::{
    dsl::count_star,
    prelude::*,
    sql_query,
    sql_types::{BigInt, Integer},
};
use kernel::{StoreError, UserId};

use super::{
    import::put_course, known_videos::known_videos, lesson_import::clear_contents, packages,
    references::lock_references,
};
use crate::{
    Store,
    replay::content::forget_unused,
    schema::{
        access_grants, access_notices, catalogue_state, course_models, courses, discord_invite_claims,
        discord_invites, live_sessions, order_courses, orders, purchase_codes, search_courses,
        user_course_access, video_progress, videos,
    },
    store::on,
    times::stored,
};

const LEARNERS: &str = "SELECT count(*) AS learners FROM ( \
         SELECT user_id FROM user_course_access WHERE course_id = $1 \
         UNION SELECT p.user_id FROM video_progress p JOIN videos v ON v.id = p.video_id WHERE v.course_id = $1 \
         UNION SELECT s.user_id FROM exercise_states s JOIN videos v ON v.id = s.video_id WHERE v.course_id = $1 \
         UNION SELECT r.user_id FROM replay_runs r JOIN videos v ON v.id = r.video_id WHERE v.course_id = $1 \
     ) AS known";

#[derive(QueryableByName)]
struct Counted {
    #[diesel(sql_type = BigInt)]
    learners: i64,
}

/// The live sessions of a course; the events of those that are not over are deleted at Discord too.
fn remove_sessions(store: &mut Store<'_>, course: CourseId, now: DateTime<Utc>) -> Result<(), StoreError> {
    let ids: Vec<i32> = on!(store, c => live_sessions::table
        .filter(live_sessions::course_id.eq(course.0))
        .filter(live_sessions::ends_at.gt(stored(now)))
        .order(live_sessions::id)
        .select(live_sessions::id)
        .load(*c))?;
    on!(store, c => diesel::delete(live_sessions::table.filter(live_sessions::course_id.eq(course.0)))
        .execute(*c))?;
    ids.into_iter()
        .try_for_each(|id| request_event(store, LiveId(id)))
}

impl CourseChangeStore for Store<'_> {
    fn put_course(
        &mut self,
        course: &ImportedCourse,
        now: DateTime<Utc>,
    ) -> Result<ImportOutcome, StoreError> {
        put_course(self, course, now)
    }

    fn known_lessons(&mut self, course: CourseId) -> Result<Vec<KnownLesson>, StoreError> {
        let counts: Vec<(i32, i64)> = on!(self, c => video_progress::table
            .inner_join(videos::table)
            .filter(videos::course_id.eq(course.0))
            .group_by(video_progress::video_id)
            .select((video_progress::video_id, count_star()))
            .load(*c))?;
        let counts: HashMap<i32, i64> = counts.into_iter().collect();
        let rows = known_videos(self, course.0)?.into_iter();
        Ok(rows
            .map(|(row, section)| KnownLesson {
                id: VideoId(row.id),
                members: counts.get(&row.id).copied().unwrap_or_default(),
                file: VideoFile(row.file),
                location: MediaLocation(row.url),
                title: row.title,
                description: row.description,
                preview: row.preview,
                section,
            })
            .collect())
    }

    fn count_members(&mut self, course: CourseId) -> Result<i64, StoreError> {
        on!(self, c => user_course_access::table
            .filter(user_course_access::course_id.eq(course.0))
            .count()
            .get_result(*c))
    }

    fn count_learners(&mut self, course: CourseId) -> Result<i64, StoreError> {
        let counted: Counted =
            on!(self, c => sql_query(LEARNERS).bind::<Integer, _>(course.0).get_result(*c))?;
        Ok(counted.learners)
    }

    fn is_being_bought(&mut self, course: CourseId) -> Result<bool, StoreError> {
        let waiting = ["open", "awaiting_money"];
        let found = on!(self, c => order_courses::table
            .inner_join(orders::table.on(orders::id.eq(order_courses::order_id)))
            .filter(order_courses::course_id.eq(course.0))
            .filter(orders::status.eq_any(waiting))
            .select(orders::id)
            .first::<i32>(*c)
            .optional())?;
        Ok(found.is_some())
    }

    fn clear_course(&mut self, course: CourseId, now: DateTime<Utc>) -> Result<usize, StoreError> {
        catalogue_changed(self)?;
        lock_references(self, course.0)?;
        let members = on!(self, c => user_course_access::table
            .filter(user_course_access::course_id.eq(course.0))
            .order(user_course_access::user_id)
            .select(user_course_access::user_id)
            .load::<i32>(*c))?;
        for member in members {
            self.delete_grant(UserId(member), course)?;
        }
        clear_contents(self, course.0)?;
        // Members' progress, answers and passages of the search go with the videos.
        on!(self, c => diesel::delete(videos::table.filter(videos::course_id.eq(course.0))).execute(*c))?;
        on!(self, c => diesel::delete(course_models::table.filter(course_models::course_id.eq(course.0)))
            .execute(*c))?;
        remove_sessions(self, course, now)?;
        on!(self, c => diesel::delete(search_courses::table.find(course.0)).execute(*c))?;
        on!(self, c => diesel::delete(access_grants::table.filter(access_grants::course_id.eq(course.0)))
            .execute(*c))?;
        on!(self, c => diesel::delete(access_notices::table.filter(access_notices::course_id.eq(course.0)))
            .execute(*c))?;
        on!(self, c => diesel::delete(discord_invites::table.filter(discord_invites::course_id.eq(course.0)))
            .execute(*c))?;
        on!(self, c => diesel::delete(
            discord_invite_claims::table.filter(discord_invite_claims::course_id.eq(course.0))
        )
        .execute(*c))?;
        let keys = on!(self, c => diesel::update(
            purchase_codes::table
                .filter(purchase_codes::course_id.eq(course.0))
                .filter(purchase_codes::used.eq(false))
                .filter(purchase_codes::revoked_at.is_null())
        )
        .set(purchase_codes::revoked_at.eq(stored(now)))
        .execute(*c))?;
        on!(self, c => diesel::update(courses::table.find(course.0))
            .set((
                courses::removed_at.eq(stored(now)),
                courses::hidden.eq(false),
                courses::image.eq(None::<String>),
                courses::updated_at.eq(stored(now)),
            ))
            .execute(*c))?;
        packages::forget_packages_without_video(self)?;
        forget_unused(self)?;
        Ok(keys)
    }
}

impl Store<'_> {
    /// Hides a course from callers without access; false where it was hidden.
    pub fn hide_course(&mut self, course: CourseId, now: DateTime<Utc>) -> Result<bool, StoreError> {
        set_visibility(self, course, Visibility::Hidden, now)
    }

    /// Shows a hidden course again; false where it was shown.
    pub fn show_course(&mut self, course: CourseId, now: DateTime<Utc>) -> Result<bool, StoreError> {
        set_visibility(self, course, Visibility::Shown, now)
    }

    /// Gives a course another slug; false where another course has it, or had it before it was removed.
    pub fn rename_course(
        &mut self,
        course: CourseId,
        slug: &Slug,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        catalogue_changed(self)?;
        let taken = on!(self, c => courses::table
            .filter(courses::slug.eq(slug.as_str()))
            .select(courses::id)
            .first::<i32>(*c)
            .optional())?;
        if taken.is_some_and(|id| id != course.0) {
            return Ok(false);
        }
        on!(self, c => diesel::update(courses::table.find(course.0))
            .set((courses::slug.eq(slug.as_str()), courses::updated_at.eq(stored(now))))
            .execute(*c))
        .map(|_| true)
    }
}

fn set_visibility(
    store: &mut Store<'_>,
    course: CourseId,
    visibility: Visibility,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let hidden = visibility == Visibility::Hidden;
    catalogue_changed(store)?;
    let changed = on!(store, c => diesel::update(
        courses::table.filter(courses::id.eq(course.0)).filter(courses::hidden.ne(hidden))
    )
    .set((courses::hidden.eq(hidden), courses::updated_at.eq(stored(now))))
    .execute(*c))?;
    Ok(changed == 1)
}

/// First of all, so that two changes at once wait for one another.
fn catalogue_changed(store: &mut Store<'_>) -> Result<(), StoreError> {
    on!(store, c => diesel::update(catalogue_state::table)
        .set(catalogue_state::version.eq(catalogue_state::version + 1))
        .execute(*c))
    .map(|_| ())
}
