//! A visitor's message to the owner.

use chrono::{DateTime, Utc};

use crate::AccountStore;
use ::mail::{ContactMessageMail, EmailAddress};
use kernel::{OneLine, OneLineError, StoreError, without_nul};

const MAX_LINE_CHARS: usize = 200;
const MIN_MESSAGE_CHARS: usize = 10;
const MAX_MESSAGE_CHARS: usize = 20_000;

/// A name or subject: one line, because it becomes part of a mail's header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContactLine(OneLine);

/// The messages of the specification (section 5) are literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ContactError {
    #[error("Name is required")]
    NameMissing,
    #[error("Subject is required")]
    SubjectMissing,
    #[error("Please write this in one line, without line breaks")]
    LineBreak,
    #[error("Please leave out invisible characters")]
    Invisible,
    #[error("Please use at most {MAX_LINE_CHARS} characters")]
    LineTooLong,
    #[error("Message must be at least {MIN_MESSAGE_CHARS} characters long")]
    MessageTooShort,
    #[error("Message must be at most {MAX_MESSAGE_CHARS} characters long")]
    MessageTooLong,
}

impl ContactLine {
    /// # Errors
    /// [`ContactError::NameMissing`], [`ContactError::LineBreak`], [`ContactError::Invisible`], [`ContactError::LineTooLong`]
    pub fn parse_name(text: &str) -> Result<Self, ContactError> {
        Self::parse(text, ContactError::NameMissing)
    }

    /// # Errors
    /// [`ContactError::SubjectMissing`], [`ContactError::LineBreak`], [`ContactError::Invisible`], [`ContactError::LineTooLong`]
    pub fn parse_subject(text: &str) -> Result<Self, ContactError> {
        Self::parse(text, ContactError::SubjectMissing)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    fn parse(text: &str, missing: ContactError) -> Result<Self, ContactError> {
        let line = OneLine::parse(text).map_err(|error| match error {
            OneLineError::Control(_) => ContactError::LineBreak,
            OneLineError::Invisible(_) => ContactError::Invisible,
        })?;
        if line.as_str().is_empty() {
            return Err(missing);
        }
        if line.as_str().chars().count() > MAX_LINE_CHARS {
            return Err(ContactError::LineTooLong);
        }
        Ok(Self(line))
    }
}

/// The text of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContactText(String);

impl ContactText {
    /// # Errors
    /// [`ContactError::MessageTooShort`], [`ContactError::MessageTooLong`]
    pub fn parse(text: &str) -> Result<Self, ContactError> {
        match text.trim().chars().count() {
            ..MIN_MESSAGE_CHARS => Err(ContactError::MessageTooShort),
            MIN_MESSAGE_CHARS..=MAX_MESSAGE_CHARS => Ok(Self(without_nul(text.trim()))),
            _ => Err(ContactError::MessageTooLong),
        }
    }
}

/// A whole message.
#[derive(Debug)]
pub struct ContactMessage {
    pub name: ContactLine,
    pub email: EmailAddress,
    pub subject: ContactLine,
    pub text: ContactText,
    /// Whether it is of a signed-in member whose questions come first.
    pub priority: bool,
}

/// Mails a message to the owner; an answer to that mail goes to the visitor.
///
/// # Errors
/// [`StoreError`]
pub fn send_contact_message(
    store: &mut dyn AccountStore,
    owner: &EmailAddress,
    message: &ContactMessage,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let mail = ContactMessageMail {
        owner,
        visitor_name: message.name.as_str(),
        visitor_email: &message.email,
        subject: message.subject.as_str(),
        text: &message.text.0,
        priority: message.priority,
    };
    store.enqueue_mail(&mail.compose(), now)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("", ContactError::NameMissing)]
    #[case("  ", ContactError::NameMissing)]
    #[case("Anna\r\nBcc: other@example.com", ContactError::LineBreak)]
    #[case("Anna\n", ContactError::LineBreak)]
    #[case("An\u{202e}na", ContactError::Invisible)]
    #[case("\u{200b}", ContactError::Invisible)]
    fn a_name_is_one_line(#[case] text: &str, #[case] error: ContactError) {
        assert_eq!(ContactLine::parse_name(text), Err(error));
    }

    #[test]
    fn a_huge_name_is_refused_and_a_long_one_is_not() {
        assert!(ContactLine::parse_name(&"x".repeat(200)).is_ok());
        assert_eq!(
            ContactLine::parse_name(&"x".repeat(10_000)),
            Err(ContactError::LineTooLong)
        );
    }

    #[test]
    fn a_message_has_ten_characters() {
        assert_eq!(
            ContactText::parse("too short"),
            Err(ContactError::MessageTooShort)
        );
        assert!(ContactText::parse("long enough").is_ok());
    }
}
