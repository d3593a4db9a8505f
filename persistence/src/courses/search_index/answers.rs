//! The public answers beside a course's lessons, as the search index has them.

use ::courses::{
    CourseId, VideoId,
    search::{
        index::{PublicAnswer, answer_passages},
        passage::Passage,
    },
};
use diesel::prelude::*;
use kernel::StoreError;

use crate::{
    Store,
    schema::{questions, videos},
    store::on,
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = questions)]
struct AnswerRow {
    id: i32,
    video_id: i32,
    seconds: i32,
    text: String,
    answer: Option<String>,
}

/// What a search finds of one answer.
pub(super) struct IndexedAnswer {
    pub(super) question: i32,
    pub(super) passages: Vec<Passage>,
}

/// In the order in which they were asked, beside lessons of the catalogue (see `questions::Question::public_answer`).
pub(super) fn public_answers(
    store: &mut Store<'_>,
    course: CourseId,
) -> Result<Vec<IndexedAnswer>, StoreError> {
    let rows: Vec<AnswerRow> = on!(store, c => questions::table
        .inner_join(videos::table)
        .filter(videos::course_id.eq(course.0))
        .filter(videos::model_id.is_not_null())
        .filter(questions::answer_public)
        .filter(questions::hidden_at.is_null())
        .filter(diesel::dsl::not(questions::private))
        .filter(questions::deleted_at.is_null())
        .order(questions::id)
        .select(AnswerRow::as_select())
        .load(*c))?;
    let indexed = |row: AnswerRow| IndexedAnswer {
        question: row.id,
        passages: answer_passages(&PublicAnswer {
            course,
            lesson: VideoId(row.video_id),
            question: row.id,
            seconds: row.seconds,
            text: &row.text,
            answer: row.answer.as_deref().unwrap_or_default(),
        }),
    };
    Ok(rows.into_iter().map(indexed).collect())
}
