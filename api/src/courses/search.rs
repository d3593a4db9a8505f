//! Search over HTTP, in the courses that the caller has access to now.

use ::courses::search::{
    find::{HitKind as FoundKind, SearchHit as FoundPlace, search as find_places},
    query::SearchQuery,
};
use actix_web::{HttpRequest, web};
use api_macros::operation;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::SharedApp;
use crate::http::problem::{Problem, ProblemBody, TooManyAttempts};
use crate::http::sessions::Caller;

/// Whether the words are in a lesson, or in a question beside it and the public answer to it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SearchHitKind {
    Lesson,
    Answer,
}

impl From<FoundKind> for SearchHitKind {
    fn from(kind: FoundKind) -> Self {
        match kind {
            FoundKind::Lesson => Self::Lesson,
            FoundKind::Answer => Self::Answer,
        }
    }
}

/// A place in a lesson, or beside it, where the words are.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchHit {
    kind: SearchHitKind,
    video_id: i32,
    course_id: i32,
    course_title: String,
    lesson_title: String,
    /// Where it is said, a chapter begins or the question was asked; null for what is read.
    seconds: Option<f64>,
    /// Plain text.
    snippet: String,
    /// Pairs of UTF-16 offsets in the snippet, start and end, of the words that were found.
    highlights: Vec<[u32; 2]>,
}

impl From<FoundPlace> for SearchHit {
    fn from(place: FoundPlace) -> Self {
        let highlights = place.snippet.highlights.into_iter();
        Self {
            kind: place.kind.into(),
            video_id: place.lesson.0,
            course_id: place.course.0,
            course_title: place.course_title,
            lesson_title: place.lesson_title,
            seconds: place.start_ms.map(|start| f64::from(start) / 1_000.0),
            snippet: place.snippet.text,
            highlights: highlights.map(|(start, end)| [start, end]).collect(),
        }
    }
}

/// The places where all words of `q` are, best first, at most 20. The last word may be a beginning. There are no operators.
#[operation(
    params(("q" = String, Query, description = "2 to 100 characters, without the spaces around it")),
    responses((status = 200, body = [SearchHit]), (status = 400, description = "fields.q", body = ProblemBody), TooManyAttempts),
)]
pub async fn search(
    app: SharedApp,
    caller: Caller,
    request: HttpRequest,
) -> Result<web::Json<Vec<SearchHit>>, Problem> {
    let query = asked(request.query_string())
        .and_then(|text| SearchQuery::parse(&text).map_err(|error| Problem::field("q", &error.to_string())));
    let (places, _) = app
        .read_in_turn(&caller, move |store, me, now| {
            Ok(find_places(store, me.user.id, &query?, now)?)
        })
        .await?;
    Ok(web::Json(places.into_iter().map(SearchHit::from).collect()))
}

/// What is asked for, an empty text where nothing is; bytes that are no UTF-8 become U+FFFD, which separates words.
///
/// Two values for one name are refused: proxies may read the first or the last of them (OWASP ASVS 15.3.7).
fn asked(query: &str) -> Result<String, Problem> {
    let pairs = web::Query::<Vec<(String, String)>>::from_query(query);
    let pairs = pairs.map_or_else(|_| Vec::new(), web::Query::into_inner);
    let mut texts = pairs.into_iter().filter(|(name, _)| name == "q");
    let text = texts.next().map_or_else(String::new, |(_, value)| value);
    match texts.next() {
        None => Ok(text),
        Some(_) => Err(Problem::field("q", "Search for one text at a time.")),
    }
}
