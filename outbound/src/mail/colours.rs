//! The colours of mails: the owner's, or the built-in ones of the frontend's settings. Mail programs know neither variables nor mixed colours, so
//! those of dark surfaces that the site mixes in its stylesheet are computed here, in the same shares.

use ::site::Theme;
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

    /// The owner's; `None` if one of them is missing.
    pub(crate) fn of_owner(owner: &::site::Colours) -> Option<Self> {
        let shown = |theme, name| owner.of(theme, name).map(|colour| colour.to_string());
        let light = |name| shown(Theme::Light, name);
        let dark = |name| shown(Theme::Dark, name);
        Some(Self {
            surface: light("surface")?,
            surface_raised: light("surface_raised")?,
            surface_sunken: light("surface_sunken")?,
            ink: light("ink")?,
            ink_muted: light("ink_muted")?,
            line: light("line")?,
            line_strong: light("line_strong")?,
            accent: light("accent")?,
            accent_ink: light("accent_ink")?,
            dark: DarkColours {
                surface: dark("surface")?,
                ink: dark("ink")?,
                ink_muted: dark("ink_muted")?,
                accent: dark("accent")?,
            },
        })
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

    #[test]
    fn the_owners_colours_are_taken_and_a_part_of_them_is_not() {
        let mut owner = crate::built_in_site().unwrap().values.colours;
        owner
            .light
            .insert(String::from("accent"), "#7a1fa2".parse().unwrap());
        let colours = Colours::of_owner(&owner).unwrap();
        assert_eq!(colours.accent, "#7a1fa2");
        assert_eq!(colours.surface, Colours::of_the_site().unwrap().surface);
        owner.dark.remove("ink");
        assert!(Colours::of_owner(&owner).is_none());
    }
}
