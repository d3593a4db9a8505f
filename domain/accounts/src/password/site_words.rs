//! Passwords that are made of the site's own words, which an attacker tries first (OWASP ASVS 6.2.11).

use super::common::fold;

/// What the site is about, and what people put beside it.
const WORDS: &[&str] = &[
    "portal",
    "course",
    "courses",
    "academy",
    "lesson",
    "lessons",
    "trading",
    "trader",
    "traders",
    "trade",
    "trades",
    "futures",
    "future",
    "forex",
    "crypto",
    "bitcoin",
    "market",
    "markets",
    "chart",
    "charts",
    "discord",
    "password",
    "passwort",
    "wachtwoord",
    "pass",
    "welcome",
    "welkom",
    "letmein",
    "login",
    "account",
    "admin",
    "my",
    "mijn",
    "the",
    "i",
    "love",
];

/// So many other characters beside the words: a year and a sign are two of the usual suffixes.
const MAX_OTHERS: usize = 6;

/// The words of this site.
#[derive(Debug, Clone, Default)]
pub struct SiteWords {
    brand: Vec<String>,
}

impl SiteWords {
    /// With the words of the owner's brand.
    #[must_use]
    pub fn of_brand(brand: &str) -> Self {
        let folded = fold(brand);
        let words = folded.split(|c: char| !c.is_alphabetic());
        Self {
            brand: words.filter(|word| !word.is_empty()).map(str::to_owned).collect(),
        }
    }

    /// Whether a folded password is nothing but these words and a few characters.
    pub(super) fn make(&self, folded: &str) -> bool {
        let letters: Vec<char> = folded.chars().filter(|c| c.is_alphabetic()).collect();
        let others = folded.chars().count() - letters.len();
        if letters.is_empty() || others > MAX_OTHERS {
            return false;
        }
        // Whether the letters before a place are words, for each place.
        let mut is_made = vec![false; letters.len() + 1];
        is_made[0] = true;
        for end in 1..=letters.len() {
            is_made[end] = self.words().any(|word| {
                let length = word.chars().count();
                length <= end
                    && is_made[end - length]
                    && word.chars().eq(letters[end - length..end].iter().copied())
            });
        }
        is_made[letters.len()]
    }

    fn words(&self) -> impl Iterator<Item = &str> {
        let brand = self.brand.iter().map(String::as_str);
        WORDS.iter().copied().chain(brand)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_those_that_are_written_down() {
        let page = include_str!("../../../../docs/security.md");
        let (_, rest) = page.split_once("**The site's words.**").unwrap();
        let (_, list) = rest.split_once(":\n").unwrap();
        let (list, _) = list.split_once("\n\n").unwrap();
        let written: Vec<_> = list.split('`').skip(1).step_by(2).collect();
        assert_eq!(written, WORDS);
    }

    #[test]
    fn words_of_the_site_with_a_usual_suffix_are_no_password() {
        let words = SiteWords::of_brand("Before the Bell");
        for made in [
            "TradingPortal",
            "trading2026!",
            "123-futures",
            "BeforeTheBell1",
            "before the bell",
            "MyCryptoCourse",
            "ilovetrading",
        ] {
            assert!(words.make(&fold(made)), "{made}");
        }
        for other in [
            "trading1234567",
            "trading pelican",
            "before noon",
            "20262026",
            "bellbefor",
        ] {
            assert!(!words.make(&fold(other)), "{other}");
        }
        assert!(!SiteWords::default().make("beforethebell"));
    }
}
