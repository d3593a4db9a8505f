//! Where a value stands in the text of `site.toml`. A path names it as problems do: `company.town`, `social[1].url`.

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

/// What is known of a step of a path: where its name begins, which of an item of a list is where the item begins, and its value.
struct Step<'a, 'text> {
    start: usize,
    value: &'a Spanned<DeValue<'text>>,
}

/// The steps of a path that the text has.
fn steps<'a, 'text>(root: &'a DeTable<'text>, path: &str) -> Vec<Step<'a, 'text>> {
    let mut found = Vec::new();
    let mut table = Some(root);
    for part in path.split('.') {
        let numbered = part
            .strip_suffix(']')
            .and_then(|part| part.split_once('['))
            .and_then(|(name, number)| Some((name, number.parse().ok()?)));
        let (name, number) = numbered.map_or((part, None), |(name, number)| (name, Some(number)));
        let named = table.and_then(|table| table.iter().find(|(known, _)| known.get_ref() == name));
        let step = named.and_then(|(known, value)| step(known.span().start, value, number));
        let Some(step) = step else { break };
        table = match step.value.get_ref() {
            DeValue::Table(inner) => Some(inner),
            _ => None,
        };
        found.push(step);
    }
    found
}

fn step<'a, 'text>(
    start: usize,
    value: &'a Spanned<DeValue<'text>>,
    number: Option<usize>,
) -> Option<Step<'a, 'text>> {
    let Some(number) = number else {
        return Some(Step { start, value });
    };
    let DeValue::Array(items) = value.get_ref() else {
        return None;
    };
    items.iter().nth(number).map(|value| Step {
        start: value.span().start,
        value,
    })
}

pub(super) fn line_at(text: &str, byte: usize) -> usize {
    let before = text.as_bytes().iter().take(byte);
    before.filter(|byte| **byte == b'\n').count() + 1
}

/// The line of a path: of the table that lacks its key, or the first where the text has nothing of it.
pub(super) fn line_of_key(text: &str, path: &str) -> usize {
    let Ok(root) = DeTable::parse(text) else { return 1 };
    let steps = steps(root.get_ref(), path);
    line_at(text, steps.last().map_or(0, |step| step.start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_its_line_and_what_is_missing_that_of_its_table() {
        let text = "age = 18\nlist = [\n  { url = 'a' },\n  { url = 'b' },\n]\n\n[company]\ntown = 'c'\n[[social]]\nurl = 'd'\n[[social]]\nurl = 'e'\n[plans.basic]\nname = 'f'\n";
        for (path, line) in [
            ("age", 1),
            ("list[1].url", 4),
            ("list[2].url", 1),
            ("company.town", 8),
            ("company.e_invoices", 7),
            ("social", 9),
            ("social[0].url", 10),
            ("social[1].url", 12),
            ("social[1].label", 11),
            ("plans.basic.name", 14),
            ("nothing", 1),
        ] {
            assert_eq!(line_of_key(text, path), line, "{path}");
        }
    }
}
