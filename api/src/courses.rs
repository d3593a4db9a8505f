//! The catalogue over HTTP, and what a member holds of it.

pub mod catalogue_cache;
pub mod lesson;
pub mod media;
pub mod media_body;
pub mod media_problem;
pub mod open_lesson;
pub mod outline;
pub mod packages;
pub mod search;
pub mod served_file;

use ::courses::{Access, AccessStore, CourseId, CourseStore, HeldCourse, access_now, visit_course};
use actix_web::{HttpRequest, HttpResponse, web};
use api_macros::operation;
use chrono::{DateTime, Utc};
use persistence::Store;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::SharedApp;
use crate::http::problem::Problem;
use crate::http::sessions::Caller;
use crate::http::tagged_body::TaggedBody;

/// What a course is about.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CourseType {
    Futures,
    Crypto,
    Forex,
}

impl From<::courses::CourseType> for CourseType {
    fn from(course_type: ::courses::CourseType) -> Self {
        match course_type {
            ::courses::CourseType::Futures => Self::Futures,
            ::courses::CourseType::Crypto => Self::Crypto,
            ::courses::CourseType::Forex => Self::Forex,
        }
    }
}

/// A course of the catalogue.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Course {
    id: i32,
    title: String,
    description: String,
    category: String,
    r#type: CourseType,
    /// Where the picture is, on this site.
    image: String,
    /// Cents.
    price: i32,
    /// What its titles and texts are in; BCP 47.
    language: String,
}

impl From<::courses::Course> for Course {
    fn from(course: ::courses::Course) -> Self {
        Self {
            id: course.id.0,
            image: image_address(&course),
            title: course.title,
            description: course.description,
            category: course.category,
            r#type: course.course_type.into(),
            price: course.price.0,
            language: course.language,
        }
    }
}

/// Where a course's picture is, on this site.
pub fn image_address(course: &::courses::Course) -> String {
    match course.image {
        Some(_) => format!("/media/courses/{}/image", course.id.0),
        None => format!("/images/{}.svg", course.course_type.as_str()),
    }
}

/// A course by its name.
#[derive(Serialize, ToSchema)]
pub struct CourseName {
    pub id: i32,
    pub title: String,
}

/// A number in a path: digits only.
pub fn path_number(text: &str) -> Option<i32> {
    text.bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| text.parse().ok())
        .flatten()
}

pub fn course_id(text: &str) -> Result<CourseId, Problem> {
    path_number(text).map(CourseId).ok_or_else(no_such_course)
}

pub fn no_such_course() -> Problem {
    Problem::not_found("There is no such course")
}

/// Every course.
#[operation(responses((status = 200, body = [Course])))]
pub async fn list(app: SharedApp, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let shared = app.clone();
    let list = app
        .read(move |store, _| {
            let version = store.catalogue_version()?;
            shared.catalogue.list(version, || {
                let courses = store.courses()?.into_iter().filter(::courses::Course::is_shown);
                TaggedBody::of(&courses.map(Course::from).collect::<Vec<_>>())
            })
        })
        .await?;
    Ok(list.respond(&request))
}

/// One course; a hidden one for members with access alone.
#[operation(responses((status = 200, body = Course)))]
pub async fn one(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let (id, token) = (course_id(&id)?, caller.token());
    let course = app
        .read(move |store, now| {
            let course = store.course(id)?.filter(::courses::Course::is_shown);
            let course = match course {
                Some(course) => course,
                None => {
                    let visit = visit_course(store, token.as_ref(), id, now)?;
                    seen_course(store, id, visit.access)?
                }
            };
            TaggedBody::of(&Course::from(course))
        })
        .await?;
    Ok(course.respond(&request))
}

/// A course that a caller with this access sees.
///
/// # Errors
/// 404 for a course that the caller does not see, as for an unknown course.
pub fn seen_course(
    store: &mut Store<'_>,
    id: CourseId,
    access: Access,
) -> Result<::courses::Course, Problem> {
    let course = store.course(id)?;
    course
        .filter(|course| course.visibility.is_seen_with(access))
        .ok_or_else(no_such_course)
}

/// Whether the caller may see a course now.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CourseAccess {
    has_access: bool,
    /// When a running access ends, or when it ended; null for an access without end, and without an access.
    expires_at: Option<DateTime<Utc>>,
}

/// May the caller see this course now?
#[operation(responses((status = 200, body = CourseAccess)))]
pub async fn access(
    app: SharedApp,
    caller: Caller,
    id: web::Path<String>,
) -> Result<web::Json<CourseAccess>, Problem> {
    let id = course_id(&id);
    let answer = app
        .read_as_member(&caller, move |store, me, now| {
            let id = id?;
            let access = access_now(store.grant_of(me.user.id, id)?.as_ref(), now);
            seen_course(store, id, access)?;
            Ok(access)
        })
        .await?;
    let (Access::Open { until: expires_at } | Access::Closed { since: expires_at }) = answer;
    Ok(web::Json(CourseAccess {
        has_access: answer.is_open(),
        expires_at,
    }))
}

/// A course that the caller holds, with how far they are.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnCourse {
    id: i32,
    title: String,
    description: String,
    image: String,
    r#type: CourseType,
    /// Null: no end.
    expires_at: Option<DateTime<Utc>>,
    completed_videos: i64,
    total_videos: i64,
    /// What its titles and texts are in; BCP 47.
    language: String,
}

impl From<HeldCourse> for OwnCourse {
    fn from(held: HeldCourse) -> Self {
        Self {
            id: held.course.id.0,
            image: image_address(&held.course),
            title: held.course.title,
            description: held.course.description,
            r#type: held.course.course_type.into(),
            expires_at: held.grant.expires_at,
            completed_videos: held.completed_videos,
            total_videos: held.total_videos,
            language: held.course.language,
        }
    }
}

/// The courses that the caller may see now; with `ended=true` also the courses whose access has ended by time.
#[operation(
    params(("ended" = Option<bool>, Query, description = "Also courses whose access has ended")),
    responses((status = 200, body = [OwnCourse])),
)]
pub async fn own(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
) -> Result<web::Json<Vec<OwnCourse>>, Problem> {
    let with_ended = request.query_string().split('&').any(|part| part == "ended=true");
    let courses = app
        .read_as_member(&caller, move |store, me, now| {
            let held = store.held_courses(me.user.id)?.into_iter();
            let wanted = held.filter(|held| with_ended || access_now(Some(&held.grant), now).is_open());
            Ok(wanted.map(OwnCourse::from).collect())
        })
        .await?;
    Ok(web::Json(courses))
}
