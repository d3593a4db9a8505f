//! Pairs of colours that stand on each other, and the contrast that each must have (WCAG 2.2, success criteria 1.4.3 and 1.4.11).

use std::fmt;

use crate::{Colour, Colours, Theme};

/// Text on its surface.
const TEXT: f64 = 4.5;
/// The edges of a control.
const CONTROL: f64 = 3.0;

/// What is drawn, on what, with which contrast at least.
const PAIRS: [(&str, &str, f64); 21] = [
    ("ink", "surface", TEXT),
    ("ink", "surface_raised", TEXT),
    ("ink", "surface_sunken", TEXT),
    ("ink", "accent_soft", TEXT),
    ("ink", "danger_soft", TEXT),
    ("ink_muted", "surface", TEXT),
    ("ink_muted", "surface_raised", TEXT),
    ("ink_muted", "surface_sunken", TEXT),
    ("ink_muted", "accent_soft", TEXT),
    ("accent", "surface", TEXT),
    ("accent", "surface_raised", TEXT),
    ("accent", "surface_sunken", TEXT),
    ("accent", "accent_soft", TEXT),
    ("accent_ink", "accent", TEXT),
    ("accent_ink", "accent_strong", TEXT),
    ("danger", "surface", TEXT),
    ("danger", "surface_raised", TEXT),
    ("danger_ink", "danger", TEXT),
    ("line_strong", "surface", CONTROL),
    ("line_strong", "surface_raised", CONTROL),
    ("candle_up", "surface_raised", CONTROL),
];

/// A pair whose contrast is too low.
#[derive(Debug, Clone, PartialEq)]
pub struct ContrastProblem {
    pub theme: Theme,
    /// What is drawn.
    pub name: &'static str,
    over: &'static str,
    found: f64,
    wanted: f64,
}

impl fmt::Display for ContrastProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (drawn, surface) = (self.name, self.over);
        // Down, so that a contrast below the wanted one never reads as the wanted one.
        let found = (self.found * 100.0).floor() / 100.0;
        write!(
            f,
            "{drawn} on {surface} has a contrast of {found:.2}:1, and needs {}:1",
            self.wanted
        )
    }
}

/// The pairs whose contrast is too low.
#[must_use]
pub fn contrast_problems(colours: &Colours) -> Vec<ContrastProblem> {
    let mut found = Vec::new();
    for theme in [Theme::Light, Theme::Dark] {
        for (drawn, surface, wanted) in PAIRS {
            let (Some(above), Some(below)) = (colours.of(theme, drawn), colours.of(theme, surface)) else {
                continue;
            };
            let ratio = contrast(above, below);
            if ratio < wanted {
                found.push(ContrastProblem {
                    theme,
                    name: drawn,
                    over: surface,
                    found: ratio,
                    wanted,
                });
            }
        }
    }
    found
}

/// The contrast ratio of two colours, from 1 to 21 (WCAG 2.2, "contrast ratio").
fn contrast(one: Colour, other: Colour) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// WCAG 2.2, "relative luminance".
fn luminance(colour: Colour) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 {
            part / 12.92
        } else {
            ((part + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_on_white_has_the_highest_contrast() {
        let ratio = contrast("#000000".parse().unwrap(), "#ffffff".parse().unwrap());
        assert!((ratio - 21.0).abs() < 0.001, "{ratio}");
    }

    #[test]
    fn a_pair_that_misses_its_contrast_is_named_with_both_figures() {
        let mut colours = Colours::default();
        colours.light.insert("accent".into(), "#00ff00".parse().unwrap());
        colours.light.insert("surface".into(), "#faf7f1".parse().unwrap());
        let lines: Vec<_> = contrast_problems(&colours)
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            lines,
            ["accent on surface has a contrast of 1.28:1, and needs 4.5:1"]
        );
    }
}
