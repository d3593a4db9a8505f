//! Who may open a lesson and see a course, by session and grant, to the last instant.

use accounts::{
    Device, SESSION_IDLE, SESSION_LIFE, SessionStore as _, SessionToken, open_session, signed_in,
};
use chrono::{DateTime, TimeDelta, Utc};
use courses::{
    AccessStore as _, CourseId, Grant, VideoId,
    lesson::open::{OpenLessonError, OpenedLesson, open_lesson},
    visit_course,
};
use kernel::{StoreError, UserId};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    samples::{add_user, bytes, course, import, noon, videos_of},
};

const INSTANT: TimeDelta = TimeDelta::microseconds(1);

/// A course with a preview, and a signed-in member who holds nothing yet.
struct Catalogue {
    database: TestDatabase,
    course: CourseId,
    locked: VideoId,
    preview: VideoId,
    member: UserId,
    token: SessionToken,
}

#[derive(Debug, PartialEq, Eq)]
enum Answer {
    Open(Option<DateTime<Utc>>),
    NotSignedIn,
    NoSuchLesson,
    NoAccess,
}

impl Catalogue {
    fn new(engine: Engine) -> Self {
        let database = TestDatabase::new(engine);
        let mut imported = course("futures");
        imported.sections[0].videos[1].preview = true;
        let course = import(&database, imported);
        let lessons = videos_of(&database, course);
        let (member, token) = (add_user(&database, "trader"), SessionToken::from_random(bytes(1)));
        let opened = token.clone();
        let opened: Result<_, StoreError> =
            database.write(move |store| open_session(store, member, &opened, Device::named("test"), noon()));
        opened.expect("a session");
        Self {
            database,
            course,
            locked: lessons[0],
            preview: lessons[1],
            member,
            token,
        }
    }

    fn grant(&self, expires_at: Option<DateTime<Utc>>) {
        let (member, course) = (self.member, self.course);
        let grant = Grant {
            purchased_at: noon(),
            expires_at,
        };
        let granted = self
            .database
            .write(move |store| store.put_grant(member, course, &grant));
        granted.expect("a grant");
    }

    fn open(&self, token: Option<&SessionToken>, lesson: Option<VideoId>, now: DateTime<Utc>) -> Answer {
        let hash = token.map(SessionToken::hash);
        let opened = self
            .database
            .read(|store| open_lesson(store, hash.as_ref(), lesson, now));
        answer(opened, lesson)
    }

    fn sees_course(&self, token: Option<&SessionToken>, now: DateTime<Utc>) -> bool {
        let hash = token.map(SessionToken::hash);
        let visit = self
            .database
            .read(|store| visit_course(store, hash.as_ref(), self.course, now));
        visit.expect("a read").access.is_open()
    }
}

fn answer(outcome: Result<OpenedLesson, OpenLessonError>, lesson: Option<VideoId>) -> Answer {
    match outcome {
        Ok(opened) => {
            assert_eq!(Some(opened.video.id), lesson);
            Answer::Open(opened.until)
        }
        Err(OpenLessonError::NotSignedIn) => Answer::NotSignedIn,
        Err(OpenLessonError::NoSuchLesson) => Answer::NoSuchLesson,
        Err(OpenLessonError::NoAccess) => Answer::NoAccess,
        Err(OpenLessonError::Store(error)) => panic!("{error}"),
    }
}

#[rstest]
fn a_lesson_is_open_until_the_access_or_the_session_ends(#[values(Sqlite, Postgres)] engine: Engine) {
    let catalogue = Catalogue::new(engine);
    let open = |now| catalogue.open(Some(&catalogue.token), Some(catalogue.locked), now);
    assert_eq!(open(noon()), Answer::NoAccess);
    let end = noon() + TimeDelta::days(1);
    catalogue.grant(Some(end));
    assert_eq!(open(end - INSTANT), Answer::Open(Some(end)));
    assert_eq!(open(end), Answer::NoAccess);
    catalogue.grant(None);
    assert_eq!(open(noon() + SESSION_IDLE - INSTANT), Answer::Open(None));
    assert_eq!(open(noon() + SESSION_IDLE), Answer::NotSignedIn);
}

#[rstest]
fn a_preview_is_open_to_every_caller(#[values(Sqlite, Postgres)] engine: Engine) {
    let catalogue = Catalogue::new(engine);
    let forged = SessionToken::from_random(bytes(9));
    for token in [None, Some(&catalogue.token), Some(&forged)] {
        assert_eq!(
            catalogue.open(token, Some(catalogue.preview), noon()),
            Answer::Open(None)
        );
    }
}

#[rstest]
fn a_visitor_cannot_see_which_lessons_exist(#[values(Sqlite, Postgres)] engine: Engine) {
    let catalogue = Catalogue::new(engine);
    let unknown = Some(VideoId(4_711));
    for lesson in [Some(catalogue.locked), unknown, None] {
        assert_eq!(catalogue.open(None, lesson, noon()), Answer::NotSignedIn);
    }
    for lesson in [unknown, None] {
        assert_eq!(
            catalogue.open(Some(&catalogue.token), lesson, noon()),
            Answer::NoSuchLesson
        );
    }
}

#[rstest]
fn a_course_is_seen_while_session_and_access_last(#[values(Sqlite, Postgres)] engine: Engine) {
    let catalogue = Catalogue::new(engine);
    let sees = |now| catalogue.sees_course(Some(&catalogue.token), now);
    assert!(!sees(noon()), "without a grant");
    let end = noon() + TimeDelta::days(1);
    catalogue.grant(Some(end));
    assert!(
        sees(end - INSTANT) && !sees(end),
        "a live session opened an ended access"
    );
    catalogue.grant(None);
    for token in [None, Some(&SessionToken::from_random(bytes(2)))] {
        assert!(!catalogue.sees_course(token, noon()));
    }
    let idle = noon() + SESSION_IDLE;
    assert!(sees(idle - INSTANT) && !sees(idle));

    let end = noon() + SESSION_LIFE;
    let hash = catalogue.token.hash();
    let session = catalogue.database.read(|store| signed_in(store, &hash, noon()));
    let session = session.unwrap().unwrap().session;
    catalogue
        .database
        .write(move |store| store.touch_session(session, end - TimeDelta::hours(1)))
        .unwrap();
    assert!(
        sees(end - INSTANT) && !sees(end),
        "a session that is used lives for ever"
    );
}
