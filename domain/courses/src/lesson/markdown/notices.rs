//! What in a text is probably a mistake, though it is shown: what other programs understand and this site does not.

use std::collections::HashSet;

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};

use super::{
    headings::heading_ids,
    prepared::{is_comment, options},
};
use crate::lesson::destination::{Destination, destination};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextNotice {
    /// From 1.
    pub line: usize,
    pub kind: NoticeKind,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoticeKind {
    #[error("the front matter is shown as text: take it out")]
    FrontMatter,
    #[error("the comment is not shown")]
    Comment,
    #[error("footnotes are shown as they are written: put the note into the text")]
    Footnote,
    #[error("the boxes of a task list are shown as they are written")]
    TaskList,
    #[error("the link to {0:?} leads nowhere")]
    LeadsNowhere(String),
}

/// The notices of a text, in order, each kind once a line.
#[must_use]
pub fn notices(markdown: &str) -> Vec<TextNotice> {
    let mut found = Vec::new();
    if has_front_matter(markdown) {
        found.push((0, NoticeKind::FrontMatter));
    }
    let ids: HashSet<String> = heading_ids(markdown).into_iter().collect();
    let known = options() | Options::ENABLE_FOOTNOTES | Options::ENABLE_TASKLISTS;
    // Whether the comment of the open block of HTML was told.
    let mut told: Option<bool> = None;
    for (event, range) in Parser::new_ext(markdown, known).into_offset_iter() {
        let kind = match event {
            Event::FootnoteReference(_) | Event::Start(Tag::FootnoteDefinition(_)) => NoticeKind::Footnote,
            Event::TaskListMarker(_) => NoticeKind::TaskList,
            Event::InlineHtml(html) if is_comment(&html) => NoticeKind::Comment,
            Event::Start(Tag::HtmlBlock) => {
                told = Some(false);
                continue;
            }
            Event::Html(line) if told == Some(false) && line.contains("<!--") => {
                told = Some(true);
                NoticeKind::Comment
            }
            Event::End(TagEnd::HtmlBlock) => {
                told = None;
                continue;
            }
            Event::Start(Tag::Link {
                link_type, dest_url, ..
            }) if link_type != LinkType::Email => match destination(&dest_url) {
                Destination::Nowhere => NoticeKind::LeadsNowhere(dest_url.to_string()),
                Destination::Place(id) if !ids.contains(&id) => {
                    NoticeKind::LeadsNowhere(dest_url.to_string())
                }
                _ => continue,
            },
            _ => continue,
        };
        found.push((range.start, kind));
    }
    lines(markdown, found)
}

fn lines(markdown: &str, found: Vec<(usize, NoticeKind)>) -> Vec<TextNotice> {
    let (mut line, mut counted) = (1, 0);
    let mut notices: Vec<TextNotice> = Vec::new();
    for (start, kind) in found {
        let passed = markdown.as_bytes().get(counted..start).unwrap_or_default();
        line += passed.iter().filter(|byte| **byte == b'\n').count();
        counted = start.max(counted);
        let notice = TextNotice { line, kind };
        if notices.last() != Some(&notice) {
            notices.push(notice);
        }
    }
    notices
}

/// Whether a text begins with lines of keys between two marks, as other programs read them.
fn has_front_matter(markdown: &str) -> bool {
    let mut lines = markdown.lines().map(str::trim_end);
    let Some(mark @ ("---" | "+++")) = lines.next() else {
        return false;
    };
    let first = lines.next().unwrap_or_default();
    is_key(first) && lines.find(|line| *line == mark || !is_inside(line)) == Some(mark)
}

fn is_key(line: &str) -> bool {
    let key = line.split_once([':', '=']).map_or("", |(key, _)| key.trim());
    let is_sign = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    !key.is_empty() && key.chars().all(is_sign)
}

fn is_inside(line: &str) -> bool {
    is_key(line) || line.is_empty() || line.starts_with([' ', '\t', '-', '#', '[', ']', '}'])
}
