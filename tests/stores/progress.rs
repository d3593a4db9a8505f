//! Positions as rows: one for each member and video, recent first, counted as N of M.

mod course_report;
mod kept_reports;
mod reminders;
mod week;

use std::sync::atomic::{AtomicU64, Ordering};

use accounts::{
    Device, NewSession, SESSION_LIFE, SessionStore as _, SessionToken, SessionTokenHash, StreamLimit,
};
use chrono::{DateTime, TimeDelta, Utc};
use courses::{AccessStore as _, VideoId, access_now, grant_access};
use kernel::{AccessTerm, StoreError, UserId};
use progress::{
    CompletionChange, Position, PositionChange, ProgressReport, ProgressStore as _, RECENT_ITEMS,
    RecordError, Report, VideoProgress, record_progress,
};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    databases::tables::db_count,
    samples::{add_course, add_user, bytes, course, import, noon, section, video, videos_of},
};

use support::at_once;

fn report(
    database: &TestDatabase,
    user: UserId,
    video: VideoId,
    watched_seconds: i32,
    completed: Option<bool>,
    now: DateTime<Utc>,
) -> Result<VideoProgress, RecordError> {
    let report = Report {
        watched_seconds,
        completed,
    };
    send(database, user, video, report.into(), now)
}

/// Records a report of a member whose devices are not limited.
fn send(
    database: &TestDatabase,
    user: UserId,
    video: VideoId,
    report: ProgressReport,
    now: DateTime<Utc>,
) -> Result<VideoProgress, RecordError> {
    let token = sign_in(database, user, now);
    database.write(move |store| record_progress(store, &token, StreamLimit::NONE, video, &report, now))
}

/// A new session of a user.
fn sign_in(database: &TestDatabase, user: UserId, now: DateTime<Utc>) -> SessionTokenHash {
    static OPENED: AtomicU64 = AtomicU64::new(0);
    let token = SessionToken::presented(&OPENED.fetch_add(1, Ordering::Relaxed).to_string()).hash();
    let session = NewSession {
        user,
        token,
        device: Device::named("curl"),
        created_at: now,
        expires_at: now + SESSION_LIFE,
    };
    database
        .write(move |store| store.insert_session(&session))
        .unwrap_or_else(|error: StoreError| panic!("{error}"));
    token
}

fn member(database: &TestDatabase, name: &str, course: courses::CourseId, term: AccessTerm) -> UserId {
    let user = add_user(database, name);
    database
        .write(move |store| grant_access(store, user, course, term, noon()))
        .unwrap();
    user
}

#[rstest]
fn a_position_is_one_row_that_moves(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let user = member(&database, "trader", course, AccessTerm::Lifetime);
    let video = videos_of(&database, course)[0];
    for (seconds, completed, finished) in [
        (10, None, false),
        (90, None, true),
        (3, None, true),
        (3, Some(false), false),
        (500, None, true),
    ] {
        let stored = report(&database, user, video, seconds, completed, noon()).unwrap();
        let expected = Position {
            watched_seconds: seconds.min(100),
            completed: finished,
        };
        assert_eq!(stored.position, expected);
        let rows = database.read(|store| store.progress_in(user, course)).unwrap();
        assert_eq!(rows, [stored]);
    }
    assert_eq!(db_count(&database.address(), "video_progress"), 1);
}

#[rstest]
fn a_thousand_ends_and_renewals_at_any_second_lose_no_row(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let user = member(&database, "trader", course, AccessTerm::Days(1));
    let videos = videos_of(&database, course);
    for (video, seconds) in videos.iter().zip(10..) {
        report(&database, user, *video, seconds, None, noon()).unwrap();
    }
    let kept = database.read(|store| store.progress_in(user, course)).unwrap();
    let mut end = noon() + TimeDelta::days(1);
    for n in 0..1_000 {
        let seconds = i64::from(u16::from_be_bytes(bytes(n)));
        let now = end + TimeDelta::seconds(seconds);
        let before = database.read(|store| store.held_courses(user)).unwrap();
        assert!(!access_now(Some(&before[0].grant), now).is_open());
        let granted = database
            .write(move |store| grant_access(store, user, course, AccessTerm::Days(1), now))
            .unwrap();
        end = now + TimeDelta::days(1);
        assert_eq!(granted.expires_at, Some(end));
    }
    assert_eq!(
        database.read(|store| store.progress_in(user, course)).unwrap(),
        kept
    );
    let address = database.address();
    assert_eq!(db_count(&address, "user_course_access"), 1);
    assert_eq!(db_count(&address, "access_grants"), 1_001);
}

#[rstest]
fn first_reports_at_once_make_one_row(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let user = member(&database, "trader", course, AccessTerm::Lifetime);
    let video = videos_of(&database, course)[0];
    let outcomes = at_once(32, |n| {
        report(&database, user, video, i32::try_from(n).unwrap(), None, noon())
    });
    assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
    assert_eq!(db_count(&database.address(), "video_progress"), 1);
}

#[rstest]
fn no_access_no_report(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let user = member(&database, "trader", course, AccessTerm::Days(1));
    let stranger = add_user(&database, "stranger");
    let video = videos_of(&database, course)[0];
    let end = noon() + TimeDelta::days(1);
    let refused = report(&database, stranger, video, 1, None, noon());
    assert!(matches!(refused, Err(RecordError::NoAccess(_))), "{refused:?}");
    let refused = report(&database, user, video, 1, None, end);
    assert!(matches!(refused, Err(RecordError::NoAccess(_))), "{refused:?}");
    let refused = report(&database, user, VideoId(4_711), 1, None, noon());
    assert!(matches!(refused, Err(RecordError::NoSuchVideo(_))), "{refused:?}");
    assert_eq!(db_count(&database.address(), "video_progress"), 0);
    assert!(report(&database, user, video, 1, None, end - TimeDelta::microseconds(1)).is_ok());
}

#[rstest]
fn what_was_watched_last_stands_first_and_ten_are_enough(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let mut long = course("futures");
    long.sections = vec![section(
        "All",
        (0..12).map(|n| video(&format!("{n}.mp4"), 60)).collect(),
    )];
    let course = import(&database, long);
    let user = member(&database, "trader", course, AccessTerm::Lifetime);
    let other = member(&database, "other", course, AccessTerm::Lifetime);
    let videos = videos_of(&database, course);
    for (n, video) in (0..).zip(&videos) {
        report(&database, user, *video, 5, None, noon() + TimeDelta::seconds(n)).unwrap();
    }
    report(
        &database,
        user,
        videos[4],
        6,
        None,
        noon() + TimeDelta::minutes(1),
    )
    .unwrap();
    report(
        &database,
        other,
        videos[0],
        7,
        None,
        noon() + TimeDelta::minutes(2),
    )
    .unwrap();

    let recent = database
        .read(|store| store.recent_progress(user, RECENT_ITEMS))
        .unwrap();
    let order: Vec<_> = recent.iter().map(|item| item.progress.video).collect();
    let expected: Vec<_> = [4, 11, 10, 9, 8, 7, 6, 5, 3, 2]
        .into_iter()
        .map(|n| videos[n])
        .collect();
    assert_eq!(order, expected);
    let first = &recent[0];
    assert_eq!(
        (first.course, first.course_title.as_str()),
        (course, "Title of futures")
    );
    assert_eq!(
        (first.video_title.as_str(), first.duration_seconds),
        ("Title of 4.mp4", 60)
    );
    assert_eq!(first.progress.last_watched, noon() + TimeDelta::minutes(1));
    assert_eq!(
        first.progress.position.watched_seconds, 6,
        "another member's position was shown"
    );
}

#[rstest]
fn finished_videos_are_counted_against_all(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let (futures, crypto) = (add_course(&database, "futures"), add_course(&database, "crypto"));
    let user = member(&database, "trader", futures, AccessTerm::Lifetime);
    database
        .write(move |s| grant_access(s, user, crypto, AccessTerm::Days(1), noon()))
        .unwrap();
    let other = member(&database, "other", futures, AccessTerm::Lifetime);
    let videos = videos_of(&database, futures);
    report(&database, user, videos[0], 100, None, noon()).unwrap();
    report(&database, user, videos[1], 5, None, noon()).unwrap();
    report(&database, other, videos[2], 61, None, noon()).unwrap();
    let counts = |database: &TestDatabase| {
        let held = database.read(|store| store.held_courses(user)).unwrap();
        held.iter()
            .map(|h| (h.course.id, h.completed_videos, h.total_videos))
            .collect::<Vec<_>>()
    };
    assert_eq!(counts(&database), [(futures, 1, 3), (crypto, 0, 3)]);

    // A withdrawn video counts neither as finished nor as one of all.
    let mut shorter = course("futures");
    shorter.sections[0].videos.remove(0);
    import(&database, shorter);
    assert_eq!(counts(&database), [(futures, 0, 2), (crypto, 0, 3)]);
}

#[rstest]
fn a_deleted_member_leaves_no_position(#[values(Sqlite, Postgres)] engine: Engine) {
    use accounts::StaffUserStore as _;
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let user = member(&database, "trader", course, AccessTerm::Lifetime);
    let other = member(&database, "other", course, AccessTerm::Lifetime);
    let video = videos_of(&database, course)[0];
    for who in [user, other] {
        report(&database, who, video, 5, None, noon()).unwrap();
    }
    database.write(move |store| store.delete_user(user)).unwrap();
    assert_eq!(db_count(&database.address(), "video_progress"), 1);
    assert_eq!(database.read(|s| s.progress_in(other, course)).unwrap().len(), 1);
}

#[rstest]
fn a_position_of_a_member_who_was_deleted_meanwhile_is_to_be_tried_again(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let video = videos_of(&database, course)[0];
    let change = PositionChange {
        watched_seconds: 5,
        completion: CompletionChange::Keep,
    };
    let outcome = database.write(move |store| store.put_progress(UserId(1_000), video, &change.at(noon())));
    assert!(matches!(outcome, Err(StoreError::Unavailable(_))), "{outcome:?}");
}

#[rstest]
fn a_completion_stays_despite_reports_at_the_same_time(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let mut long = course("futures");
    long.sections = vec![section(
        "All",
        (0..60).map(|n| video(&format!("{n}.mp4"), 100)).collect(),
    )];
    let course = import(&database, long);
    let user = member(&database, "trader", course, AccessTerm::Lifetime);
    for video in videos_of(&database, course) {
        let reports = at_once(5, |n| {
            let seconds = if n == 0 { 100 } else { 3 };
            report(&database, user, video, seconds, None, noon())
        });
        assert!(reports[0].as_ref().is_ok_and(|kept| kept.position.completed));
    }
    let kept = database.read(|store| store.progress_in(user, course)).unwrap();
    let completed = kept.iter().filter(|row| row.position.completed).count();
    assert_eq!(completed, 60, "acknowledged completions were lost");
}

#[rstest]
fn what_a_member_takes_back_stays_taken_back_under_reports(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let user = member(&database, "trader", course, AccessTerm::Lifetime);
    let video = videos_of(&database, course)[0];
    for _ in 0..20 {
        report(&database, user, video, 100, None, noon()).unwrap();
        let reports = at_once(5, |n| {
            let completed = (n == 0).then_some(false);
            report(&database, user, video, 3, completed, noon())
        });
        assert!(!reports[0].as_ref().unwrap().position.completed);
        let kept = database.read(|store| store.progress_in(user, course)).unwrap();
        assert!(!kept[0].position.completed, "a report completed the video again");
    }
}
