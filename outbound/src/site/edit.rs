//! Changes of single values in the text of a `site.toml` that `site init` writes; everything around them stays, its comments too.

use std::ops::Range;

use toml::{
    Spanned, Value,
    de::{DeTable, DeValue},
};

use super::place::{span_of, value_of};

/// The text with another value at a path that it has.
pub(super) fn with_value(text: &str, path: &str, value: &str) -> Option<String> {
    let place = span_of(text, path)?;
    Some(replaced(text, place, &Value::from(value).to_string()))
}

/// The text without the `[[…]]` table at a path such as `social[1]`. A list of no tables is written as an empty one: without it the
/// built-in list would stand.
pub(super) fn without_item(text: &str, path: &str) -> Option<String> {
    let (list, _) = path.rsplit_once('[')?;
    let root = DeTable::parse(text).ok()?;
    let item = value_of(root.get_ref(), path)?;
    let DeValue::Table(values) = item.get_ref() else {
        return None;
    };
    let last = values.iter().map(|(_, value)| value.span().end).max()?;
    let after = end_of_line(text, last);
    let blank = text.get(after..)?.starts_with('\n');
    let changed = replaced(text, item.span().start..after + usize::from(blank), "");
    if span_of(&changed, list).is_some() {
        return Some(changed);
    }
    with_empty_list(&changed, list)
}

/// A list stands below the plain values of its table.
fn with_empty_list(text: &str, path: &str) -> Option<String> {
    let root = DeTable::parse(text).ok()?;
    let (table, name) = match path.rsplit_once('.') {
        None => (root.get_ref(), path),
        Some((table, name)) => match value_of(root.get_ref(), table)?.get_ref() {
            DeValue::Table(table) => (table, name),
            _ => return None,
        },
    };
    let is_plain =
        |value: &Spanned<DeValue<'_>>| !matches!(value.get_ref(), DeValue::Table(_) | DeValue::Array(_));
    let plain = table.iter().filter(|(_, value)| is_plain(value));
    let last = plain.map(|(_, value)| value.span().end).max()?;
    let below = end_of_line(text, last);
    Some(replaced(text, below..below, &format!("{name} = []\n")))
}

/// The byte after the line in which one stands.
fn end_of_line(text: &str, byte: usize) -> usize {
    let rest = text.get(byte..).unwrap_or_default();
    byte + rest.find('\n').map_or(rest.len(), |at| at + 1)
}

fn replaced(text: &str, place: Range<usize>, by: &str) -> String {
    let mut changed = text.to_owned();
    changed.replace_range(place, by);
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Top.\nage = 18 # years\n\n[[social]]\nurl = \"a\" # one\n\n[[social]]\nurl = \"b\"\n\n[reviews]\n# Name.\nname = 'r'\n\n[[reviews.pages]]\nurl = \"c\"\n";

    #[test]
    fn a_value_is_replaced_and_nothing_around_it() {
        let changed = with_value(TEXT, "social[0].url", "x").unwrap();
        assert_eq!(changed, TEXT.replace("\"a\"", "\"x\""));
        let changed = with_value(TEXT, "reviews.name", "é").unwrap();
        assert_eq!(changed, TEXT.replace("'r'", "\"é\""));
        for path in ["social[2].url", "social.url", "reviews.no", "age[0]", "x"] {
            assert_eq!(with_value(TEXT, path, "x"), None, "{path}");
        }
    }

    #[test]
    fn a_text_is_read_as_it_was_given() {
        for given in [
            "Bell \"The\" BV",
            "it's",
            "\"both\" it's",
            "a\\b",
            "#",
            "",
            "]]",
            "{}",
            "'''\"\"\"",
        ] {
            let changed = with_value(TEXT, "reviews.name", given).unwrap();
            let table: toml::Table = toml::from_str(&changed).unwrap();
            assert_eq!(table["reviews"]["name"].as_str(), Some(given), "{changed}");
            assert_eq!(changed.lines().count(), TEXT.lines().count(), "{changed}");
        }
    }

    #[test]
    fn an_item_leaves_and_an_empty_list_is_written() {
        let one = without_item(TEXT, "social[0]").unwrap();
        assert_eq!(one, TEXT.replace("[[social]]\nurl = \"a\" # one\n\n", ""));
        let none = without_item(&one, "social[0]").unwrap();
        assert!(
            none.starts_with("# Top.\nage = 18 # years\nsocial = []\n\n[reviews]\n"),
            "{none}"
        );
        let none = without_item(&none, "reviews.pages[0]").unwrap();
        assert!(
            none.ends_with("[reviews]\n# Name.\nname = 'r'\npages = []\n\n"),
            "{none}"
        );
        assert_eq!(without_item(&none, "reviews.pages[0]"), None);
    }
}
