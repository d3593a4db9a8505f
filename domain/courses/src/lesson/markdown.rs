//! The text of a lesson: Markdown on its way to safe HTML, and to the plain paragraphs that a search reads.
//!
//! Decision: HTML in the text is shown as text, so that every tag of the result is made here; `ammonia` then checks the result as
//! well. Comments are left out: they are the author's notes. Formulas are not interpreted. Cost: an author cannot use HTML where Markdown
//! has no mark.

mod autolinks;
mod headings;
mod notices;
mod prepared;

use std::collections::{HashMap, HashSet};

use ammonia::{Builder, UrlRelative};
use pulldown_cmark::{Event, HeadingLevel, LinkType, Parser, Tag, TagEnd, html::push_html};

pub use self::notices::{NoticeKind, TextNotice, notices};
use self::{
    headings::heading_ids,
    prepared::{options, prepared},
};
use super::destination::{Destination, destination};

/// The largest text of a lesson: a book of 500 pages.
pub const MAX_TEXT_BYTES: usize = 1024 * 1024;

/// Deeper than this, lists, quotes and emphasis keep their words and lose their marks: a browser's and a sanitizer's work
/// grows with the depth.
const MAX_DEPTH: usize = 24;

/// What a text refers to in its course's folder, by the path as the text has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InFolder<'a> {
    Picture(&'a str),
    Link(&'a str),
}

/// A reference in a text that is no address of the web.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// From 1.
    pub line: usize,
    pub kind: ReferenceKind,
    pub destination: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReferenceKind {
    /// A picture of the folder.
    Picture,
    /// A picture from elsewhere, which is not shown.
    ForeignPicture,
    /// A link to a file of the folder.
    Link,
}

/// The text as safe HTML: headings from `h2` on, because the page has its own `h1`. `address_of` gives the addresses of what
/// lies in the folder; without one, a picture is its description and a link is its words.
#[must_use]
pub fn to_html(markdown: &str, address_of: &dyn Fn(InFolder<'_>) -> Option<String>) -> String {
    rendered(markdown, address_of, Vec::new())
}

/// [`to_html`] for the one text of a page: its headings have ids, to which its links lead.
#[must_use]
pub fn to_html_with_ids(markdown: &str, address_of: &dyn Fn(InFolder<'_>) -> Option<String>) -> String {
    rendered(markdown, address_of, heading_ids(markdown))
}

fn rendered(markdown: &str, address_of: &dyn Fn(InFolder<'_>) -> Option<String>, ids: Vec<String>) -> String {
    let mut filter = Filter {
        address_of,
        ids: ids.into_iter(),
        open: Vec::new(),
        depth: 0,
    };
    let events = prepared(markdown).filter_map(|event| filter.take(event));
    let mut html = String::with_capacity(markdown.len() + markdown.len() / 2);
    push_html(&mut html, events);
    // Only the renderer writes these: the text's own signs are escaped.
    for side in ["left", "center", "right"] {
        for cell in ["td", "th"] {
            html = html.replace(
                &format!("<{cell} style=\"text-align: {side}\">"),
                &format!("<{cell} align=\"{side}\">"),
            );
        }
    }
    sanitizer().clean(&html).to_string()
}

/// The text's paragraphs, headings, list items, table rows and code without their marks, in order.
#[must_use]
pub fn paragraphs(markdown: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut text = String::new();
    for event in prepared(markdown) {
        match event {
            Event::Text(part) | Event::Code(part) | Event::Html(part) | Event::InlineHtml(part) => {
                text.push_str(&part);
            }
            Event::SoftBreak | Event::HardBreak | Event::End(TagEnd::TableCell) => text.push(' '),
            Event::Start(tag) if is_block(&tag.to_end()) => end_paragraph(&mut text, &mut found),
            Event::End(tag) if is_block(&tag) => end_paragraph(&mut text, &mut found),
            _ => {}
        }
    }
    end_paragraph(&mut text, &mut found);
    found
}

/// What the text refers to that is no address of the web, in order.
#[must_use]
pub fn references(markdown: &str) -> Vec<Reference> {
    let mut found = Vec::new();
    let (mut line, mut counted) = (1, 0);
    for (event, range) in Parser::new_ext(markdown, options()).into_offset_iter() {
        let (is_picture, to) = match &event {
            Event::Start(Tag::Image { dest_url, .. }) => (true, dest_url),
            Event::Start(Tag::Link {
                link_type, dest_url, ..
            }) if *link_type != LinkType::Email => (false, dest_url),
            _ => continue,
        };
        let kind = match (is_picture, destination(to)) {
            (true, Destination::Folder(_)) => ReferenceKind::Picture,
            (true, _) => ReferenceKind::ForeignPicture,
            (false, Destination::Folder(_)) => ReferenceKind::Link,
            (false, _) => continue,
        };
        let passed = markdown.as_bytes().get(counted..range.start).unwrap_or_default();
        line += passed.iter().filter(|byte| **byte == b'\n').count();
        counted = range.start.max(counted);
        found.push(Reference {
            line,
            kind,
            destination: to.to_string(),
        });
    }
    found
}

/// Events as they are rendered: no HTML of the text, no depth beyond [`MAX_DEPTH`], addresses in place of paths.
struct Filter<'a> {
    address_of: &'a dyn Fn(InFolder<'_>) -> Option<String>,
    /// Of the headings that follow; empty where headings have no ids.
    ids: std::vec::IntoIter<String>,
    /// For each tag that is open, whether it was kept.
    open: Vec<bool>,
    /// How many kept tags are open.
    depth: usize,
}

impl Filter<'_> {
    fn take<'t>(&mut self, event: Event<'t>) -> Option<Event<'t>> {
        match event {
            Event::Start(tag) => {
                let is_block = is_block(&tag.to_end());
                let is_deep = self.depth >= MAX_DEPTH;
                let id = match &tag {
                    Tag::Heading { .. } => self.ids.next().filter(|id| !id.is_empty()),
                    _ => None,
                };
                let kept = if is_deep { None } else { self.tag(tag, id) };
                self.open.push(kept.is_some());
                self.depth += usize::from(kept.is_some());
                // The words around a dropped block stay apart.
                let between = is_block.then_some(Event::SoftBreak);
                kept.map(Event::Start).or(between)
            }
            Event::End(tag) => {
                let kept = self.open.pop().unwrap_or(false);
                self.depth -= usize::from(kept);
                match tag {
                    TagEnd::HtmlBlock if kept => Some(Event::End(TagEnd::Paragraph)),
                    TagEnd::Heading(level) if kept => Some(Event::End(TagEnd::Heading(below(level)))),
                    tag if kept => Some(Event::End(tag)),
                    tag if is_block(&tag) => Some(Event::SoftBreak),
                    _ => None,
                }
            }
            Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
            other => Some(other),
        }
    }

    /// The tag as it is rendered; `None` if only its content is rendered.
    fn tag<'t>(&self, tag: Tag<'t>, heading_id: Option<String>) -> Option<Tag<'t>> {
        match tag {
            Tag::HtmlBlock => Some(Tag::Paragraph),
            Tag::Heading { level, .. } => Some(Tag::Heading {
                level: below(level),
                id: heading_id.map(Into::into),
                classes: Vec::new(),
                attrs: Vec::new(),
            }),
            Tag::Link {
                link_type,
                dest_url,
                title,
                id,
            } => {
                let dest_url = match destination(&dest_url) {
                    // `<name@example.com>`; the renderer writes the scheme.
                    _ if link_type == LinkType::Email => dest_url,
                    Destination::Web | Destination::Site | Destination::Place(_) => dest_url,
                    Destination::Folder(path) => (self.address_of)(InFolder::Link(&path))?.into(),
                    Destination::Nowhere => return None,
                };
                Some(Tag::Link {
                    link_type,
                    dest_url,
                    title,
                    id,
                })
            }
            Tag::Image {
                link_type,
                dest_url,
                title,
                id,
            } => {
                let Destination::Folder(path) = destination(&dest_url) else {
                    return None;
                };
                let dest_url = (self.address_of)(InFolder::Picture(&path))?.into();
                Some(Tag::Image {
                    link_type,
                    dest_url,
                    title,
                    id,
                })
            }
            other => Some(other),
        }
    }
}

fn below(level: HeadingLevel) -> HeadingLevel {
    HeadingLevel::try_from(level as usize + 1).unwrap_or(HeadingLevel::H6)
}

fn is_block(tag: &TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::Paragraph
            | TagEnd::Heading(_)
            | TagEnd::BlockQuote(_)
            | TagEnd::CodeBlock
            | TagEnd::HtmlBlock
            | TagEnd::List(_)
            | TagEnd::Item
            | TagEnd::TableHead
            | TagEnd::TableRow
    )
}

fn end_paragraph(text: &mut String, found: &mut Vec<String>) {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if !words.is_empty() {
        found.push(words);
    }
    text.clear();
}

fn sanitizer() -> Builder<'static> {
    let mut sanitizer = Builder::empty();
    sanitizer
        .tags(HashSet::from([
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
        ]))
        .tag_attributes(HashMap::from([
            ("a", HashSet::from(["href", "title"])),
            ("h2", HashSet::from(["id"])),
            ("h3", HashSet::from(["id"])),
            ("h4", HashSet::from(["id"])),
            ("h5", HashSet::from(["id"])),
            ("h6", HashSet::from(["id"])),
            ("img", HashSet::from(["src", "alt", "title"])),
            ("ol", HashSet::from(["start"])),
            ("td", HashSet::from(["align"])),
            ("th", HashSet::from(["align"])),
        ]))
        .set_tag_attribute_value("img", "loading", "lazy")
        .url_schemes(HashSet::from(["http", "https", "mailto", "tel"]))
        .url_relative(UrlRelative::PassThrough)
        .link_rel(Some("noopener noreferrer"));
    sanitizer
}
