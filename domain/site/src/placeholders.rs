//! Values that stand for what the owner has not filled in yet.

use std::fmt;

use crate::SiteValues;

/// Domains that no owner has (RFC 2606).
const RESERVED: [&str; 4] = ["example", "example.com", "example.net", "example.org"];

/// A value that is still a placeholder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placeholder {
    /// Its names from the top of `site.toml`; an item of a list by its number from 0, such as `social[1].url`.
    pub key: String,
}

impl Placeholder {
    /// What is wrong with one, in words that follow the key.
    pub const PROBLEM: &str = "is a placeholder; over https nothing is sold while it stands";
}

impl fmt::Display for Placeholder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.key)
    }
}

/// The placeholders among the values, in the order of `site.toml`.
#[must_use]
pub fn placeholders(values: &SiteValues) -> Vec<Placeholder> {
    let mut found: Vec<Placeholder> = Vec::new();
    let mut look = |key: &str, text: &str| {
        if is_placeholder(text) {
            let key = key.to_owned();
            found.push(Placeholder { key });
        }
    };
    let SiteValues {
        brand,
        home,
        company,
        support,
        community,
        partners,
        reviews,
        figures,
        plans,
        ..
    } = values;
    look("legal_updated", &values.legal_updated);
    look("brand.name", &brand.name);
    look("brand.tagline", &brand.tagline);
    look("home.headline", &home.headline);
    look("home.lead", &home.lead);
    look("company.legal_name", &company.legal_name);
    look("company.street", &company.street);
    look("company.town", &company.town);
    look("company.country", &company.country);
    look("company.vat_number", &company.vat_number);
    if let Some(address) = &company.e_invoices {
        look("company.e_invoices", address);
    }
    look("support.email", &support.email);
    look("support.response_time", &support.response_time);
    look("community.platform", &community.platform);
    look("community.invite_url", &community.invite_url);
    for (number, account) in values.social.iter().enumerate() {
        look(&format!("social[{number}].label"), &account.label);
        look(&format!("social[{number}].url"), &account.url);
    }
    look("partners.funded_accounts.name", &partners.funded_accounts.name);
    look("partners.funded_accounts.url", &partners.funded_accounts.url);
    look("partners.charts.name", &partners.charts.name);
    look("partners.charts.url", &partners.charts.url);
    let evaluation = &partners.discounted_evaluation;
    look("partners.discounted_evaluation.name", &evaluation.name);
    look("partners.discounted_evaluation.url", &evaluation.url);
    look("reviews.name", &reviews.name);
    look("reviews.widget_url", &reviews.widget_url);
    for (number, page) in reviews.pages.iter().enumerate() {
        look(&format!("reviews.pages[{number}].label"), &page.label);
        look(&format!("reviews.pages[{number}].url"), &page.url);
    }
    look("figures.active_traders", &figures.active_traders);
    look("figures.success_rate", &figures.success_rate);
    look("figures.channels", &figures.channels);
    look("figures.active_students", &figures.active_students);
    look("figures.trading_hours", &figures.trading_hours);
    for (name, plan) in [
        ("basic", &plans.basic),
        ("premium", &plans.premium),
        ("mentorship", &plans.mentorship),
    ] {
        look(&format!("plans.{name}.name"), &plan.name);
        look(&format!("plans.{name}.description"), &plan.description);
    }
    found
}

/// Whether a text has a bracket, an address or a name below a reserved domain, or a number of noughts alone.
fn is_placeholder(text: &str) -> bool {
    text.contains('[') || has_reserved_name(text) || is_noughts(text)
}

fn has_reserved_name(text: &str) -> bool {
    let is_part = |sign: char| sign.is_alphanumeric() || matches!(sign, '.' | '-');
    text.split(|sign| !is_part(sign))
        .map(|name| name.trim_matches('.').to_ascii_lowercase())
        .any(|name| {
            RESERVED.iter().any(|reserved| {
                let before = name.strip_suffix(reserved);
                // The word "example" alone is no name of the net.
                before.is_some_and(|before| {
                    before.ends_with('.') || (before.is_empty() && reserved.contains('.'))
                })
            })
        })
        || text
            .rsplit_once('@')
            .is_some_and(|(_, domain)| domain.eq_ignore_ascii_case("example"))
        || text.to_ascii_lowercase().contains("//example/")
        || text.to_ascii_lowercase().ends_with("//example")
}

/// A number of zeros such as `BE 0000.000.000`. `Straat 0` is not a placeholder: it has letters and a single zero.
fn is_noughts(text: &str) -> bool {
    let digits = || text.chars().filter(char::is_ascii_digit);
    let has_letters = text.chars().any(char::is_alphabetic);
    digits().count() > usize::from(has_letters) && digits().all(|digit| digit == '0')
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("[Company name] BV")]
    #[case("BE 0000.000.000")]
    #[case("support@example.com")]
    #[case("support@mail.EXAMPLE.org")]
    #[case("a@example")]
    #[case("https://community.example/invite")]
    #[case("https://example/")]
    #[case("Write to help.example.net.")]
    fn a_placeholder_is_found(#[case] text: &str) {
        assert!(is_placeholder(text));
    }

    #[rstest]
    #[case("")]
    #[case("Example Prop Firm")]
    #[case("24/7")]
    #[case("Straat 0")]
    #[case("BE 0123.456.789")]
    #[case("a@myexample.com")]
    #[case("a@example.com.school")]
    #[case("https://real.school/?from=example.page")]
    #[case("for example")]
    fn a_value_of_the_owner_is_not(#[case] text: &str) {
        assert!(!is_placeholder(text));
    }
}
