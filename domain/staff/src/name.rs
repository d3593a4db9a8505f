//! The names of staff.

use accounts::Username;
use kernel::shows_nothing;

/// A name of staff (contract, "Staff and questions, settled"): 1 to 40 letters, digits, `.`, `-`, `_` and blanks; unique without regard to
/// case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaffName(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StaffNameError {
    #[error("a name of staff has 1 to {max} characters", max = StaffName::MAX_CHARS)]
    Length,
    #[error("a name of staff has letters, digits, `.`, `-`, `_` and blanks, such as \"Eva B.\"")]
    Character,
}

impl StaffName {
    pub const MAX_CHARS: usize = 40;

    /// Parses a name; surrounding blanks go.
    ///
    /// # Errors
    /// See [`StaffNameError`].
    pub fn parse(text: &str) -> Result<Self, StaffNameError> {
        let name = text.trim_matches(' ');
        if shows_nothing(name) || name.chars().count() > Self::MAX_CHARS {
            return Err(StaffNameError::Length);
        }
        if !name.chars().all(|c| c.is_alphanumeric() || ".-_ ".contains(c)) {
            return Err(StaffNameError::Character);
        }
        Ok(Self(name.to_owned()))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The form in which two spellings of one name are equal.
    #[must_use]
    pub fn key(&self) -> String {
        Username::key_of(&self.0)
    }
}

impl std::str::FromStr for StaffName {
    type Err = StaffNameError;

    fn from_str(text: &str) -> Result<Self, StaffNameError> {
        Self::parse(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_1_to_40_plain_characters() {
        for name in ["a", "Eva B.", "eva_b-2", "Zoë", &"x".repeat(40)] {
            assert_eq!(StaffName::parse(name).unwrap().as_str(), name);
        }
        for name in ["", "  ", &"x".repeat(41)] {
            assert_eq!(StaffName::parse(name), Err(StaffNameError::Length), "{name:?}");
        }
        for name in ["eva@example.com", "a\nb", "a/b", "a\u{200b}b", "<b>"] {
            assert_eq!(StaffName::parse(name), Err(StaffNameError::Character), "{name:?}");
        }
        // Letters to Unicode, and drawn as a blank.
        for name in ["\u{115F}", "\u{1160}\u{3164}", " \u{FFA0} "] {
            assert_eq!(StaffName::parse(name), Err(StaffNameError::Length), "{name:?}");
        }
        assert_eq!(
            StaffName::parse(" Eva ").unwrap().key(),
            StaffName::parse("EVA").unwrap().key()
        );
    }
}
