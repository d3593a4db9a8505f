//! User names: the form that is shown, and the form in which they are compared.

use kernel::{OneLine, shows_nothing};
use unicode_normalization::UnicodeNormalization;

const MAX_CHARS: usize = 64;

/// A user's name; unique without regard to case or Unicode form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Username(OneLine);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UsernameError {
    #[error("Username is required")]
    Empty,
    #[error("Username must be at most {MAX_CHARS} characters")]
    TooLong,
    /// Sign-in takes a name or an address in one field; a name that looks like an address could block the sign-in of
    /// that address's owner.
    #[error("Username must not contain @")]
    AtSign,
    #[error("Username must not contain invisible characters")]
    Invisible,
}

impl Username {
    /// Parses a user name; surrounding white space is removed, the rest is kept in Unicode's composed form (NFC).
    ///
    /// # Errors
    /// See [`UsernameError`].
    pub fn parse(text: &str) -> Result<Self, UsernameError> {
        // Counted before normalizing, so that a huge text costs nothing.
        if text.chars().take(MAX_CHARS * 4 + 1).count() > MAX_CHARS * 4 {
            return Err(UsernameError::TooLong);
        }
        let name: String = text.trim().nfc().collect();
        if shows_nothing(&name) || Self::key_of(&name).is_empty() {
            return Err(UsernameError::Empty);
        }
        if name.chars().count() > MAX_CHARS {
            return Err(UsernameError::TooLong);
        }
        if Self::key_of(&name).contains('@') {
            return Err(UsernameError::AtSign);
        }
        OneLine::parse(&name)
            .map(Self)
            .map_err(|_| UsernameError::Invisible)
    }

    /// The name as its user wrote it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The form in which two spellings of one name are equal.
    #[must_use]
    pub fn key(&self) -> String {
        Self::key_of(self.as_str())
    }

    /// [`Self::key`] of a text that may not be a name: what a sign-in looks up. Compatibility-normalized and
    /// case-folded until nothing changes (Unicode TR15 and chapter 3.13, "identifier caseless match").
    #[must_use]
    pub fn key_of(text: &str) -> String {
        let folded = caseless::default_case_fold_str(&text.trim().nfkc().collect::<String>());
        let again: String = folded.nfkc().collect();
        caseless::default_case_fold_str(&again)
            .nfkc()
            .collect::<String>()
            .trim()
            .to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;

    #[rstest]
    #[case("Anna", "anna")]
    #[case("STRASSE", "straße")]
    #[case("Zoe\u{308}", "zoë")]
    #[case("\u{FF34}rader", "trader")]
    #[case("ﬁnn", "FINN")]
    fn case_and_unicode_form_make_no_second_name(#[case] one: &str, #[case] other: &str) {
        assert_eq!(
            Username::parse(one).unwrap().key(),
            Username::parse(other).unwrap().key()
        );
    }

    #[rstest]
    #[case("", UsernameError::Empty)]
    #[case("   ", UsernameError::Empty)]
    #[case("\u{115F}\u{1160}\u{3164}\u{FFA0}", UsernameError::Empty)]
    #[case("\u{2800}\u{FE0F}", UsernameError::Empty)]
    #[case("anna@example.com", UsernameError::AtSign)]
    #[case("anna\u{FF20}example.com", UsernameError::AtSign)]
    #[case("an\u{200B}na", UsernameError::Invisible)]
    #[case("an\nna", UsernameError::Invisible)]
    fn a_misleading_name_is_refused(#[case] text: &str, #[case] error: UsernameError) {
        assert_eq!(Username::parse(text), Err(error));
    }

    #[test]
    fn the_longest_name_is_64_characters() {
        assert!(Username::parse(&"x".repeat(64)).is_ok());
        assert_eq!(Username::parse(&"x".repeat(65)), Err(UsernameError::TooLong));
        assert_eq!(
            Username::parse(&"x".repeat(1_000_000)),
            Err(UsernameError::TooLong)
        );
    }

    proptest! {
        #[test]
        fn a_key_is_its_own_key(text in ".{0,40}") {
            let key = Username::key_of(&text);
            prop_assert_eq!(Username::key_of(&key), key);
        }
    }
}
