//! The tokens in mailed links: of resets, and of proved addresses.

use accounts::{
    ResetTokenHash, ResetTokenSent, ResetTokenStore, UsedResetToken, VerifyTokenHash, VerifyTokenStore,
};
use chrono::{DateTime, Utc};
use kernel::{StoreError, UserId};
use mail::EmailAddress;

use crate::FakeStore;

impl ResetTokenStore for FakeStore {
    fn set_reset_token(
        &mut self,
        user: UserId,
        token: &ResetTokenHash,
        sent: ResetTokenSent,
        expires: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        self.accounts.end_reset_token(user);
        self.accounts.reset_tokens.push((user, *token, sent, expires));
        Ok(())
    }

    fn has_reset_token(&mut self, user: UserId, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let mut tokens = self.accounts.reset_tokens.iter();
        Ok(tokens.any(|(of, _, _, expires)| *of == user && *expires > now))
    }

    fn user_of_reset_token(
        &mut self,
        token: &ResetTokenHash,
        now: DateTime<Utc>,
    ) -> Result<Option<UserId>, StoreError> {
        let mut tokens = self.accounts.reset_tokens.iter();
        let found = tokens.find(|(_, of, _, expires)| of == token && *expires > now);
        let user = found.map(|(user, ..)| *user);
        Ok(user.filter(|user| self.accounts.row(*user).is_some()))
    }

    fn take_reset_token(
        &mut self,
        token: &ResetTokenHash,
        now: DateTime<Utc>,
    ) -> Result<Option<UsedResetToken>, StoreError> {
        let Some(user) = self.user_of_reset_token(token, now)? else {
            return Ok(None);
        };
        let mut tokens = self.accounts.reset_tokens.iter();
        let sent = tokens.find_map(|(of, _, sent, _)| (*of == user).then_some(*sent));
        self.accounts.end_reset_token(user);
        Ok(sent.map(|sent| UsedResetToken { user, sent }))
    }
}

impl VerifyTokenStore for FakeStore {
    fn set_verify_token(
        &mut self,
        user: UserId,
        token: &VerifyTokenHash,
        email: &EmailAddress,
        expires: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        self.accounts.end_verify_token(user);
        self.accounts
            .verify_tokens
            .push((user, *token, email.key(), expires));
        Ok(())
    }

    fn user_of_verify_token(
        &mut self,
        token: &VerifyTokenHash,
        now: DateTime<Utc>,
    ) -> Result<Option<UserId>, StoreError> {
        let mut tokens = self.accounts.verify_tokens.iter();
        let found = tokens.find(|(_, of, _, expires)| of == token && *expires > now);
        Ok(found.map(|(user, ..)| *user))
    }

    fn take_verify_token(
        &mut self,
        token: &VerifyTokenHash,
        now: DateTime<Utc>,
    ) -> Result<Option<String>, StoreError> {
        let tokens = &mut self.accounts.verify_tokens;
        let found = tokens
            .iter()
            .position(|(_, of, _, expires)| of == token && *expires > now);
        Ok(found.map(|at| tokens.remove(at).2))
    }
}
