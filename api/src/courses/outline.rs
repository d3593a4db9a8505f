//! The outline of a course over HTTP, with what the caller has done of each lesson.

use std::collections::HashMap;

use ::courses::{CourseStore, Section, Video, VideoId, visit_course};
use actix_web::{HttpRequest, HttpResponse, web};
use api_macros::operation;
use chrono::{DateTime, Utc};
use kernel::{StoreError, UserId};
use persistence::Store;
use replay_runs::{OpenRun, open_runs};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::SharedApp;
use crate::courses::{course_id, lesson::shapes::LessonKind, no_such_course, seen_course};
use crate::http::problem::Problem;
use crate::http::sessions::Caller;
use crate::http::tagged_body::TaggedBody;

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
    /// Where the video is, on this site; null without access now, unless it is a preview, for a text, and where
    /// browsers cannot be expected to play the file.
    url: Option<String>,
    kind: LessonKind,
    /// Whether every caller may open the lesson.
    preview: bool,
    /// How many exercises the lesson has.
    exercises: i64,
    /// How many of them the caller has answered right.
    exercises_done: i64,
    /// The languages of its captions (BCP 47).
    captions: Vec<String>,
    /// The market to trade, where the lesson has one.
    replay: Option<VideoReplay>,
}

/// How the caller stands with a lesson's replay.
#[derive(Serialize, ToSchema)]
pub struct VideoReplay {
    /// Whether a kept run of the caller passed.
    passed: bool,
    open: Option<OpenReplay>,
}

/// The caller's run that has not ended.
#[derive(Serialize, ToSchema)]
pub struct OpenReplay {
    run: i32,
    /// The number of the rules' day in which it stands, from 1.
    day: u32,
    /// The rule `days`.
    days: Option<u32>,
}

/// What an outline shows of a member.
#[derive(Default)]
struct Done {
    exercises: HashMap<VideoId, i64>,
    passed: Vec<VideoId>,
    open: Vec<OpenRun>,
}

impl Done {
    fn of(
        store: &mut Store<'_>,
        member: UserId,
        sections: &[Section],
        now: DateTime<Utc>,
    ) -> Result<Self, StoreError> {
        let mut done = Self::default();
        let has = |is: fn(&Video) -> bool| sections.iter().flat_map(|section| &section.videos).any(is);
        let Some(course) = sections.first().map(|section| section.course) else {
            return Ok(done);
        };
        if has(|video| video.exercises > 0) {
            done.exercises = store.done_in(member, course)?.into_iter().collect();
        }
        if has(|video| video.has_replay) {
            done.passed = store.passed_lessons(member, course)?;
            done.open = open_runs(store, member, now)?;
        }
        Ok(done)
    }

    fn replay(&self, lesson: VideoId) -> VideoReplay {
        let open = self.open.iter().find(|run| run.lesson == lesson);
        VideoReplay {
            passed: self.passed.contains(&lesson),
            open: open.map(|run| OpenReplay {
                run: run.id.0,
                day: run.day,
                days: run.days,
            }),
        }
    }
}

/// A section for a caller with access or without, with what the caller has done of each lesson.
fn model(section: &Section, open: bool, done: &Done) -> CourseModel {
    let video = |video: &Video| CourseVideo {
        id: video.id.0,
        model_id: video.section.0,
        title: video.title.clone(),
        description: video.description.clone(),
        duration: video.duration_seconds,
        order: video.order,
        url: ((open || video.preview) && video.plays_as_file)
            .then(|| format!("/media/videos/{}", video.id.0)),
        kind: video.kind.into(),
        preview: video.preview,
        exercises: video.exercises,
        exercises_done: done.exercises.get(&video.id).copied().unwrap_or_default(),
        captions: video.captions.clone(),
        replay: video.has_replay.then(|| done.replay(video.id)),
    };
    CourseModel {
        id: section.id.0,
        course_id: section.course.0,
        name: section.name.clone(),
        description: section.description.clone(),
        order: section.order,
        videos: section.videos.iter().map(video).collect(),
    }
}

/// A course's sections with their videos. The list is public; the videos' addresses are for callers with access now, those of previews
/// for every caller.
#[operation(responses((status = 200, body = [CourseModel])))]
pub async fn models(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let (id, token, shared) = (course_id(&id)?, caller.token(), app.clone());
    let models = app
        .look_up(move |store, now| {
            let visit = visit_course(store, token.as_ref(), id, now)?;
            let (version, open) = (visit.catalogue_version, visit.access.is_open());
            let sections = shared.catalogue.sections(version, id, || {
                store.course(id)?.ok_or_else(no_such_course)?;
                Ok(store.sections(id)?)
            })?;
            if !open {
                seen_course(store, id, visit.access)?;
            }
            let done = match visit.member {
                Some(member) => Done::of(store, member, &sections, now)?,
                None => Done::default(),
            };
            let models: Vec<_> = sections
                .iter()
                .map(|section| model(section, open, &done))
                .collect();
            TaggedBody::of(&models)
        })
        .await?;
    Ok(models.respond(&request))
}
