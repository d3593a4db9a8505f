//! Looking words up in the search index: FTS5 on SQLite, a `tsvector` with a GIN index on PostgreSQL.
//!
//! Decision: the databases see finished words and no query language of theirs reads what a member typed. Each course's number is a word
//! too, so that the index alone finds the passages of the courses asked for, and another one for the answers beside its lessons. On SQLite FTS5 reads the index in the order of the
//! passages and stops at the limit; PostgreSQL collects what matches, so there one statement serves all courses.

use ::courses::{
    CourseId, Grant, VideoId,
    search::{
        passage::{Line, Passage, PassageSource},
        query::IndexWord,
        store::{Candidate, SearchStore, SearchedCourse},
    },
};
use diesel::{
    PgConnection, QueryableByName, SqliteConnection,
    prelude::*,
    sql_query,
    sql_types::{BigInt, Integer, Nullable, Text},
};
use kernel::{StoreError, UserId};

use super::GrantRow;
use crate::{
    Store,
    errors::unexpected,
    schema::{courses as course_rows, user_course_access, videos},
    store::{Link, on},
};

/// The tables in this order: FTS5 finds the numbers in their order, and each row is then looked up.
const SQLITE_CANDIDATES: &str = "SELECT p.id, p.course_id, p.video_id, p.source, p.question_id, p.first_line, p.own_lines, p.text, p.starts \
     FROM search_passages_words CROSS JOIN search_passages p ON p.id = search_passages_words.rowid \
     WHERE search_passages_words MATCH ? ORDER BY search_passages_words.rowid LIMIT ?";
/// The words come from a subquery, so that the planner does not know them: for words that are in many passages it would rather read
/// every passage's words than the index of the words, which takes five times as long.
const POSTGRES_CANDIDATES: &str = "WITH found AS MATERIALIZED \
         (SELECT id, course_id, question_id FROM search_passages WHERE words @@ (SELECT $1::tsquery)), \
     numbered AS (SELECT id, row_number() OVER (PARTITION BY course_id, question_id IS NULL ORDER BY id) AS number FROM found) \
     SELECT p.id, p.course_id, p.video_id, p.source, p.question_id, p.first_line, p.own_lines, p.text, p.starts \
     FROM numbered JOIN search_passages p ON p.id = numbered.id WHERE number <= $2 ORDER BY p.id";

#[derive(QueryableByName)]
struct PassageRow {
    #[diesel(sql_type = Integer)]
    id: i32,
    #[diesel(sql_type = Integer)]
    course_id: i32,
    #[diesel(sql_type = Integer)]
    video_id: i32,
    #[diesel(sql_type = Text)]
    source: String,
    #[diesel(sql_type = Nullable<Integer>)]
    question_id: Option<i32>,
    #[diesel(sql_type = Integer)]
    first_line: i32,
    #[diesel(sql_type = Integer)]
    own_lines: i32,
    #[diesel(sql_type = Text)]
    text: String,
    #[diesel(sql_type = Text)]
    starts: String,
}

impl TryFrom<PassageRow> for Candidate {
    type Error = StoreError;

    fn try_from(row: PassageRow) -> Result<Self, StoreError> {
        let source = PassageSource::named(&row.source)
            .ok_or_else(|| StoreError::Inconsistent(format!("a passage from {:?}", row.source).into()))?;
        let mut starts = row.starts.split(',').map(|start| start.parse().ok());
        let lines = row.text.split('\n').map(|text| Line {
            text: text.to_owned(),
            start_ms: starts.next().flatten(),
        });
        Ok(Self {
            id: row.id,
            passage: Passage {
                course: CourseId(row.course_id),
                lesson: VideoId(row.video_id),
                source,
                question: row.question_id,
                first_line: usize::try_from(row.first_line).unwrap_or(0),
                lines: lines.collect(),
                own_lines: usize::try_from(row.own_lines).unwrap_or(0),
            },
        })
    }
}

impl SearchStore for Store<'_> {
    fn searched_courses(&mut self, user: UserId) -> Result<Vec<SearchedCourse>, StoreError> {
        let rows: Vec<(i32, String, GrantRow)> = on!(self, c => user_course_access::table
            .inner_join(course_rows::table)
            .filter(user_course_access::user_id.eq(user.0))
            .order(course_rows::id)
            .select((course_rows::id, course_rows::title, GrantRow::as_select()))
            .load(*c))?;
        let courses = rows.into_iter().map(|(id, title, grant)| SearchedCourse {
            id: CourseId(id),
            title,
            grant: Grant::from(grant),
        });
        Ok(courses.collect())
    }

    fn candidates(
        &mut self,
        courses: &[CourseId],
        words: &[IndexWord],
        for_each_course: usize,
    ) -> Result<Vec<Candidate>, StoreError> {
        let limit = i64::try_from(for_each_course).unwrap_or(i64::MAX);
        let rows = match &mut self.link {
            Link::Sqlite(c) => sqlite_candidates(c, courses, words, limit),
            Link::Postgres(c) => postgres_candidates(c, courses, words, limit),
        };
        rows.map_err(unexpected)?
            .into_iter()
            .map(Candidate::try_from)
            .collect()
    }

    fn lesson_titles(&mut self, lessons: &[VideoId]) -> Result<Vec<(VideoId, String)>, StoreError> {
        let ids: Vec<i32> = lessons.iter().map(|lesson| lesson.0).collect();
        let rows: Vec<(i32, String)> = on!(self, c => videos::table
            .filter(videos::id.eq_any(&ids))
            .filter(videos::model_id.is_not_null())
            .select((videos::id, videos::title))
            .load(*c))?;
        Ok(rows.into_iter().map(|(id, title)| (VideoId(id), title)).collect())
    }
}

/// The word that the passages of a course's lessons have; no word of a text begins so.
pub(super) fn course_word(course: i32) -> String {
    format!("_{course}")
}

/// The word that the answers beside a course's lessons have, so that a word that is said often does not hide them.
pub(super) fn answers_word(course: i32) -> String {
    format!("_{course}a")
}

fn sqlite_candidates(
    connection: &mut SqliteConnection,
    courses: &[CourseId],
    words: &[IndexWord],
    limit: i64,
) -> QueryResult<Vec<PassageRow>> {
    // A word has no quotes in it; within quotes it is no operator.
    let words = words.iter().map(|word| {
        let text = &word.text;
        if word.is_beginning {
            format!("\"{text}\" *")
        } else {
            format!("\"{text}\"")
        }
    });
    let words = words.collect::<Vec<_>>().join(" AND ");
    let mut rows = Vec::new();
    let shelves = courses
        .iter()
        .flat_map(|course| [course_word(course.0), answers_word(course.0)]);
    for shelf in shelves {
        let query = format!("\"{shelf}\" AND {words}");
        rows.extend(
            sql_query(SQLITE_CANDIDATES)
                .bind::<Text, _>(query)
                .bind::<BigInt, _>(limit)
                .load::<PassageRow>(connection)?,
        );
    }
    Ok(rows)
}

fn postgres_candidates(
    connection: &mut PgConnection,
    courses: &[CourseId],
    words: &[IndexWord],
    limit: i64,
) -> QueryResult<Vec<PassageRow>> {
    let courses: Vec<_> = courses
        .iter()
        .flat_map(|course| [course_word(course.0), answers_word(course.0)])
        .map(|shelf| format!("'{shelf}'"))
        .collect();
    let words = words.iter().map(|word| {
        let text = &word.text;
        if word.is_beginning {
            format!(" & '{text}':*")
        } else {
            format!(" & '{text}'")
        }
    });
    let query = format!("({}){}", courses.join(" | "), words.collect::<String>());
    sql_query(POSTGRES_CANDIDATES)
        .bind::<Text, _>(query)
        .bind::<BigInt, _>(limit)
        .load(connection)
}
