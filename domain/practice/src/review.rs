//! What should be asked again now.

use chrono::{DateTime, NaiveTime, Utc};
use courses::access_now;
use kernel::{StoreError, UserId};

use crate::{DueExercise, ReviewStore};

/// Five minutes a day (contract, `GET /api/user/reviews`).
pub const REVIEWS_PER_DAY: i64 = 20;

/// The exercises that are due, the longest overdue first, of courses with access now. What a member has already been asked again today, a
/// day of UTC, counts towards [`REVIEWS_PER_DAY`].
///
/// # Errors
/// [`StoreError`]
pub fn due_reviews(
    store: &mut dyn ReviewStore,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<Vec<DueExercise>, StoreError> {
    let today = now.date_naive().and_time(NaiveTime::MIN).and_utc();
    let left = REVIEWS_PER_DAY - store.revised_since(user, today)?;
    if left <= 0 {
        return Ok(Vec::new());
    }
    let grants = store.grants_of(user)?;
    let open = grants
        .iter()
        .filter(|(_, grant)| access_now(Some(grant), now).is_open());
    let courses: Vec<_> = open.map(|(course, _)| *course).collect();
    store.due_exercises(user, &courses, now, left)
}
