//! The second factor: a code by time from an app, or one of ten recovery codes, beside the password.
//!
//! It is offered (a secret is made), then turned on with a first code of that secret. From then on signing in, turning it off and
//! deleting the account want a code. Every code counts once.
//!
//! Decision: a code is looked at only after the password matched, and under the lock of the user's row, so that of two requests with one
//! code one is accepted, and wrong codes are counted exactly, on every server. Cost: the refusal of a code is a success of the
//! transaction (`Ok(Err(CodeRefused))`), because an error would undo the count.

pub(crate) mod recovery_code;
pub(crate) mod store;
pub(crate) mod totp;
pub(crate) mod typed_code;
pub(crate) mod wrong_codes;

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{StoreError, UserId};

use crate::{
    AccountStore, CodeLimit, Credentials, CredentialsChanged, RECOVERY_CODES, RecoveryCode, TotpSecret,
    TypedCode, account::check_unchanged, alert::report_second_factor,
};
use ::mail::SecondFactorChange;

/// An offered secret can be turned on for this long.
pub const OFFER_LIFE: TimeDelta = TimeDelta::hours(1);

/// What a caller gave as a code, and how often codes may be wrong.
#[derive(Debug, Clone)]
pub struct CodeAttempt {
    /// `None` if no code was given.
    pub code: Option<TypedCode>,
    pub limit: CodeLimit,
}

/// Why a caller whose password matched is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CodeRefused {
    #[error("a code is wanted and none was given")]
    Missing,
    /// Wrong, too old, or used.
    #[error("the code is wrong or was used")]
    Wrong,
    #[error("too many wrong codes")]
    TooMany { retry_after_seconds: u64 },
}

#[derive(Debug, thiserror::Error)]
pub enum OfferError {
    #[error("the second factor is on")]
    On,
    #[error("the credentials changed meanwhile")]
    CredentialsChanged,
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Debug, thiserror::Error)]
pub enum TurnOnError {
    /// Also where nothing was offered, the offer is too old, or the factor is on.
    #[error("the code is wrong or was used")]
    CodeInvalid,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Keeps a new secret for a user whose password matched `proven`; a secret that was offered before is void. Nothing is on yet.
///
/// # Errors
/// See [`OfferError`].
pub fn offer_second_factor(
    store: &mut dyn AccountStore,
    proven: &Credentials,
    secret: &TotpSecret,
    now: DateTime<Utc>,
) -> Result<(), OfferError> {
    check_unchanged(store, proven).map_err(|error| match error {
        CredentialsChanged::Changed => OfferError::CredentialsChanged,
        CredentialsChanged::Store(error) => error.into(),
    })?;
    let before = store.second_factor(proven.user)?;
    if before.is_some_and(|factor| factor.on_since.is_some()) {
        return Err(OfferError::On);
    }
    Ok(store.offer_secret(proven.user, secret, now)?)
}

/// Turns on the secret that was offered, by its first code, which then counts no more. Ends nothing; the user is notified by mail.
///
/// # Errors
/// See [`TurnOnError`].
pub fn turn_on_second_factor(
    store: &mut dyn AccountStore,
    user: UserId,
    code: Option<&TypedCode>,
    recovery: &[RecoveryCode; RECOVERY_CODES],
    now: DateTime<Utc>,
) -> Result<(), TurnOnError> {
    store.lock_user(user)?;
    let offered = store.second_factor(user)?;
    let offered = offered.filter(|factor| factor.on_since.is_none() && now - factor.offered_at < OFFER_LIFE);
    let secret = offered
        .and_then(|factor| factor.secret)
        .ok_or(TurnOnError::CodeInvalid)?;
    let is_right = match code {
        Some(TypedCode::OneTime(code)) => match secret.step_of(code, now) {
            Some(step) => store.take_step(user, step)?,
            None => false,
        },
        _ => false,
    };
    let hashes: Vec<_> = recovery.iter().map(RecoveryCode::hash).collect();
    if !is_right || !store.turn_on(user, &hashes, now)? {
        return Err(TurnOnError::CodeInvalid);
    }
    report_second_factor(store, user, SecondFactorChange::TurnedOn, now)?;
    Ok(())
}

/// Turns the second factor off for a user whose password matched `proven` and who gave a code, and tells them by mail. False where it
/// was off, and there is nothing to do.
///
/// # Errors
/// See [`CredentialsChanged`].
pub fn turn_off_second_factor(
    store: &mut dyn AccountStore,
    proven: &Credentials,
    attempt: &CodeAttempt,
    now: DateTime<Utc>,
) -> Result<Result<bool, CodeRefused>, CredentialsChanged> {
    if let Err(refused) = check_code(store, proven, attempt, now)? {
        return Ok(Err(refused));
    }
    let was_on = store.turn_off(proven.user)?;
    if was_on {
        report_second_factor(store, proven.user, SecondFactorChange::TurnedOff, now)?;
    }
    Ok(Ok(was_on))
}

/// Turns the second factor off for a member who lost it, on behalf of staff, and tells the member by mail. False where it was off.
///
/// # Errors
/// [`StoreError`]
pub fn reset_second_factor(
    store: &mut dyn AccountStore,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    store.lock_user(user)?;
    let was_on = store.turn_off(user)?;
    if was_on {
        report_second_factor(store, user, SecondFactorChange::ResetByStaff, now)?;
    }
    Ok(was_on)
}

/// Whether a caller whose password matched `proven` may go on: the second factor is off, or they gave a code that counts, which is used
/// up. Locks the user.
///
/// # Errors
/// See [`CredentialsChanged`].
pub(crate) fn check_code(
    store: &mut dyn AccountStore,
    proven: &Credentials,
    attempt: &CodeAttempt,
    now: DateTime<Utc>,
) -> Result<Result<(), CodeRefused>, CredentialsChanged> {
    check_unchanged(store, proven)?;
    let user = proven.user;
    let factor = store.second_factor(user)?;
    let Some(factor) = factor.filter(|factor| factor.on_since.is_some()) else {
        return Ok(Ok(()));
    };
    let Some(code) = &attempt.code else {
        return Ok(Err(CodeRefused::Missing));
    };
    if let Err(retry_after_seconds) = attempt.limit.check(factor.codes_full_at, now) {
        return Ok(Err(CodeRefused::TooMany { retry_after_seconds }));
    }
    let accepted = match code {
        TypedCode::OneTime(code) => match factor.secret.and_then(|secret| secret.step_of(code, now)) {
            Some(step) => store.take_step(user, step)?,
            None => false,
        },
        TypedCode::Recovery(hash) => store.take_recovery_code(user, hash, now)?,
        TypedCode::Neither => false,
    };
    if accepted {
        return Ok(Ok(()));
    }
    if let Some(full_at) = attempt.limit.after_wrong(factor.codes_full_at, now) {
        store.set_codes_full_at(user, full_at)?;
    }
    Ok(Err(CodeRefused::Wrong))
}
