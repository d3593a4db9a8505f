//! A device's name, in a few words that stay the same for all versions of its browser.
//!
//! Decision: written here. A library that knows every user agent is a table of thousands of expressions for names that are not shown here,
//! and the names are also kept, to know which kinds of browser an account was seen with.

use crate::Device;

/// By a word of the `User-Agent`. Some browsers name others too, so they stand above the browsers that they name.
const BROWSERS: [(&str, &str); 10] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Opera", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

const SYSTEMS: [(&str, &str); 7] = [
    ("Windows", "Windows"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
];

impl Device {
    /// By browser and system, such as "Chrome on Linux": in the list of devices, and in the mail about a new one. The number of different names is small for any input.
    #[must_use]
    pub fn name(&self) -> String {
        match (self.find(&BROWSERS), self.find(&SYSTEMS)) {
            (Some(browser), Some(system)) => format!("{browser} on {system}"),
            (Some(browser), None) => browser.to_owned(),
            (None, Some(system)) => format!("A program on {system}"),
            (None, None) => String::from("An unknown program"),
        }
    }

    /// Whether neither browser nor system is known.
    pub(crate) fn is_unknown(&self) -> bool {
        self.find(&BROWSERS).or(self.find(&SYSTEMS)).is_none()
    }

    fn find(&self, names: &[(&str, &'static str)]) -> Option<&'static str> {
        let found = names.iter().find(|(word, _)| self.as_str().contains(word));
        found.map(|(_, name)| *name)
    }
}

/// Whether a user signed in with this kind of browser before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BrowserSeen {
    /// The user's first browser, usually that of the registration.
    First,
    Before,
    /// The user has used others, but never this one.
    Never,
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case(
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
        "Firefox on Windows"
    )]
    #[case(
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
        "Edge on Windows"
    )]
    #[case(
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
        "Safari on iPhone"
    )]
    #[case(
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
        "Chrome on Android"
    )]
    #[case(
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
        "Chrome on Linux"
    )]
    #[case(
        "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
        "Chrome on ChromeOS"
    )]
    #[case(
        "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
        "Firefox on Linux"
    )]
    #[case(
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
        "Safari on macOS"
    )]
    #[case(
        "Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1",
        "Chrome on iPad"
    )]
    #[case(
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/140.0 Mobile/15E148 Safari/605.1.15",
        "Firefox on iPhone"
    )]
    #[case(
        "Mozilla/5.0 (Linux; Android 15; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
        "Samsung Internet on Android"
    )]
    #[case(
        "Mozilla/5.0 (Linux; Android 10; HD1913) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36 EdgA/140.0.0.0",
        "Edge on Android"
    )]
    #[case(
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0",
        "Opera on Windows"
    )]
    #[case(
        "Opera/9.80 (Windows NT 6.1; WOW64) Presto/2.12.388 Version/12.18",
        "Opera on Windows"
    )]
    #[case("Wget/1.24 (Linux)", "A program on Linux")]
    #[case("curl/8.0", "An unknown program")]
    #[case("", "An unknown program")]
    fn a_browser_is_known_by_its_kind(#[case] agent: &str, #[case] name: &str) {
        assert_eq!(Device::named(agent).name(), name);
    }

    #[test]
    fn an_update_makes_no_other_browser() {
        let version = |n| {
            Device::named(&format!(
                "Mozilla/5.0 (X11; Linux x86_64; rv:{n}.0) Firefox/{n}.0"
            ))
        };
        assert_eq!(version(139).name(), version(140).name());
    }
}
