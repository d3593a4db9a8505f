//! The ids of a text's headings, by which `#…` leads to them: as GitHub makes them, in small letters with dashes.

use std::collections::{HashMap, HashSet};

use pulldown_cmark::{Event, Tag, TagEnd};
use unicode_normalization::char::is_combining_mark;

use super::prepared::prepared;

/// The id of each heading, in order; empty where a heading has no letters and digits.
pub(super) fn heading_ids(markdown: &str) -> Vec<String> {
    let mut ids = Vec::new();
    let mut taken = HashSet::new();
    let mut numbers: HashMap<String, u32> = HashMap::new();
    let mut title: Option<String> = None;
    for event in prepared(markdown) {
        match event {
            Event::Start(Tag::Heading { .. }) => title = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                let plain = id_of(&title.take().unwrap_or_default());
                let number = numbers.entry(plain.clone()).or_insert(0);
                let mut id = plain.clone();
                while !plain.is_empty() && !taken.insert(id.clone()) {
                    *number += 1;
                    id = format!("{plain}-{number}");
                }
                ids.push(id);
            }
            event => {
                if let Some(title) = &mut title {
                    match event {
                        Event::Text(text) | Event::Code(text) => title.push_str(&text),
                        Event::SoftBreak | Event::HardBreak => title.push(' '),
                        _ => {}
                    }
                }
            }
        }
    }
    ids
}

fn id_of(title: &str) -> String {
    let mut id = String::with_capacity(title.len());
    for c in title.trim().chars() {
        if c.is_alphanumeric() || is_combining_mark(c) || matches!(c, '-' | '_') {
            id.extend(c.to_lowercase());
        } else if c.is_whitespace() {
            id.push('-');
        }
    }
    if id.contains(|c: char| c.is_alphanumeric()) {
        id
    } else {
        String::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_heading_has_an_id_of_its_own() {
        let markdown = "# The *plan*\n\n## The plan!\n\n## S&P 500: `R/R`\n\n### 开盘\n\n## !?\n\n## The plan\n\nSetext\n---\n";
        let expected = [
            "the-plan",
            "the-plan-1",
            "sp-500-rr",
            "开盘",
            "",
            "the-plan-2",
            "setext",
        ];
        assert_eq!(heading_ids(markdown), expected);
        let many = heading_ids(&"# a\n".repeat(20_000));
        assert_eq!(many.last().unwrap(), "a-19999");
    }
}
