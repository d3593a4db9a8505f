//! Second factors and their recovery codes.

use accounts::{RecoveryCodeHash, SecondFactor, SecondFactorStore, TimeStep, TotpSecret};
use chrono::{DateTime, Utc};
use kernel::{StoreError, UserId};

use crate::FakeStore;

/// The rows of second factors.
#[derive(Clone, Default)]
pub struct SecondFactorRows {
    pub factors: Vec<(UserId, SecondFactor)>,
    steps: Vec<(UserId, TimeStep)>,
    /// The codes that are not used.
    codes: Vec<(UserId, RecoveryCodeHash)>,
}

impl SecondFactorRows {
    pub(crate) fn forget(&mut self, user: UserId) {
        self.factors.retain(|(of, _)| *of != user);
        self.steps.retain(|(of, _)| *of != user);
        self.codes.retain(|(of, _)| *of != user);
    }

    fn factor(&mut self, user: UserId) -> Option<&mut SecondFactor> {
        let mut rows = self.factors.iter_mut();
        rows.find(|(of, _)| *of == user).map(|(_, factor)| factor)
    }
}

impl SecondFactorStore for FakeStore {
    fn second_factor(&mut self, user: UserId) -> Result<Option<SecondFactor>, StoreError> {
        Ok(self.second_factors.factor(user).cloned())
    }

    fn offer_secret(
        &mut self,
        user: UserId,
        secret: &TotpSecret,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        self.second_factors.forget(user);
        let factor = SecondFactor {
            secret: Some(secret.clone()),
            offered_at: now,
            on_since: None,
            codes_full_at: None,
        };
        self.second_factors.factors.push((user, factor));
        Ok(())
    }

    fn turn_on(
        &mut self,
        user: UserId,
        recovery: &[RecoveryCodeHash],
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let offered = self.second_factors.factor(user);
        let Some(factor) = offered.filter(|factor| factor.on_since.is_none()) else {
            return Ok(false);
        };
        factor.on_since = Some(now);
        let codes = recovery.iter().map(|code| (user, *code));
        self.second_factors.codes.extend(codes);
        if let Some(row) = self.accounts.row(user) {
            row.user.second_factor = true;
        }
        Ok(true)
    }

    fn turn_off(&mut self, user: UserId) -> Result<bool, StoreError> {
        let was_on = self
            .second_factors
            .factor(user)
            .is_some_and(|factor| factor.on_since.is_some());
        self.second_factors.forget(user);
        if let Some(row) = self.accounts.row(user) {
            row.user.second_factor = false;
        }
        Ok(was_on)
    }

    fn take_step(&mut self, user: UserId, step: TimeStep) -> Result<bool, StoreError> {
        if self.second_factors.steps.contains(&(user, step)) {
            return Ok(false);
        }
        self.second_factors.steps.push((user, step));
        Ok(true)
    }

    fn take_recovery_code(
        &mut self,
        user: UserId,
        code: &RecoveryCodeHash,
        _: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let before = self.second_factors.codes.len();
        self.second_factors.codes.retain(|known| *known != (user, *code));
        Ok(self.second_factors.codes.len() < before)
    }

    fn set_codes_full_at(&mut self, user: UserId, full_at: DateTime<Utc>) -> Result<(), StoreError> {
        if let Some(factor) = self.second_factors.factor(user) {
            factor.codes_full_at = Some(full_at);
        }
        Ok(())
    }

    fn recovery_codes_left(&mut self, user: UserId) -> Result<i64, StoreError> {
        let left = self.second_factors.codes.iter().filter(|(of, _)| *of == user);
        Ok(i64::try_from(left.count()).unwrap_or(i64::MAX))
    }
}
