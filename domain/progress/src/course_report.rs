//! What became of a course's lessons: how many started and finished each, and where they stopped.
//!
//! Members are read in pages, and each lesson counts its stops by part, so that memory grows with the course and not with its
//! members.

mod replays;
pub mod store;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use courses::{CourseId, Video, VideoId, access_now};
use kernel::{StoreError, UserId};

use self::replays::add_replays;
pub use self::replays::{ReplayReport, ReplayTry};
use self::store::LessonProgress;
use crate::{Position, ProgressStore};

/// Where fewer members started, the second at which half had stopped would reveal what a single member did.
pub const MEMBERS_FOR_A_CURVE: usize = 5;
/// An exercise that fewer answer right at once is named, because its question or its lesson may be unclear.
pub const HARD_BELOW_PERCENT: usize = 40;
/// So many grants are read at once.
const GRANTS: i64 = 5_000;
/// What so many members did is read at once.
const MEMBERS: usize = 200;

/// One line of the report, about the members who have access now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LessonReport {
    pub title: String,
    pub members: usize,
    /// They reached a second of it, or finished it.
    pub started: usize,
    pub finished: usize,
    /// The second by which half of the members who started had stopped; `None` if the played parts are known of fewer than
    /// [`MEMBERS_FOR_A_CURVE`] of them.
    pub half_stopped_at: Option<i32>,
    /// First answers to the lesson's exercises that were right.
    pub first_tries: Share,
    /// The exercises of which fewer than [`HARD_BELOW_PERCENT`] first answers were right, by their ids.
    pub hard_exercises: Vec<(String, Share)>,
    pub replay: ReplayReport,
}

/// So many of so many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Share {
    pub right: usize,
    pub of: usize,
}

impl Share {
    /// Whole percent, rounded down; `None` if `of` is 0.
    #[must_use]
    pub fn percent(self) -> Option<usize> {
        (self.right * 100).checked_div(self.of)
    }

    fn add(&mut self, right: bool) {
        self.right += usize::from(right);
        self.of += 1;
    }
}

/// The report of a course, a line a lesson in the course's order.
///
/// # Errors
/// [`StoreError`]
pub fn report_course(
    store: &mut dyn ProgressStore,
    course: CourseId,
    now: DateTime<Utc>,
) -> Result<Vec<LessonReport>, StoreError> {
    let sections = store.sections(course)?;
    let videos: Vec<Video> = sections.into_iter().flat_map(|section| section.videos).collect();
    let durations = videos.iter().map(|video| (video.id, video.duration_seconds));
    let mut counts: BTreeMap<VideoId, LessonCounts> = durations
        .map(|(id, duration)| (id, LessonCounts::of(duration)))
        .collect();
    let mut replays = BTreeMap::new();
    let (mut members, mut after) = (0, UserId(i32::MIN));
    loop {
        let page = store.grants_of_course(course, after, GRANTS)?;
        let Some((last, _)) = page.last() else { break };
        after = *last;
        let open = page
            .iter()
            .filter(|(_, grant)| access_now(Some(grant), now).is_open());
        let users: Vec<UserId> = open.map(|(user, _)| *user).collect();
        members += users.len();
        for users in users.chunks(MEMBERS) {
            let runs_after = |after, limit| store.replay_tries_of(users, course, after, limit);
            add_replays(runs_after, &mut replays)?;
            for progress in store.progress_of(users, course)? {
                if let Some(lesson) = counts.get_mut(&progress.video) {
                    lesson.add(&progress);
                }
            }
            for first in store.first_tries_of(users, course)? {
                if let Some(lesson) = counts.get_mut(&first.video) {
                    lesson
                        .exercises
                        .entry(first.exercise)
                        .or_default()
                        .add(first.correct);
                }
            }
        }
    }
    let mut line = |video: Video| {
        let counts = counts.get(&video.id);
        LessonReport {
            title: video.title,
            members,
            started: counts.map_or(0, |counts| counts.started),
            finished: counts.map_or(0, |counts| counts.finished),
            half_stopped_at: counts.and_then(LessonCounts::half_stopped_at),
            first_tries: counts.map(LessonCounts::first_tries).unwrap_or_default(),
            hard_exercises: counts.map(LessonCounts::hard_exercises).unwrap_or_default(),
            replay: replays.remove(&video.id).unwrap_or_default(),
        }
    };
    Ok(videos.into_iter().map(&mut line).collect())
}

/// The figures of one lesson, added up member by member.
struct LessonCounts {
    duration_seconds: i32,
    started: usize,
    finished: usize,
    /// How many stopped at which second.
    stops: BTreeMap<i32, usize>,
    /// First answers, by exercise.
    exercises: BTreeMap<String, Share>,
}

impl LessonCounts {
    fn of(duration_seconds: i32) -> Self {
        Self {
            duration_seconds,
            started: 0,
            finished: 0,
            stops: BTreeMap::new(),
            exercises: BTreeMap::new(),
        }
    }

    fn add(&mut self, progress: &LessonProgress) {
        let stop = progress.played.end_seconds(self.duration_seconds);
        let Position {
            watched_seconds,
            completed,
        } = progress.position;
        self.started += usize::from(completed || watched_seconds > 0 || stop.is_some());
        self.finished += usize::from(completed);
        if let Some(second) = stop {
            *self.stops.entry(second).or_default() += 1;
        }
    }

    fn first_tries(&self) -> Share {
        self.exercises.values().fold(Share::default(), |all, one| Share {
            right: all.right + one.right,
            of: all.of + one.of,
        })
    }

    fn hard_exercises(&self) -> Vec<(String, Share)> {
        let hard = |share: &Share| share.of > 0 && share.right * 100 < share.of * HARD_BELOW_PERCENT;
        let found = self.exercises.iter().filter(|(_, share)| hard(share));
        found
            .map(|(exercise, share)| (exercise.clone(), *share))
            .collect()
    }

    fn half_stopped_at(&self) -> Option<i32> {
        let known: usize = self.stops.values().sum();
        if known < MEMBERS_FOR_A_CURVE {
            return None;
        }
        let mut stopped = 0;
        self.stops.iter().find_map(|(second, count)| {
            stopped += count;
            (stopped * 2 >= known).then_some(*second)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PlayedInterval;
    use crate::PlayedParts;
    use proptest::prelude::*;

    fn progress(watched_seconds: i32, completed: bool, played_to: f64) -> LessonProgress {
        let interval = PlayedInterval::between(0.0, played_to).unwrap();
        LessonProgress {
            video: VideoId(1),
            position: Position {
                watched_seconds,
                completed,
            },
            played: PlayedParts::of(&[interval], 100),
        }
    }

    fn half_stopped_at(stops: &[f64]) -> Option<i32> {
        let mut counts = LessonCounts::of(100);
        for stop in stops {
            counts.add(&progress(1, false, *stop));
        }
        counts.half_stopped_at()
    }

    #[test]
    fn below_five_members_there_is_no_curve() {
        assert_eq!(half_stopped_at(&[10.0, 20.0, 30.0, 40.0]), None);
        assert_eq!(half_stopped_at(&[10.0, 20.0, 30.0, 40.0, 50.0]), Some(30));
        // A member of whom nothing played is known makes no fifth.
        assert_eq!(half_stopped_at(&[10.0, 20.0, 30.0, 40.0, 0.0]), None);
    }

    #[test]
    fn half_have_stopped_where_the_middle_one_did() {
        assert_eq!(
            half_stopped_at(&[30.0, 30.0, 30.0, 100.0, 100.0, 100.0]),
            Some(30)
        );
        assert_eq!(
            half_stopped_at(&[30.0, 30.0, 100.0, 100.0, 100.0, 100.0]),
            Some(100)
        );
        assert_eq!(half_stopped_at(&[100.0; 7]), Some(100));
    }

    #[test]
    fn a_lesson_is_started_by_a_second_of_it_or_by_its_end() {
        let mut counts = LessonCounts::of(100);
        for (watched, completed, played) in
            [(0, false, 0.0), (1, false, 0.0), (0, false, 5.0), (0, true, 0.0)]
        {
            counts.add(&progress(watched, completed, played));
        }
        assert_eq!((counts.started, counts.finished), (3, 1));
    }

    #[test]
    fn an_exercise_below_forty_percent_is_hard() {
        let mut counts = LessonCounts::of(100);
        for (exercise, right, of) in [("easy", 2, 2), ("forty", 2, 5), ("hard", 1, 3)] {
            counts
                .exercises
                .insert(String::from(exercise), Share { right, of });
        }
        assert_eq!(counts.first_tries(), Share { right: 5, of: 10 });
        assert_eq!(
            counts.hard_exercises(),
            [(String::from("hard"), Share { right: 1, of: 3 })]
        );
        assert_eq!(counts.hard_exercises()[0].1.percent(), Some(33));
        assert_eq!(LessonCounts::of(100).first_tries().percent(), None);
    }

    proptest! {
        #[test]
        fn at_least_half_have_stopped_there_and_fewer_before(stops in prop::collection::vec(1..=20_i32, 5..40)) {
            let seconds: Vec<f64> = stops.iter().map(|part| f64::from(part * 5)).collect();
            let half = half_stopped_at(&seconds).unwrap();
            let by = |second: i32| stops.iter().filter(|part| **part * 5 <= second).count();
            prop_assert!(by(half) * 2 >= stops.len());
            prop_assert!(by(half - 1) * 2 < stops.len());
        }
    }
}
