//! Search on both databases: the same phrases, the same lessons and seconds; and an index that follows every change.

use courses::{AccessStore as _, CourseStore as _};
use courses::{
    CourseId, Grant,
    search::{
        find::{HitKind, MOST_HITS, SearchHit, search},
        query::SearchQuery,
        store::IndexState,
    },
};
use kernel::{StoreError, UserId};
use persistence::Database;
use rstest::rstest;
use serde_json::Value;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    courses::searched_courses::{SearchedCourses, course_that_says, futures},
    databases::{
        open,
        tables::{db_count, db_run},
    },
    samples::{add_user, at, course, import, noon, videos_of},
};

/// Phrases, and by which places their answers begin: `file@second`, without a second where nothing is said. `...` stands for more of
/// them, null for all that both databases find.
const PHRASES: &str = include_str!("search_phrases.json");

fn grant(database: &Database, user: UserId, course: CourseId) {
    let grant = Grant {
        purchased_at: noon(),
        expires_at: None,
    };
    let granted: Result<(), StoreError> = database.write(move |store| store.put_grant(user, course, &grant));
    granted.unwrap();
}

fn find(database: &Database, user: UserId, q: &str) -> Vec<SearchHit> {
    let query = SearchQuery::parse(q).unwrap_or_else(|error| panic!("{q:?}: {error}"));
    let found: Result<_, StoreError> = database.read(|store| search(store, user, &query, noon()));
    found.unwrap_or_else(|error| panic!("{q:?}: {error}"))
}

/// Each place as the phrases name it.
fn places(database: &Database, user: UserId, q: &str) -> Vec<String> {
    let hits = find(database, user, q);
    let files: Vec<_> = hits
        .iter()
        .map(|hit| {
            let sections = database.read(|store| store.sections(hit.course)).unwrap();
            let mut lessons = sections.into_iter().flat_map(|section| section.videos);
            let lesson = lessons.find(|lesson| lesson.id == hit.lesson).unwrap();
            assert_eq!(hit.lesson_title, lesson.title);
            lesson.file.0
        })
        .collect();
    let seconds = hits
        .iter()
        .map(|hit| hit.start_ms.map(|start| f64::from(start) / 1_000.0));
    files
        .into_iter()
        .zip(seconds)
        .map(|(file, second)| second.map_or_else(|| file.clone(), |second| format!("{file}@{second}")))
        .collect()
}

fn passages(database: &Database) -> i64 {
    match database.index_state().unwrap() {
        IndexState::Whole { passages } => passages,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_same_phrases_find_the_same_places_on_both_databases() {
    let databases = [TestDatabase::new(Sqlite), TestDatabase::new(Postgres)];
    let users = databases.each_ref().map(|database| {
        let user = add_user(database, "trader");
        let courses = SearchedCourses::import(database);
        grant(database, user, courses.futures);
        grant(database, user, courses.forex);
        user
    });
    let phrases: Vec<Value> = serde_json::from_str(PHRASES).unwrap();
    assert!(phrases.len() >= 60);
    let mut wrong = Vec::new();
    for phrase in &phrases {
        let q = phrase["q"].as_str().unwrap();
        let [sqlite, postgres] = [0, 1].map(|n| find(&databases[n], users[n], q));
        assert_eq!(sqlite, postgres, "{q:?}");
        assert!(sqlite.len() <= MOST_HITS);
        let Some(expected) = phrase["finds"].as_str() else {
            continue;
        };
        let found = places(&databases[0], users[0], q);
        let (first, more) = match expected.strip_suffix("...") {
            Some(first) => (first, true),
            None => (expected, false),
        };
        let first: Vec<_> = first.split_whitespace().collect();
        let is_right = found
            .iter()
            .map(String::as_str)
            .take(first.len())
            .eq(first.iter().copied())
            && (found.len() == first.len() || (more && found.len() > first.len()));
        if !is_right {
            wrong.push(format!("{q:?} finds {found:?} instead of {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[rstest]
fn only_courses_with_access_now_are_searched(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let courses = SearchedCourses::import(&database);
    let user = add_user(&database, "trader");
    assert_eq!(find(&database, user, "spread"), []);
    grant(&database, user, courses.futures);
    assert_eq!(find(&database, user, "spread"), []);
    assert!(!find(&database, user, "tick").is_empty());
    let ended = Grant {
        purchased_at: at("2025-01-01T00:00:00Z"),
        expires_at: Some(noon()),
    };
    let put: Result<(), StoreError> =
        database.write(move |store| store.put_grant(user, courses.forex, &ended));
    put.unwrap();
    assert_eq!(find(&database, user, "spread"), []);
    grant(&database, user, courses.forex);
    assert!(
        find(&database, user, "spread")
            .iter()
            .all(|hit| hit.course == courses.forex)
    );
    assert!(!find(&database, user, "spread").is_empty());
    let taken: Result<bool, StoreError> =
        database.write(move |store| store.delete_grant(user, courses.forex));
    assert!(taken.unwrap());
    assert_eq!(find(&database, user, "spread"), []);
}

#[rstest]
fn an_import_replaces_what_was_found_before(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    let course = import(&database, futures());
    grant(&database, user, course);
    let before = passages(&database);
    let found = find(&database, user, "tick");
    assert_eq!(import(&database, futures()), course);
    assert_eq!(passages(&database), before);
    assert_eq!(find(&database, user, "tick"), found);

    let mut changed = futures();
    changed.title = String::from("Renamed altogether");
    changed.sections[0].videos[0].title = String::from("Increments");
    changed.sections[0].videos[0].content.captions.truncate(1);
    changed.sections[0].videos.truncate(1);
    import(&database, changed);
    assert!(passages(&database) < before);
    assert_eq!(places(&database, user, "increments"), ["tick.mp4"]);
    assert_eq!(find(&database, user, "increments")[0].lesson_title, "Increments");
    assert_eq!(
        find(&database, user, "renamed")[0].course_title,
        "Renamed altogether"
    );
    for gone in ["foundations", "handelaren", "Risk at most", "what a tick"] {
        assert_eq!(find(&database, user, gone), [], "{gone}");
    }
}

#[rstest]
fn what_leaves_the_catalogue_leaves_the_index(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let courses = SearchedCourses::import(&database);
    let mut empty = futures();
    empty.sections.clear();
    import(&database, empty);
    let id = courses.futures.0;
    assert_eq!(
        db_count(
            &database.address(),
            &format!("search_passages WHERE course_id = {id}")
        ),
        0
    );
    let id = courses.forex.0;
    db_run(
        &database.address(),
        &format!("{} DELETE FROM courses WHERE id = {id}", cascading(engine)),
    );
    assert_eq!(passages(&database), 0);
    assert_eq!(db_count(&database.address(), "search_passages"), 0);
}

/// SQLite leaves references alone unless it is configured otherwise.
fn cascading(engine: Engine) -> &'static str {
    match engine {
        Sqlite => "PRAGMA foreign_keys = ON;",
        Postgres => "",
    }
}

#[rstest]
fn courses_without_an_index_are_found_once_they_are_indexed(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    let courses = SearchedCourses::import(&database);
    grant(&database, user, courses.futures);
    let found = find(&database, user, "stop-loss");
    let address = database.address();
    db_run(&address, "DELETE FROM search_passages");
    db_run(&address, "DELETE FROM search_courses");
    let again = open(&address);
    assert_eq!(find(&again, user, "stop-loss"), []);
    assert_eq!(again.index_state().unwrap(), IndexState::Behind { courses: 2 });
    assert_eq!(again.index_courses().unwrap(), 2);
    assert!(matches!(again.index_state().unwrap(), IndexState::Whole { .. }));
    assert_eq!(find(&again, user, "stop-loss"), found);
    assert_eq!(again.index_courses().unwrap(), 0);
}

#[rstest]
#[case::other_rules("UPDATE search_courses SET version = 0")]
#[case::changed_by_another_version("UPDATE courses SET updated_at = '2030-01-02 03:04:05'")]
fn a_course_is_indexed_again_when_rules_or_rows_have_changed(
    #[case] change: &str,
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    let course = import(&database, futures());
    grant(&database, user, course);
    let address = database.address();
    db_run(
        &address,
        "UPDATE videos SET title = 'Zebra' WHERE file = 'tick.mp4'",
    );
    assert_eq!(find(&database, user, "zebra"), []);
    db_run(&address, change);
    assert_eq!(database.index_state().unwrap(), IndexState::Behind { courses: 1 });
    assert_eq!(database.index_courses().unwrap(), 1);
    assert_eq!(places(&database, user, "zebra"), ["tick.mp4"]);
    assert_eq!(database.index_courses().unwrap(), 0);
}

#[rstest]
#[case::a_passage_without_its_entry(
    Sqlite,
    "DROP TRIGGER search_passages_deleted; DELETE FROM search_passages WHERE id = (SELECT max(id) FROM search_passages); \
     UPDATE search_courses SET passages = passages - 1"
)]
#[case::an_entry_of_the_index(
    Sqlite,
    "DELETE FROM search_passages_words_data WHERE id = (SELECT max(id) FROM search_passages_words_data)"
)]
#[case::passages_gone(Sqlite, "DELETE FROM search_passages WHERE source = 'captions'")]
#[case::passages_gone_too(Postgres, "DELETE FROM search_passages WHERE source = 'captions'")]
fn damage_is_found_and_mended(#[case] engine: Engine, #[case] damage: &str) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    let course = import(&database, futures());
    grant(&database, user, course);
    let found = find(&database, user, "margin");
    assert_eq!(database.repair_index().unwrap(), None);
    db_run(&database.address(), damage);
    assert!(matches!(
        database.index_state().unwrap(),
        IndexState::Damaged { .. }
    ));
    assert!(database.repair_index().unwrap().is_some());
    database.index_courses().unwrap();
    assert!(matches!(
        database.index_state().unwrap(),
        IndexState::Whole { .. }
    ));
    if !damage.contains("max(id) FROM search_passages)") {
        assert_eq!(find(&database, user, "margin"), found);
    }
}

#[rstest]
fn a_word_that_is_everywhere_finds_places_in_every_course(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    let cues = vec!["the price goes up and the price goes down"; 3_000];
    let courses = ["one", "two", "three"].map(|slug| import(&database, course_that_says(slug, &cues)));
    for course in courses {
        grant(&database, user, course);
    }
    import(&database, course("other"));
    let hits = find(&database, user, "price");
    assert_eq!(hits.len(), MOST_HITS);
    for course in courses {
        assert!(hits.iter().any(|hit| hit.course == course));
    }
}

/// Writes a question with its public answer beside the first lesson of a course, behind the index's back.
fn answer_unseen(database: &TestDatabase, course: CourseId, text: &str) {
    let video = videos_of(database, course)[0].0;
    let values = format!(
        "{video}, 7, '{text}', FALSE, '2026-01-31 12:00:00', 'So it is.', 'Eva', '2026-01-31 12:00:00', TRUE"
    );
    db_run(
        &database.address(),
        &format!(
            "INSERT INTO questions (video_id, seconds, text, private, asked_at, answer, answered_by, answered_at, answer_public) \
             VALUES ({values})"
        ),
    );
}

#[rstest]
fn an_answer_that_the_index_lacks_is_damage_and_is_mended(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    let course = import(&database, futures());
    grant(&database, user, course);
    answer_unseen(&database, course, "What is a quagga?");
    assert!(matches!(
        database.index_state().unwrap(),
        IndexState::Damaged { .. }
    ));
    assert_eq!(find(&database, user, "quagga"), []);
    assert!(database.repair_index().unwrap().is_some());
    assert_eq!(database.index_courses().unwrap(), 1);
    assert!(matches!(
        database.index_state().unwrap(),
        IndexState::Whole { .. }
    ));
    let found = find(&database, user, "quagga");
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].kind, found[0].start_ms), (HitKind::Answer, Some(7_000)));
}

#[rstest]
fn a_word_that_is_said_everywhere_does_not_hide_the_answer_about_it(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    let course = import(
        &database,
        course_that_says("one", &vec!["the price goes up"; 3_000]),
    );
    grant(&database, user, course);
    answer_unseen(&database, course, "Which price is meant?");
    database.repair_index().unwrap();
    database.index_courses().unwrap();
    let hits = find(&database, user, "price");
    assert_eq!(hits.len(), MOST_HITS);
    assert!(hits.iter().any(|hit| hit.kind == HitKind::Answer));
}
