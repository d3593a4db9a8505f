//! Staff over HTTP: the numbers of the week.

use std::collections::BTreeMap;

use ::courses::{Course, CourseId, CourseStore, VideoId};
use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};
use kernel::StoreError;
use orders::income_by_course;
use persistence::Store;
use progress::{WEEK_DAYS, week_begins};
use serde::Serialize;
use utoipa::ToSchema;

/// The last seven days in UTC, today among them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffWeek {
    /// The oldest first.
    days: Vec<WeekDay>,
    /// Members with a position that was watched within seven times 24 hours.
    members_who_watched: i64,
    /// What is left of what was paid in these days, in the currency of the site; courses without income are left out.
    income: Vec<CourseIncome>,
    /// Where members stop, of the courses to which a member has access now.
    stops: Vec<CourseStops>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WeekDay {
    date: NaiveDate,
    /// Accounts that were made, without those deleted since.
    sign_ups: i64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CourseIncome {
    course_id: i32,
    title: String,
    cents: i64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CourseStops {
    course_id: i32,
    title: String,
    /// In the course's order.
    lessons: Vec<LessonStops>,
}

/// Of the members with access now.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LessonStops {
    video_id: i32,
    title: String,
    started: i64,
    finished: i64,
}

impl StaffWeek {
    pub fn read(store: &mut Store<'_>, currency: &str, now: DateTime<Utc>) -> Result<Self, StoreError> {
        let first = week_begins(now);
        let from = first.and_time(NaiveTime::MIN).and_utc();
        let courses = store.courses()?;
        Ok(Self {
            days: days(store, first, from)?,
            members_who_watched: store.members_who_watched(now - TimeDelta::days(WEEK_DAYS.into()))?,
            income: income(&courses, income_by_course(store, from, currency)?),
            stops: stops(store, &courses, now)?,
        })
    }
}

fn days(store: &mut Store<'_>, first: NaiveDate, from: DateTime<Utc>) -> Result<Vec<WeekDay>, StoreError> {
    let sign_ups = store.sign_ups(from)?;
    let day = |date: NaiveDate| {
        let made = sign_ups.iter().filter(|at| at.date_naive() == date).count();
        WeekDay {
            date,
            sign_ups: i64::try_from(made).unwrap_or(i64::MAX),
        }
    };
    Ok(first.iter_days().take(WEEK_DAYS.into()).map(day).collect())
}

fn income(courses: &[Course], income: BTreeMap<CourseId, i64>) -> Vec<CourseIncome> {
    let of = |course: &Course| {
        let cents = *income.get(&course.id)?;
        Some(CourseIncome {
            course_id: course.id.0,
            title: course.title.clone(),
            cents,
        })
    };
    courses.iter().filter_map(of).collect()
}

fn stops(
    store: &mut Store<'_>,
    courses: &[Course],
    now: DateTime<Utc>,
) -> Result<Vec<CourseStops>, StoreError> {
    let counts: BTreeMap<VideoId, (i64, i64)> = store
        .lesson_counts(now)?
        .into_iter()
        .map(|count| (count.lesson, (count.started, count.finished)))
        .collect();
    let mut stops = Vec::new();
    let held = store.courses_with_members(now)?;
    for course in courses.iter().filter(|course| held.contains(&course.id)) {
        let sections = store.sections(course.id)?;
        let lessons = sections.into_iter().flat_map(|section| section.videos);
        let lessons: Vec<LessonStops> = lessons
            .map(|lesson| {
                let (started, finished) = counts.get(&lesson.id).copied().unwrap_or_default();
                LessonStops {
                    video_id: lesson.id.0,
                    title: lesson.title,
                    started,
                    finished,
                }
            })
            .collect();
        stops.push(CourseStops {
            course_id: course.id.0,
            title: course.title.clone(),
            lessons,
        });
    }
    Ok(stops)
}
