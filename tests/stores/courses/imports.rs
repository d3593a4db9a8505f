//! A course imported again is updated in place: no progress is lost, and what fails changes nothing.

use courses::{
    CourseChangeStore as _, CourseId, CourseStore as _, ImportOutcome, ImportedCourse, LessonSource,
    MediaLocation, Playback, Section, VideoType,
};
use kernel::Cents;
use kernel::StoreError;
use progress::{CompletionChange, PositionChange, ProgressStore as _};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    databases::tables::{db_count, db_try},
    samples::{add_course, add_user, course, import, noon, section, video, videos_of},
};

use support::at_once;

fn again(database: &TestDatabase, course: ImportedCourse) -> Result<ImportOutcome, StoreError> {
    database.write(move |store| store.put_course(&course, noon()))
}

fn sections(database: &TestDatabase, course: CourseId) -> Vec<Section> {
    database.read(|store| store.sections(course)).unwrap()
}

#[rstest]
fn an_imported_course_reads_back_in_its_order(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let id = add_course(&database, "futures");
    let stored = database
        .read(|store| store.course_named("futures"))
        .unwrap()
        .unwrap();
    assert_eq!(
        (stored.id, stored.title.as_str(), stored.price),
        (id, "Title of futures", Cents(30_000))
    );
    let by_number = database
        .read(|store| store.course_named(&id.0.to_string()))
        .unwrap();
    assert_eq!(by_number, Some(stored));
    let sections = sections(&database, id);
    let shape: Vec<_> = sections
        .iter()
        .map(|s| {
            (
                s.order,
                s.name.as_str(),
                s.videos.iter().map(|v| (v.order, v.file.0.as_str())).collect(),
            )
        })
        .collect::<Vec<(_, _, Vec<_>)>>();
    let expected = vec![
        (1, "Before the bell", vec![(1, "a.mp4"), (2, "b.mp4")]),
        (2, "At the open", vec![(1, "c.webm")]),
    ];
    assert_eq!(shape, expected);
    let webm = database
        .read(|store| store.video(sections[1].videos[0].id))
        .unwrap()
        .unwrap();
    assert_eq!(
        (webm.course, webm.source),
        (
            id,
            LessonSource::Video {
                video_type: VideoType::Webm,
                duration_seconds: 61,
                playback: Playback::Unknown,
            }
        )
    );
}

#[rstest]
fn importing_the_same_again_changes_no_number(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let id = add_course(&database, "futures");
    let before = sections(&database, id);
    let outcome = again(&database, course("futures")).unwrap();
    assert!(!outcome.created);
    assert_eq!(
        (
            outcome.course,
            outcome.sections,
            outcome.videos,
            outcome.withdrawn
        ),
        (id, 2, 3, 0)
    );
    assert_eq!(sections(&database, id), before);
}

#[rstest]
fn a_video_keeps_its_progress_wherever_it_moves_and_when_it_comes_back(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let id = add_course(&database, "futures");
    let user = add_user(&database, "trader");
    let videos = videos_of(&database, id);
    for (n, video) in (1..).zip(&videos) {
        let (video, position) = (
            *video,
            PositionChange {
                watched_seconds: n * 10,
                completion: if n == 2 {
                    CompletionChange::Complete
                } else {
                    CompletionChange::Keep
                },
            },
        );
        database
            .write(move |store| store.put_progress(user, video, &position.at(noon())))
            .unwrap();
    }

    // The second is withdrawn, the third moves to the front, a new one stands between, one section is left.
    let mut changed = course("futures");
    changed.title = String::from("Another title");
    let mut longer = video("a.mp4", 200);
    longer.location = MediaLocation(String::from("videos/another-cut.mp4"));
    changed.sections = vec![section(
        "All of it",
        vec![video("c.webm", 61), video("new.mp4", 30), longer],
    )];
    let outcome = again(&database, changed).unwrap();
    assert_eq!((outcome.sections, outcome.videos, outcome.withdrawn), (1, 3, 1));
    let listed = videos_of(&database, id);
    assert_eq!(
        (listed[0], listed[2]),
        (videos[2], videos[0]),
        "a video's number did not survive"
    );
    assert!(!listed.contains(&videos[1]));
    assert!(
        database.read(|store| store.video(videos[1])).unwrap().is_none(),
        "a withdrawn video is still served"
    );
    let seen = |database: &TestDatabase| {
        let rows = database.read(|store| store.progress_in(user, id)).unwrap();
        rows.into_iter()
            .map(|row| (row.video, row.position.watched_seconds))
            .collect::<Vec<_>>()
    };
    assert_eq!(seen(&database), [(videos[0], 10), (videos[2], 30)]);
    let locations = database.read(|store| store.media_locations()).unwrap();
    assert!(
        locations.contains(&MediaLocation(String::from("videos/b.mp4"))),
        "its file may be deleted"
    );

    again(&database, course("futures")).unwrap();
    assert_eq!(videos_of(&database, id), videos);
    assert_eq!(
        seen(&database),
        [(videos[0], 10), (videos[1], 20), (videos[2], 30)]
    );
    let back = database.read(|store| store.progress_in(user, id)).unwrap();
    assert!(back[1].position.completed, "what was finished is no longer");
}

#[rstest]
fn a_failing_import_changes_nothing(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let id = add_course(&database, "futures");
    let before = (
        database.read(|store| store.course(id)).unwrap(),
        sections(&database, id),
        database.read(|store| store.catalogue_version()).unwrap(),
    );
    let mut broken = course("futures");
    broken.title = String::from("Another title");
    broken.sections[0].name = String::from("Another section");
    // The same file twice, and a duration that no video has: each is refused by a constraint, after much was written.
    let mut twice = broken.clone();
    twice.sections[1].videos.push(video("new.mp4", 5));
    twice.sections[1].videos.push(video("new.mp4", 5));
    let mut timeless = broken;
    timeless.sections[1].videos[0].source = LessonSource::Video {
        video_type: VideoType::Webm,
        duration_seconds: 0,
        playback: Playback::Unknown,
    };
    for wrong in [twice, timeless] {
        assert!(again(&database, wrong).is_err());
        let after = (
            database.read(|store| store.course(id)).unwrap(),
            sections(&database, id),
            database.read(|store| store.catalogue_version()).unwrap(),
        );
        assert_eq!(after, before);
    }
    assert_eq!(db_count(&database.address(), "videos"), 3);
}

#[rstest]
fn imports_at_once_end_as_one_course(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let version = database.read(|store| store.catalogue_version()).unwrap();
    let outcomes = at_once(8, |_| again(&database, course("futures")));
    let ids: Vec<_> = outcomes
        .iter()
        .map(|outcome| outcome.as_ref().unwrap().course)
        .collect();
    assert!(ids.iter().all(|id| *id == ids[0]));
    assert_eq!(
        outcomes
            .iter()
            .filter(|outcome| outcome.as_ref().unwrap().created)
            .count(),
        1
    );
    assert_eq!(
        database.read(|store| store.catalogue_version()).unwrap(),
        version + 8
    );
    assert_eq!(db_count(&database.address(), "videos"), 3);
}

#[rstest]
fn one_courses_import_leaves_the_others_alone(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let crypto = add_course(&database, "crypto");
    let before = sections(&database, crypto);
    let mut small = course("futures");
    import(&database, small.clone());
    small.sections.truncate(1);
    import(&database, small);
    assert_eq!(sections(&database, crypto), before);
    let slugs: Vec<_> = database
        .read(|s| s.courses())
        .unwrap()
        .iter()
        .map(|c| c.slug.to_string())
        .collect();
    assert_eq!(slugs, ["crypto", "futures"], "courses come oldest first");
}

#[rstest]
fn an_import_with_another_role_holds_back_grants_of_its_course() {
    let database = TestDatabase::new(Postgres);
    let id = add_course(&database, "futures");
    let address = database.address();
    let grants_wait = move |address: &kernel::DatabaseUrl| {
        // As the reference of a grant's row to its course does. Not NOWAIT: PostgreSQL waits for an updated row all the same.
        let refers = format!(
            "SET lock_timeout = '1s'; SELECT id FROM courses WHERE id = {} FOR KEY SHARE",
            id.0
        );
        db_try(address, &refers).is_err()
    };
    let mut changed = course("futures");
    for (role, waits) in [(Some("1"), true), (Some("1"), false), (None, true)] {
        changed.discord_role = role.map(str::to_owned);
        let (import, address) = (changed.clone(), address.clone());
        let during: Result<bool, StoreError> = database.write(move |store| {
            store.put_course(&import, noon())?;
            Ok(grants_wait(&address))
        });
        assert_eq!(during.unwrap(), waits, "{role:?}");
        assert!(!grants_wait(&database.address()));
    }
}

#[rstest]
fn whether_browsers_play_a_file_is_kept_with_it(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    for playback in [
        Playback::NotExpected,
        Playback::Expected,
        Playback::Unknown,
        Playback::NotExpected,
    ] {
        let mut futures = course("futures");
        let source = LessonSource::Video {
            video_type: VideoType::Mov,
            duration_seconds: 7,
            playback,
        };
        futures.sections[0].videos[0].source = source;
        let id = again(&database, futures).unwrap().course;
        let listed = sections(&database, id)[0].videos[0].clone();
        let stored = database.read(|store| store.video(listed.id)).unwrap().unwrap();
        assert_eq!(stored.source, source);
        assert_eq!(listed.plays_as_file, playback != Playback::NotExpected);
    }
}
