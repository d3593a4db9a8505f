//! The token in a mailed link: a secret of which its hash alone is stored, and what it is about.
//!
//! Decision: resets, proofs of an address and withdrawals share one token, one table and one cleanup. A token works for the purpose that
//! it was made for, because that is a part of what it is found by. Cost: the row has a place for each purpose's facts.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use kernel::UserId;
use sha2::{Digest, Sha256};

/// What a token is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenPurpose {
    /// A new password.
    ResetPassword,
    /// The first password of an imported account.
    Invitation,
    /// The proof that an address is its member's.
    VerifyAddress,
    /// The confirmation of a withdrawal from the contract of an order.
    Withdraw,
}

impl TokenPurpose {
    /// As it is stored.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ResetPassword => "reset_password",
            Self::Invitation => "invitation",
            Self::VerifyAddress => "verify_address",
            Self::Withdraw => "withdraw",
        }
    }

    /// The page that uses the token, with all but the token. A fragment reaches neither a server nor a log.
    fn page(self) -> &'static str {
        match self {
            Self::ResetPassword | Self::Invitation => "/reset-password?token=",
            Self::VerifyAddress => "/verify-email?token=",
            Self::Withdraw => "/withdraw#token=",
        }
    }
}

/// The secret in a link: 256 random bits.
#[derive(Clone)]
pub struct MailedToken {
    purpose: TokenPurpose,
    secret: String,
}

/// What a token is found by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenHash {
    pub purpose: TokenPurpose,
    /// SHA-256 of the secret.
    pub hash: [u8; 32],
}

impl MailedToken {
    #[must_use]
    pub fn from_random(purpose: TokenPurpose, bytes: [u8; 32]) -> Self {
        Self {
            purpose,
            secret: URL_SAFE_NO_PAD.encode(bytes),
        }
    }

    /// Takes the token of a request; any text, valid or not.
    #[must_use]
    pub fn presented(purpose: TokenPurpose, text: &str) -> Self {
        Self {
            purpose,
            secret: text.to_owned(),
        }
    }

    #[must_use]
    pub fn hash(&self) -> TokenHash {
        TokenHash {
            purpose: self.purpose,
            hash: Sha256::digest(self.secret.as_bytes()).into(),
        }
    }

    /// The address of the page that uses the token, on the site's public origin (never on a request's `Host`).
    #[must_use]
    pub fn link(&self, public_url: &str) -> String {
        format!("{public_url}{}{}", self.purpose.page(), self.secret)
    }
}

impl std::fmt::Debug for MailedToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "MailedToken({}, ..)", self.purpose.as_str())
    }
}

/// Whose token it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenSubject {
    User(UserId),
    /// The number of an order.
    Order(i32),
}

/// A token as it is stored, without its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredToken {
    pub subject: TokenSubject,
    /// The form of the address that it was mailed to (see [`crate::EmailAddress::key`]), whose mailbox its use proves; `None` if staff
    /// handed it over.
    pub email_key: Option<String>,
    /// The name in the form that asked for it, if there was one.
    pub name: Option<String>,
    pub requested_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_to_the_page_of_its_purpose_and_its_secret_is_shown_nowhere_else() {
        for (purpose, page) in [
            (
                TokenPurpose::ResetPassword,
                "https://portal.example/reset-password?token=",
            ),
            (
                TokenPurpose::Invitation,
                "https://portal.example/reset-password?token=",
            ),
            (
                TokenPurpose::VerifyAddress,
                "https://portal.example/verify-email?token=",
            ),
            (TokenPurpose::Withdraw, "https://portal.example/withdraw#token="),
        ] {
            let token = MailedToken::from_random(purpose, [7; 32]);
            let link = token.link("https://portal.example");
            let secret = link.strip_prefix(page).unwrap();
            assert_eq!(MailedToken::presented(purpose, secret).hash(), token.hash());
            assert!(!format!("{token:?}").contains(secret));
        }
    }

    #[test]
    fn a_token_is_of_no_use_for_another_purpose() {
        let reset = MailedToken::from_random(TokenPurpose::ResetPassword, [7; 32]).hash();
        let withdraw = MailedToken::from_random(TokenPurpose::Withdraw, [7; 32]).hash();
        assert_ne!(reset, withdraw);
    }
}
