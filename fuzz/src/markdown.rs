//! Texts of lessons: for any text, the HTML has known tags and attributes only, and its addresses lead to the web or to this
//! site.

use courses::lesson::{
    destination::{Destination, destination, path_in_folder},
    markdown::{InFolder, notices, paragraphs, references, to_html_with_ids},
};

const TAGS: [&str; 25] = [
    "a",
    "blockquote",
    "br",
    "code",
    "del",
    "em",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "img",
    "li",
    "ol",
    "p",
    "pre",
    "strong",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "ul",
];
const ATTRIBUTES: [&str; 9] = [
    "href", "title", "rel", "src", "alt", "loading", "start", "align", "id",
];

pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let html = to_html_with_ids(text, &|reference| match reference {
        InFolder::Picture(path) => Some(format!("/media/{path}")),
        InFolder::Link(path) => path_in_folder("01.md", path).map(|path| format!("/media/{path}")),
    });
    assert_safe(&html);
    for paragraph in paragraphs(text) {
        assert!(!paragraph.is_empty() && paragraph == paragraph.trim() && !paragraph.contains('\n'));
    }
    let lines = 1 + text.matches('\n').count();
    for reference in references(text) {
        assert!((1..=lines).contains(&reference.line), "{reference:?}");
    }
    for notice in notices(text) {
        assert!((1..=lines).contains(&notice.line), "{notice:?}");
    }
    if let Destination::Folder(path) = destination(text)
        && let Some(within) = path_in_folder("texts/01.md", &path)
    {
        assert!(
            !within.split('/').any(|part| matches!(part, "" | "." | "..")),
            "{within}"
        );
    }
}

/// Reads the result sign by sign: outside of tags `<` is never written, and a value has no quote of its own.
fn assert_safe(html: &str) {
    let mut rest = html;
    while let Some((_, tag)) = rest.split_once('<') {
        let is_end = tag.starts_with('/');
        let tag = tag.trim_start_matches('/');
        let name_end = tag
            .find(|sign: char| !sign.is_ascii_alphanumeric())
            .unwrap_or(tag.len());
        let (name, mut inside) = tag.split_at(name_end);
        assert!(TAGS.contains(&name), "<{name}> in {html}");
        loop {
            inside = inside.trim_start_matches([' ', '\n']);
            if let Some(after) = inside.strip_prefix('>') {
                rest = after;
                break;
            }
            let (attribute, after) = inside.split_once("=\"").expect("an attribute has a value");
            let (value, after) = after.split_once('"').expect("a value ends");
            assert!(
                !is_end && ATTRIBUTES.contains(&attribute),
                "{attribute} of <{name}> in {html}"
            );
            if matches!(attribute, "href" | "src") {
                assert_leads_well(value);
            }
            inside = after;
        }
    }
}

/// As a browser reads an address: references resolved, white space and control characters left out, small letters.
fn assert_leads_well(value: &str) {
    let plain = value
        .replace("&amp;", "&")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"");
    let plain: String = plain
        .chars()
        .filter(|sign| !sign.is_control() && !sign.is_whitespace())
        .collect();
    let plain = plain.to_lowercase();
    let is_web = ["http:", "https:", "mailto:", "tel:", "#"]
        .iter()
        .any(|scheme| plain.starts_with(scheme));
    let is_here = plain.starts_with('/') && !plain.starts_with("//") && !plain.starts_with("/\\");
    assert!(is_web || is_here, "{value} leads elsewhere");
}
