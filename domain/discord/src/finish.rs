//! What comes of an assignment: it is done, or tried again.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{JobOutcome, StoreError};

use crate::{
    Assignment, DiscordStore, GuildError, MemberState, Report, Standing,
    assignment::{LATE, forget_if_unlinked},
};

/// How long a refused token is not tried again.
const TOKEN_PAUSE: TimeDelta = TimeDelta::seconds(60);
/// A member who left without a new invite is checked after a quarter of an hour first.
const LEFT_FOR_GOOD: i32 = 4;

/// Stores the result of an assignment whose job the caller still holds, and says what becomes of the job. `attempts`: how many failures its
/// next pause counts.
///
/// # Errors
/// [`StoreError`]
pub fn finish_assignment(
    store: &mut dyn DiscordStore,
    done: &Assignment,
    report: &Report,
    attempts: i32,
    now: DateTime<Utc>,
) -> Result<JobOutcome, StoreError> {
    let state = next_state(done, report, now);
    store.save_member_state(&done.member, &state)?;
    if report.standing != Standing::Unknown {
        store.show_roles(&done.member, &state.roles)?;
    }
    if let Some(trouble) = &report.trouble {
        let (pause, attempts) = pause_after(trouble, attempts);
        return Ok(JobOutcome::Again {
            at: now + pause,
            because: Some(trouble.to_string()),
            attempts,
        });
    }
    let again = |at, attempts| JobOutcome::Again {
        at,
        because: None,
        attempts,
    };
    if let Some(late) = state.late_at {
        // The roles that were read may still change by the earlier request.
        return Ok(again(late + LATE, 0));
    }
    if report.standing == Standing::Left && !done.wanted.is_empty() {
        // A member who was in the guild at the last check has probably left permanently, unless an invite was just made.
        let checks = if done.state.left_at.is_none() && done.state.certain {
            LEFT_FOR_GOOD
        } else {
            attempts
        };
        return Ok(again(now + pause_when_left(checks), checks + 1));
    }
    forget_if_unlinked(store, done)?;
    Ok(JobOutcome::Done)
}

fn next_state(done: &Assignment, report: &Report, now: DateTime<Utc>) -> MemberState {
    let late = matches!(report.trouble, Some(GuildError::Unavailable { late: true, .. }));
    let late_at = if late {
        Some(now)
    } else {
        done.state.late_at.filter(|late| *late + LATE > now)
    };
    match &report.standing {
        Standing::In(roles) => MemberState {
            roles: roles.clone(),
            certain: late_at.is_none(),
            left_at: None,
            late_at,
        },
        Standing::Left => MemberState {
            roles: Default::default(),
            certain: late_at.is_none(),
            left_at: Some(done.state.left_at.unwrap_or(now)),
            late_at,
        },
        Standing::Unknown => MemberState {
            roles: done.state.roles.union(&done.wanted).cloned().collect(),
            certain: false,
            left_at: done.state.left_at,
            late_at,
        },
    }
}

/// How long work waits after a failure, and the failures that its next pause counts.
fn pause_after(trouble: &GuildError, attempts: i32) -> (TimeDelta, i32) {
    match trouble {
        GuildError::Wait(wait) => (TimeDelta::from_std(*wait).unwrap_or(TOKEN_PAUSE), attempts),
        GuildError::TokenRefused => (TOKEN_PAUSE, attempts),
        GuildError::Forbidden(_) | GuildError::NoSuchRole(_) | GuildError::NotAMember => {
            (pause_for_owner(attempts), attempts + 1)
        }
        GuildError::Unavailable { .. } => (pause_while_failing(attempts), attempts + 1),
    }
}

/// Growing pauses while Discord fails: from a second to half a minute, so that roles are updated soon after it recovers.
fn pause_while_failing(attempts: i32) -> TimeDelta {
    TimeDelta::seconds((1_i64 << attempts.clamp(0, 5)).min(30))
}

/// Growing pauses while only the owner can remove the problem: from a minute to half an hour.
fn pause_for_owner(attempts: i32) -> TimeDelta {
    TimeDelta::minutes((1_i64 << attempts.clamp(0, 5)).min(30))
}

/// Growing pauses while a member is not in the guild: from a minute after an invite to a day.
fn pause_when_left(checks: i32) -> TimeDelta {
    TimeDelta::minutes((1_i64 << checks.clamp(0, 11)).min(1_440))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// The pauses after a failure that comes again and again.
    fn pauses(trouble: &GuildError) -> Vec<TimeDelta> {
        let mut attempts = 0;
        let next = std::iter::from_fn(|| {
            let (pause, failures) = pause_after(trouble, attempts);
            attempts = failures;
            Some(pause)
        });
        next.take(8).collect()
    }

    #[test]
    fn each_failure_has_its_own_pause() {
        let wait = GuildError::Wait(Duration::from_secs(90));
        assert_eq!(pauses(&wait), [TimeDelta::seconds(90); 8]);
        assert_eq!(pauses(&GuildError::TokenRefused), [TimeDelta::seconds(60); 8]);
        let unavailable = GuildError::Unavailable {
            problem: String::from("500"),
            late: false,
        };
        assert_eq!(
            pauses(&unavailable),
            [1, 2, 4, 8, 16, 30, 30, 30].map(TimeDelta::seconds)
        );
        for of_the_owner in [
            GuildError::Forbidden(String::from("no permission")),
            GuildError::NotAMember,
        ] {
            assert_eq!(
                pauses(&of_the_owner),
                [1, 2, 4, 8, 16, 30, 30, 30].map(TimeDelta::minutes)
            );
        }
    }

    #[test]
    fn a_member_who_left_is_checked_more_and_more_rarely_down_to_once_a_day() {
        let pauses: Vec<_> = (0..14).map(pause_when_left).collect();
        assert!(pauses.is_sorted(), "{pauses:?}");
        assert_eq!(pauses.first(), Some(&TimeDelta::minutes(1)));
        assert_eq!(pauses.last(), Some(&TimeDelta::days(1)));
    }
}
