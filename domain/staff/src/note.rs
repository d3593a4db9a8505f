//! Notes of staff about members.

use chrono::{DateTime, Utc};
use kernel::without_nul;

/// The text of a note: 1 to 2,000 characters without surrounding white space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteText(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoteTextError {
    #[error("Note is required")]
    Empty,
    #[error("Note must be at most {max} characters", max = NoteText::MAX_CHARS)]
    TooLong,
}

impl NoteText {
    pub const MAX_CHARS: usize = 2_000;

    /// Parses a note.
    ///
    /// # Errors
    /// See [`NoteTextError`].
    pub fn parse(text: &str) -> Result<Self, NoteTextError> {
        let text = without_nul(text);
        let text = text.trim();
        if text.is_empty() {
            return Err(NoteTextError::Empty);
        }
        if text.chars().count() > Self::MAX_CHARS {
            return Err(NoteTextError::TooLong);
        }
        Ok(Self(text.to_owned()))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A note as staff read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    pub id: i32,
    pub text: String,
    /// Who of staff wrote it.
    pub by: String,
    pub at: DateTime<Utc>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_has_1_to_2000_characters() {
        assert_eq!(NoteText::parse(" \n"), Err(NoteTextError::Empty));
        assert_eq!(NoteText::parse(&"é".repeat(2_001)), Err(NoteTextError::TooLong));
        assert_eq!(NoteText::parse(" a\n\0b ").unwrap().as_str(), "a\nb");
    }
}
