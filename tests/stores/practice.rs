//! Exercises, answers and the states made from them, on both databases.

use chrono::{DateTime, TimeDelta, Utc};
use courses::{
    CourseId, CourseStore as _, ImportedCourse, VideoId, grant_access,
    lesson::{
        chart::Chart,
        decimal::Decimal,
        exercise::{Exercise, Exercises, Question},
        store::LessonStore as _,
    },
};
use kernel::{AccessTerm, StoreError, UserId};
use persistence::Database;
use practice::{
    ExerciseRef, LoggedAnswer, NewAnswer, PracticeState, ReviewStore as _, due_reviews, keep_answer, replay,
};
use progress::{Share, report_course};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase, at_once,
    databases::tables::db_count,
    samples::{add_user, course, import, noon, videos_of},
};

fn number(id: &str, answer: i32) -> Exercise {
    Exercise {
        id: id.parse().unwrap(),
        prompt: format!("{id}?"),
        question: Question::Number {
            unit: None,
            answer: answer.to_string().parse().unwrap(),
            tolerance: Decimal::ZERO,
        },
        explanation: None,
        timezone: None,
        chart: None,
    }
}

/// The sample course whose first lesson has exercises.
fn with_exercises(list: Vec<Exercise>, charts: Vec<Chart>) -> ImportedCourse {
    let mut course = course("futures");
    course.sections[0].videos[0].content.exercises = Some(Exercises {
        file: String::from("a.toml"),
        list,
        charts,
    });
    course
}

fn open(engine: Engine, exercises: &[&str]) -> (TestDatabase, CourseId, VideoId, UserId) {
    let database = TestDatabase::new(engine);
    let list = exercises.iter().map(|id| number(id, 3)).collect();
    let course = import(&database, with_exercises(list, Vec::new()));
    let user = add_user(&database, "trader");
    database
        .write(move |store| grant_access(store, user, course, AccessTerm::Lifetime, noon()))
        .unwrap();
    let lesson = videos_of(&database, course)[0];
    (database, course, lesson, user)
}

fn of(user: UserId, lesson: VideoId, exercise: &str) -> ExerciseRef {
    ExerciseRef {
        user,
        lesson,
        exercise: exercise.parse().unwrap(),
    }
}

fn keep(database: &Database, of: &ExerciseRef, at: DateTime<Utc>, correct: bool) -> PracticeState {
    let of = of.clone();
    let new = NewAnswer {
        logged: LoggedAnswer { at, correct },
        text: if correct {
            String::from("3")
        } else {
            String::from("4")
        },
    };
    let kept: Result<_, StoreError> = database.write(move |store| keep_answer(store, &of, &new));
    kept.unwrap()
}

fn log(database: &Database, of: &ExerciseRef) -> Vec<LoggedAnswer> {
    database.read(|store| store.logged_answers(of)).unwrap()
}

fn state(database: &Database, of: &ExerciseRef) -> Option<PracticeState> {
    let of = of.clone();
    let state: Result<_, StoreError> = database.write(move |store| store.lock_state(&of));
    state.unwrap()
}

#[rstest]
fn a_state_is_kept_to_the_last_bit(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, _, lesson, user) = open(engine, &["a", "b"]);
    let a = of(user, lesson, "a");
    assert_eq!(state(&database, &a), None);
    for (day, correct) in [(0, false), (1, true), (5, true), (40, false), (41, true)] {
        let kept = keep(&database, &a, noon() + TimeDelta::days(day), correct);
        assert_eq!(state(&database, &a), Some(kept));
        assert_eq!(replay(&log(&database, &a)), Some(kept));
    }
    assert_eq!(state(&database, &of(user, lesson, "b")), None);
    // An older answer than the first.
    let kept = keep(&database, &a, noon() - TimeDelta::days(9), true);
    assert!(kept.first_correct);
    assert_eq!(replay(&log(&database, &a)), Some(kept));
}

#[rstest]
fn an_answer_that_is_sent_again_counts_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, _, lesson, user) = open(engine, &["a"]);
    let a = of(user, lesson, "a");
    let first = keep(&database, &a, noon(), true);
    assert_eq!(keep(&database, &a, noon(), true), first);
    // Another answer of the same moment is one more.
    assert_ne!(keep(&database, &a, noon(), false), first);
    assert_eq!(log(&database, &a).len(), 2);
}

#[rstest]
fn answers_at_the_same_moment_lose_none(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, _, lesson, user) = open(engine, &["a"]);
    let a = of(user, lesson, "a");
    at_once(8, |n| {
        for minute in 0..5 {
            let at = noon() + TimeDelta::minutes(minute * 8 + i64::try_from(n).unwrap());
            keep(&database, &a, at, minute % 2 == 0);
        }
    });
    let log = log(&database, &a);
    assert_eq!(log.len(), 40);
    assert_eq!(state(&database, &a), replay(&log));
}

#[rstest]
fn a_user_takes_the_answers_along(#[values(Sqlite, Postgres)] engine: Engine) {
    use accounts::StaffUserStore as _;
    let (database, _, lesson, user) = open(engine, &["a"]);
    keep(&database, &of(user, lesson, "a"), noon(), true);
    let address = database.address();
    assert_eq!(
        (
            db_count(&address, "exercise_answers"),
            db_count(&address, "exercise_states")
        ),
        (1, 1)
    );
    let deleted: Result<_, StoreError> = database.write(move |store| store.delete_user(user));
    deleted.unwrap();
    assert_eq!(
        (
            db_count(&address, "exercise_answers"),
            db_count(&address, "exercise_states")
        ),
        (0, 0)
    );
}

#[rstest]
fn exercises_come_out_as_they_went_in(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let text = "time,open,high,low,close\n2026-03-02T14:30:00Z,5410.25,5411.5,5408.25,5409\n";
    let chart = Chart {
        file: String::from("c.csv"),
        bars: courses::lesson::chart::parse_chart(text.as_bytes()).unwrap(),
    };
    let time = chart.bars[0].time;
    let question = |question| Exercise {
        question,
        explanation: Some(String::from("*why*")),
        timezone: Some(String::from("America/New_York")),
        chart: Some(String::from("c.csv")),
        ..number("x", 1)
    };
    let mut list = vec![
        number("n", 7),
        question(Question::Level {
            answer: "5410.25".parse().unwrap(),
            tolerance: "0.000000000001".parse().unwrap(),
        }),
        question(Question::Range {
            from: time,
            to: time,
            tolerance: courses::lesson::exercise::RangeTolerance::Within(TimeDelta::minutes(5)),
        }),
        question(Question::Range {
            from: time,
            to: time,
            tolerance: courses::lesson::exercise::RangeTolerance::SameBar(None),
        }),
        question(Question::Choice {
            options: vec![String::from("a"), String::from("\"é\"")],
            answer: [1].into(),
        }),
    ];
    for (n, exercise) in list.iter_mut().enumerate() {
        exercise.id = format!("e{n}").parse().unwrap();
    }
    let imported = with_exercises(list.clone(), vec![chart.clone()]);
    let expected = imported.sections[0].videos[0].content.exercises.clone();
    let course = import(&database, imported);
    let videos = videos_of(&database, course);
    let content = |video| database.read(|store| store.lesson_content(video)).unwrap();
    assert_eq!(content(videos[0]).exercises, expected);
    assert_eq!(content(videos[1]).exercises, None);
    let found = |id: &str| {
        database
            .read(|store| {
                store.exercise(&ExerciseRef {
                    user: UserId(1),
                    lesson: videos[0],
                    exercise: id.parse().unwrap(),
                })
            })
            .unwrap()
    };
    assert_eq!(found("e1").as_ref(), Some(&list[1]));
    assert_eq!(found("none"), None);
    let sections = database.read(|store| store.sections(course)).unwrap();
    assert_eq!(sections[0].videos[0].exercises, 5);
    assert_eq!(sections[0].videos[1].exercises, 0);
    // Without the file, they are gone.
    import(&database, support::samples::course("futures"));
    assert_eq!(content(videos[0]).exercises, None);
    let address = database.address();
    assert_eq!(
        (
            db_count(&address, "lesson_exercises"),
            db_count(&address, "exercise_charts")
        ),
        (0, 0)
    );
}

#[rstest]
fn a_thousand_due_exercises_are_twenty_a_day_in_the_order_of_their_time(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let names: Vec<String> = (0..1_000).map(|n| format!("e{n}")).collect();
    let ids: Vec<&str> = names.iter().map(String::as_str).collect();
    let (database, _, lesson, user) = open(engine, &ids);
    let answered: Result<(), StoreError> = database.write(move |store| {
        for (n, id) in (0..).zip(&names) {
            let logged = LoggedAnswer {
                at: noon() - TimeDelta::minutes((n * 617) % 1_000),
                correct: true,
            };
            let text = String::from("3");
            keep_answer(store, &of(user, lesson, id), &NewAnswer { logged, text })?;
        }
        Ok(())
    });
    answered.unwrap();
    let later = noon() + TimeDelta::days(9);
    let due = database.read(|store| due_reviews(store, user, later)).unwrap();
    assert_eq!(due.len(), 20);
    assert!(due.is_sorted_by_key(|due| due.due_at));
    let longest = due[0].due_at;
    assert!(
        due.iter()
            .all(|due| due.due_at - longest < TimeDelta::minutes(20))
    );
    assert!(
        database
            .read(|store| due_reviews(store, user, noon()))
            .unwrap()
            .is_empty()
    );
}

#[rstest]
fn a_report_tells_the_first_tries_of_members_with_access(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, course, lesson, first) = open(engine, &["a", "b"]);
    let others: Vec<_> = ["second", "third"]
        .iter()
        .map(|name| add_user(&database, name))
        .collect();
    for (user, term) in others.iter().zip([AccessTerm::Lifetime, AccessTerm::Days(1)]) {
        let user = *user;
        database
            .write(move |store| grant_access(store, user, course, term, noon()))
            .unwrap();
    }
    keep(&database, &of(first, lesson, "a"), noon(), false);
    keep(
        &database,
        &of(first, lesson, "a"),
        noon() + TimeDelta::hours(1),
        true,
    );
    keep(&database, &of(others[0], lesson, "a"), noon(), false);
    keep(&database, &of(others[0], lesson, "b"), noon(), true);
    // Whose access ends before the report.
    keep(&database, &of(others[1], lesson, "a"), noon(), true);
    let report = |at| database.read(|store| report_course(store, course, at)).unwrap();
    let later = report(noon() + TimeDelta::days(1));
    assert_eq!(later[0].first_tries, Share { right: 1, of: 3 });
    assert_eq!(
        later[0].hard_exercises,
        [(String::from("a"), Share { right: 0, of: 2 })]
    );
    assert_eq!(later[1].first_tries, Share::default());
    assert_eq!(report(noon())[0].first_tries, Share { right: 2, of: 4 });
    // Of exercises that the course has now.
    import(&database, with_exercises(vec![number("b", 3)], Vec::new()));
    assert_eq!(report(noon())[0].first_tries, Share { right: 1, of: 1 });
}
