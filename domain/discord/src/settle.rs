//! The result of work: it is ended, or postponed until another try.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::StoreError;

use crate::{
    Assignment, DiscordStore, GuildError, MemberState, Report, Standing,
    assignment::{LATE, forget_if_unlinked},
};

/// How long a refused token is not tried again.
const TOKEN_PAUSE: TimeDelta = TimeDelta::seconds(60);
/// A member who left without a new invite is checked after a quarter of an hour first.
const LEFT_FOR_GOOD: i32 = 4;

/// Stores the result of an assignment. Stores nothing where another worker holds the work by now: that worker asks Discord again.
///
/// # Errors
/// [`StoreError`]
pub fn settle<S: DiscordStore + ?Sized>(
    store: &mut S,
    done: &Assignment,
    report: &Report,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    if !store.holds(&done.work)? {
        return Ok(());
    }
    let attempts = done.work.attempts;
    let state = next_state(done, report, now);
    store.save_member_state(&done.member, &state)?;
    if report.standing != Standing::Unknown {
        store.show_roles(&done.member, &state.roles)?;
    }
    let problem = report.trouble.as_ref().map(ToString::to_string);
    let problem = problem.as_deref();
    if let (None, Some(late)) = (&report.trouble, state.late_at) {
        // The roles that were read may still change by the earlier request.
        return store.postpone(&done.work, late + LATE, 0, None);
    }
    match (&report.trouble, &report.standing) {
        (None, Standing::Left) if done.wanted.is_empty() => {
            store.finish(&done.work)?;
            forget_if_unlinked(store, done)
        }
        (None, Standing::Left) => {
            // A member who was in the guild at the last check has probably left permanently, unless an invite was just made.
            let checks = if done.state.left_at.is_none() && done.state.certain {
                LEFT_FOR_GOOD
            } else {
                attempts
            };
            store.postpone(&done.work, now + pause_when_left(checks), checks + 1, None)
        }
        (None, _) => {
            store.finish(&done.work)?;
            forget_if_unlinked(store, done)
        }
        (Some(GuildError::Wait(wait)), _) => {
            let wait = TimeDelta::from_std(*wait).unwrap_or(TOKEN_PAUSE);
            store.postpone(&done.work, now + wait, attempts, problem)
        }
        (Some(GuildError::TokenRefused), _) => {
            store.postpone(&done.work, now + TOKEN_PAUSE, attempts, problem)
        }
        (Some(GuildError::Forbidden(_) | GuildError::NoSuchRole(_) | GuildError::NotAMember), _) => {
            store.postpone(&done.work, now + pause_for_owner(attempts), attempts + 1, problem)
        }
        (Some(GuildError::Unavailable { .. }), _) => {
            store.postpone(&done.work, now + pause_after(attempts), attempts + 1, problem)
        }
    }
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

/// Growing pauses while Discord fails: from a second to half a minute, so that roles are updated soon after it recovers.
fn pause_after(attempts: i32) -> TimeDelta {
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
