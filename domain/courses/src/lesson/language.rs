//! The language of a course and of captions.

use language_tags::LanguageTag;

/// Of a course that names no language (contract, "The third part, settled").
pub const DEFAULT_LANGUAGE: &str = "en";

/// Longer tags than this name no language that a course or captions are written in (RFC 5646 section 4.4.1).
const MAX_LANGUAGE_CHARS: usize = 35;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("is no language of BCP 47, such as \"nl\" or \"pt-BR\"")]
pub struct LanguageError;

/// The canonical form of a BCP 47 tag whose parts are registered.
///
/// # Errors
/// [`LanguageError`]
pub fn parse_language(text: &str) -> Result<String, LanguageError> {
    if text.len() > MAX_LANGUAGE_CHARS {
        return Err(LanguageError);
    }
    LanguageTag::parse(text)
        .ok()
        .filter(LanguageTag::is_valid)
        .and_then(|tag| tag.canonicalize().ok())
        .map(LanguageTag::into_string)
        .ok_or(LanguageError)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("nl", Some("nl"))]
    #[case("EN-us", Some("en-US"))]
    #[case("zh-hant-tw", Some("zh-Hant-TW"))]
    #[case("iw", Some("he"))]
    #[case("dutch", None)]
    #[case("n", None)]
    #[case("nl_NL", None)]
    #[case("", None)]
    #[case("../nl", None)]
    #[case("en-XX-YY-ZZ", None)]
    fn a_language_is_registered_and_has_one_form(#[case] text: &str, #[case] language: Option<&str>) {
        assert_eq!(parse_language(text).ok().as_deref(), language);
    }
}
