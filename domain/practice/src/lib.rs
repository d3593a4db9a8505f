//! Practice: answers to the exercises of lessons, and when each exercise should be asked again.
//!
//! Decision: the log of answers decides. The state of an exercise, with the memory that the schedule assumes, is made from it in the
//! order of time, so that devices that answered offline report in any order and end in one state. Cost: an answer that is older than
//! another one replays the log of its exercise.
//!
//! How use cases take their store is decided in `kernel`.

mod answer;
mod grade;
mod memory;
mod review;
mod state;
mod store;
mod typed_number;

pub use answer::{AnswerError, AnswerReport, Answered, answer_exercise, keep_answer};
pub use grade::{GivenAnswer, UnfitAnswer, grade, read_answer};
pub use memory::{Memory, TARGET_RETENTION};
pub use review::{REVIEWS_PER_DAY, due_reviews};
pub use state::{LoggedAnswer, PracticeState, replay};
pub use store::{DueExercise, DueRow, ExerciseRef, LastResult, NewAnswer, PracticeStore, ReviewStore};
pub use typed_number::{TypedNumberError, typed_number};
