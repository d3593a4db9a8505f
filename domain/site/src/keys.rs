//! Each key of `site.toml`, its rule, and an example.

use crate::rule::{LEGAL_DAYS, Rule};

/// A key and what may stand there.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// The names from the top; a list's name ends with `[]`, and `*` is any name.
    pub path: &'static str,
    pub rule: Rule,
    /// A line of TOML.
    pub example: &'static str,
}

const fn key(path: &'static str, rule: Rule, example: &'static str) -> Key {
    Key { path, rule, example }
}

const READINGS: Rule = Rule::OneOf(&["subscription", "lifetime"]);
const NETWORKS: Rule = Rule::OneOf(&["instagram", "youtube", "x", "tiktok", "facebook"]);
const DAYS: Rule = Rule::Whole {
    from: 14,
    to: 365,
    unit: LEGAL_DAYS,
};
const LINE: Rule = Rule::Text(200);
const PRICE: Rule = Rule::Whole {
    from: 1,
    to: 100_000,
    unit: ", in whole units of the currency",
};
const COLOUR: &str = "#08735b";

const fn opens(path: &'static str) -> Key {
    key(
        path,
        Rule::Unsold,
        r#"opens = { courses = "futures", term = "3m" }"#,
    )
}

/// Of each country; standard rates of the Union go to 27 %.
pub const COUNTRY_RATE: Key = key("vat.countries.*", Rule::Percent { to: 50 }, "NL = 21");

/// Where an old address leads.
pub const REDIRECT: Key = key("redirects.*", Rule::AnyText, r#""/old-address" = "/pricing""#);

/// Every key, in the order of the file.
pub const KEYS: &[Key] = &[
    key("brand.name", Rule::Text(40), r#"name = "Before the Bell""#),
    key(
        "brand.tagline",
        Rule::Text(70),
        r#"tagline = "Futures and forex, taught before the open""#,
    ),
    key(
        "home.headline",
        Rule::Text(80),
        r#"headline = "Know your trade before the bell""#,
    ),
    key(
        "home.lead",
        Rule::Text(400),
        r#"lead = "Video courses in futures and forex""#,
    ),
    key("company.legal_name", LINE, r#"legal_name = "Opening Range BV""#),
    key("company.street", LINE, r#"street = "Beursplein 1""#),
    key("company.town", LINE, r#"town = "1000 Brussels""#),
    key("company.country", LINE, r#"country = "Belgium""#),
    key(
        "company.vat_number",
        Rule::VatNumber,
        r#"vat_number = "BE 0123.456.789""#,
    ),
    key(
        "company.e_invoices",
        Rule::Email,
        r#"e_invoices = "books@your-site.eu""#,
    ),
    key("support.email", Rule::Email, r#"email = "support@your-site.eu""#),
    key(
        "support.response_time",
        LINE,
        r#"response_time = "typically within 24 hours""#,
    ),
    key("community.platform", LINE, r#"platform = "Discord""#),
    key(
        "community.invite_url",
        Rule::HttpsOrEmpty,
        r#"invite_url = "https://discord.gg/your-server""#,
    ),
    key("social[].network", NETWORKS, r#"network = "youtube""#),
    key("social[].label", LINE, r#"label = "YouTube""#),
    key(
        "social[].url",
        Rule::Https,
        r#"url = "https://www.youtube.com/@your-channel""#,
    ),
    key(
        "partners.funded_accounts.name",
        LINE,
        r#"name = "Example Prop Firm""#,
    ),
    key(
        "partners.funded_accounts.url",
        Rule::HttpsOrEmpty,
        r#"url = "https://prop-firm.com/?partner=your-code""#,
    ),
    key(
        "partners.funded_accounts.up_to_dollars",
        Rule::Whole {
            from: 1,
            to: 100_000_000,
            unit: "",
        },
        "up_to_dollars = 400000",
    ),
    key("partners.charts.name", LINE, r#"name = "Example Charts""#),
    key(
        "partners.charts.url",
        Rule::HttpsOrEmpty,
        r#"url = "https://charts.com/?affiliate=your-code""#,
    ),
    key(
        "partners.discounted_evaluation.name",
        LINE,
        r#"name = "Example Funding""#,
    ),
    key(
        "partners.discounted_evaluation.url",
        Rule::HttpsOrEmpty,
        r#"url = "https://funding.com/signup?code=your-code""#,
    ),
    key(
        "partners.discounted_evaluation.percent_off",
        Rule::Whole {
            from: 1,
            to: 100,
            unit: "",
        },
        "percent_off = 10",
    ),
    key("reviews.name", LINE, r#"name = "Example Reviews""#),
    key("reviews.pages[].label", LINE, r#"label = "English/UK""#),
    key(
        "reviews.pages[].url",
        Rule::Https,
        r#"url = "https://reviews.com/your-company""#,
    ),
    key("reviews.widget_url", Rule::HttpsOrEmpty, r#"widget_url = """#),
    key("figures.active_traders", LINE, r#"active_traders = "1000+""#),
    key("figures.success_rate", LINE, r#"success_rate = "85%""#),
    key("figures.channels", LINE, r#"channels = "24/7""#),
    key("figures.active_students", LINE, r#"active_students = "5,000+""#),
    key("figures.trading_hours", LINE, r#"trading_hours = "1,000+""#),
    key("refund_days", DAYS, "refund_days = 14"),
    key("refund_days.pricing", DAYS, "pricing = 14"),
    key("refund_days.checkout", DAYS, "checkout = 14"),
    key("refund_days.faq", DAYS, "faq = 14"),
    key("refund_days.terms", DAYS, "terms = 14"),
    key("withdrawal_days", DAYS, "withdrawal_days = 14"),
    key("access", READINGS, r#"access = "subscription""#),
    key("access.home", READINGS, r#"home = "subscription""#),
    key("access.faq", READINGS, r#"faq = "subscription""#),
    key(
        "cancellation_hours",
        Rule::Whole {
            from: 1,
            to: 8_760,
            unit: "",
        },
        "cancellation_hours = 24",
    ),
    key(
        "minimum_age",
        Rule::Whole {
            from: 18,
            to: 99,
            unit: "",
        },
        "minimum_age = 18",
    ),
    key("legal_updated", LINE, r#"legal_updated = "March 25, 2025""#),
    key("plans.basic.name", LINE, r#"name = "3-Month Access""#),
    key("plans.basic.price", PRICE, "price = 300"),
    key("plans.basic.duration", Rule::Duration, r#"duration = "3 months""#),
    key(
        "plans.basic.description",
        LINE,
        r#"description = "Basic futures trading course""#,
    ),
    opens("plans.basic.opens"),
    key(
        "plans.basic.opens.courses",
        Rule::Courses,
        r#"courses = "futures""#,
    ),
    key("plans.basic.opens.term", Rule::Term, r#"term = "3m""#),
    key("plans.premium.name", LINE, r#"name = "6-Month Access""#),
    key("plans.premium.price", PRICE, "price = 420"),
    key(
        "plans.premium.duration",
        Rule::Duration,
        r#"duration = "6 months""#,
    ),
    key(
        "plans.premium.description",
        LINE,
        r#"description = "Premium trading experience""#,
    ),
    opens("plans.premium.opens"),
    key(
        "plans.premium.opens.courses",
        Rule::Courses,
        r#"courses = ["futures-foundations"]"#,
    ),
    key("plans.premium.opens.term", Rule::Term, r#"term = "6m""#),
    key("plans.mentorship.name", LINE, r#"name = "1-on-1 Mentorship""#),
    key("plans.mentorship.price", PRICE, "price = 250"),
    key(
        "plans.mentorship.duration",
        Rule::Duration,
        r#"duration = "1 month""#,
    ),
    key(
        "plans.mentorship.description",
        LINE,
        r#"description = "Personal trading guidance""#,
    ),
    opens("plans.mentorship.opens"),
    key(
        "plans.mentorship.opens.courses",
        Rule::Courses,
        r#"courses = "futures""#,
    ),
    key("plans.mentorship.opens.term", Rule::Term, r#"term = "1m""#),
    key("currency", Rule::Currency, r#"currency = "eur""#),
    key("vat.percent", Rule::Percent { to: 50 }, "percent = 21"),
    key("vat.included", Rule::Flag, "included = true"),
    key("vat.reverse_charge", Rule::Flag, "reverse_charge = false"),
    key("vat.oss", Rule::Flag, "oss = true"),
    COUNTRY_RATE,
    key("course_term", Rule::Term, r#"course_term = "lifetime""#),
    key("catalogue.show", Rule::Flag, "show = true"),
    key("colours.surface", Rule::Colour, COLOUR),
    key("colours.surface_raised", Rule::Colour, COLOUR),
    key("colours.surface_sunken", Rule::Colour, COLOUR),
    key("colours.ink", Rule::Colour, COLOUR),
    key("colours.ink_muted", Rule::Colour, COLOUR),
    key("colours.line", Rule::Colour, COLOUR),
    key("colours.line_strong", Rule::Colour, COLOUR),
    key("colours.accent", Rule::Colour, COLOUR),
    key("colours.accent_strong", Rule::Colour, COLOUR),
    key("colours.accent_ink", Rule::Colour, COLOUR),
    key("colours.accent_soft", Rule::Colour, COLOUR),
    key("colours.danger", Rule::Colour, COLOUR),
    key("colours.danger_ink", Rule::Colour, COLOUR),
    key("colours.danger_soft", Rule::Colour, COLOUR),
    key("colours.candle_up", Rule::Colour, COLOUR),
    key("colours.candle_down", Rule::Colour, COLOUR),
    key("colours.dark.surface", Rule::Colour, COLOUR),
    key("colours.dark.surface_raised", Rule::Colour, COLOUR),
    key("colours.dark.surface_sunken", Rule::Colour, COLOUR),
    key("colours.dark.ink", Rule::Colour, COLOUR),
    key("colours.dark.ink_muted", Rule::Colour, COLOUR),
    key("colours.dark.line", Rule::Colour, COLOUR),
    key("colours.dark.line_strong", Rule::Colour, COLOUR),
    key("colours.dark.accent", Rule::Colour, COLOUR),
    key("colours.dark.accent_strong", Rule::Colour, COLOUR),
    key("colours.dark.accent_ink", Rule::Colour, COLOUR),
    key("colours.dark.accent_soft", Rule::Colour, COLOUR),
    key("colours.dark.danger", Rule::Colour, COLOUR),
    key("colours.dark.danger_ink", Rule::Colour, COLOUR),
    key("colours.dark.danger_soft", Rule::Colour, COLOUR),
    key("colours.dark.candle_up", Rule::Colour, COLOUR),
    key("colours.dark.candle_down", Rule::Colour, COLOUR),
    REDIRECT,
];
