//! What people type or paste where a code, a number or an address is wanted: keys, coupons, one-time codes, numbers of documents, answers.
//!
//! Decision: one rule for all of them. A text that is copied from a mail or a page brings soft hyphens, joiners and long dashes along, and
//! keyboards of other scripts type full-width letters and digits of their own. None of these means anything in a code.

/// The zeros of Unicode's decimal digits (category Nd, version 14); the nine others of each follow it.
const ZEROS: [char; 65] = [
    '\u{660}',
    '\u{6f0}',
    '\u{7c0}',
    '\u{966}',
    '\u{9e6}',
    '\u{a66}',
    '\u{ae6}',
    '\u{b66}',
    '\u{be6}',
    '\u{c66}',
    '\u{ce6}',
    '\u{d66}',
    '\u{de6}',
    '\u{e50}',
    '\u{ed0}',
    '\u{f20}',
    '\u{1040}',
    '\u{1090}',
    '\u{17e0}',
    '\u{1810}',
    '\u{1946}',
    '\u{19d0}',
    '\u{1a80}',
    '\u{1a90}',
    '\u{1b50}',
    '\u{1bb0}',
    '\u{1c40}',
    '\u{1c50}',
    '\u{a620}',
    '\u{a8d0}',
    '\u{a900}',
    '\u{a9d0}',
    '\u{a9f0}',
    '\u{aa50}',
    '\u{abf0}',
    '\u{ff10}',
    '\u{104a0}',
    '\u{10d30}',
    '\u{11066}',
    '\u{110f0}',
    '\u{11136}',
    '\u{111d0}',
    '\u{112f0}',
    '\u{11450}',
    '\u{114d0}',
    '\u{11650}',
    '\u{116c0}',
    '\u{11730}',
    '\u{118e0}',
    '\u{11950}',
    '\u{11c50}',
    '\u{11d50}',
    '\u{11da0}',
    '\u{16a60}',
    '\u{16ac0}',
    '\u{16b50}',
    '\u{1d7ce}',
    '\u{1d7d8}',
    '\u{1d7e2}',
    '\u{1d7ec}',
    '\u{1d7f6}',
    '\u{1e140}',
    '\u{1e2f0}',
    '\u{1e950}',
    '\u{1fbf0}',
];

/// A typed code without what means nothing in one: white space, invisible signs and dashes. Full-width forms are their ASCII signs,
/// and digits of every script are 0 to 9. Case stays.
#[must_use]
pub fn typed_code(text: &str) -> String {
    typed_text(text)
        .chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '-' | '_'))
        .collect()
}

/// A typed text with its white space and its dashes, each of which is one `-`; the rest as in [`typed_code`].
#[must_use]
pub fn typed_text(text: &str) -> String {
    text.chars()
        .filter(|c| !is_without_meaning(*c))
        .map(|c| match c {
            // The long vowel of Japanese, which is on the dash's key.
            '\u{30fc}' | '\u{ff70}' => '-',
            c if is_dash(c) => '-',
            c => plain_digit(full_width(c)),
        })
        .collect()
}

/// A typed address without invisible signs and the white space around it; full-width forms, full stops and dashes are their ASCII signs. Its letters
/// and digits may be of any script. A joiner between letters beyond ASCII stays: it can be a part of a Persian word.
#[must_use]
pub fn typed_address(text: &str) -> String {
    let signs: Vec<char> = text.trim().chars().collect();
    let joins = |index: usize| {
        let beside = |at: Option<usize>| {
            at.and_then(|at| signs.get(at))
                .is_some_and(|c| c.is_alphabetic() && !c.is_ascii())
        };
        matches!(signs[index], '\u{200c}' | '\u{200d}')
            && beside(index.checked_sub(1))
            && beside(index.checked_add(1))
    };
    let kept =
        (0..signs.len()).filter(|index| !crate::one_line::is_invisible(signs[*index]) || joins(*index));
    let plain: String = kept
        .map(|index| match signs[index] {
            // The full stops of Chinese and Japanese keyboards (RFC 3490 section 3.1).
            '\u{3002}' | '\u{ff61}' => '.',
            c if is_dash(c) => '-',
            c => full_width(c),
        })
        .collect();
    plain.trim().to_owned()
}

/// The ASCII sign of a full-width form; any other sign is itself.
fn full_width(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        c => c,
    }
}

/// 0 to 9 for a digit of any script; any other sign is itself.
fn plain_digit(c: char) -> char {
    let digit = ZEROS.iter().find_map(|zero| {
        let value = u32::from(c).checked_sub(u32::from(*zero))?;
        char::from_digit(value, 10)
    });
    digit.unwrap_or(c)
}

/// Unicode's category Pd, the signs for minus, and bullets of hyphens.
fn is_dash(c: char) -> bool {
    matches!(
        c,
        '-' | '\u{2d7}' | '\u{58a}' | '\u{5be}' | '\u{1400}' | '\u{1806}' | '\u{2010}'
            ..='\u{2015}'
                | '\u{2043}'
                | '\u{207b}'
                | '\u{208b}'
                | '\u{2212}'
                | '\u{2e17}'
                | '\u{2e1a}'
                | '\u{2e3a}'
                | '\u{2e3b}'
                | '\u{2e40}'
                | '\u{2e5d}'
                | '\u{301c}'
                | '\u{3030}'
                | '\u{30a0}'
                | '\u{fe31}'
                | '\u{fe32}'
                | '\u{fe58}'
                | '\u{fe63}'
                | '\u{ff0d}'
                | '\u{10ead}'
    )
}

/// Signs that are not seen ([`crate::OneLine`] lists them), variation selectors, and control characters that are no white space.
fn is_without_meaning(c: char) -> bool {
    crate::one_line::is_invisible(c)
        || matches!(c, '\u{fe00}'..='\u{fe0f}')
        || (c.is_control() && !c.is_whitespace() && c != '\0')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_digit_of_a_script_is_a_digit() {
        for zero in ZEROS {
            let digits: String = (0..10)
                .filter_map(|value| char::from_u32(u32::from(zero) + value))
                .collect();
            assert_eq!(typed_code(&digits), "0123456789", "{digits}");
        }
    }

    #[test]
    fn a_text_keeps_its_spaces_and_has_one_kind_of_dash() {
        assert_eq!(typed_text("ＡＢ\u{2013}c\u{ad}d  \u{200b}٣"), "AB-cd  3");
    }

    proptest! {
        #[test]
        fn what_is_read_is_read_the_same_again(text in any::<String>()) {
            let code = typed_code(&text);
            prop_assert_eq!(typed_code(&code), code);
        }
    }
}
