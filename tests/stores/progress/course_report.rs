//! The report of a course: of members with access now, and of the videos that are in it.

use progress::{LessonReport, PlayedInterval, report_course};

use super::*;

fn play(database: &TestDatabase, user: UserId, video: VideoId, to: i32, completed: Option<bool>) {
    let report = ProgressReport {
        position: Report {
            watched_seconds: to,
            completed,
        },
        watched_at: None,
        played: PlayedInterval::between(0.0, f64::from(to)).into_iter().collect(),
    };
    send(database, user, video, report, noon()).unwrap();
}

fn line(title: &str, members: usize, started: usize, finished: usize, stop: Option<i32>) -> LessonReport {
    LessonReport {
        title: title.to_owned(),
        members,
        started,
        finished,
        half_stopped_at: stop,
        first_tries: progress::Share::default(),
        hard_exercises: Vec::new(),
        replay: progress::ReplayReport::default(),
    }
}

#[rstest]
fn a_lesson_tells_who_started_finished_and_where_half_stopped(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let videos = videos_of(&database, course);
    let members: Vec<_> = (0..6)
        .map(|n| member(&database, &format!("trader{n}"), course, AccessTerm::Lifetime))
        .collect();
    // The access of this one has ended when the report is made.
    let former = member(&database, "former", course, AccessTerm::Days(1));
    play(&database, former, videos[0], 5, None);
    for (user, to) in members.iter().zip([20, 30, 40, 50, 100]) {
        play(&database, *user, videos[0], to, None);
    }
    for user in &members[..4] {
        play(&database, *user, videos[1], 10, Some(true));
    }
    let other = add_course(&database, "crypto");
    database
        .write({
            let user = members[5];
            move |store| grant_access(store, user, other, AccessTerm::Lifetime, noon())
        })
        .unwrap();
    play(&database, members[5], videos_of(&database, other)[0], 50, None);

    let later = noon() + TimeDelta::days(1);
    let report = database
        .read(|store| report_course(store, course, later))
        .unwrap();
    assert_eq!(
        report,
        [
            line("Title of a.mp4", 6, 5, 1, Some(40)),
            line("Title of b.mp4", 6, 4, 4, None),
            line("Title of c.webm", 6, 0, 0, None),
        ]
    );
    let before = database
        .read(|store| report_course(store, course, noon()))
        .unwrap();
    assert_eq!(before[0], line("Title of a.mp4", 7, 6, 1, Some(30)));
}
