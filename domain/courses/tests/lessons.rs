//! Who may open a lesson.
#![expect(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot continue ends with a panic"
)]

use accounts::{
    AccountStore as _, Device, NewUser, PasswordHash, SESSION_IDLE, SessionToken, Username, open_session,
};
use chrono::{DateTime, TimeDelta, Utc};
use courses::{
    AccessStore as _, CourseId, CourseStore as _, Grant, LessonKind, MediaLocation, Section, SectionId,
    Video, VideoFile, VideoId,
    lesson::open::{KnownLesson, OpenLessonError, OpenedLesson, open_known_lesson, open_lesson},
};
use fakes::FakeStore;
use kernel::UserId;
use mail::EmailAddress;

const COURSE: CourseId = CourseId(1);
const LOCKED: VideoId = VideoId(1);
const PREVIEW: VideoId = VideoId(2);

fn noon() -> DateTime<Utc> {
    "2026-01-31T12:00:00Z".parse().expect("a time")
}

fn lesson(id: VideoId, preview: bool) -> Video {
    Video {
        id,
        section: SectionId(1),
        title: String::from("A lesson"),
        description: String::new(),
        kind: LessonKind::Video,
        preview,
        duration_seconds: 100,
        order: id.0,
        file: VideoFile(format!("{}.mp4", id.0)),
        location: MediaLocation(format!("videos/{}.mp4", id.0)),
        exercises: 0,
    }
}

/// A course with a preview, and a signed-in user who holds nothing yet.
fn catalogue() -> (FakeStore, UserId, SessionToken) {
    let (mut store, token) = (FakeStore::default(), SessionToken::from_random([1; 32]));
    store.courses.sections.push(Section {
        id: SectionId(1),
        course: COURSE,
        name: String::from("A section"),
        description: String::new(),
        order: 1,
        videos: vec![lesson(LOCKED, false), lesson(PREVIEW, true)],
    });
    let new = NewUser {
        username: Username::parse("Trader").expect("a name"),
        email: EmailAddress::parse("trader@example.com").expect("an address"),
        password: PasswordHash::stored(String::from("hash")),
    };
    let user = store.insert_user(&new, noon()).expect("a free name");
    open_session(&mut store, user, &token, Device::named("test"), noon()).expect("a session");
    (store, user, token)
}

#[derive(Debug, PartialEq, Eq)]
enum Answer {
    Open(Option<DateTime<Utc>>),
    NotSignedIn,
    NoSuchLesson,
    NoAccess,
}

fn opened(
    store: &mut FakeStore,
    token: Option<&SessionToken>,
    lesson: Option<VideoId>,
    now: DateTime<Utc>,
) -> Answer {
    let hash = token.map(SessionToken::hash);
    let known = lesson.and_then(|id| known(store, id));
    let opened = answer(open_lesson(store, hash.as_ref(), lesson, now), lesson);
    if let Some(known) = known {
        let again =
            open_known_lesson(store, hash.as_ref(), &known, now).map(|opened| opened.expect("it stands"));
        assert_eq!(
            answer(again, lesson),
            opened,
            "what is known of a lesson decides otherwise"
        );
    }
    opened
}

fn known(store: &mut FakeStore, lesson: VideoId) -> Option<KnownLesson> {
    Some(KnownLesson {
        catalogue_version: store.catalogue_version().expect("a version"),
        video: store.video(lesson).expect("a read")?.into(),
    })
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

#[test]
fn a_preview_is_open_to_every_caller() {
    let (mut store, _, token) = catalogue();
    let forged = SessionToken::from_random([9; 32]);
    for token in [None, Some(&token), Some(&forged)] {
        assert_eq!(
            opened(&mut store, token, Some(PREVIEW), noon()),
            Answer::Open(None)
        );
    }
}

#[test]
fn any_other_lesson_is_open_until_the_access_ends() {
    let (mut store, user, token) = catalogue();
    assert_eq!(
        opened(&mut store, Some(&token), Some(LOCKED), noon()),
        Answer::NoAccess
    );
    let end = noon() + TimeDelta::days(1);
    let grant = Grant {
        purchased_at: noon(),
        expires_at: Some(end),
    };
    store.put_grant(user, COURSE, &grant).expect("a grant");
    let last = end - TimeDelta::microseconds(1);
    assert_eq!(
        opened(&mut store, Some(&token), Some(LOCKED), last),
        Answer::Open(Some(end))
    );
    assert_eq!(
        opened(&mut store, Some(&token), Some(LOCKED), end),
        Answer::NoAccess
    );
    assert_eq!(
        opened(&mut store, None, Some(LOCKED), noon()),
        Answer::NotSignedIn
    );
}

#[test]
fn a_session_that_ended_opens_no_lesson() {
    let (mut store, user, token) = catalogue();
    let grant = Grant {
        purchased_at: noon(),
        expires_at: None,
    };
    store.put_grant(user, COURSE, &grant).expect("a grant");
    let last = noon() + SESSION_IDLE - TimeDelta::seconds(1);
    assert_eq!(
        opened(&mut store, Some(&token), Some(LOCKED), last),
        Answer::Open(None)
    );
    assert_eq!(
        opened(&mut store, Some(&token), Some(LOCKED), noon() + SESSION_IDLE),
        Answer::NotSignedIn
    );
}

#[test]
fn what_is_known_of_a_lesson_ends_with_the_catalogue_that_it_was_read_from() {
    let (mut store, _, token) = catalogue();
    for lesson in [LOCKED, PREVIEW] {
        let known = known(&mut store, lesson).expect("a lesson");
        store.courses.version += 1;
        for token in [None, Some(&token.hash())] {
            let again = open_known_lesson(&mut store, token, &known, noon());
            assert!(matches!(again, Ok(None)), "{lesson:?}: {again:?}");
        }
    }
}

#[test]
fn a_visitor_does_not_learn_which_lessons_exist() {
    let (mut store, _, token) = catalogue();
    for lesson in [Some(LOCKED), Some(VideoId(4711)), None] {
        assert_eq!(opened(&mut store, None, lesson, noon()), Answer::NotSignedIn);
    }
    for lesson in [Some(VideoId(4711)), None] {
        assert_eq!(
            opened(&mut store, Some(&token), lesson, noon()),
            Answer::NoSuchLesson
        );
    }
}
