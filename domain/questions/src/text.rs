//! The texts of questions and answers.

use kernel::without_nul;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum QuestionTextError {
    #[error("Please write at least {0} characters")]
    TooShort(usize),
    #[error("Please write at most {0} characters")]
    TooLong(usize),
}

/// What a member asks: 10 to 1,000 characters after trimming, plain text (contract, "Questions").
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionText(String);

impl QuestionText {
    pub const MIN_CHARS: usize = 10;
    pub const MAX_CHARS: usize = 1_000;

    /// Parses a question.
    ///
    /// # Errors
    /// See [`QuestionTextError`].
    pub fn parse(text: &str) -> Result<Self, QuestionTextError> {
        bounded(text, Self::MIN_CHARS, Self::MAX_CHARS).map(Self)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What staff answer, in Markdown: 1 to 10,000 characters after trimming.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerText(String);

impl AnswerText {
    pub const MAX_CHARS: usize = 10_000;

    /// Parses an answer.
    ///
    /// # Errors
    /// See [`QuestionTextError`].
    pub fn parse(text: &str) -> Result<Self, QuestionTextError> {
        bounded(text, 1, Self::MAX_CHARS).map(Self)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn bounded(text: &str, min: usize, max: usize) -> Result<String, QuestionTextError> {
    let text = without_nul(text);
    let text = text.trim();
    match text.chars().count() {
        count if count < min => Err(QuestionTextError::TooShort(min)),
        count if count > max => Err(QuestionTextError::TooLong(max)),
        _ => Ok(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_has_10_to_1000_characters_after_trimming() {
        let parse = QuestionText::parse;
        assert_eq!(parse(" 123456789 "), Err(QuestionTextError::TooShort(10)));
        assert_eq!(parse("é234567890").unwrap().as_str(), "é234567890");
        assert!(parse(&"é".repeat(1_000)).is_ok());
        assert_eq!(parse(&"é".repeat(1_001)), Err(QuestionTextError::TooLong(1_000)));
        assert_eq!(AnswerText::parse(" \0 "), Err(QuestionTextError::TooShort(1)));
        assert_eq!(parse("1234\u{0}567890").unwrap().as_str(), "1234567890");
    }
}
