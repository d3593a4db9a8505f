//! Texts of one line that show what they hold: names, titles, labels.

use std::{borrow::Cow, fmt};

/// A text without line breaks and other control characters, and without characters that reorder or hide text; white space around it
/// is removed. May be empty. Unicode's "Trojan Source" (TR36, section 2.10, and UTS 55) says what the others are used for.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct OneLine(String);

/// Names are of people.
impl fmt::Debug for OneLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OneLine(..)")
    }
}

/// Which character a text of one line must not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OneLineError {
    /// A line break of any kind, or another control character.
    #[error("must be one line without control characters, and has U+{:04X}", u32::from(*.0))]
    Control(char),
    /// Of no width, or turning the direction of the text.
    #[error("must not have invisible characters, and has U+{:04X}", u32::from(*.0))]
    Invisible(char),
}

impl OneLine {
    /// A text that shows nothing, of fillers alone, is empty.
    ///
    /// # Errors
    /// [`OneLineError`] for the first character that is refused, also around the text.
    pub fn parse(text: &str) -> Result<Self, OneLineError> {
        Self::check(text)?;
        let text = if shows_nothing(text) { "" } else { text.trim() };
        Ok(Self(text.to_owned()))
    }

    /// Whether a text is of one line, where it is kept as it stands.
    ///
    /// # Errors
    /// As [`Self::parse`].
    pub fn check(text: &str) -> Result<(), OneLineError> {
        match text.chars().find(|c| is_refused(*c)) {
            None => Ok(()),
            Some(c) if is_control(c) => Err(OneLineError::Control(c)),
            Some(c) => Err(OneLineError::Invisible(c)),
        }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A text from elsewhere, such as a row of before the rule, with what the rule refuses as escapes (`\u{202e}`).
    #[must_use]
    pub fn escaped(text: &str) -> Cow<'_, str> {
        if !text.contains(is_refused) {
            return Cow::Borrowed(text);
        }
        let mut escaped = String::with_capacity(text.len() + 8);
        for c in text.chars() {
            if is_refused(c) {
                escaped.extend(c.escape_unicode());
            } else {
                escaped.push(c);
            }
        }
        Cow::Owned(escaped)
    }

    /// A text from elsewhere, with a space for each character that the rule refuses.
    #[must_use]
    pub fn spaced(text: &str) -> String {
        text.replace(is_refused, " ")
    }
}

impl fmt::Display for OneLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether a text has no character that is seen: white space, fillers of Hangul and Braille that are drawn blank, variation selectors.
#[must_use]
pub fn shows_nothing(text: &str) -> bool {
    text.chars().all(|c| {
        c.is_whitespace()
            || is_invisible(c)
            || matches!(c,
                '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}' | '\u{2800}'
                | '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}')
    })
}

fn is_refused(c: char) -> bool {
    is_control(c) || is_invisible(c)
}

fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// The characters of Unicode's category Cf that reorder or hide text, the joiners, and the tags. An emoji that is made of several by a
/// joiner is refused with them.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;

    #[rstest]
    #[case("Zoë 交易 💹", "Zoë 交易 💹")]
    #[case("  Anna de Vries ", "Anna de Vries")]
    #[case("محمد", "محمد")]
    #[case("", "")]
    #[case("\u{115F}\u{1160}\u{3164}\u{FFA0}", "")]
    #[case(" \u{2800}\u{FE0F}\u{E0100} ", "")]
    #[case("\u{3164}a", "\u{3164}a")]
    fn a_plain_text_of_any_script_is_taken(#[case] text: &str, #[case] kept: &str) {
        assert_eq!(OneLine::parse(text).unwrap().as_str(), kept);
    }

    #[rstest]
    #[case("Anna\n", OneLineError::Control('\n'))]
    #[case("An\u{1b}[2Jna", OneLineError::Control('\u{1b}'))]
    #[case("An\u{85}na", OneLineError::Control('\u{85}'))]
    #[case("An\u{2028}na", OneLineError::Control('\u{2028}'))]
    #[case("An\u{202e}na", OneLineError::Invisible('\u{202e}'))]
    #[case("An\u{2066}na", OneLineError::Invisible('\u{2066}'))]
    #[case("An\u{200b}na", OneLineError::Invisible('\u{200b}'))]
    #[case("\u{feff}Anna", OneLineError::Invisible('\u{feff}'))]
    #[case("Anna\u{e0041}", OneLineError::Invisible('\u{e0041}'))]
    fn what_breaks_reorders_or_hides_text_is_refused(#[case] text: &str, #[case] error: OneLineError) {
        assert_eq!(OneLine::parse(text), Err(error));
        assert!(error.to_string().contains("U+"), "{error}");
    }

    #[test]
    fn what_older_rows_hold_is_escaped() {
        assert_eq!(
            OneLine::escaped("a\u{202e}b\u{1b}c\td"),
            "a\\u{202e}b\\u{1b}c\\u{9}d"
        );
        assert_eq!(OneLine::spaced("a\u{200b}b\nc"), "a b c");
    }

    proptest! {
        #[test]
        fn an_escaped_text_is_of_one_line(text in any::<String>()) {
            let escaped = OneLine::escaped(&text);
            prop_assert!(OneLine::check(&escaped).is_ok());
            prop_assert_eq!(escaped == text, OneLine::check(&text).is_ok());
            prop_assert!(OneLine::check(&OneLine::spaced(&text)).is_ok());
        }
    }
}
