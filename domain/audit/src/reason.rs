//! The words of staff in the trail: what they are called, and why they act.

use kernel::OneLine;

/// What a name is called in the trail: the operator of a command, or a name of staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActorName(String);

impl ActorName {
    pub const MAX_CHARS: usize = 64;

    /// Takes a name; control characters and surrounding white space go, and what is too long is cut. Returns `None` for an empty name.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let plain: String = text.chars().filter(|c| !c.is_control()).collect();
        let name: String = plain.trim().chars().take(Self::MAX_CHARS).collect();
        (!name.is_empty()).then_some(Self(name))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Why staff act (contract, "Staff and questions, settled"): 1 to 500 characters without surrounding white space.
#[derive(Clone, PartialEq, Eq)]
pub struct Reason(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReasonError {
    #[error("Reason is required")]
    Empty,
    #[error("Reason must be at most {max} characters", max = Reason::MAX_CHARS)]
    TooLong,
}

impl Reason {
    pub const MAX_CHARS: usize = 500;

    /// Parses a reason. Control and invisible characters ([`OneLine`]) become spaces, so that it is one line that can be read.
    ///
    /// # Errors
    /// See [`ReasonError`].
    pub fn parse(text: &str) -> Result<Self, ReasonError> {
        let text = OneLine::spaced(text);
        let text = text.trim();
        if text.is_empty() {
            return Err(ReasonError::Empty);
        }
        if text.chars().count() > Self::MAX_CHARS {
            return Err(ReasonError::TooLong);
        }
        Ok(Self(text.to_owned()))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Reason(..)")
    }
}

impl std::str::FromStr for Reason {
    type Err = ReasonError;

    fn from_str(text: &str) -> Result<Self, ReasonError> {
        Self::parse(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_one_line_of_1_to_500_characters() {
        for empty in ["  \n ", "\0", "\u{1}", "\u{200b}\u{feff}"] {
            assert_eq!(Reason::parse(empty), Err(ReasonError::Empty), "{empty:?}");
        }
        assert_eq!(Reason::parse(&"é".repeat(501)), Err(ReasonError::TooLong));
        let longest = format!(" {} ", "é".repeat(500));
        assert_eq!(Reason::parse(&longest).unwrap().as_str(), "é".repeat(500));
        assert_eq!(Reason::parse("lost\nphone").unwrap().as_str(), "lost phone");
    }
}
