//! Keeping the search index up to date: with an import in its transaction, and course by course where the rules or the rows have changed.

mod answers;

use std::collections::HashSet;

use ::courses::{
    CourseId, CourseStore as _,
    lesson::store::LessonStore as _,
    search::{
        index::{heading_passages, lesson_passages},
        passage::Passage,
        store::IndexState,
        words::INDEX_VERSION,
    },
};
use chrono::NaiveDateTime;
use diesel::{
    PgConnection, QueryableByName,
    prelude::*,
    result::Error,
    sql_query,
    sql_types::{Array, BigInt, Integer, Nullable, Text},
};
use kernel::{StoreError, error_chain};

use self::answers::public_answers;
use super::{
    references::lock_references,
    search::{answers_word, course_word},
};
use crate::{
    Database, Store,
    errors::unexpected,
    schema::{courses as course_rows, lesson_paragraphs, search_courses, search_passages},
    store::{Link, on},
};

/// Rows of one statement.
const ROWS_AT_ONCE: usize = 200;

const CHECK_SQLITE: &str =
    "INSERT INTO search_passages_words (search_passages_words, rank) VALUES ('integrity-check', 1)";
const REBUILD_SQLITE: &str = "INSERT INTO search_passages_words (search_passages_words) VALUES ('rebuild')";
/// One statement, so that no import comes between the two numbers.
const COUNT_PASSAGES: &str = "SELECT s.course_id, s.passages, \
     (SELECT count(*) FROM search_passages p WHERE p.course_id = s.course_id) AS found FROM search_courses s";
const INSERT_POSTGRES: &str = "INSERT INTO search_passages \
         (course_id, video_id, source, question_id, first_line, own_lines, text, starts, words) \
     SELECT v.course_id, v.video_id, v.source, v.question_id, v.first_line, v.own_lines, v.text, v.starts, \
         array_to_tsvector(string_to_array(v.words, ' ')) \
     FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9) WITH ORDINALITY \
         AS v (course_id, video_id, source, question_id, first_line, own_lines, text, starts, words, place) ORDER BY v.place";

#[derive(Insertable)]
#[diesel(table_name = search_passages, treat_none_as_default_value = false)]
struct PassageRow {
    course_id: i32,
    video_id: i32,
    source: &'static str,
    question_id: Option<i32>,
    first_line: i32,
    own_lines: i32,
    text: String,
    starts: String,
    words: String,
}

impl From<&Passage> for PassageRow {
    fn from(passage: &Passage) -> Self {
        let lines = passage.lines.iter();
        let starts = lines.clone().filter_map(|line| line.start_ms);
        let shelf = passage
            .question
            .map_or(course_word as fn(i32) -> String, |_| answers_word);
        let mut words = vec![shelf(passage.course.0)];
        words.extend(passage.index_words());
        Self {
            course_id: passage.course.0,
            video_id: passage.lesson.0,
            source: passage.source.as_str(),
            question_id: passage.question,
            first_line: column(passage.first_line),
            own_lines: column(passage.own_lines),
            text: lines
                .map(|line| line.text.as_str())
                .collect::<Vec<_>>()
                .join("\n"),
            starts: starts
                .map(|start| start.to_string())
                .collect::<Vec<_>>()
                .join(","),
            words: words.join(" "),
        }
    }
}

fn column(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

#[derive(Insertable, AsChangeset)]
#[diesel(table_name = search_courses, primary_key(course_id))]
struct IndexedRow {
    course_id: i32,
    version: i32,
    course_updated_at: NaiveDateTime,
    passages: i32,
}

#[derive(QueryableByName)]
struct CountRow {
    #[diesel(sql_type = Integer)]
    course_id: i32,
    #[diesel(sql_type = Integer)]
    passages: i32,
    #[diesel(sql_type = BigInt)]
    found: i64,
}

/// Puts a course's passages in place of its earlier passages, by what its rows say now.
pub(super) fn index_rows(store: &mut Store<'_>, id: i32) -> Result<(), StoreError> {
    on!(store, c => diesel::delete(search_passages::table.filter(search_passages::course_id.eq(id)))
        .execute(*c))?;
    let Some(course) = store.course(CourseId(id))? else {
        return Ok(());
    };
    let updated_at = on!(store, c => course_rows::table
        .find(id)
        .select(course_rows::updated_at)
        .first::<NaiveDateTime>(*c))?;
    let sections = store.sections(course.id)?;
    let headings = heading_passages(&course, &sections);
    put(store, &headings)?;
    let mut passages = headings.len();
    for lesson in sections.iter().flat_map(|section| &section.videos) {
        let content = store.lesson_content(lesson.id)?;
        let paragraphs = on!(store, c => lesson_paragraphs::table
            .filter(lesson_paragraphs::video_id.eq(lesson.id.0))
            .order(lesson_paragraphs::order)
            .select(lesson_paragraphs::text)
            .load::<String>(*c))?;
        let found = lesson_passages(course.id, lesson.id, &content, &paragraphs);
        put(store, &found)?;
        passages += found.len();
    }
    for found in public_answers(store, course.id)? {
        put(store, &found.passages)?;
        passages += found.passages.len();
    }
    let row = IndexedRow {
        course_id: id,
        version: INDEX_VERSION,
        course_updated_at: updated_at,
        passages: column(passages),
    };
    on!(store, c => diesel::insert_into(search_courses::table)
        .values(&row)
        .on_conflict(search_courses::course_id)
        .do_update()
        .set(&row)
        .execute(*c))?;
    Ok(())
}

/// Adds an answer, if it is public, to the passages of a course, whose lock the caller holds. A course that is not indexed yet gets it
/// with all others.
pub(crate) fn index_answer(store: &mut Store<'_>, course: CourseId, question: i32) -> Result<(), StoreError> {
    let answers = public_answers(store, course)?;
    let Some(found) = answers.into_iter().find(|answer| answer.question == question) else {
        return Ok(());
    };
    put(store, &found.passages)?;
    let more = column(found.passages.len());
    on!(store, c => diesel::update(search_courses::table.find(course.0))
        .set(search_courses::passages.eq(search_courses::passages + more))
        .execute(*c))
    .map(|_| ())
}

/// Takes the passages of a question out of the index.
pub(crate) fn forget_answer(
    store: &mut Store<'_>,
    course: CourseId,
    question: i32,
) -> Result<(), StoreError> {
    let gone = on!(store, c => diesel::delete(
        search_passages::table.filter(search_passages::question_id.eq(question))
    )
    .execute(*c))?;
    let less = column(gone);
    on!(store, c => diesel::update(search_courses::table.find(course.0))
        .set(search_courses::passages.eq(search_courses::passages - less))
        .execute(*c))
    .map(|_| ())
}

fn put(store: &mut Store<'_>, passages: &[Passage]) -> Result<(), StoreError> {
    for passages in passages.chunks(ROWS_AT_ONCE) {
        let rows: Vec<_> = passages.iter().map(PassageRow::from).collect();
        match &mut store.link {
            Link::Sqlite(c) => diesel::insert_into(search_passages::table)
                .values(&rows)
                .execute(*c),
            Link::Postgres(c) => put_postgres(c, &rows),
        }
        .map_err(unexpected)?;
    }
    Ok(())
}

fn put_postgres(connection: &mut PgConnection, rows: &[PassageRow]) -> QueryResult<usize> {
    let numbers = |of: fn(&PassageRow) -> i32| rows.iter().map(of).collect::<Vec<_>>();
    let texts = |of: fn(&PassageRow) -> &str| rows.iter().map(of).collect::<Vec<_>>();
    let questions: Vec<_> = rows.iter().map(|row| row.question_id).collect();
    sql_query(INSERT_POSTGRES)
        .bind::<Array<Integer>, _>(numbers(|row| row.course_id))
        .bind::<Array<Integer>, _>(numbers(|row| row.video_id))
        .bind::<Array<Text>, _>(texts(|row| row.source))
        .bind::<Array<Nullable<Integer>>, _>(questions)
        .bind::<Array<Integer>, _>(numbers(|row| row.first_line))
        .bind::<Array<Integer>, _>(numbers(|row| row.own_lines))
        .bind::<Array<Text>, _>(texts(|row| &row.text))
        .bind::<Array<Text>, _>(texts(|row| &row.starts))
        .bind::<Array<Text>, _>(texts(|row| &row.words))
        .execute(connection)
}

/// A course's number, when its rows changed, and by which rules and of which rows it was indexed.
type IndexedCourse = (i32, NaiveDateTime, Option<(i32, NaiveDateTime)>);

/// Courses that are not indexed by their present rows and the present rules.
fn due(store: &mut Store<'_>) -> Result<Vec<CourseId>, StoreError> {
    let rows: Vec<IndexedCourse> = on!(store, c => course_rows::table
        .left_join(search_courses::table.on(search_courses::course_id.eq(course_rows::id)))
        .filter(course_rows::removed_at.is_null())
        .order(course_rows::id)
        .select((
            course_rows::id,
            course_rows::updated_at,
            (search_courses::version, search_courses::course_updated_at).nullable(),
        ))
        .load(*c))?;
    let due = rows
        .into_iter()
        .filter(|(_, updated_at, indexed)| *indexed != Some((INDEX_VERSION, *updated_at)));
    Ok(due.map(|(id, ..)| CourseId(id)).collect())
}

/// Courses whose passages are not as many as were written, or lack an answer.
fn incomplete(store: &mut Store<'_>) -> Result<(Vec<i32>, i64), StoreError> {
    let rows: Vec<CountRow> = on!(store, c => sql_query(COUNT_PASSAGES).load(*c))?;
    let passages = rows.iter().map(|row| row.found).sum();
    let without_answer = courses_without_answer(store, &rows)?;
    let incomplete = rows
        .iter()
        .filter(|row| row.found != i64::from(row.passages) || without_answer.contains(&row.course_id));
    Ok((incomplete.map(|row| row.course_id).collect(), passages))
}

/// Courses with a public answer that no passage has.
fn courses_without_answer(store: &mut Store<'_>, indexed: &[CountRow]) -> Result<Vec<i32>, StoreError> {
    let found: Vec<Option<i32>> = on!(store, c => search_passages::table
        .filter(search_passages::question_id.is_not_null())
        .select(search_passages::question_id)
        .distinct()
        .load(*c))?;
    let found: HashSet<i32> = found.into_iter().flatten().collect();
    let mut without = Vec::new();
    for course in indexed {
        let answers = public_answers(store, CourseId(course.course_id))?;
        if answers.iter().any(|answer| !found.contains(&answer.question)) {
            without.push(course.course_id);
        }
    }
    Ok(without)
}

/// FTS5's own check of its entries against the passages; the cause where they differ. SQLite's check of the file does not see that.
fn check_words(store: &mut Store<'_>) -> Result<Option<String>, StoreError> {
    let Link::Sqlite(connection) = &mut store.link else {
        return Ok(None);
    };
    let Err(error) = sql_query(CHECK_SQLITE).execute(*connection) else {
        return Ok(None);
    };
    let is_damage = matches!(&error, Error::DatabaseError(_, info) if info.message().contains("malformed") || info.message().contains("corrupt"));
    match unexpected(error) {
        error @ StoreError::Unavailable(_) if !is_damage => Err(error),
        error => Ok(Some(error_chain(&error))),
    }
}

/// The index is kept up to date course by course: each is a transaction of its own, so that no other write waits for all of them.
impl Database {
    /// Looks at the whole index.
    ///
    /// # Errors
    /// [`StoreError`] where that cannot be said.
    pub fn index_state(&self) -> Result<IndexState, StoreError> {
        // FTS5 is asked by a statement that only the writing connection may run.
        self.write(|store| {
            if let Some(cause) = check_words(store)? {
                return Ok(IndexState::Damaged { cause });
            }
            let (incomplete, passages) = incomplete(store)?;
            if let Some(course) = incomplete.first() {
                let cause = format!("passages of the course {course} are missing");
                return Ok(IndexState::Damaged { cause });
            }
            Ok(match due(store)?.len() {
                0 => IndexState::Whole { passages },
                courses => IndexState::Behind { courses },
            })
        })
    }

    /// Makes a damaged index anew from its passages; the cause, where it was damaged.
    ///
    /// # Errors
    /// [`StoreError`]
    pub fn repair_index(&self) -> Result<Option<String>, StoreError> {
        let IndexState::Damaged { cause } = self.index_state()? else {
            return Ok(None);
        };
        self.write(|store| {
            if let Link::Sqlite(connection) = &mut store.link {
                sql_query(REBUILD_SQLITE)
                    .execute(*connection)
                    .map_err(unexpected)?;
            }
            let (incomplete, _) = incomplete(store)?;
            on!(store, c => diesel::delete(
                search_courses::table.filter(search_courses::course_id.eq_any(&incomplete))
            )
            .execute(*c))
            .map(|_| ())
        })?;
        Ok(Some(cause))
    }

    /// Indexes by their rows the courses that were never indexed, under another [`INDEX_VERSION`], or before their last change. Returns how
    /// many.
    ///
    /// # Errors
    /// [`StoreError`]; what was indexed before stays.
    pub fn index_courses(&self) -> Result<usize, StoreError> {
        let courses = self.read(due)?;
        for course in courses.iter().copied() {
            self.write(move |store| {
                lock_references(store, course.0)?;
                // Another server, or an import, may have been first.
                if due(store)?.contains(&course) {
                    index_rows(store, course.0)?;
                }
                Ok::<_, StoreError>(())
            })?;
        }
        Ok(courses.len())
    }
}
