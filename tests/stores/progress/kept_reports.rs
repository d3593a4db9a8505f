//! Reports that come late, at once, or twice: the newest position stands, and no completion and no played part is lost.

use progress::{KeptPosition, PlayedChange, PlayedInterval, PlayedParts, ProgressChange, WatchedAt};

use super::*;

/// Numbers that look random and are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        i64::try_from((self.0 >> 33) % n).unwrap()
    }

    fn change(&mut self) -> ProgressChange {
        let completion = [
            CompletionChange::Keep,
            CompletionChange::Complete,
            CompletionChange::TakeBack,
        ];
        let position = PositionChange {
            watched_seconds: i32::try_from(self.below(100)).unwrap(),
            completion: completion[usize::try_from(self.below(3)).unwrap()],
        };
        let time = noon() + TimeDelta::milliseconds(self.below(900_000) - 450_000);
        ProgressChange {
            position,
            watched_at: if self.below(5) == 0 {
                WatchedAt::arrived(time)
            } else {
                WatchedAt::stated(time, noon())
            },
            played: None,
        }
    }
}

fn kept_parts(database: &TestDatabase, user: UserId, video: VideoId) -> PlayedParts {
    let token = sign_in(database, user, noon());
    let known = database.read(|store| store.reporter(&token, video));
    known.unwrap().unwrap().1.unwrap().played
}

fn parts(from: i32, to: i32) -> PlayedParts {
    let interval = PlayedInterval::between(f64::from(from), f64::from(to)).unwrap();
    PlayedParts::of(&[interval], i32::MAX)
}

#[rstest]
fn the_database_decides_as_the_rule_does(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let user = member(&database, "trader", course, AccessTerm::Lifetime);
    let video = videos_of(&database, course)[0];
    let mut numbers = Numbers(7);
    let mut expected: Option<KeptPosition> = None;
    for _ in 0..300 {
        let change = numbers.change();
        let next = change.applied_to(expected);
        let described = format!("{change:?} after {expected:?}");
        let kept: Result<_, StoreError> =
            database.write(move |store| store.put_progress(user, video, &change));
        assert_eq!(kept.unwrap(), next, "{described}");
        expected = Some(next);
    }
}

#[rstest]
fn reports_that_arrive_in_any_order_end_in_the_newest_position(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let user = member(&database, "trader", course, AccessTerm::Lifetime);
    for (round, video) in (0_i64..).zip(videos_of(&database, course)) {
        let outcomes = at_once(5, |n| {
            let n = i64::try_from(n).unwrap();
            let report = ProgressReport {
                position: Report {
                    watched_seconds: i32::try_from(10 * n).unwrap(),
                    completed: (n == round).then_some(true),
                },
                watched_at: Some(noon() - TimeDelta::minutes(10 - n)),
                played: Vec::new(),
            };
            send(&database, user, video, report, noon())
        });
        assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
    }
    for kept in database.read(|store| store.progress_in(user, course)).unwrap() {
        let newest = Position {
            watched_seconds: 40,
            completed: true,
        };
        assert_eq!(kept.position, newest);
        assert_eq!(kept.last_watched, noon() - TimeDelta::minutes(6));
    }
}

#[rstest]
fn no_played_part_is_lost_under_five_reports_at_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let mut long = course("futures");
    long.sections = vec![section(
        "All",
        (0..30).map(|n| video(&format!("{n}.mp4"), 1_000)).collect(),
    )];
    let course = import(&database, long);
    let user = member(&database, "trader", course, AccessTerm::Lifetime);
    let videos = videos_of(&database, course);
    at_once(5, |n| {
        for video in &videos {
            let from = f64::from(u32::try_from(n).unwrap()) * 200.0;
            let report = ProgressReport {
                position: Report {
                    watched_seconds: 1,
                    completed: None,
                },
                watched_at: None,
                played: PlayedInterval::between(from, from + 200.0).into_iter().collect(),
            };
            send(&database, user, *video, report, noon()).unwrap();
        }
    });
    for video in videos {
        assert_eq!(kept_parts(&database, user, video).spans(), [(0, 1_000)]);
    }
}

#[rstest]
fn parts_that_another_report_added_meanwhile_stay(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let user = member(&database, "trader", course, AccessTerm::Lifetime);
    let video = videos_of(&database, course)[0];
    // What each has seen is what was there before the other came.
    for (from, to) in [(0, 10), (20, 30), (10, 15)] {
        let position = PositionChange {
            watched_seconds: to,
            completion: CompletionChange::Keep,
        };
        let change = ProgressChange {
            played: Some(PlayedChange {
                seen: PlayedParts::default(),
                added: parts(from, to),
            }),
            ..position.at(noon())
        };
        let kept: Result<_, StoreError> =
            database.write(move |store| store.put_progress(user, video, &change));
        kept.unwrap();
    }
    assert_eq!(kept_parts(&database, user, video).spans(), [(0, 15), (20, 30)]);
    report(&database, user, video, 5, None, noon()).unwrap();
    assert_eq!(
        kept_parts(&database, user, video).spans(),
        [(0, 15), (20, 30)],
        "a report without parts took parts away"
    );
}
