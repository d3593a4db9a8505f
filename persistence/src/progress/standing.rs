//! How members stand in their courses, from the rows of grants and positions.

use std::collections::HashMap;

use chrono::NaiveDateTime;
use courses::CourseId;
use diesel::{dsl::count_star, prelude::*};
use kernel::{StoreError, UserId};
use progress::CourseStanding;

use crate::{
    Store,
    courses::GrantRow,
    schema::{user_course_access, video_progress, videos},
    store::on,
    times::loaded,
};

/// What a member watched in a course: how many lessons they finished, and when they watched last.
#[derive(Default)]
struct Watched {
    finished: usize,
    last: Option<NaiveDateTime>,
}

impl Store<'_> {
    /// How these members stand, in each course that they hold or whose access has ended.
    pub fn standings(&mut self, users: &[UserId]) -> Result<Vec<CourseStanding>, StoreError> {
        if users.is_empty() {
            return Ok(Vec::new());
        }
        let ids: Vec<i32> = users.iter().map(|user| user.0).collect();
        let lessons: Vec<(i32, i64)> = on!(self, c => videos::table
            .filter(videos::model_id.is_not_null())
            .group_by(videos::course_id)
            .select((videos::course_id, count_star()))
            .load(*c))?;
        let lessons: HashMap<i32, i64> = lessons.into_iter().collect();
        let rows: Vec<(i32, i32, bool, NaiveDateTime)> = on!(self, c => video_progress::table
            .inner_join(videos::table)
            .filter(video_progress::user_id.eq_any(&ids))
            .filter(videos::model_id.is_not_null())
            .select((
                video_progress::user_id,
                videos::course_id,
                video_progress::completed,
                video_progress::last_watched,
            ))
            .load(*c))?;
        let mut watched: HashMap<(i32, i32), Watched> = HashMap::new();
        for (user, course, completed, last) in rows {
            let sum = watched.entry((user, course)).or_default();
            sum.finished += usize::from(completed);
            sum.last = sum.last.max(Some(last));
        }
        let grants: Vec<(i32, i32, GrantRow)> = on!(self, c => user_course_access::table
            .filter(user_course_access::user_id.eq_any(&ids))
            .order((user_course_access::user_id, user_course_access::course_id))
            .select((user_course_access::user_id, user_course_access::course_id, GrantRow::as_select()))
            .load(*c))?;
        Ok(grants
            .into_iter()
            .map(|(user, course, grant)| {
                let watched = watched.get(&(user, course));
                let lessons = lessons.get(&course).copied().unwrap_or_default();
                CourseStanding {
                    user: UserId(user),
                    course: CourseId(course),
                    grant: grant.into(),
                    finished: watched.map_or(0, |watched| watched.finished),
                    lessons: usize::try_from(lessons).unwrap_or_default(),
                    last_watched: watched.and_then(|watched| watched.last).map(loaded),
                }
            })
            .collect())
    }
}
