//! What becomes of work once it was tried: done, or when to try again.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::StoreError;

use crate::{
    Assignment, DiscordStore, GuildError, MemberState, Report, Standing, assignment::forget_if_over,
};

/// A request that got no answer may take effect this much later; only then is a member looked at for good.
pub(crate) const LATE: TimeDelta = TimeDelta::seconds(45);
/// For how long a refused token is not tried again.
const TOKEN_PAUSE: TimeDelta = TimeDelta::seconds(60);
/// A member who leaves without an invite in hand starts with pauses of a quarter of an hour.
const LEFT_FOR_GOOD: i32 = 4;

/// Writes down what came of an assignment. Nothing, where the work is somebody else's by now: then they look anew.
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
    let state = remembered(done, report, now);
    store.save_member_state(&done.member, &state)?;
    if report.standing != Standing::Unknown {
        store.show_roles(&done.member, &state.roles)?;
    }
    let problem = report.trouble.as_ref().map(ToString::to_string);
    let problem = problem.as_deref();
    if let (None, Some(late)) = (&report.trouble, state.late_at) {
        // Whatever was seen now, it may still change by itself.
        return store.postpone(&done.work, late + LATE, 0, None);
    }
    match (&report.trouble, &report.standing) {
        (None, Standing::Left) if done.wanted.is_empty() => {
            store.finish(&done.work)?;
            forget_if_over(store, done)
        }
        (None, Standing::Left) => {
            // Somebody new to the guild's absence left for good, unless an invite was just made for them.
            let checks = if done.state.left_at.is_none() && done.state.certain {
                LEFT_FOR_GOOD
            } else {
                attempts
            };
            store.postpone(&done.work, now + pause_when_left(checks), checks + 1, None)
        }
        (None, _) => {
            store.finish(&done.work)?;
            forget_if_over(store, done)
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

fn remembered(done: &Assignment, report: &Report, now: DateTime<Utc>) -> MemberState {
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

/// Growing pauses while Discord fails: from a second to half a minute, so that all is right soon after it recovers.
fn pause_after(attempts: i32) -> TimeDelta {
    TimeDelta::seconds((1_i64 << attempts.clamp(0, 5)).min(30))
}

/// Growing pauses while only the owner can help: from a minute to half an hour.
fn pause_for_owner(attempts: i32) -> TimeDelta {
    TimeDelta::minutes((1_i64 << attempts.clamp(0, 5)).min(30))
}

/// Growing pauses while a member is away: from a minute after an invite to a day.
fn pause_when_left(checks: i32) -> TimeDelta {
    TimeDelta::minutes((1_i64 << checks.clamp(0, 11)).min(1_440))
}
