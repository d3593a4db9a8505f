//! How long an answer is remembered: FSRS (Free Spaced Repetition Scheduler, version 5) with its published weights.
//!
//! Decision: the formulas and weights are the crate's; the interval is exact instead of its whole days, so that an exercise is due at
//! the moment when it is remembered with the probability [`TARGET_RETENTION`], also in the first days. A right answer is FSRS's "good", a
//! wrong one "again".

use std::sync::LazyLock;

use chrono::TimeDelta;
use rs_fsrs::{Parameters, Rating, Seed};

/// The probability of a right answer at the time when an exercise is due.
pub const TARGET_RETENTION: f64 = 0.9;

/// A quarter of an hour: after a lapse, an exercise is not asked again at once.
const LEAST_STABILITY_DAYS: f64 = 0.01;
const MOST_STABILITY_DAYS: f64 = 36_500.0;
const MICROSECONDS_PER_DAY: f64 = 86_400_000_000.0;

static MODEL: LazyLock<Parameters> = LazyLock::new(|| Parameters {
    request_retention: TARGET_RETENTION,
    enable_short_term: false,
    enable_fuzz: false,
    seed: Seed::Empty,
    ..Parameters::default()
});

/// What is assumed of a member's memory of an exercise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Memory {
    /// After so many days it is remembered with a probability of 90 %.
    pub stability_days: f64,
    /// From 1 to 10.
    pub difficulty: f64,
}

impl Memory {
    /// After the first answer.
    #[must_use]
    pub fn after_first(correct: bool) -> Self {
        let rating = rating(correct);
        Self {
            stability_days: bounded(MODEL.init_stability(rating)),
            difficulty: MODEL.init_difficulty(rating),
        }
    }

    /// After an answer that came `elapsed` after the one before.
    #[must_use]
    pub fn after(self, elapsed: TimeDelta, correct: bool) -> Self {
        let retrievability = self.retrievability(elapsed);
        let stability = if correct {
            MODEL.next_recall_stability(self.difficulty, self.stability_days, retrievability, Rating::Good)
        } else {
            // A wrong answer never makes a memory last longer.
            let next = MODEL.next_forget_stability(self.difficulty, self.stability_days, retrievability);
            next.min(self.stability_days)
        };
        Self {
            stability_days: bounded(stability),
            difficulty: MODEL.next_difficulty(self.difficulty, rating(correct)),
        }
    }

    /// The probability that it is remembered so long after the last answer.
    #[must_use]
    pub fn retrievability(self, elapsed: TimeDelta) -> f64 {
        Parameters::forgetting_curve(days(elapsed), self.stability_days)
    }

    /// How long after the last answer it should be asked again.
    #[must_use]
    pub fn interval(self) -> TimeDelta {
        let factor = (TARGET_RETENTION.powf(1.0 / MODEL.decay) - 1.0) / MODEL.factor;
        let microseconds = bounded(self.stability_days * factor) * MICROSECONDS_PER_DAY;
        TimeDelta::microseconds(microseconds as i64)
    }
}

fn rating(correct: bool) -> Rating {
    if correct { Rating::Good } else { Rating::Again }
}

fn bounded(days: f64) -> f64 {
    days.clamp(LEAST_STABILITY_DAYS, MOST_STABILITY_DAYS)
}

fn days(time: TimeDelta) -> f64 {
    let microseconds = time.num_microseconds().unwrap_or(i64::MAX).max(0);
    microseconds as f64 / MICROSECONDS_PER_DAY
}
