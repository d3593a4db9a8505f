//! Texts that a spreadsheet would compute.

/// Characters with which a formula begins (OWASP, "CSV Injection"), with their full-width and small forms, which spreadsheets of
/// East Asian languages take for the same.
const FORMULA_STARTS: [char; 13] = [
    '=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '−',
];

/// The text as a CSV cell that a spreadsheet shows as it stands: with a `'` before it where it would be a formula. Leading white
/// space, control and invisible characters are looked through, because spreadsheets drop them; a tab or a line break at the
/// beginning is marked in any case.
pub fn without_formula(text: &str) -> String {
    let begins_formula = text
        .chars()
        .find(|c| !is_dropped(*c))
        .is_some_and(|c| FORMULA_STARTS.contains(&c));
    if begins_formula || text.starts_with(['\t', '\r', '\n']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

/// White space, control characters and characters without a width (Unicode, category Cf, as far as it is seen in names).
fn is_dropped(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(c, '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_beginning_of_a_formula_is_marked() {
        for start in ["=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n"] {
            let text = format!("{start}1+1");
            assert_eq!(without_formula(&text), format!("'{text}"));
        }
        for text in ["", "mara", "a=b", "3-Month Access", "'=1", " mara", "1+1"] {
            assert_eq!(without_formula(text), text);
        }
    }

    proptest! {
        #[test]
        fn a_formula_is_marked_behind_any_white_space(
            space in "[ \t\r\n\u{a0}\u{2003}\u{3000}\u{feff}\u{200b}\u{0}]{0,4}",
            start in proptest::sample::select(FORMULA_STARTS.to_vec()),
            rest in any::<String>(),
        ) {
            let text = format!("{space}{start}{rest}");
            prop_assert_eq!(without_formula(&text), format!("'{text}"));
        }

        #[test]
        fn a_cell_is_its_text_and_never_begins_a_formula(text in any::<String>()) {
            let cell = without_formula(&text);
            prop_assert_eq!(cell.strip_prefix('\'').filter(|_| cell != text).unwrap_or(&cell), &text);
            let first = cell.trim_start().chars().next();
            prop_assert!(!first.is_some_and(|c| FORMULA_STARTS.contains(&c)), "{:?}", cell);
        }
    }
}
