//! What a caller types where a code is wanted.

use super::{
    recovery_code::{RecoveryCode, RecoveryCodeHash},
    totp::OneTimeCode,
};

/// Longer than any code with its spaces, dashes and invisible signs.
const MAX_CHARS: usize = 128;

/// A code as it was typed, in either case ([`kernel::typed_code`]).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypedCode {
    OneTime(OneTimeCode),
    Recovery(RecoveryCodeHash),
    /// A text that no code can be; it counts as a wrong one.
    Neither,
}

impl TypedCode {
    /// `None` for an empty text: no code was given.
    #[must_use]
    pub fn typed(text: &str) -> Option<Self> {
        if text.trim().is_empty() {
            return None;
        }
        if text.chars().nth(MAX_CHARS).is_some() {
            return Some(Self::Neither);
        }
        let plain = kernel::typed_code(text).to_ascii_uppercase();
        let one_time = OneTimeCode::parse(&plain).map(Self::OneTime);
        let recovery = || RecoveryCode::parse(&plain).map(|code| Self::Recovery(code.hash()));
        Some(one_time.or_else(recovery).unwrap_or(Self::Neither))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("287082")]
    #[case(" 287 082 ")]
    #[case("287-082")]
    fn six_digits_are_a_one_time_code(#[case] text: &str) {
        assert!(
            matches!(TypedCode::typed(text), Some(TypedCode::OneTime(code)) if code.reveal() == "287082")
        );
    }

    #[test]
    fn a_recovery_code_is_read_as_it_is_shown_and_as_it_is_typed() {
        let code = RecoveryCode::from_random([0xA7; 15]);
        let shown = code.reveal();
        assert_eq!((shown.len(), shown.matches('-').count()), (27, 3));
        for text in [&shown, &shown.to_lowercase(), &shown.replace('-', " ")] {
            assert_eq!(
                TypedCode::typed(text),
                Some(TypedCode::Recovery(code.hash())),
                "{text}"
            );
        }
        assert_eq!(format!("{code:?}"), "RecoveryCode(..)");
    }

    #[rstest]
    #[case("28708")]
    #[case("2870822")]
    #[case("no code")]
    #[case("\0")]
    #[case("ABCDEF-GHIJKL-MNOPQR-STUVW1")]
    fn any_other_text_is_a_wrong_code(#[case] text: &str) {
        assert_eq!(TypedCode::typed(text), Some(TypedCode::Neither));
    }

    #[test]
    fn an_empty_text_is_no_code_and_a_huge_one_is_a_wrong_one() {
        assert_eq!(TypedCode::typed("  "), None);
        assert_eq!(TypedCode::typed(&"2".repeat(60_000)), Some(TypedCode::Neither));
    }
}
