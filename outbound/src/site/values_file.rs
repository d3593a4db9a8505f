//! `site.toml`: its text over the built-in one.

use std::path::Path;

use ::site::{COUNTRY_RATE, KEYS, Redirects, SiteValues, country_rates, price_list};
use serde::Deserialize as _;
use toml::{Table, Value};

use super::{
    keys::problem_of,
    problem::SiteProblem,
    redirects::{REDIRECTS, read_redirects},
};
use crate::toml_file::{
    key::joined,
    read::{TomlFile, read_toml},
};

/// What `portal site init` writes: the built-in values, with a comment on each. The frontend's tests hold it equal to
/// `frontend/src/settings/site.ts`.
pub(super) const BUILT_IN: &str = include_str!("site.toml");

pub(super) fn built_in_values() -> Result<SiteValues, SiteProblem> {
    let table = toml::from_str(BUILT_IN).map(Value::Table);
    table.and_then(SiteValues::deserialize).map_err(|error| {
        SiteProblem::of_file(Path::new("the built-in site.toml"), error.message().to_owned())
    })
}

/// The values of a text, of which what it leaves out is built in, and its redirects.
pub(super) fn read_values(text: &str, path: &Path) -> Result<(SiteValues, Redirects), Vec<SiteProblem>> {
    let (values, redirects, file) = values_by_rules(text, path)?;
    let wrong_rates = country_rates(&values).err().unwrap_or_default();
    let wrong_rates = wrong_rates.into_iter().map(|rate| {
        let found = file.problem(&joined("vat.countries", &rate.key), rate.what);
        SiteProblem::in_line(path, found, Some(COUNTRY_RATE.example))
    });
    in_lines(wrong_rates.collect())?;
    price_list(&values).map_err(|problem| vec![SiteProblem::of_file(path, problem)])?;
    Ok((values, redirects))
}

/// The values of a text, each of which keeps its own rule, its redirects, and where its keys stand.
pub(super) fn values_by_rules<'t>(
    text: &'t str,
    path: &Path,
) -> Result<(SiteValues, Redirects, TomlFile<'t>), Vec<SiteProblem>> {
    let (file, found) =
        read_toml(text, KEYS).map_err(|found| vec![SiteProblem::in_line(path, found, None)])?;
    let mut problems: Vec<_> = found.into_iter().map(|found| problem_of(path, found)).collect();
    let redirects = read_redirects(&file, path, &mut problems);
    in_lines(problems)?;
    let whole = |error: toml::de::Error| vec![SiteProblem::of_file(path, error.message().to_owned())];
    let mut own: Table = toml::from_str(text).map_err(whole)?;
    own.remove(REDIRECTS);
    let built_in: Table = toml::from_str(BUILT_IN).map_err(whole)?;
    let merged = with_unsold_plans(merge(built_in, own));
    in_lines(half_opened(&file, path, &merged))?;
    let values = SiteValues::deserialize(Value::Table(merged)).map_err(whole)?;
    Ok((values, redirects, file))
}

/// Problems in the order of their lines, if there are any.
fn in_lines(mut problems: Vec<SiteProblem>) -> Result<(), Vec<SiteProblem>> {
    problems.sort_by_key(|problem| problem.line);
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems)
    }
}

/// The plans of which a part of what they open is missing.
fn half_opened(file: &TomlFile<'_>, path: &Path, values: &Table) -> Vec<SiteProblem> {
    let Some(Value::Table(plans)) = values.get("plans") else {
        return Vec::new();
    };
    let half = |name: &String, plan: &Value| {
        let opens = plan.get("opens")?.as_table()?;
        let missing = ["courses", "term"]
            .into_iter()
            .find(|part| !opens.contains_key(*part))?;
        let full = format!("plans.{name}.opens");
        let found = file.problem(
            &full,
            format_args!("{missing} is missing; needs both courses and term"),
        );
        let example = "opens = { courses = [\"futures\"], term = \"3m\" }";
        Some(SiteProblem::in_line(path, found, Some(example)))
    };
    plans.iter().filter_map(|(name, plan)| half(name, plan)).collect()
}

/// Tables are merged, everything else is replaced.
fn merge(mut below: Table, over: Table) -> Table {
    for (name, value) in over {
        let merged = match (below.remove(&name), value) {
            (Some(Value::Table(old)), Value::Table(new)) => Value::Table(merge(old, new)),
            (_, new) => new,
        };
        below.insert(name, merged);
    }
    below
}

/// `opens = false` takes away what the built-in plan opens.
fn with_unsold_plans(mut values: Table) -> Table {
    if let Some(Value::Table(plans)) = values.get_mut("plans") {
        for (_, plan) in plans.iter_mut() {
            if let Value::Table(plan) = plan
                && plan.get("opens") == Some(&Value::Boolean(false))
            {
                plan.remove("opens");
            }
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use ::site::{Access, AccessReading, Currency, KEYS, RefundDays};

    use super::*;

    fn problems(text: &str) -> Vec<String> {
        let found = read_values(text, Path::new("site.toml")).unwrap_err();
        found.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn an_empty_file_is_the_built_in_site() {
        let empty = read_values("", Path::new("site.toml")).unwrap();
        assert_eq!(empty, (built_in_values().unwrap(), Redirects::default()));
        assert_eq!(read_values(BUILT_IN, Path::new("site.toml")).unwrap(), empty);
    }

    #[test]
    fn every_key_with_a_built_in_value_stands_in_the_file_that_is_written() {
        for key in KEYS.iter().filter(|key| !key.path.ends_with('*')) {
            let name = key.path.rsplit(['.', ']']).next().unwrap();
            assert!(
                BUILT_IN.lines().any(
                    |line| line.starts_with(&format!("{name} =")) || line.contains(&format!(" {name} ="))
                ) || ["refund_days", "access"].contains(&key.path),
                "{}",
                key.path
            );
        }
    }

    #[test]
    fn the_built_in_colours_have_the_contrast_of_each_pair() {
        assert_eq!(::site::contrast_problems(&built_in_values().unwrap().colours), []);
    }

    #[test]
    fn what_is_set_replaces_what_is_built_in_and_nothing_else() {
        let text = "currency = \"eur\"\nrefund_days = 30\naccess = \"lifetime\"\nsocial = []\n\
                    [brand]\nname = \"Opening Range\"\n[plans.basic]\nprice = 199\nopens = false\n[colours.dark]\naccent = \"#00ff00\"\n";
        let (values, _) = read_values(text, Path::new("site.toml")).unwrap();
        assert_eq!(values.brand.name, "Opening Range");
        assert_eq!(values.brand.tagline, built_in_values().unwrap().brand.tagline);
        assert_eq!(
            (values.plans.basic.price, &values.plans.basic.opens),
            (199, &None)
        );
        assert_eq!(values.plans.premium.price, 420);
        assert_eq!(values.currency, Currency::Eur);
        assert_eq!(values.refund_days, RefundDays::Every(30));
        assert_eq!(values.access, Access::Every(AccessReading::Lifetime));
        assert!(values.social.is_empty() && values.colours.dark["accent"].to_string() == "#00ff00");
    }

    #[test]
    fn every_problem_of_every_kind_is_named_with_its_line_and_an_example_in_the_order_of_lines() {
        let text = r##"curency = "eur"
legal_updated = 2025
home = "Know your trade"
partners = []
reviews = { pages = "none", name = "" }

[plans.basic]
price = 29.5
opens = { courses = "bonds", therm = "3m" }
[plans.premium]
opens = true
[plans.vip]
price = 1

[colours]
accent = "green"
[colours.dark]
acent = "#08735b"
ink = 3

[vat]
countries = { NL = "21" }

[[social]]
network = "myspace"
label = "M"

[redirects]
"/old" = 3
"/older" = "/nowhere"
"##;
        assert_eq!(
            problems(text),
            [
                "site.toml:1: curency: is an unknown key; did you mean currency?",
                "site.toml:2: legal_updated: must be a text in quotation marks; for example legal_updated = \"March 25, 2025\"",
                "site.toml:3: home: must be a table, not a text; for example [home] and below it headline = \"Know your trade before the bell\"",
                "site.toml:4: partners: must be a table, not an array; for example [partners.funded_accounts] and below it name = \"Example Prop Firm\"",
                "site.toml:5: reviews.name: must not be empty; for example name = \"Example Reviews\"",
                "site.toml:5: reviews.pages: must be [[pages]] tables, not a text; for example [[reviews.pages]]",
                "site.toml:8: plans.basic.price: must be a whole number from 1 to 100000, in whole units of the currency; for example price = 300",
                "site.toml:9: plans.basic.opens.courses: must be futures, crypto or forex, or a list of slugs; for example courses = \"futures\"",
                "site.toml:9: plans.basic.opens.therm: is an unknown key; did you mean term?",
                "site.toml:11: plans.premium.opens: must be a table, or false for a plan that cannot be bought; for example opens = { courses = \"futures\", term = \"3m\" }",
                "site.toml:12: plans.vip: is an unknown key",
                "site.toml:16: colours.accent: must be a colour of six hexadecimal digits; for example accent = \"#08735b\"",
                "site.toml:18: colours.dark.acent: is an unknown key; did you mean accent?",
                "site.toml:19: colours.dark.ink: must be a text in quotation marks; for example ink = \"#08735b\"",
                "site.toml:22: vat.countries.NL: must be a number from 0 to 50; for example NL = 21",
                "site.toml:24: social[0].url: is missing; for example url = \"https://www.youtube.com/@your-channel\"",
                "site.toml:25: social[0].network: must be one of instagram, youtube, x, tiktok, facebook; for example network = \"youtube\"",
                "site.toml:29: redirects.\"/old\": must be a text in quotation marks; for example \"/old-address\" = \"/pricing\"",
                "site.toml:30: redirects.\"/older\": its target `/nowhere` is no page of this site; for example \"/old-address\" = \"/pricing\"",
            ]
        );
    }

    #[test]
    fn each_wrong_rate_is_named_with_its_line() {
        let text = "[vat]\npercent = 21\noss = true\n[vat.countries]\nNL = 21\nUK = 20\nel = 24\nBE = 20\nFR = 20\nMC = 19\n";
        assert_eq!(
            problems(text),
            [
                "site.toml:6: vat.countries.UK: is no country of ISO 3166-1, where Greece is GR and the United Kingdom GB; for example NL = 21",
                "site.toml:7: vat.countries.el: is no country of ISO 3166-1, where Greece is GR and the United Kingdom GB; for example NL = 21",
                "site.toml:8: vat.countries.BE: is your own country, whose rate is vat.percent = 21; for example NL = 21",
                "site.toml:10: vat.countries.MC: counts as FR, which has another rate too; for example NL = 21",
            ]
        );
        assert_eq!(
            problems("[vat]\noss = 1\n[vat.countries]\nNL = \"21\"\nHU = 51\nFI = 25.555\n"),
            [
                "site.toml:2: vat.oss: must be true or false; for example oss = true",
                "site.toml:4: vat.countries.NL: must be a number from 0 to 50; for example NL = 21",
                "site.toml:5: vat.countries.HU: must be a number from 0 to 50; for example NL = 21",
                "site.toml:6: vat.countries.FI: has at most two decimals; for example NL = 21",
            ]
        );
        assert!(problems("[vat]\ncountries = 3\n")[0].contains(":2: vat.countries: must be a table"));
        assert!(
            problems("[company]\ne_invoices = \"books\"\n")[0]
                .contains(":2: company.e_invoices: must be an e-mail address")
        );
    }

    #[test]
    fn the_rates_that_are_written_are_those_of_the_27_countries() {
        let (values, _) =
            read_values(&super::super::template::new_values_file(), Path::new("site.toml")).unwrap();
        let rates = country_rates(&values).unwrap();
        assert!(orders::Country::of_the_union().eq(rates.keys().copied()));
        assert!(
            rates.values().all(|rate| (1_500..=2_700).contains(rate)),
            "{rates:?}"
        );
        let without = SiteValues {
            vat: ::site::Vat {
                countries: std::collections::BTreeMap::new(),
                ..values.vat.clone()
            },
            ..values
        };
        assert_eq!(without, built_in_values().unwrap());
        let list = price_list(&without).unwrap();
        assert!(!list.asks_country() && list.vat.missing_rates(list.home()).is_empty());
    }

    #[test]
    fn a_key_has_its_line_and_what_is_missing_that_of_its_table() {
        let text = "currency = \"usd\"\n\n[company]\ntown = \"c\"\n[[social]]\nurl = \"d\"\n[[social]]\nurl = \"e\"\n[plans.basic]\nname = \"f\"\n";
        let (file, _) = read_toml(text, KEYS).unwrap();
        for (key, line) in [
            ("currency", 1),
            ("company.town", 4),
            ("company.e_invoices", 3),
            ("social[0].url", 6),
            ("social[1].url", 8),
            ("social[1].label", 7),
            ("plans.basic.name", 10),
            ("vat.percent", 1),
        ] {
            assert_eq!(file.line_of(key), line, "{key}");
        }
    }

    #[test]
    fn each_placeholder_is_named_by_its_own_key() {
        let text = "social = [{ network = \"x\", label = \"X\", url = \"https://x.com/bell\" }, { network = \"x\", label = \"[X]\", url = \"https://x.com/b\" }]\n[plans.premium]\nname = \"[Name]\"\n";
        let (values, _) = read_values(text, Path::new("site.toml")).unwrap();
        let keys: Vec<_> = ::site::placeholders(&values)
            .into_iter()
            .map(|found| found.key)
            .collect();
        assert!(keys.contains(&String::from("social[1].label")), "{keys:?}");
        assert_eq!(keys.last().unwrap(), "plans.premium.name");
        assert!(!keys.iter().any(|key| key.starts_with("social[0]")), "{keys:?}");
    }

    #[test]
    fn a_file_that_is_no_toml_is_refused_with_its_line() {
        let lines = problems("[brand]\nname = Before\n");
        assert!(
            lines.len() == 1 && lines[0].starts_with("site.toml:2: "),
            "{lines:?}"
        );
    }

    #[test]
    fn a_currency_without_cents_and_a_wrong_kind_of_value_are_refused() {
        assert!(problems("currency = \"jpy\"\n")[0].contains("must be one of usd, eur"));
        assert!(
            problems("brand = \"Bell\"\n")[0]
                .contains("brand: must be a table, not a text; for example [brand]")
        );
        assert!(problems("social = 3\n")[0].contains("social: must be [[social]] tables"));
        assert!(
            problems("\n[plans.mentorship.opens]\nterm = \"1m\"\n")[0]
                .contains(":2: plans.mentorship.opens: courses is missing")
        );
    }
}
