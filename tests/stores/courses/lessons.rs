//! What belongs to lessons, as rows: in, again and out.

use courses::{CourseStore as _, LessonSource, MediaLocation, lesson::store::LessonStore as _};
use kernel::StoreError;
use outbound::{MediaStore, write_course_folder};
use persistence::Snapshot;
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    courses::lesson_folder::{LessonFolder, Lessons},
    databases::tables::{db_count, db_texts},
};

fn open(engine: Engine) -> (TestDatabase, tempfile::TempDir, MediaStore, LessonFolder, Lessons) {
    let database = TestDatabase::new(engine);
    let home = tempfile::tempdir().unwrap();
    let media = MediaStore::in_folder(home.path().join("media"));
    let folder = LessonFolder::new();
    let lessons = folder.import(&database, &media);
    (database, home, media, folder, lessons)
}

fn texts(database: &TestDatabase, sql: &str) -> Vec<String> {
    let rows = db_texts(&database.address(), sql);
    rows.into_iter().flatten().collect()
}

#[rstest]
fn words_are_kept_apart_for_search(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, _home, _media, _folder, lessons) = open(engine);
    let id = lessons.text.0;
    let paragraphs = texts(
        &database,
        &format!("SELECT text AS t FROM lesson_paragraphs WHERE video_id = {id} ORDER BY \"order\""),
    );
    assert_eq!(
        paragraphs,
        ["Read bars from left to right.", "The high", "The low"]
    );
    let id = lessons.video.0;
    let cues = texts(
        &database,
        &format!(
            "SELECT c.language || ' ' || q.course_id || ' ' || q.start_ms || ' ' || q.end_ms || ' ' || q.text AS t \
             FROM lesson_cues q JOIN lesson_captions c ON c.id = q.caption_id WHERE q.video_id = {id} ORDER BY q.id"
        ),
    );
    let course = lessons.course.0;
    let expected = [
        ("nl", "500 1500 Een tick"),
        ("nl", "1500 3000 is een stap"),
        ("en", "500 1500 A tick"),
        ("en", "1500 3000 is a step"),
    ]
    .map(|(language, rest)| format!("{language} {course} {rest}"));
    assert_eq!(cues, expected);
}

#[rstest]
fn importing_the_same_again_changes_nothing(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, _home, media, folder, lessons) = open(engine);
    let all = |database: &TestDatabase| {
        let lessons = [lessons.video, lessons.preview, lessons.text, lessons.free_text];
        let contents = lessons.map(|lesson| database.read(|store| store.lesson_content(lesson)).unwrap());
        let tables = [
            "lesson_captions",
            "lesson_cues",
            "lesson_paragraphs",
            "lesson_chapters",
        ];
        (contents, tables.map(|table| db_count(&database.address(), table)))
    };
    let before = all(&database);
    assert_eq!(before.1, [3, 6, 10, 2]);
    assert_eq!(folder.try_import(&database, &media).unwrap(), lessons.course);
    assert_eq!(all(&database), before);
}

#[rstest]
fn a_lesson_that_an_import_withdraws_takes_its_words_along(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, _home, media, folder, lessons) = open(engine);
    folder.change(
        "[[sections.videos]]\nfile = \"02.mp4\"\ntitle = \"A preview\"\npreview = true\ntext = \"01.md\"\n",
        "",
    );
    folder.change("captions = [{ file = \"01.en.vtt\", language = \"en\", label = \"English\" }]\nattachments = [\"sheet.pdf\"]\n", "");
    let _ = folder.try_import(&database, &media).unwrap();
    let id = lessons.preview.0;
    for table in [
        "lesson_captions",
        "lesson_cues",
        "lesson_paragraphs",
        "lesson_attachments",
        "lesson_pictures",
    ] {
        assert_eq!(
            db_count(&database.address(), &format!("{table} WHERE video_id = {id}")),
            0,
            "{table}"
        );
    }
    assert_eq!(database.read(|store| store.video(lessons.preview)).unwrap(), None);
}

#[rstest]
fn an_export_imports_as_the_same_course(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, home, media, _folder, lessons) = open(engine);
    let export = |database: &TestDatabase, media: &MediaStore, course, target: &std::path::Path| {
        let (course, sections, contents) = database
            .read(|store| {
                let sections = store.sections(course)?;
                let lessons = sections.iter().flat_map(|section| &section.videos);
                let contents = lessons
                    .map(|lesson| Ok((lesson.id, store.lesson_content(lesson.id)?)))
                    .collect::<Result<_, StoreError>>()?;
                Ok::<_, StoreError>((store.course(course)?.unwrap(), sections, contents))
            })
            .unwrap();
        write_course_folder(&course, &sections, &contents, media, target).unwrap();
    };
    let first = home.path().join("first");
    export(&database, &media, lessons.course, &first);
    let other = TestDatabase::new(engine);
    let other_media = MediaStore::in_folder(home.path().join("other"));
    let outcome = outbound::import_course_folder(
        &*other,
        &other_media,
        &first,
        None,
        chrono::Utc::now(),
        &mut |warning| {
            assert!(
                !matches!(warning, outbound::ImportStep::Warning(_)),
                "{warning:?}"
            );
        },
    )
    .unwrap();
    let second = home.path().join("second");
    export(&other, &other_media, outcome.course, &second);
    let files = |folder: &std::path::Path| {
        let store = MediaStore::in_folder(folder.to_path_buf());
        let names = store.locations().unwrap();
        names
            .into_iter()
            .map(|name| (std::fs::read(folder.join(&name.0)).unwrap(), name))
            .collect::<Vec<_>>()
    };
    assert_eq!(files(&second), files(&first));
    assert_eq!(files(&first).len(), 12);
    let shape = |database: &TestDatabase, course| {
        let sections = database.read(|store| store.sections(course)).unwrap();
        let videos = sections.into_iter().flat_map(|section| section.videos);
        videos
            .map(|video| {
                (
                    video.title,
                    video.kind,
                    video.preview,
                    video.duration_seconds,
                    video.location,
                )
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(shape(&other, outcome.course), shape(&database, lessons.course));
}

#[rstest]
fn every_file_of_a_lesson_is_named(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, _home, media, _folder, _lessons) = open(engine);
    let mut named = database.read(|store| store.media_locations()).unwrap();
    named.sort_by(|a, b| a.0.cmp(&b.0));
    named.dedup();
    assert_eq!(named, media.locations().unwrap());
    let kinds: Vec<_> = named
        .iter()
        .map(|location| location.0.split('/').next().unwrap())
        .collect();
    assert_eq!(kinds, ["attachments", "pictures", "texts", "texts", "videos"]);
}

#[rstest]
fn a_backup_holds_every_file_of_a_lesson(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, _home, media, _folder, _lessons) = open(engine);
    let snapshot = Snapshot::open(&database.address()).unwrap();
    assert_eq!(snapshot.facts().media, media.locations().unwrap());
}

#[rstest]
fn a_written_lesson_is_a_text_of_no_duration(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, _home, _media, _folder, lessons) = open(engine);
    let text = database.read(|store| store.video(lessons.text)).unwrap().unwrap();
    assert_eq!(text.source, LessonSource::Text);
    let MediaLocation(location) = text.location;
    assert!(
        location.starts_with("texts/") && location.ends_with(".md"),
        "{location}"
    );
    let stored = format!("videos WHERE id = {} AND duration = 0", lessons.text.0);
    assert_eq!(db_count(&database.address(), &stored), 1);
}
