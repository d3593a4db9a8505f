//! Putting what belongs to an imported course's lessons into rows: what was there before goes, what the import has comes.

use ::courses::{
    ImportedVideo,
    lesson::content::{Captions, LessonContent},
};
use diesel::prelude::*;
use kernel::StoreError;

use crate::{
    Store,
    practice::content::{clear_exercises, put_exercises},
    replay::content::{clear_replays, put_replay},
    schema::{
        lesson_attachments, lesson_captions, lesson_chapters, lesson_cues, lesson_paragraphs,
        lesson_pictures, videos,
    },
    store::on,
};

/// Rows of one statement: below the number of values that either database binds. For several rows at once, diesel must know that
/// none takes a default; otherwise it opens a transaction on SQLite, within the writer's own.
const ROWS_AT_ONCE: usize = 500;

#[derive(Insertable)]
#[diesel(table_name = lesson_captions)]
struct NewCaptionsRow<'a> {
    video_id: i32,
    language: &'a str,
    label: &'a str,
    file: &'a str,
    order: i32,
}

#[derive(Insertable)]
#[diesel(table_name = lesson_cues, treat_none_as_default_value = false)]
struct NewCueRow<'a> {
    caption_id: i32,
    course_id: i32,
    video_id: i32,
    start_ms: i32,
    end_ms: i32,
    placement: &'a str,
    text: &'a str,
}

#[derive(Insertable)]
#[diesel(table_name = lesson_paragraphs, treat_none_as_default_value = false)]
struct NewParagraphRow<'a> {
    course_id: i32,
    video_id: i32,
    order: i32,
    text: &'a str,
}

#[derive(Insertable)]
#[diesel(table_name = lesson_chapters)]
struct NewChapterRow<'a> {
    video_id: i32,
    start_ms: i32,
    end_ms: i32,
    title: &'a str,
}

#[derive(Insertable)]
#[diesel(table_name = lesson_attachments)]
struct NewAttachmentRow<'a> {
    video_id: i32,
    order: i32,
    file: &'a str,
    location: &'a str,
    size: i64,
}

#[derive(Insertable)]
#[diesel(table_name = lesson_pictures)]
struct NewPictureRow<'a> {
    video_id: i32,
    file: &'a str,
    location: &'a str,
}

/// Deletes what belongs to every lesson of a course, also to lessons that the import lacks.
pub(super) fn clear_contents(store: &mut Store<'_>, course_id: i32) -> Result<(), StoreError> {
    let lessons = on!(store, c => videos::table
        .filter(videos::course_id.eq(course_id))
        .select(videos::id)
        .load::<i32>(*c))?;
    on!(store, c => diesel::delete(lesson_cues::table.filter(lesson_cues::course_id.eq(course_id)))
        .execute(*c))?;
    on!(store, c => diesel::delete(
        lesson_paragraphs::table.filter(lesson_paragraphs::course_id.eq(course_id))
    )
    .execute(*c))?;
    on!(store, c => diesel::delete(
        lesson_captions::table.filter(lesson_captions::video_id.eq_any(&lessons))
    )
    .execute(*c))?;
    on!(store, c => diesel::delete(
        lesson_chapters::table.filter(lesson_chapters::video_id.eq_any(&lessons))
    )
    .execute(*c))?;
    on!(store, c => diesel::delete(
        lesson_attachments::table.filter(lesson_attachments::video_id.eq_any(&lessons))
    )
    .execute(*c))?;
    on!(store, c => diesel::delete(
        lesson_pictures::table.filter(lesson_pictures::video_id.eq_any(&lessons))
    )
    .execute(*c))?;
    clear_exercises(store, course_id)?;
    clear_replays(store, course_id)
}

/// Inserts what belongs to one lesson that has nothing yet.
pub(super) fn put_content(
    store: &mut Store<'_>,
    course_id: i32,
    video_id: i32,
    lesson: &ImportedVideo,
) -> Result<(), StoreError> {
    let rows: Vec<_> = (1..)
        .zip(&lesson.paragraphs)
        .map(|(order, text)| NewParagraphRow {
            course_id,
            video_id,
            order,
            text,
        })
        .collect();
    for rows in rows.chunks(ROWS_AT_ONCE) {
        on!(store, c => diesel::insert_into(lesson_paragraphs::table).values(rows).execute(*c))?;
    }
    put_files(store, video_id, &lesson.content)?;
    let content = &lesson.content;
    for (order, captions) in (1..).zip(&content.captions) {
        put_captions(store, course_id, video_id, order, captions)?;
    }
    for chapter in content.chapters.iter().flat_map(|chapters| &chapters.list) {
        let row = NewChapterRow {
            video_id,
            start_ms: column(chapter.start_ms),
            end_ms: column(chapter.end_ms),
            title: &chapter.title,
        };
        on!(store, c => diesel::insert_into(lesson_chapters::table).values(&row).execute(*c))?;
    }
    if let Some(exercises) = &content.exercises {
        put_exercises(store, course_id, video_id, exercises)?;
    }
    match &content.replay {
        None => Ok(()),
        Some(replay) => put_replay(store, course_id, video_id, replay, &lesson.replay_charts),
    }
}

/// The files of a lesson in the media store, beside its video.
fn put_files(store: &mut Store<'_>, video_id: i32, content: &LessonContent) -> Result<(), StoreError> {
    for picture in content.text.iter().flat_map(|text| &text.pictures) {
        let row = NewPictureRow {
            video_id,
            file: &picture.file,
            location: &picture.location.0,
        };
        on!(store, c => diesel::insert_into(lesson_pictures::table).values(&row).execute(*c))?;
    }
    for (order, attachment) in (1..).zip(&content.attachments) {
        let row = NewAttachmentRow {
            video_id,
            order,
            file: &attachment.file,
            location: &attachment.location.0,
            size: attachment.size,
        };
        on!(store, c => diesel::insert_into(lesson_attachments::table).values(&row).execute(*c))?;
    }
    Ok(())
}

fn put_captions(
    store: &mut Store<'_>,
    course_id: i32,
    video_id: i32,
    order: i32,
    captions: &Captions,
) -> Result<(), StoreError> {
    let row = NewCaptionsRow {
        video_id,
        language: &captions.language,
        label: &captions.label,
        file: &captions.file,
        order,
    };
    let caption_id = on!(store, c => diesel::insert_into(lesson_captions::table)
        .values(&row)
        .returning(lesson_captions::id)
        .get_result::<i32>(*c))?;
    for cues in captions.cues.chunks(ROWS_AT_ONCE) {
        let rows: Vec<_> = cues
            .iter()
            .map(|cue| NewCueRow {
                caption_id,
                course_id,
                video_id,
                start_ms: column(cue.start_ms),
                end_ms: column(cue.end_ms),
                placement: &cue.placement,
                text: &cue.text,
            })
            .collect();
        on!(store, c => diesel::insert_into(lesson_cues::table).values(&rows).execute(*c))?;
    }
    Ok(())
}

/// Milliseconds as the column holds them; a caption file has no time beyond 100 hours.
fn column(milliseconds: u32) -> i32 {
    i32::try_from(milliseconds).unwrap_or(i32::MAX)
}
