//! A lesson over HTTP: what belongs to it, for callers who may open it now.

pub mod exercises;
pub mod files;
pub mod replay;
pub mod shapes;

use ::courses::{
    CourseStore, LessonKind, VideoId, VideoPackage,
    lesson::{
        content::{LessonContent, LessonText},
        destination::path_in_folder,
        markdown::{InFolder, to_html_with_ids},
        store::LessonStore,
    },
};
use accounts::signed_in;
use actix_web::{HttpRequest, HttpResponse, web};
use api_macros::operation;
use chrono::Utc;

use crate::app::SharedApp;
use crate::courses::open_lesson::{lesson_id, open_for};
use crate::courses::packages::package_addresses;
use crate::http::problem::Problem;
use crate::http::sessions::Caller;
use crate::http::tagged_body::TaggedBody;
use crate::progress::no_such_video;
use exercises::{exercise_shapes, put_results};
use files::{attachment_address, captions_address, picture_address};

/// A lesson with everything that belongs to it. A preview is for every caller.
#[operation(responses((status = 200, body = shapes::Lesson)))]
pub async fn lesson(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let token = caller.token();
    let (_, page) = open_for(&app, token, lesson_id(&id), move |store, opened| {
        let id = opened.video.id;
        let package = store.package_of(id)?;
        let course = store.course(opened.video.course)?.ok_or_else(no_such_video)?;
        let content = store.lesson_content(id)?;
        let mut lesson = shape(&opened.video, course.language, &content, package.as_ref());
        let caller = match (&opened.member, &token) {
            (Some(session), _) => Some(session.user),
            // A preview is opened for every caller; the results are the signed-in member's.
            (None, Some(token)) => signed_in(store, token, Utc::now())?.map(|member| member.user.id),
            (None, None) => None,
        };
        if let Some(user) = caller {
            if !lesson.exercises.is_empty() {
                put_results(&mut lesson.exercises, store.results_in(user, id)?);
            }
            if let Some(replay) = &mut lesson.replay {
                let counts = store.run_counts(user, id)?;
                (replay.runs, replay.passed) = (counts.runs, counts.passed);
            }
        }
        TaggedBody::of(&lesson)
    })
    .await?;
    Ok(page.respond(&request))
}

fn shape(
    video: &::courses::StoredVideo,
    language: String,
    content: &LessonContent,
    package: Option<&VideoPackage>,
) -> shapes::Lesson {
    let id = video.id;
    let package = package.map(|package| package_addresses(id, package));
    let kind = video.source.kind();
    shapes::Lesson {
        video_id: id.0,
        course_id: video.course.0,
        kind: kind.into(),
        title: video.title.clone(),
        description: video.description.clone(),
        duration: video.source.duration_seconds(),
        preview: video.preview,
        language,
        html: content.text.as_ref().map(|text| html(id, text, content)),
        captions: content
            .captions
            .iter()
            .map(|captions| shapes::Caption {
                language: captions.language.clone(),
                label: captions.label.clone(),
                url: captions_address(id, captions),
            })
            .collect(),
        chapters: content
            .chapters
            .iter()
            .flat_map(|chapters| &chapters.list)
            .map(|chapter| shapes::Chapter {
                start: seconds(chapter.start_ms),
                title: chapter.title.clone(),
            })
            .collect(),
        transcript: content
            .transcript()
            .iter()
            .map(|cue| shapes::TranscriptLine {
                start: seconds(cue.start_ms),
                end: seconds(cue.end_ms),
                text: cue.text.clone(),
            })
            .collect(),
        attachments: content
            .attachments
            .iter()
            .map(|attachment| shapes::Attachment {
                name: attachment.name().to_owned(),
                size: attachment.size,
                url: attachment_address(id, attachment),
            })
            .collect(),
        hls: package.as_ref().map(|package| package.hls.clone()),
        hls_start: package.as_ref().map(|package| shapes::HlsStart {
            playlist: package.start.playlist.clone(),
            init: package.start.init.clone(),
            segment: package.start.segment.clone(),
        }),
        file: video
            .source
            .plays_as_file()
            .then(|| format!("/media/videos/{}", id.0)),
        poster: package.as_ref().map(|package| package.poster.clone()),
        seek_previews: package.map(|package| package.seek_previews),
        exercises: content
            .exercises
            .as_ref()
            .map(exercise_shapes)
            .unwrap_or_default(),
        replay: content
            .replay
            .as_ref()
            .map(|replay| replay::LessonReplay::from(&replay.definition)),
    }
}

fn html(lesson: VideoId, text: &LessonText, content: &LessonContent) -> String {
    to_html_with_ids(&text.markdown, &|reference| match reference {
        InFolder::Picture(path) => {
            let path = path_in_folder(&text.file, path)?;
            let picture = text.pictures.iter().find(|picture| picture.file == path)?;
            Some(picture_address(lesson, picture))
        }
        InFolder::Link(path) => {
            let path = path_in_folder(&text.file, path)?;
            let mut attachments = content.attachments.iter();
            let attachment = attachments.find(|attachment| attachment.file == path)?;
            Some(attachment_address(lesson, attachment))
        }
    })
}

fn seconds(milliseconds: u32) -> f64 {
    f64::from(milliseconds) / 1_000.0
}

impl From<LessonKind> for shapes::LessonKind {
    fn from(kind: LessonKind) -> Self {
        match kind {
            LessonKind::Video => Self::Video,
            LessonKind::Text => Self::Text,
        }
    }
}
