//! The catalogue and who holds what, as rows.

use accounts::SessionTokenHash;
use chrono::{DateTime, NaiveDateTime, Utc};
use courses::{
    Course, CourseId, CourseStore, Grant, HeldCourse, ImportOutcome, ImportedCourse, MediaLocation, Section,
    SectionId, StoredVideo, Video, VideoFile, VideoId, VideoType, Visitor, subscription,
};
use diesel::{dsl::count_star, prelude::*};
use kernel::Cents;
use kernel::{StoreError, UserId};

use crate::{
    Store, course_import, discord_queue,
    schema::{
        catalogue_state, course_models, courses as course_rows, sessions, user_course_access, users,
        video_progress, videos,
    },
    store::on,
    times::{loaded, stored},
};

type CourseRow = (
    i32,
    String,
    String,
    String,
    String,
    String,
    Option<String>,
    i32,
    Option<String>,
    Option<String>,
);
type VideoRow = (i32, i32, String, String, i32, i32, String, String);

macro_rules! course_columns {
    () => {{
        use crate::schema::courses::dsl as d;
        (
            d::id,
            d::slug,
            d::title,
            d::description,
            d::category,
            d::course_type,
            d::image,
            d::price,
            d::discord_role,
            d::discord_channel,
        )
    }};
}

/// A value in a row that the program itself never writes.
fn foreign<E: std::error::Error + Send + Sync + 'static>(error: E) -> StoreError {
    StoreError::Fault(Box::new(error))
}

fn course(row: CourseRow) -> Result<Course, StoreError> {
    let (id, slug, title, description, category, kind, image, price, discord_role, discord_channel) = row;
    Ok(Course {
        id: CourseId(id),
        slug: slug.parse().map_err(foreign)?,
        title,
        description,
        category,
        course_type: kind.parse().map_err(foreign)?,
        image: image.map(MediaLocation),
        price: Cents(price),
        discord_role,
        discord_channel,
    })
}

fn video((id, section, title, description, duration_seconds, order, file, url): VideoRow) -> Video {
    Video {
        id: VideoId(id),
        section: SectionId(section),
        title,
        description,
        duration_seconds,
        order,
        file: VideoFile(file),
        location: MediaLocation(url),
    }
}

impl CourseStore for Store<'_> {
    fn courses(&mut self) -> Result<Vec<Course>, StoreError> {
        on!(self, c => course_rows::table.order(course_rows::id).select(course_columns!()).load::<CourseRow>(*c))?
            .into_iter()
            .map(course)
            .collect()
    }

    fn course(&mut self, id: CourseId) -> Result<Option<Course>, StoreError> {
        on!(self, c => course_rows::table.find(id.0).select(course_columns!()).first::<CourseRow>(*c).optional())?
            .map(course)
            .transpose()
    }

    fn course_named(&mut self, name: &str) -> Result<Option<Course>, StoreError> {
        if let Ok(id) = name.parse() {
            return self.course(CourseId(id));
        }
        on!(self, c => course_rows::table
            .filter(course_rows::slug.eq(name))
            .select(course_columns!())
            .first::<CourseRow>(*c)
            .optional())?
        .map(course)
        .transpose()
    }

    fn sections(&mut self, id: CourseId) -> Result<Vec<Section>, StoreError> {
        let rows = on!(self, c => course_models::table
            .filter(course_models::course_id.eq(id.0))
            .order(course_models::order)
            .select((course_models::id, course_models::name, course_models::description, course_models::order))
            .load::<(i32, String, String, i32)>(*c))?;
        let mut sections: Vec<Section> = rows
            .into_iter()
            .map(|(section, name, description, order)| Section {
                id: SectionId(section),
                course: id,
                name,
                description,
                order,
                videos: Vec::new(),
            })
            .collect();
        let rows = on!(self, c => videos::table
            .inner_join(course_models::table)
            .filter(course_models::course_id.eq(id.0))
            .order((course_models::order, videos::order))
            .select((
                videos::id,
                course_models::id,
                videos::title,
                videos::description,
                videos::duration,
                videos::order,
                videos::file,
                videos::url,
            ))
            .load::<VideoRow>(*c))?;
        for video in rows.into_iter().map(video) {
            if let Some(section) = sections.iter_mut().find(|section| section.id == video.section) {
                section.videos.push(video);
            }
        }
        Ok(sections)
    }

    fn video(&mut self, id: VideoId) -> Result<Option<StoredVideo>, StoreError> {
        let row = on!(self, c => videos::table
            .find(id.0)
            .filter(videos::model_id.is_not_null())
            .select((videos::course_id, videos::url, videos::content_type, videos::duration))
            .first::<(i32, String, String, i32)>(*c)
            .optional())?;
        row.map(|(course, url, content_type, duration_seconds)| {
            let video_type = VideoType::from_content_type(&content_type)
                .ok_or_else(|| StoreError::Fault("a video of no known type".into()))?;
            Ok(StoredVideo {
                course: CourseId(course),
                location: MediaLocation(url),
                video_type,
                duration_seconds,
            })
        })
        .transpose()
    }

    fn catalogue_version(&mut self) -> Result<i64, StoreError> {
        on!(self, c => catalogue_state::table.select(catalogue_state::version).first(*c))
    }

    fn visitor(
        &mut self,
        token: &SessionTokenHash,
        course: CourseId,
    ) -> Result<Option<(i64, Visitor)>, StoreError> {
        type Times = (NaiveDateTime, Option<NaiveDateTime>);
        type Row = (NaiveDateTime, NaiveDateTime, Option<Times>, Option<i64>);
        let row = on!(self, c => sessions::table
            .left_join(
                user_course_access::table.on(user_course_access::user_id
                    .eq(sessions::user_id)
                    .and(user_course_access::course_id.eq(course.0)))
            )
            .filter(sessions::token_hash.eq(&token.0[..]))
            .select((
                sessions::last_seen_at,
                sessions::expires_at,
                (user_course_access::purchased_at, user_course_access::expires_at).nullable(),
                catalogue_state::table.select(catalogue_state::version).single_value(),
            ))
            .first::<Row>(*c)
            .optional())?;
        let Some((last_seen_at, expires_at, held, version)) = row else {
            return Ok(None);
        };
        let visitor = Visitor {
            last_seen_at: loaded(last_seen_at),
            expires_at: loaded(expires_at),
            grant: held.map(grant),
        };
        Ok(version.map(|version| (version, visitor)))
    }

    fn grant_of(&mut self, user: UserId, course: CourseId) -> Result<Option<Grant>, StoreError> {
        let row = on!(self, c => user_course_access::table
            .filter(user_course_access::user_id.eq(user.0))
            .filter(user_course_access::course_id.eq(course.0))
            .select((user_course_access::purchased_at, user_course_access::expires_at))
            .first::<(NaiveDateTime, Option<NaiveDateTime>)>(*c)
            .optional())?;
        Ok(row.map(grant))
    }

    fn held_courses(&mut self, user: UserId) -> Result<Vec<HeldCourse>, StoreError> {
        let rows = on!(self, c => user_course_access::table
            .inner_join(course_rows::table)
            .filter(user_course_access::user_id.eq(user.0))
            .order((user_course_access::purchased_at, user_course_access::id))
            .select((course_columns!(), (user_course_access::purchased_at, user_course_access::expires_at)))
            .load::<(CourseRow, (NaiveDateTime, Option<NaiveDateTime>))>(*c))?;
        let ids: Vec<i32> = rows.iter().map(|(row, _)| row.0).collect();
        let totals = on!(self, c => videos::table
            .filter(videos::course_id.eq_any(&ids))
            .filter(videos::model_id.is_not_null())
            .group_by(videos::course_id)
            .select((videos::course_id, count_star()))
            .load::<(i32, i64)>(*c))?;
        let completed = on!(self, c => video_progress::table
            .inner_join(videos::table)
            .filter(video_progress::user_id.eq(user.0))
            .filter(video_progress::completed.eq(true))
            .filter(videos::course_id.eq_any(&ids))
            .filter(videos::model_id.is_not_null())
            .group_by(videos::course_id)
            .select((videos::course_id, count_star()))
            .load::<(i32, i64)>(*c))?;
        let count = |counts: &[(i32, i64)], id| {
            counts
                .iter()
                .find(|(course, _)| *course == id)
                .map_or(0, |(_, n)| *n)
        };
        rows.into_iter()
            .map(|(row, times)| {
                let id = row.0;
                Ok(HeldCourse {
                    course: course(row)?,
                    grant: grant(times),
                    completed_videos: count(&completed, id),
                    total_videos: count(&totals, id),
                })
            })
            .collect()
    }

    fn put_grant(&mut self, user: UserId, course: CourseId, grant: &Grant) -> Result<(), StoreError> {
        let times = (
            user_course_access::purchased_at.eq(stored(grant.purchased_at)),
            user_course_access::expires_at.eq(grant.expires_at.map(stored)),
        );
        on!(self, c => diesel::insert_into(user_course_access::table)
            .values((user_course_access::user_id.eq(user.0), user_course_access::course_id.eq(course.0), times))
            .on_conflict((user_course_access::user_id, user_course_access::course_id))
            .do_update()
            .set(times)
            .execute(*c))?;
        set_subscription(self, user)?;
        discord_queue::enqueue_user(self, user)
    }

    fn delete_grant(&mut self, user: UserId, course: CourseId) -> Result<bool, StoreError> {
        let rows = on!(self, c => diesel::delete(
            user_course_access::table
                .filter(user_course_access::user_id.eq(user.0))
                .filter(user_course_access::course_id.eq(course.0))
        )
        .execute(*c))?;
        set_subscription(self, user)?;
        discord_queue::enqueue_user(self, user)?;
        Ok(rows == 1)
    }

    fn put_course(
        &mut self,
        course: &ImportedCourse,
        now: DateTime<Utc>,
    ) -> Result<ImportOutcome, StoreError> {
        course_import::put(self, course, now)
    }

    fn media_locations(&mut self) -> Result<Vec<MediaLocation>, StoreError> {
        let mut locations = on!(self, c => videos::table.select(videos::url).load::<String>(*c))?;
        let images = on!(self, c => course_rows::table
            .filter(course_rows::image.is_not_null())
            .select(course_rows::image.assume_not_null())
            .load::<String>(*c))?;
        locations.extend(images);
        Ok(locations.into_iter().map(MediaLocation).collect())
    }
}

fn grant((purchased_at, expires_at): (NaiveDateTime, Option<NaiveDateTime>)) -> Grant {
    Grant {
        purchased_at: loaded(purchased_at),
        expires_at: expires_at.map(loaded),
    }
}

/// Sets a user's subscription fields, see [`subscription`].
fn set_subscription(store: &mut Store<'_>, user: UserId) -> Result<(), StoreError> {
    let ends = on!(store, c => user_course_access::table
        .filter(user_course_access::user_id.eq(user.0))
        .select(user_course_access::expires_at)
        .load::<Option<NaiveDateTime>>(*c))?;
    let subscription = subscription(ends.into_iter().map(|end| end.map(loaded)));
    on!(store, c => diesel::update(users::table.find(user.0))
        .set((
            users::is_subscribed.eq(subscription.is_subscribed),
            users::subscription_ends.eq(subscription.ends.map(stored)),
        ))
        .execute(*c))
    .map(|_| ())
}
