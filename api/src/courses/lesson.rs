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
        replay::store::ReplayContentStore,
        store::LessonStore,
    },
};
use accounts::signed_in;
use actix_web::{HttpRequest, HttpResponse, web};
use api_macros::operation;
use chrono::Utc;
use practice::ReviewStore;

use crate::courses::catalogue_cache::{Page, Rendered, rendered_page, respond};
use crate::courses::open_lesson::{lesson_id, open_for};
use crate::courses::packages::package_addresses;
use crate::http::problem::Problem;
use crate::http::sessions::Caller;
use crate::progress::no_such_video;
use crate::site::SharedSite;
use exercises::{RESULT, exercise_shapes, last_results};
use files::{attachment_address, captions_address, picture_address};
use replay::{RUNS, RUNS_KEY, run_counts_text};

/// A lesson with everything that belongs to it. A preview is for every caller.
#[operation(responses((status = 200, body = shapes::Lesson)))]
pub async fn lesson(
    site: SharedSite,
    caller: Caller,
    request: HttpRequest,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let (shared, token) = (site.clone(), caller.token());
    let (_, rendered) = open_for(&site, caller.token(), lesson_id(&id), move |store, opened| {
        let version = store.catalogue_version()?;
        let id = opened.video.id;
        let rendered = rendered_page(&shared.catalogue, version, store, Page::Lesson(id), |store| {
            // Read again: the catalogue may have changed since the lesson was opened.
            let video = store.video(id)?.ok_or_else(no_such_video)?;
            let package = store.package_of(id)?;
            let course = store.course(video.course)?.ok_or_else(no_such_video)?;
            let page = lesson_page(
                video,
                course.language,
                &store.lesson_content(id)?,
                package.as_ref(),
            )?;
            Ok::<_, Problem>(page.compressed())
        })?;
        if !rendered.has_slots() {
            return Ok(rendered);
        }
        let caller = match (&opened.member, &token) {
            (Some(session), _) => Some(session.user),
            // A preview is opened for every caller; the results are the signed-in member's.
            (None, Some(token)) => signed_in(store, token, Utc::now())?.map(|member| member.user.id),
            (None, None) => None,
        };
        let results = caller.map(|user| store.results_in(user, id)).transpose()?;
        let mut slots = last_results(&results.unwrap_or_default())?;
        if let Some(user) = caller.filter(|_| rendered.has_slot(RUNS_KEY)) {
            slots.insert(RUNS_KEY.to_owned(), run_counts_text(store.run_counts(user, id)?));
        }
        // With its transcript it is long.
        Ok(rendered.filled(&slots).compressed())
    })
    .await?;
    Ok(respond(&request, rendered))
}

fn lesson_page(
    video: ::courses::StoredVideo,
    language: String,
    content: &LessonContent,
    package: Option<&VideoPackage>,
) -> Result<Rendered, Problem> {
    let exercises = content.exercises.iter().flat_map(|exercises| &exercises.list);
    let results = exercises.map(|exercise| exercise.id.to_string()).collect();
    let runs = content.replay.iter().map(|_| RUNS_KEY.to_owned()).collect();
    let lesson = shape(video, language, content, package);
    Rendered::with_kinds_of_slots(&lesson, vec![(&RESULT, results), (&RUNS, runs)])
}

fn shape(
    video: ::courses::StoredVideo,
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
        title: video.title,
        description: video.description,
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
