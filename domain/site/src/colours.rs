//! Colours by the names of `frontend/src/ui/theme/tokens.css`, for light surfaces and for dark ones.

use std::{collections::BTreeMap, fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// A colour of the screen, written `#08735b`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Colour {
    pub red: u8,
    pub green: u8,
    pub blue: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a colour of six hexadecimal digits")]
pub struct ColourError;

impl FromStr for Colour {
    type Err = ColourError;

    fn from_str(text: &str) -> Result<Self, ColourError> {
        let digits = text.strip_prefix('#').ok_or(ColourError)?;
        if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(ColourError);
        }
        let part = |from: usize| {
            digits
                .get(from..from + 2)
                .and_then(|part| u8::from_str_radix(part, 16).ok())
        };
        match (part(0), part(2), part(4)) {
            (Some(red), Some(green), Some(blue)) => Ok(Self { red, green, blue }),
            _ => Err(ColourError),
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

impl TryFrom<String> for Colour {
    type Error = ColourError;

    fn try_from(text: String) -> Result<Self, ColourError> {
        text.parse()
    }
}

impl From<Colour> for String {
    fn from(colour: Colour) -> Self {
        colour.to_string()
    }
}

/// On which surfaces a colour is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    Light,
    Dark,
}

/// The colours of the site. On light surfaces each is given; on dark ones the colours that are left out are mixed from the others, as
/// `frontend/src/ui/theme/tokens.css` does.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Colours {
    #[serde(default)]
    pub dark: BTreeMap<String, Colour>,
    #[serde(flatten)]
    pub light: BTreeMap<String, Colour>,
}

/// What a colour of dark surfaces is mixed from: so many per cent of the first into the second.
enum Mixture {
    Given(&'static str),
    Of(&'static str, f64, &'static str),
}

fn mixture(name: &str) -> Option<Mixture> {
    Some(match name {
        "candle_up" => Mixture::Given("accent"),
        "surface_raised" => Mixture::Of("ink_muted", 6.0, "surface"),
        "surface_sunken" => Mixture::Of("black", 30.0, "surface"),
        "line" => Mixture::Of("ink_muted", 18.0, "surface"),
        "line_strong" => Mixture::Of("ink_muted", 64.0, "surface"),
        "accent_strong" => Mixture::Of("white", 28.0, "accent"),
        "accent_ink" => Mixture::Of("black", 83.0, "accent"),
        "accent_soft" => Mixture::Of("accent", 18.0, "surface"),
        "danger_ink" => Mixture::Of("black", 84.0, "danger"),
        "danger_soft" => Mixture::Of("danger", 19.0, "surface"),
        _ => return None,
    })
}

fn mixed(share: f64, one: Colour, other: Colour) -> Colour {
    let part = |one: u8, other: u8| {
        let value = (f64::from(one) * share + f64::from(other) * (100.0 - share)) / 100.0;
        value.round().clamp(0.0, 255.0) as u8
    };
    Colour {
        red: part(one.red, other.red),
        green: part(one.green, other.green),
        blue: part(one.blue, other.blue),
    }
}

impl Colours {
    #[must_use]
    pub fn of(&self, theme: Theme, name: &str) -> Option<Colour> {
        match theme {
            Theme::Light => self.light.get(name).copied(),
            Theme::Dark => self.dark.get(name).copied().or_else(|| self.mixed(name)),
        }
    }

    fn mixed(&self, name: &str) -> Option<Colour> {
        let base = |name: &str| match name {
            "black" => Some(Colour {
                red: 0,
                green: 0,
                blue: 0,
            }),
            "white" => Some(Colour {
                red: 255,
                green: 255,
                blue: 255,
            }),
            given => self.dark.get(given).copied(),
        };
        match mixture(name)? {
            Mixture::Given(from) => base(from),
            Mixture::Of(one, share, other) => Some(mixed(share, base(one)?, base(other)?)),
        }
    }

    /// The variables of every page, as the build writes them: `--surface` and so on, and those of dark surfaces with `--dark-` before
    /// their names.
    #[must_use]
    pub fn style(&self) -> String {
        let variables = |colours: &BTreeMap<String, Colour>, prefix: &str| -> Vec<String> {
            colours
                .iter()
                .map(|(name, colour)| format!("{prefix}{}:{colour}", name.replace('_', "-")))
                .collect()
        };
        let mut all = variables(&self.light, "--");
        all.extend(variables(&self.dark, "--dark-"));
        format!(":root{{{}}}", all.join(";"))
    }

    /// A drawing with colours in its places, such as `{dark.surface}`.
    #[must_use]
    pub fn fill(&self, drawing: &str) -> String {
        self.dark.iter().fold(drawing.to_owned(), |text, (name, colour)| {
            text.replace(&format!("{{dark.{name}}}"), &colour.to_string())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_written_as_it_was_read() {
        assert_eq!("#08735B".parse::<Colour>().unwrap().to_string(), "#08735b");
        for wrong in ["08735b", "#0873", "#08735g", "#08735b00", "red", "", "#é8735"] {
            assert_eq!(wrong.parse::<Colour>(), Err(ColourError), "{wrong}");
        }
    }

    #[test]
    fn a_dark_colour_that_is_left_out_is_mixed() {
        let mut colours = Colours::default();
        colours.light.insert("ink".into(), "#112233".parse().unwrap());
        colours.dark.insert("surface".into(), "#0b1420".parse().unwrap());
        colours
            .dark
            .insert("ink_muted".into(), "#a4b0bd".parse().unwrap());
        let shown = |name| colours.of(Theme::Dark, name).map(|colour| colour.to_string());
        assert_eq!(shown("line").as_deref(), Some("#27303c"));
        assert_eq!(shown("accent_ink"), None);
        assert_eq!(
            colours.style(),
            ":root{--ink:#112233;--dark-ink-muted:#a4b0bd;--dark-surface:#0b1420}"
        );
        assert_eq!(colours.fill("<p fill='{dark.surface}'/>"), "<p fill='#0b1420'/>");
    }
}
