//! The catalogue over HTTP, and what a member holds of it.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use ::courses::{Access, CourseId, CourseStore, Section, access_now, visit_course};
use accounts::StoreError;
use actix_web::{
    HttpRequest, HttpResponse,
    http::{StatusCode, header},
    web,
};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use persistence::Store;
use serde::Serialize;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::{
    problem::{Problem, ProblemBody},
    sessions::Caller,
    site::SharedSite,
};

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
        }
    }
}

fn image_address(course: &::courses::Course) -> String {
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

/// A section of a course. The path says `models`, as the specification does.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CourseModel {
    id: i32,
    course_id: i32,
    name: String,
    description: String,
    order: i32,
    videos: Vec<CourseVideo>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CourseVideo {
    id: i32,
    /// The section's number.
    model_id: i32,
    title: String,
    description: String,
    /// Seconds.
    duration: i32,
    order: i32,
    /// Where the video is, on this site; null for whoever has no access now.
    url: Option<String>,
}

fn model(section: Section, open: bool) -> CourseModel {
    CourseModel {
        id: section.id.0,
        course_id: section.course.0,
        name: section.name,
        description: section.description,
        order: section.order,
        videos: section
            .videos
            .into_iter()
            .map(|video| CourseVideo {
                id: video.id.0,
                model_id: video.section.0,
                title: video.title,
                description: video.description,
                duration: video.duration_seconds,
                order: video.order,
                url: open.then(|| format!("/media/videos/{}", video.id.0)),
            })
            .collect(),
    }
}

/// What is answered from memory as long as the catalogue's version stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Page {
    Courses,
    Course(CourseId),
    Models(CourseId, /* open */ bool),
}

/// A body that was rendered once, and its ETag.
#[derive(Clone)]
pub struct Rendered {
    body: Bytes,
    etag: Arc<str>,
}

/// Rendered answers of one catalogue version. The version is read from the database with every request, in the same hop, so
/// an import by another process counts at once.
#[derive(Default)]
pub struct CatalogueCache(Mutex<(i64, HashMap<Page, Rendered>)>);

impl CatalogueCache {
    fn get(&self, version: i64, page: Page) -> Option<Rendered> {
        let cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (cache.0 == version)
            .then(|| cache.1.get(&page).cloned())
            .flatten()
    }

    fn put(&self, version: i64, page: Page, rendered: &Rendered) {
        let mut cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if cache.0 != version {
            *cache = (version, HashMap::new());
        }
        cache.1.insert(page, rendered.clone());
    }
}

fn render<T: Serialize>(value: &T) -> Result<Rendered, Problem> {
    let body = serde_json::to_vec(value).map_err(|_| Problem::internal())?;
    let digest = Sha256::digest(&body);
    let etag = digest[..12]
        .iter()
        .fold(String::from("\""), |text, byte| format!("{text}{byte:02x}"))
        + "\"";
    Ok(Rendered {
        body: body.into(),
        etag: etag.into(),
    })
}

/// The answer for a page of the catalogue, from memory where the version stands. The version was read before the content, so
/// that content is never kept under a version newer than itself.
fn catalogue_page<T: Serialize>(
    cache: &CatalogueCache,
    version: i64,
    store: &mut Store<'_>,
    page: Page,
    load: impl FnOnce(&mut Store<'_>) -> Result<T, Problem>,
) -> Result<Rendered, Problem> {
    if let Some(rendered) = cache.get(version, page) {
        return Ok(rendered);
    }
    let rendered = render(&load(store)?)?;
    cache.put(version, page, &rendered);
    Ok(rendered)
}

fn respond(request: &HttpRequest, rendered: Rendered) -> HttpResponse {
    let known = request
        .headers()
        .get(header::IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok());
    let fresh = known.is_some_and(|tags| {
        tags.split(',')
            .any(|tag| tag.trim().trim_start_matches("W/") == &*rendered.etag)
    });
    let mut response = HttpResponse::build(if fresh {
        StatusCode::NOT_MODIFIED
    } else {
        StatusCode::OK
    });
    response.insert_header((header::ETAG, &*rendered.etag));
    // Kept by the member's own browser and asked about each time; access may have ended.
    response.insert_header((header::CACHE_CONTROL, "private, no-cache"));
    if fresh {
        response.finish()
    } else {
        response.content_type("application/json").body(rendered.body)
    }
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
#[utoipa::path(get, path = "/api/courses", tag = "courses", responses(
    (status = 200, body = [Course]), (status = 503, body = ProblemBody),
))]
pub async fn list(site: SharedSite, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let shared = site.clone();
    let rendered = site
        .read(move |store, _| {
            let version = store.catalogue_version()?;
            catalogue_page(&shared.catalogue, version, store, Page::Courses, |store| {
                Ok(store.courses()?.into_iter().map(Course::from).collect::<Vec<_>>())
            })
        })
        .await?;
    Ok(respond(&request, rendered))
}

/// One course.
#[utoipa::path(get, path = "/api/courses/{id}", tag = "courses", params(("id" = i32, Path,)), responses(
    (status = 200, body = Course), (status = 404, body = ProblemBody), (status = 503, body = ProblemBody),
))]
pub async fn one(
    site: SharedSite,
    request: HttpRequest,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let (id, shared) = (course_id(&id)?, site.clone());
    let rendered = site
        .read(move |store, _| {
            let version = store.catalogue_version()?;
            catalogue_page(&shared.catalogue, version, store, Page::Course(id), |store| {
                store.course(id)?.map(Course::from).ok_or_else(no_such_course)
            })
        })
        .await?;
    Ok(respond(&request, rendered))
}

/// A course's sections with their videos. Anybody may read the list; the videos' addresses are for whoever has access now.
#[utoipa::path(get, path = "/api/courses/{id}/models", tag = "courses", params(("id" = i32, Path,)), responses(
    (status = 200, body = [CourseModel]), (status = 404, body = ProblemBody), (status = 503, body = ProblemBody),
))]
pub async fn models(
    site: SharedSite,
    caller: Caller,
    request: HttpRequest,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let (id, token, shared) = (course_id(&id)?, caller.token(), site.clone());
    let rendered = site
        .look_up(move |store, now| {
            let visit = visit_course(store, token.as_ref(), id, now)?;
            let open = visit.access.is_open();
            catalogue_page(
                &shared.catalogue,
                visit.catalogue_version,
                store,
                Page::Models(id, open),
                |store| {
                    store.course(id)?.ok_or_else(no_such_course)?;
                    Ok(store
                        .sections(id)?
                        .into_iter()
                        .map(|section| model(section, open))
                        .collect::<Vec<_>>())
                },
            )
        })
        .await?;
    Ok(respond(&request, rendered))
}

/// Whether the caller may see a course now.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CourseAccess {
    has_access: bool,
    /// When a running access ends, or when it ended; null for one without end, and where there was none.
    expires_at: Option<DateTime<Utc>>,
}

/// May the caller see this course now?
#[utoipa::path(get, path = "/api/courses/{id}/access", tag = "courses", params(("id" = i32, Path,)), responses(
    (status = 200, body = CourseAccess), (status = 401, body = ProblemBody), (status = 404, body = ProblemBody),
    (status = 503, body = ProblemBody),
))]
pub async fn access(
    site: SharedSite,
    caller: Caller,
    id: web::Path<String>,
) -> Result<web::Json<CourseAccess>, Problem> {
    let id = course_id(&id);
    let answer = site
        .read_as_member(caller.token(), move |store, me, now| {
            let id = id?;
            store.course(id)?.ok_or_else(no_such_course)?;
            Ok(access_now(store.grant_of(me.user.id, id)?.as_ref(), now))
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
}

/// The courses that the caller may see now.
#[utoipa::path(get, path = "/api/user/courses", tag = "courses", responses(
    (status = 200, body = [OwnCourse]), (status = 401, body = ProblemBody), (status = 503, body = ProblemBody),
))]
pub async fn own(site: SharedSite, caller: Caller) -> Result<web::Json<Vec<OwnCourse>>, Problem> {
    let held = site
        .read_as_member(caller.token(), |store, me, now| {
            let held: Result<Vec<_>, StoreError> = store.held_courses(me.user.id);
            Ok(held?
                .into_iter()
                .filter(|held| access_now(Some(&held.grant), now).is_open())
                .collect::<Vec<_>>())
        })
        .await?;
    let courses = held.into_iter().map(|held| OwnCourse {
        id: held.course.id.0,
        image: image_address(&held.course),
        title: held.course.title,
        description: held.course.description,
        r#type: held.course.course_type.into(),
        expires_at: held.grant.expires_at,
        completed_videos: held.completed_videos,
        total_videos: held.total_videos,
    });
    Ok(web::Json(courses.collect()))
}
