//! The owner's texts: Markdown made safe, in the parts that a page shows.

use std::collections::{HashMap, HashSet};

use courses::lesson::markdown::{paragraphs as markdown_paragraphs, to_html as markdown_to_html};
use serde::Serialize;

/// A text with sections, each with an anchor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LegalText {
    /// Of the page: the heading of the first level that the text begins with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What stands before the first section, as safe HTML.
    pub intro: String,
    pub sections: Vec<TextSection>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TextSection {
    /// Unique in its text.
    pub id: String,
    pub title: String,
    /// Safe.
    pub html: String,
}

impl LegalText {
    /// A section begins at each heading of the first or second level. A heading of the first level that the text begins with is the title
    /// of the page.
    #[must_use]
    pub fn of(markdown: &str) -> Self {
        let mut parts: Vec<(String, String)> = vec![(String::new(), String::new())];
        let mut fence: Option<&str> = None;
        let mut title = None;
        let mut is_first = true;
        for line in markdown.lines() {
            let start = line.trim_start();
            let mark = ["```", "~~~"].into_iter().find(|mark| start.starts_with(mark));
            match (fence, mark) {
                (None, Some(mark)) => fence = Some(mark),
                (Some(open), Some(mark)) if open == mark => fence = None,
                _ => {}
            }
            let heading = (fence.is_none() && !line.starts_with(' '))
                .then(|| heading(line))
                .flatten();
            match heading {
                Some((1, words)) if is_first => {
                    title = Some(markdown_paragraphs(words).join(" ")).filter(|title| !title.is_empty());
                }
                Some((1 | 2, title)) => parts.push((title.to_owned(), String::new())),
                // One level up: the section's own heading is the page's second level.
                Some(_) => push(&mut parts, line.get(1..).unwrap_or(line)),
                None => push(&mut parts, line),
            }
            is_first &= line.trim().is_empty();
        }
        let mut parts = parts.into_iter();
        let intro = parts.next().map_or(String::new(), |(_, text)| text_html(&text));
        let mut sections: Vec<TextSection> = Vec::new();
        let mut taken: HashSet<String> = HashSet::new();
        let mut numbers: HashMap<String, u32> = HashMap::new();
        for (title, text) in parts {
            let title = markdown_paragraphs(&title).join(" ");
            let plain = id_of(&title);
            let mut id = plain.clone();
            let number = numbers.entry(plain.clone()).or_insert(1);
            while !taken.insert(id.clone()) {
                *number += 1;
                id = format!("{plain}-{number}");
            }
            sections.push(TextSection {
                id,
                title,
                html: text_html(&text),
            });
        }
        Self {
            title,
            intro,
            sections,
        }
    }
}

fn push(parts: &mut [(String, String)], line: &str) {
    if let Some((_, text)) = parts.last_mut() {
        text.push_str(line);
        text.push('\n');
    }
}

/// The level and the words of a heading such as `## Payment`.
fn heading(line: &str) -> Option<(usize, &str)> {
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    let words = line.get(level..)?.strip_prefix(' ')?;
    ((1..=6).contains(&level)).then(|| (level, words.trim().trim_end_matches('#').trim_end()))
}

fn id_of(title: &str) -> String {
    let words: Vec<String> = title
        .split(|sign: char| !sign.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    if words.is_empty() {
        String::from("section")
    } else {
        words.join("-")
    }
}

/// Markdown as safe HTML; a picture is its description.
fn text_html(markdown: &str) -> String {
    markdown_to_html(markdown, &|_| None)
}

/// Questions under one heading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FaqGroup {
    pub title: String,
    pub questions: Vec<FaqQuestion>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FaqQuestion {
    /// Unique among all questions.
    pub id: String,
    pub question: String,
    /// Plain, for search engines.
    pub answer: String,
    /// Safe.
    pub html: String,
}

impl FaqQuestion {
    /// The question with this number among all questions.
    #[must_use]
    pub fn of(number: usize, question: &str, answer: &str) -> Self {
        Self {
            id: format!("question-{number}"),
            question: question.to_owned(),
            answer: markdown_paragraphs(answer).join(" "),
            html: text_html(answer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_split_at_its_headings() {
        let text = LegalText::of(
            "# Terms\n\nBefore.\n\n## Payment & price\n\nOne **word**.\n\n### Detail\n\n```\n## no heading\n```\n\n## Payment, price\n",
        );
        assert_eq!(text.title.as_deref(), Some("Terms"));
        assert_eq!(text.intro, "<p>Before.</p>\n");
        let ids: Vec<_> = text.sections.iter().map(|section| section.id.as_str()).collect();
        assert_eq!(ids, ["payment-price", "payment-price-2"]);
        let first = &text.sections[0];
        assert_eq!(first.title, "Payment & price");
        assert!(first.html.contains("<strong>word</strong>"), "{}", first.html);
        assert!(first.html.contains("<h3>Detail</h3>"), "{}", first.html);
        assert!(first.html.contains("## no heading"), "{}", first.html);
    }

    #[test]
    fn only_a_first_heading_is_the_title() {
        let title = |text: &str| LegalText::of(text).title;
        assert_eq!(
            title("\n# Our *terms* &amp; yours #\n\nText").as_deref(),
            Some("Our terms & yours")
        );
        assert_eq!(title("Text\n\n# Later\n"), None);
        assert_eq!(title("## Payment\n"), None);
        assert_eq!(title("#\n\n# One\n"), None);
    }

    #[test]
    fn equal_headings_have_ids_of_their_own() {
        let text = LegalText::of("## Price\n\n## Price\n\n## Price 2\n\n## Price\n");
        let ids: Vec<_> = text.sections.iter().map(|section| section.id.as_str()).collect();
        assert_eq!(ids, ["price", "price-2", "price-2-2", "price-3"]);
        let many = LegalText::of(&"## Price\n\n".repeat(20_000));
        assert_eq!(many.sections.last().unwrap().id, "price-20000");
    }

    #[test]
    fn script_does_not_pass() {
        let text = LegalText::of(
            "## A <script>alert(1)</script>\n\n<img src=x onerror=alert(1)> [x](javascript:alert(1))",
        );
        let section = &text.sections[0];
        assert!(
            !section.html.contains("<img") && !section.html.contains("href=\"javascript"),
            "{}",
            section.html
        );
        let question = FaqQuestion::of(1, "Why?", "Because *it* is.\n\n<script>x</script>");
        assert_eq!(question.id, "question-1");
        assert!(!question.html.contains("<script"), "{}", question.html);
    }
}
