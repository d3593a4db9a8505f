//! One sheet of a PDF as a typesetter sees it: words at a place, rules, and how wide words are.
//!
//! The typeface is Noto Sans in regular and bold (SIL Open Font License 1.1): its figures are all of one width, and it has all of
//! Latin, Greek and Cyrillic. A word with a letter that it lacks is drawn in Latin letters (`deunicode`), whose tables are part of the
//! program: a receipt is never refused for a name, shows no empty box, and is the same on every machine.

use std::borrow::Cow;

use deunicode::deunicode_with_tofu;
use krilla::{
    color::rgb,
    geom::{PathBuilder, Point, Rect},
    num::NormalizedF32,
    paint::{Fill, FillRule},
    surface::Surface,
    text::{Font, GlyphId, KrillaGlyph},
};
use notosans::{BOLD_TTF, REGULAR_TTF};
use rustybuzz::{Direction, UnicodeBuffer};

/// A size in points, a colour and a weight.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    pub size: f32,
    pub ink: Ink,
    pub bold: Bold,
}

/// Red, green and blue.
#[derive(Clone, Copy)]
pub(crate) struct Ink(pub u8, pub u8, pub u8);

impl Ink {
    fn color(self) -> rgb::Color {
        rgb::Color::new(self.0, self.1, self.2)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bold {
    Yes,
    No,
}

/// One weight, read once: for the document, and to measure and place its glyphs.
struct Weight {
    font: Font,
    face: rustybuzz::Face<'static>,
}

impl Weight {
    fn load(bytes: &'static [u8]) -> Option<Self> {
        Some(Self {
            font: Font::new(bytes.into(), 0)?,
            face: rustybuzz::Face::from_slice(bytes, 0)?,
        })
    }

    /// Glyphs, measured in the size of the type.
    fn shape(&self, text: &str) -> Vec<KrillaGlyph> {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        // The typeface has no letters that run the other way; what stands for them keeps the order of the text.
        buffer.set_direction(Direction::LeftToRight);
        let shaped = rustybuzz::shape(&self.face, &[], buffer);
        let em = self.font.units_per_em();
        let starts: Vec<usize> = shaped
            .glyph_infos()
            .iter()
            .map(|info| info.cluster as usize)
            .collect();
        let glyphs = shaped.glyph_infos().iter().zip(shaped.glyph_positions());
        glyphs
            .map(|(info, position)| {
                let start = info.cluster as usize;
                let end = starts.iter().copied().filter(|other| *other > start).min();
                KrillaGlyph {
                    glyph_id: GlyphId::new(info.glyph_id),
                    text_range: start..end.unwrap_or(text.len()),
                    x_advance: position.x_advance as f32 / em,
                    x_offset: position.x_offset as f32 / em,
                    y_offset: position.y_offset as f32 / em,
                    y_advance: position.y_advance as f32 / em,
                    location: None,
                }
            })
            .collect()
    }
}

/// The typeface in its weights.
pub(crate) struct Typeface {
    regular: Weight,
    bold: Weight,
}

impl Typeface {
    pub(crate) fn load() -> Option<Self> {
        Some(Self {
            regular: Weight::load(REGULAR_TTF)?,
            bold: Weight::load(BOLD_TTF)?,
        })
    }

    fn weight(&self, bold: Bold) -> &Weight {
        match bold {
            Bold::Yes => &self.bold,
            Bold::No => &self.regular,
        }
    }

    pub(crate) fn width(&self, text: &str, style: Style) -> f32 {
        let glyphs = self.weight(style.bold).shape(text);
        glyphs.iter().map(|glyph| glyph.x_advance * style.size).sum()
    }

    /// Breaks a text into lines no wider than this: between words, and within a word that is too long by itself.
    pub(crate) fn lines(&self, text: &str, style: Style, width: f32) -> Vec<String> {
        let mut lines = vec![String::new()];
        for word in self.printable(text).split_whitespace() {
            for (piece, begins) in self.pieces(word, style, width) {
                let line = lines.last().map_or("", String::as_str);
                let joined = match (line, begins) {
                    ("", _) => piece.clone(),
                    (line, true) => format!("{line} {piece}"),
                    (line, false) => format!("{line}{piece}"),
                };
                if line.is_empty() || self.width(&joined, style) <= width {
                    lines.pop();
                    lines.push(joined);
                } else {
                    lines.push(piece);
                }
            }
        }
        lines
    }

    /// A text whose every letter the typeface has. What is no letter, such as a picture, is left out where it lacks it.
    fn printable<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if text.chars().all(|c| self.has(c)) {
            return Cow::Borrowed(text);
        }
        let word = |word: &str| {
            if word.chars().all(|c| self.has(c)) {
                return word.to_owned();
            }
            let letters: String = word
                .chars()
                .filter(|c| self.has(*c) || c.is_alphanumeric())
                .collect();
            // A grave accent of its own, which stands for a letter too, would be read as one above the next letter.
            deunicode_with_tofu(&letters, "?")
                .replace('`', "'")
                .trim()
                .to_owned()
        };
        let words: Vec<String> = text
            .split_whitespace()
            .map(word)
            .filter(|word| !word.is_empty())
            .collect();
        Cow::Owned(words.join(" "))
    }

    fn has(&self, c: char) -> bool {
        c.is_whitespace() || c.is_control() || self.regular.face.glyph_index(c).is_some()
    }

    /// A word whole, or letter by letter where it is wider than a line; each with whether it begins the word.
    fn pieces(&self, word: &str, style: Style, width: f32) -> Vec<(String, bool)> {
        if self.width(word, style) <= width {
            return vec![(word.to_owned(), true)];
        }
        let letters = word.chars().enumerate();
        letters
            .map(|(at, letter)| (letter.to_string(), at == 0))
            .collect()
    }
}

/// A page that is drawn on.
pub(crate) struct Sheet<'a, 's> {
    pub surface: &'a mut Surface<'s>,
    pub type_: &'a Typeface,
}

impl Sheet<'_, '_> {
    /// Words that begin at `x`; `y` is the line that letters stand on.
    pub(crate) fn left(&mut self, x: f32, y: f32, style: Style, text: &str) {
        let text = self.type_.printable(text).replace(char::is_control, " ");
        let weight = self.type_.weight(style.bold);
        let glyphs = weight.shape(&text);
        self.surface.set_fill(Some(fill(style.ink)));
        let start = Point::from_xy(x, y);
        self.surface
            .draw_glyphs(start, &glyphs, weight.font.clone(), &text, style.size, false);
    }

    /// Words that end at `x`.
    pub(crate) fn right(&mut self, x: f32, y: f32, style: Style, text: &str) {
        let text = self.type_.printable(text);
        let width = self.type_.width(&text, style);
        self.left(x - width, y, style, &text);
    }

    /// A filled box; a thin one is a rule.
    pub(crate) fn bar(&mut self, x: f32, y: f32, width: f32, height: f32, ink: Ink) {
        let mut path = PathBuilder::new();
        if let Some(rect) = Rect::from_xywh(x, y, width, height) {
            path.push_rect(rect);
        }
        if let Some(path) = path.finish() {
            self.surface.set_fill(Some(fill(ink)));
            self.surface.draw_path(&path);
        }
    }
}

fn fill(ink: Ink) -> Fill {
    Fill {
        paint: ink.color().into(),
        opacity: NormalizedF32::ONE,
        rule: FillRule::default(),
    }
}
