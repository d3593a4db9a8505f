//! A text's events before they are filtered: without comments, and with bare addresses as links.

use std::collections::VecDeque;

use pulldown_cmark::{CowStr, Event, LinkType, Options, Parser, Tag, TagEnd, TextMergeStream};

use super::autolinks::autolinks;

/// The events of a text. Comments of HTML are left out, and each bare address of the web outside of code and links is a link.
pub(super) fn prepared(markdown: &str) -> impl Iterator<Item = Event<'_>> {
    Prepared {
        events: TextMergeStream::new(Parser::new_ext(markdown, options())),
        closed: 0,
        html: None,
        waiting: VecDeque::new(),
    }
}

/// What is understood besides the marks of CommonMark.
pub(super) fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH
}

/// Whether a piece of HTML within a line is a comment.
pub(super) fn is_comment(html: &str) -> bool {
    html.starts_with("<!--")
}

struct Prepared<'t, I> {
    events: I,
    /// How many links, pictures and blocks of code are open.
    closed: usize,
    /// The block of HTML that is read, which the parser gives line by line.
    html: Option<String>,
    waiting: VecDeque<Event<'t>>,
}

impl<'t, I: Iterator<Item = Event<'t>>> Iterator for Prepared<'t, I> {
    type Item = Event<'t>;

    fn next(&mut self) -> Option<Event<'t>> {
        loop {
            if let Some(event) = self.waiting.pop_front() {
                return Some(event);
            }
            let event = self.events.next()?;
            match event {
                Event::Start(Tag::HtmlBlock) => self.html = Some(String::new()),
                Event::Html(line) if self.html.is_some() => {
                    if let Some(html) = &mut self.html {
                        html.push_str(&line);
                    }
                }
                Event::End(TagEnd::HtmlBlock) => {
                    let html = without_comments(&self.html.take().unwrap_or_default());
                    if !html.trim().is_empty() {
                        self.waiting.extend([
                            Event::Start(Tag::HtmlBlock),
                            Event::Html(html.into()),
                            Event::End(TagEnd::HtmlBlock),
                        ]);
                    }
                }
                Event::InlineHtml(html) if is_comment(&html) => {}
                Event::Text(text) if self.closed == 0 => self.link(&text),
                event => {
                    match &event {
                        Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::CodeBlock(_)) => {
                            self.closed += 1
                        }
                        Event::End(TagEnd::Link | TagEnd::Image | TagEnd::CodeBlock) => self.closed -= 1,
                        _ => {}
                    }
                    return Some(event);
                }
            }
        }
    }
}

impl<'t, I> Prepared<'t, I> {
    fn link(&mut self, text: &CowStr<'t>) {
        let mut end = 0;
        let owned = |part: &str| Event::Text(CowStr::from(part.to_owned()));
        for link in autolinks(text) {
            if end < link.at.start {
                self.waiting.push_back(owned(&text[end..link.at.start]));
            }
            self.waiting.push_back(Event::Start(Tag::Link {
                link_type: LinkType::Autolink,
                dest_url: link.destination.into(),
                title: CowStr::Borrowed(""),
                id: CowStr::Borrowed(""),
            }));
            self.waiting.push_back(owned(&text[link.at.clone()]));
            self.waiting.push_back(Event::End(TagEnd::Link));
            end = link.at.end;
        }
        if end == 0 {
            self.waiting.push_back(Event::Text(text.clone()));
        } else if end < text.len() {
            self.waiting.push_back(owned(&text[end..]));
        }
    }
}

/// A block of HTML without its comments. One that has no end is no comment: hiding the rest of a lesson would do harm.
fn without_comments(html: &str) -> String {
    let mut kept = String::new();
    let mut rest = html;
    while let Some((before, inside)) = rest.split_once("<!--") {
        let Some((_, after)) = inside.split_once("-->") else {
            break;
        };
        kept.push_str(before);
        rest = after;
    }
    kept + rest
}
