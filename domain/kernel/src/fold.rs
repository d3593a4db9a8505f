//! The form in which searches compare texts: decomposed (Unicode NFKD), in small letters and without accents.

use unicode_normalization::char::{canonical_combining_class, decompose_compatible};

/// What is left of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Folded {
    Letter(char),
    /// An accent or an invisible character: is not compared.
    Silent,
}

/// Calls `take` with each part of a folded character, in order.
pub fn fold(c: char, mut take: impl FnMut(Folded)) {
    if c.is_ascii() {
        take(Folded::Letter(c.to_ascii_lowercase()));
        return;
    }
    if is_invisible(c) {
        take(Folded::Silent);
        return;
    }
    decompose_compatible(c, |part| {
        if canonical_combining_class(part) != 0 {
            take(Folded::Silent);
            return;
        }
        for c in part.to_lowercase() {
            match plain_letters(c) {
                Some(letters) => letters.chars().for_each(|c| take(Folded::Letter(c))),
                None if canonical_combining_class(c) != 0 => take(Folded::Silent),
                None => take(Folded::Letter(c)),
            }
        }
    });
}

/// A whole text, folded.
#[must_use]
pub fn folded(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        fold(c, |part| {
            if let Folded::Letter(c) = part {
                plain.push(c);
            }
        });
    }
    plain
}

/// Soft hyphen, joiners, the byte order mark and variation selectors.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' | '\u{fe00}'..='\u{fe0f}')
}

/// Letters that Unicode does not decompose, as they are typed on a keyboard without them.
fn plain_letters(c: char) -> Option<&'static str> {
    Some(match c {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'ł' => "l",
        'đ' | 'ð' => "d",
        'þ' => "th",
        'ħ' => "h",
        'ı' => "i",
        'ŧ' => "t",
        'ς' => "σ",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("JOSÉ", "jose")]
    #[case("Jose\u{301}", "jose")]
    #[case("İstanbul ISPARTA ısparta", "istanbul isparta isparta")]
    #[case("Łukasz Ørsted Straße", "lukasz orsted strasse")]
    #[case("co\u{ad}op", "coop")]
    #[case("Ｆｕｌｌ", "full")]
    fn a_text_is_compared_in_this_form(#[case] text: &str, #[case] plain: &str) {
        assert_eq!(folded(text), plain);
    }
}
