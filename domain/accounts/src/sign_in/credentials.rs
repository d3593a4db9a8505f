//! What a caller signs in with, and what a password is compared with.

use ::mail::EmailAddress;
use kernel::{StoreError, UserId};

use crate::{PasswordHash, Username};

/// The name that a caller signs in with: a user name or an address.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SignInName {
    username_key: String,
    email_keys: [String; 2],
}

impl SignInName {
    /// Takes any text; a text that cannot be a name finds no user.
    #[must_use]
    pub fn typed(text: &str) -> Self {
        // PostgreSQL refuses NUL in a text; no name contains the replacement character.
        let text: String = text
            .chars()
            .take(300)
            .map(|c| if c == '\0' { char::REPLACEMENT_CHARACTER } else { c })
            .collect();
        Self {
            username_key: Username::key_of(&text),
            email_keys: EmailAddress::stored_keys_of(&text),
        }
    }

    #[must_use]
    pub fn username_key(&self) -> &str {
        &self.username_key
    }

    #[must_use]
    pub fn email_key(&self) -> &str {
        &self.email_keys[0]
    }

    /// [`EmailAddress::stored_keys_of`]
    #[must_use]
    pub fn email_keys(&self) -> &[String; 2] {
        &self.email_keys
    }
}

/// A user's number and the hash that a password must match.
#[derive(Debug, Clone)]
pub struct Credentials {
    pub user: UserId,
    pub password: PasswordHash,
}

/// The password was changed, or the user removed, while it was being verified.
#[derive(Debug, thiserror::Error)]
pub enum CredentialsChanged {
    #[error("the credentials changed meanwhile")]
    Changed,
    #[error(transparent)]
    Store(#[from] StoreError),
}
