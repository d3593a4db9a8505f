//! A folder of the owner's that is not written yet: the built-in values, and the owner's in place of placeholders.

use std::path::{Path, PathBuf};

use ::site::{KEYS, Key, Placeholder, placeholders};
use kernel::typed_address;
use toml::Table;

use super::{
    VALUES_FILE,
    edit::{with_value, without_item},
    place::value_of,
    problem::SiteProblem,
    template::{InitError, check_new_folder, new_values_file, write_values},
    values_file::{read_values, values_by_rules},
};

/// What an owner types for an address, an account or a page that the owner does not have.
const NOTHING: &str = "-";

/// `site.toml` before it is written.
#[derive(Debug)]
pub struct NewSite {
    folder: PathBuf,
    text: String,
}

/// A placeholder that the owner can be asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteQuestion {
    pub key: String,
    /// An example; of an item of a list what it says today, which tells it apart.
    pub hint: String,
}

impl NewSite {
    /// The built-in values.
    ///
    /// # Errors
    /// [`InitError`] where the folder has such a file, or cannot be written.
    pub fn of(folder: &Path) -> Result<Self, InitError> {
        check_new_folder(folder)?;
        Ok(Self {
            folder: folder.to_owned(),
            text: new_values_file(),
        })
    }

    /// The placeholders that are left, in the order of the file.
    #[must_use]
    pub fn questions(&self) -> Vec<SiteQuestion> {
        let values = values_by_rules(&self.text, &self.file());
        let left = values
            .map(|(values, ..)| placeholders(&values))
            .unwrap_or_default();
        left.into_iter()
            .map(|Placeholder { key }| SiteQuestion {
                hint: self.hint(&key).unwrap_or_default(),
                key,
            })
            .collect()
    }

    /// Puts an answer in the place of a placeholder. Of an item of a list, `-` takes the item away; elsewhere it is an empty text.
    ///
    /// # Errors
    /// What is wrong with the answer, as `site check` says it; nothing is changed.
    pub fn answer(&mut self, question: &SiteQuestion, typed: &str) -> Result<(), String> {
        let key = question.key.as_str();
        let item = key
            .rsplit_once('.')
            .map(|(item, _)| item)
            .filter(|item| item.ends_with(']'));
        let changed = match (typed.trim(), item) {
            (NOTHING, Some(item)) => without_item(&self.text, item),
            (NOTHING, None) => with_value(&self.text, key, ""),
            (text, _) => with_value(&self.text, key, &as_meant(key, text)),
        };
        let changed = changed.ok_or_else(|| format!("{key}: the file has no such value"))?;
        let (values, ..) = values_by_rules(&changed, &self.file())
            .map_err(|problems| problems.first().map(SiteProblem::reason).unwrap_or_default())?;
        // Of an item that was taken away the next one has the number.
        let is_there = typed.trim() != NOTHING;
        if is_there && placeholders(&values).iter().any(|left| left.key == key) {
            return Err(format!("{key} {}", Placeholder::PROBLEM));
        }
        self.text = changed;
        Ok(())
    }

    /// What keeps a server from reading the values together, each of which keeps its rule.
    #[must_use]
    pub fn problems(&self) -> Vec<SiteProblem> {
        read_values(&self.text, &self.file()).err().unwrap_or_default()
    }

    /// Writes the file into the folder, which is made where it does not exist. Answers the file's path.
    ///
    /// # Errors
    /// [`InitError`]; an existing file is never changed.
    pub fn write(self) -> Result<PathBuf, InitError> {
        write_values(&self.folder, &self.text)
    }

    fn file(&self) -> PathBuf {
        self.folder.join(VALUES_FILE)
    }

    fn hint(&self, key: &str) -> Option<String> {
        let rule = key_of(key)?;
        if rule.path.contains("[]") {
            let root = toml::de::DeTable::parse(&self.text).ok()?;
            let today = value_of(root.get_ref(), key)?.get_ref().as_str()?;
            return Some(format!("now {today}"));
        }
        let example: Table = rule.example.parse().ok()?;
        let value = example.values().next()?.as_str()?.to_owned();
        Some(format!("for example {value}"))
    }
}

/// The row of a key that may hold the numbers of items.
fn key_of(key: &str) -> Option<&'static Key> {
    let mut path = String::new();
    for part in key.split_inclusive(']') {
        let name = part.strip_suffix(']').and_then(|part| part.split_once('['));
        path.push_str(&name.map_or(part.to_owned(), |(name, _)| format!("{name}[]")));
    }
    KEYS.iter().find(|known| known.path == path)
}

/// Signs that no address and no number has come with what is pasted. A text stays as it was typed.
fn as_meant(key: &str, text: &str) -> String {
    match key_of(key).map(|key| key.rule) {
        Some(::site::Rule::Text(_)) | None => text.to_owned(),
        Some(_) => typed_address(text),
    }
}

#[cfg(test)]
mod tests {
    use super::super::place::span_of;
    use super::*;

    fn new_site() -> (tempfile::TempDir, NewSite) {
        let folder = tempfile::tempdir().unwrap();
        let site = NewSite::of(&folder.path().join("own")).unwrap();
        (folder, site)
    }

    fn keys(site: &NewSite) -> Vec<String> {
        site.questions()
            .into_iter()
            .map(|question| question.key)
            .collect()
    }

    fn question(site: &NewSite, key: &str) -> SiteQuestion {
        let mut questions = site.questions().into_iter();
        questions.find(|question| question.key == key).unwrap()
    }

    #[test]
    fn the_placeholders_are_asked_in_the_order_of_the_file_each_with_what_helps() {
        let (_folder, site) = new_site();
        let questions = site.questions();
        let shown: Vec<_> = questions
            .iter()
            .map(|question| (question.key.as_str(), question.hint.as_str()))
            .collect();
        assert_eq!(
            shown,
            [
                ("company.legal_name", "for example Opening Range BV"),
                ("company.street", "for example Beursplein 1"),
                ("company.town", "for example 1000 Brussels"),
                ("company.vat_number", "for example BE 0123.456.789"),
                ("support.email", "for example support@your-site.eu"),
                (
                    "community.invite_url",
                    "for example https://discord.gg/your-server"
                ),
                ("social[0].url", "now https://instagram.example/your-account"),
                ("social[1].url", "now https://youtube.example/your-channel"),
                ("social[2].url", "now https://x.example/your-account"),
                (
                    "partners.funded_accounts.url",
                    "for example https://prop-firm.com/?partner=your-code"
                ),
                (
                    "partners.charts.url",
                    "for example https://charts.com/?affiliate=your-code"
                ),
                (
                    "partners.discounted_evaluation.url",
                    "for example https://funding.com/signup?code=your-code"
                ),
                (
                    "reviews.pages[0].url",
                    "now https://nl.reviews.example/your-company"
                ),
                (
                    "reviews.pages[1].url",
                    "now https://en.reviews.example/your-company"
                ),
            ]
        );
        let at = |key: &str| span_of(&site.text, key).unwrap().start;
        assert!(questions.is_sorted_by_key(|question| at(&question.key)));
    }

    #[test]
    fn an_answer_stands_in_the_file_and_everything_else_stays() {
        let (_folder, mut site) = new_site();
        let asked = question(&site, "social[1].url");
        site.answer(&asked, " https://www.youtube.com/@bell\u{200b} ")
            .unwrap();
        let expected = new_values_file().replace(
            "https://youtube.example/your-channel",
            "https://www.youtube.com/@bell",
        );
        assert_eq!(site.text, expected);
        assert!(!keys(&site).contains(&asked.key) && keys(&site).len() == 13);
        let asked = question(&site, "company.legal_name");
        site.answer(&asked, "Bell \"The\" BV").unwrap();
        let (values, _) = read_values(&site.text, Path::new("site.toml")).unwrap();
        assert_eq!(values.company.legal_name, "Bell \"The\" BV");
    }

    #[test]
    fn a_wrong_answer_changes_nothing_and_has_the_reason_of_the_check() {
        let (_folder, mut site) = new_site();
        for (key, typed, reason) in [
            (
                "company.street",
                "-",
                "company.street: must not be empty; for example street = \"Beursplein 1\"",
            ),
            (
                "company.vat_number",
                "0123",
                "company.vat_number: must be a VAT number of a country of the EU, such as BE 0123.456.789; \
                 for example vat_number = \"BE 0123.456.789\"",
            ),
            (
                "support.email",
                "desk",
                "support.email: must be an e-mail address; for example email = \"support@your-site.eu\"",
            ),
            (
                "support.email",
                "desk@example.com",
                "support.email is a placeholder; over https nothing is sold while it stands",
            ),
            (
                "social[2].url",
                "http://x.com/bell",
                "social[2].url: must be an address that starts with https://; \
                 for example url = \"https://www.youtube.com/@your-channel\"",
            ),
        ] {
            let asked = question(&site, key);
            assert_eq!(site.answer(&asked, typed), Err(reason.to_owned()));
            assert_eq!(site.text, new_values_file());
        }
        let long = "x".repeat(201);
        let asked = question(&site, "company.town");
        assert!(
            site.answer(&asked, &long)
                .unwrap_err()
                .contains("has more than 200 characters")
        );
        assert!(
            site.answer(&asked, "a\u{1b}[D")
                .unwrap_err()
                .contains("control characters")
        );
    }

    #[test]
    fn what_the_owner_does_not_have_is_left_out() {
        let (_folder, mut site) = new_site();
        for key in [
            "community.invite_url",
            "partners.charts.url",
            "social[0].url",
            "social[0].url",
            "social[0].url",
        ] {
            let asked = question(&site, key);
            site.answer(&asked, "-").unwrap();
        }
        for _ in 0..2 {
            let asked = question(&site, "reviews.pages[0].url");
            site.answer(&asked, "-").unwrap();
        }
        let (values, _) = read_values(&site.text, Path::new("site.toml")).unwrap();
        assert!(values.community.invite_url.is_empty() && values.partners.charts.url.is_empty());
        assert!(values.social.is_empty() && values.reviews.pages.is_empty());
        assert_eq!(values.reviews.name, "Example Reviews");
        let comments = |text: &str| text.lines().filter(|line| line.starts_with('#')).count();
        assert_eq!(comments(&site.text), comments(&new_values_file()));
    }

    #[test]
    fn a_number_of_another_country_is_taken_and_what_it_asks_of_other_values_is_said() {
        let (_folder, mut site) = new_site();
        assert!(site.problems().is_empty());
        let asked = question(&site, "company.vat_number");
        site.answer(&asked, "DE 123456788").unwrap();
        let problems = site.problems();
        assert!(
            problems.len() == 1
                && problems[0]
                    .problem
                    .starts_with("vat.countries.DE: is your own country"),
            "{problems:?}"
        );
        assert_eq!(site.questions().len(), 13);
    }

    #[test]
    fn what_is_written_without_an_answer_is_the_built_in_file() {
        let (folder, site) = new_site();
        let file = site.write().unwrap();
        assert_eq!(file, folder.path().join("own/site.toml"));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), new_values_file());
        let again = NewSite::of(&folder.path().join("own")).unwrap_err();
        assert!(again.to_string().contains("exists already"), "{again}");
    }
}
