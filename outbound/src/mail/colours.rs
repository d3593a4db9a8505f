//! The colours of mails: the site's, from the frontend's settings. Mail programs know neither variables nor mixed colours, so
//! those of dark surfaces that the site mixes in its stylesheet are computed here, in the same shares.

use serde::Deserialize;

const SITE: &str = include_str!("../../../frontend/src/settings/colours.json");

/// Each as `#rrggbb`.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Colours {
    pub surface: String,
    pub surface_raised: String,
    pub surface_sunken: String,
    pub ink: String,
    pub ink_muted: String,
    pub line: String,
    pub line_strong: String,
    pub accent: String,
    pub accent_ink: String,
    pub dark: DarkColours,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct DarkColours {
    pub surface: String,
    pub ink: String,
    pub ink_muted: String,
    pub accent: String,
}

impl Colours {
    /// # Errors
    /// When the settings file is not what this reads: a fault of the build.
    pub(crate) fn of_the_site() -> Result<Self, serde_json::Error> {
        serde_json::from_str(SITE)
    }
}

impl DarkColours {
    pub(crate) fn surface_raised(&self) -> String {
        mixed(&self.ink_muted, 6, &self.surface)
    }

    pub(crate) fn surface_sunken(&self) -> String {
        mixed("#000000", 30, &self.surface)
    }

    pub(crate) fn line(&self) -> String {
        mixed(&self.ink_muted, 18, &self.surface)
    }

    pub(crate) fn accent_strong(&self) -> String {
        mixed("#ffffff", 28, &self.accent)
    }

    pub(crate) fn accent_ink(&self) -> String {
        mixed("#000000", 83, &self.accent)
    }
}

/// A share of one colour, in percent, and the rest of the other; the other where one of them is no `#rrggbb`.
fn mixed(colour: &str, share: u32, other: &str) -> String {
    let (Some(from), Some(to)) = (channels(colour), channels(other)) else {
        return other.to_owned();
    };
    let mut mixed = String::from("#");
    for (one, rest) in from.iter().zip(to) {
        let channel = (u32::from(*one) * share + u32::from(rest) * (100 - share) + 50) / 100;
        mixed.push_str(&format!("{channel:02x}"));
    }
    mixed
}

fn channels(colour: &str) -> Option<[u8; 3]> {
    let mut channels = [0; 3];
    hex::decode_to_slice(colour.strip_prefix('#')?, &mut channels).ok()?;
    Some(channels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sites_colours_are_read_and_mixed_as_the_stylesheet_mixes_them() {
        let colours = Colours::of_the_site().unwrap();
        assert_eq!(channels(&colours.accent_ink), Some([255; 3]));
        assert_eq!(mixed("#ffffff", 28, "#000000"), "#474747");
        assert_eq!(mixed("#0b1420", 0, "#a4b0bd"), "#a4b0bd");
        assert_eq!(mixed("ink", 50, "#a4b0bd"), "#a4b0bd");
        assert_ne!(colours.dark.line(), colours.dark.surface);
    }
}
