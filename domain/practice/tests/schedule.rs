//! When exercises come back: the same for any order of the same answers, and at the right time.
#![expect(clippy::unwrap_used, reason = "a test that cannot continue ends with a panic")]

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};
use courses::{CourseId, Grant, VideoId, lesson::exercise::Exercise};
use kernel::{StoreError, UserId};
use practice::{
    DueExercise, DueRow, ExerciseRef, LoggedAnswer, Memory, NewAnswer, PracticeState, REVIEWS_PER_DAY,
    ReviewStore, due_reviews, keep_answer, replay,
};
use proptest::prelude::*;

fn start() -> DateTime<Utc> {
    "2026-01-31T12:00:00Z".parse().unwrap()
}

/// The log and the states of one member; every exercise is in course 1.
#[derive(Default)]
struct Rows {
    log: BTreeSet<(String, DateTime<Utc>, String, bool)>,
    states: BTreeMap<String, PracticeState>,
    grants: Vec<(CourseId, Grant)>,
    replays: usize,
}

fn of(exercise: &str) -> ExerciseRef {
    ExerciseRef {
        user: UserId(1),
        lesson: VideoId(1),
        exercise: exercise.parse().unwrap(),
    }
}

impl ReviewStore for Rows {
    fn exercise(&mut self, _: &ExerciseRef) -> Result<Option<Exercise>, StoreError> {
        Ok(None)
    }

    fn lock_state(&mut self, of: &ExerciseRef) -> Result<Option<PracticeState>, StoreError> {
        Ok(self.states.get(of.exercise.as_str()).copied())
    }

    fn log_answer(&mut self, of: &ExerciseRef, answer: &NewAnswer) -> Result<bool, StoreError> {
        let exercise = of.exercise.to_string();
        let LoggedAnswer { at, correct } = answer.logged;
        Ok(self.log.insert((exercise, at, answer.text.clone(), correct)))
    }

    fn logged_answers(&mut self, of: &ExerciseRef) -> Result<Vec<LoggedAnswer>, StoreError> {
        self.replays += 1;
        let of_exercise = self
            .log
            .iter()
            .filter(|(exercise, ..)| exercise == of.exercise.as_str());
        let logged = of_exercise.map(|(_, at, _, correct)| LoggedAnswer {
            at: *at,
            correct: *correct,
        });
        Ok(logged.collect())
    }

    fn put_state(&mut self, of: &ExerciseRef, state: &PracticeState) -> Result<(), StoreError> {
        self.states.insert(of.exercise.to_string(), *state);
        Ok(())
    }

    fn grants_of(&mut self, _: UserId) -> Result<Vec<(CourseId, Grant)>, StoreError> {
        Ok(self.grants.clone())
    }

    fn revised_since(&mut self, _: UserId, since: DateTime<Utc>) -> Result<i64, StoreError> {
        let revised = self
            .states
            .values()
            .filter(|state| state.revised_at >= Some(since));
        Ok(i64::try_from(revised.count()).unwrap())
    }

    fn due_exercises(
        &mut self,
        _: UserId,
        courses: &[CourseId],
        now: DateTime<Utc>,
        limit: i64,
    ) -> Result<Vec<DueExercise>, StoreError> {
        let states = self
            .states
            .iter()
            .filter(|(_, state)| state.due_at <= now && !courses.is_empty());
        let mut due: Vec<_> = states
            .map(|(exercise, state)| DueExercise {
                row: DueRow::Lesson(1),
                exercise: exercise.parse().unwrap(),
                lesson: VideoId(1),
                course: CourseId(1),
                lesson_title: String::new(),
                last: Some(state.last),
                due_at: state.due_at,
            })
            .collect();
        due.sort_by_key(|due| due.due_at);
        due.truncate(usize::try_from(limit).unwrap());
        Ok(due)
    }
}

fn keep(rows: &mut Rows, exercise: &str, at: DateTime<Utc>, text: &str, correct: bool) -> PracticeState {
    let new = NewAnswer {
        logged: LoggedAnswer { at, correct },
        text: text.to_owned(),
    };
    keep_answer(rows, &of(exercise), &new).unwrap()
}

/// An answer of a device: which exercise, after how many minutes, with which text; `0` is right.
type Sent = (u8, i64, u8);

fn send(rows: &mut Rows, (exercise, minutes, text): Sent) {
    let at = start() + TimeDelta::minutes(minutes);
    keep(rows, &format!("e{exercise}"), at, &text.to_string(), text == 0);
}

/// What two devices answered, and the same in another order with some of it twice.
fn orders() -> impl Strategy<Value = (Vec<Sent>, Vec<Sent>)> {
    let one = (0..3_u8, prop_oneof![0..20_i64, 0..200_000_i64], 0..3_u8);
    prop::collection::vec(one, 1..30).prop_flat_map(|sent| {
        let mut twice = sent.clone();
        twice.extend(sent.iter().step_by(3).copied());
        (Just(sent), Just(twice).prop_shuffle())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn any_order_of_two_devices_answers_ends_in_one_state((sent, shuffled) in orders()) {
        let (mut first, mut second) = (Rows::default(), Rows::default());
        for one in &sent {
            send(&mut first, *one);
        }
        for one in &shuffled {
            send(&mut second, *one);
        }
        prop_assert_eq!(&first.log, &second.log);
        prop_assert_eq!(&first.states, &second.states);
        for (exercise, state) in &first.states.clone() {
            prop_assert_eq!(replay(&first.logged_answers(&of(exercise)).unwrap()), Some(*state));
        }
    }

    #[test]
    fn an_interval_ends_where_the_memory_is_at_the_target(answers in prop::collection::vec((any::<bool>(), 0..400_i64), 1..40)) {
        let mut memory = Memory::after_first(answers[0].0);
        for (correct, hours) in &answers[1..] {
            let next = memory.after(TimeDelta::hours(*hours), *correct);
            if *correct {
                prop_assert!(next.stability_days >= memory.stability_days);
            } else {
                prop_assert!(next.stability_days <= memory.stability_days);
            }
            memory = next;
        }
        prop_assert!((1.0..=10.0).contains(&memory.difficulty));
        prop_assert!((memory.retrievability(memory.interval()) - 0.9).abs() < 1e-6);
    }
}

#[test]
fn the_newest_answer_costs_no_replay() {
    let mut rows = Rows::default();
    for minute in 0..10 {
        send(&mut rows, (1, minute * 1_000, 0));
    }
    assert_eq!(rows.replays, 1);
    send(&mut rows, (1, 500, 1));
    assert_eq!(rows.replays, 2);
}

#[test]
fn a_wrong_answer_comes_back_within_a_day_and_a_right_one_after_days() {
    let mut rows = Rows::default();
    let wrong = keep(&mut rows, "wrong", start(), "1", false);
    let right = keep(&mut rows, "right", start(), "0", true);
    let (soon, later) = (wrong.due_at - start(), right.due_at - start());
    assert!(soon > TimeDelta::hours(1) && soon < TimeDelta::days(1), "{soon}");
    assert!(
        later > TimeDelta::days(2) && later < TimeDelta::days(5),
        "{later}"
    );
    // Right again when it is due: longer and longer.
    let again = keep(&mut rows, "right", right.due_at, "0", true);
    assert!(again.due_at - right.due_at > later * 2);
    assert_eq!((right.revised_at, again.revised_at), (None, Some(right.due_at)));
    // Repeated at once, it teaches nothing about memory.
    let repeated = keep(
        &mut rows,
        "right",
        right.due_at + TimeDelta::minutes(1),
        "0",
        true,
    );
    assert!(repeated.due_at - again.due_at < TimeDelta::minutes(10));
}

#[test]
fn what_was_right_once_stays_done_and_the_first_try_stays_first() {
    let mut rows = Rows::default();
    keep(&mut rows, "e", start(), "0", true);
    let state = keep(&mut rows, "e", start() + TimeDelta::days(9), "1", false);
    assert!(state.ever_correct && state.first_correct && !state.last.correct);
    // An answer from before, on a device that was offline.
    let state = keep(&mut rows, "e", start() - TimeDelta::days(9), "1", false);
    assert!(state.ever_correct && !state.first_correct && !state.last.correct);
}

#[test]
fn at_most_twenty_a_day_the_longest_overdue_first_and_none_without_access() {
    let mut rows = Rows::default();
    for n in 0..50 {
        keep(
            &mut rows,
            &format!("e{n:02}"),
            start() + TimeDelta::minutes(n),
            "0",
            true,
        );
    }
    let now = start() + TimeDelta::days(30);
    let due = |rows: &mut Rows, now| -> Vec<String> {
        let due = due_reviews(rows, UserId(1), now).unwrap();
        due.iter().map(|due| due.exercise.to_string()).collect()
    };
    assert!(due(&mut rows, now).is_empty());
    let grant = |end: TimeDelta| Grant {
        purchased_at: start(),
        expires_at: Some(now + end),
    };
    rows.grants = vec![(CourseId(1), grant(TimeDelta::zero()))];
    assert!(due(&mut rows, now).is_empty(), "the access has just ended");
    rows.grants = vec![(CourseId(1), grant(TimeDelta::days(9)))];
    let first: Vec<String> = (0..20).map(|n| format!("e{n:02}")).collect();
    assert_eq!(due(&mut rows, now), first);
    // What is answered today counts towards today, right or wrong, and once.
    for (n, exercise) in first.iter().enumerate() {
        assert_eq!(due(&mut rows, now).len(), 20 - n);
        keep(&mut rows, exercise, now, "1", false);
        keep(&mut rows, exercise, now + TimeDelta::seconds(1), "0", true);
    }
    assert_eq!(due(&mut rows, now + TimeDelta::hours(11)), [""; 0]);
    assert_eq!(
        due(&mut rows, now + TimeDelta::hours(12)).len() as i64,
        REVIEWS_PER_DAY
    );
}

/// Random numbers from 0 to 1 (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// The share of right answers of members who forget as the model says, over a year; each answers a due exercise after a wait.
fn retention(wait: impl Fn(&mut Random, DateTime<Utc>) -> TimeDelta) -> f64 {
    let (mut right, mut of) = (0_u32, 0_u32);
    let mut random = Random(1);
    for _ in 0..500 {
        for _ in 0..20 {
            let first = LoggedAnswer {
                at: start(),
                correct: random.next() < 0.7,
            };
            let mut state = PracticeState::after_first(first);
            loop {
                let at = state.due_at + wait(&mut random, state.due_at);
                if at > start() + TimeDelta::days(365) {
                    break;
                }
                let correct = random.next() < state.memory.retrievability(at - state.last.at);
                (right, of) = (right + u32::from(correct), of + 1);
                state = state.after(LoggedAnswer { at, correct });
            }
        }
    }
    f64::from(right) / f64::from(of)
}

#[test]
fn members_who_forget_as_the_model_says_keep_nine_of_ten() {
    let on_time = retention(|_, _| TimeDelta::zero());
    assert!((0.88..=0.92).contains(&on_time), "{on_time}");
    // Some time within a day after it became due.
    let same_day = retention(|random, _| TimeDelta::minutes((random.next() * 1_440.0) as i64));
    assert!((0.88..=0.92).contains(&same_day), "{same_day}");
}
