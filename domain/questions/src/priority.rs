//! Whose questions come first: members with access now to a course that says so.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use courses::access_now;
use kernel::{StoreError, UserId};

use crate::{AnsweredWhich, Question, QuestionStore};

/// So many of a list are read before its first are chosen.
const READ: i64 = 10_000;

/// A question in a list of staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedQuestion {
    pub question: Question,
    /// Whether its asker has access now to a course with priority.
    pub priority: bool,
}

fn members_with_priority(
    store: &mut dyn QuestionStore,
    now: DateTime<Utc>,
) -> Result<HashSet<UserId>, StoreError> {
    let grants = store.priority_grants(None)?.into_iter();
    let open = grants.filter(|(_, grant)| access_now(Some(grant), now).is_open());
    Ok(open.map(|(user, _)| user).collect())
}

/// Whether a member has access now to a course with priority.
///
/// # Errors
/// [`StoreError`]
pub fn has_priority(
    store: &mut dyn QuestionStore,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let grants = store.priority_grants(Some(user))?;
    Ok(grants
        .iter()
        .any(|(_, grant)| access_now(Some(grant), now).is_open()))
}

/// A list of staff: those with priority first, within each the order of the list; at most `limit`.
///
/// # Errors
/// [`StoreError`]
pub fn listed_questions(
    store: &mut dyn QuestionStore,
    which: AnsweredWhich,
    limit: usize,
    now: DateTime<Utc>,
) -> Result<Vec<ListedQuestion>, StoreError> {
    let members = members_with_priority(store, now)?;
    let questions = store.questions_for_staff(which, READ)?.into_iter();
    let mut listed: Vec<_> = questions
        .map(|question| ListedQuestion {
            priority: question.asker.is_some_and(|asker| members.contains(&asker)),
            question,
        })
        .collect();
    // The sort is stable.
    listed.sort_by_key(|listed| !listed.priority);
    listed.truncate(limit);
    Ok(listed)
}
