//! The rule of one value: what may stand at a key, in words for the owner.

use courses::Slug;
use kernel::AccessTerm;
use orders::VatNumber;

use crate::{Colour, Currency, OpenedCourses};

/// A value as a file gives it, of the kinds that a file can hold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Given<'a> {
    Text(&'a str),
    Whole(i64),
    Decimal(f64),
    Flag(bool),
    /// A list of texts; `None` if it holds anything else.
    List(Option<&'a [&'a str]>),
    Table,
    Other,
}

/// What may stand at a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// A text that is not empty, of at most so many characters.
    Text(usize),
    /// A text whose rule needs the whole file.
    AnyText,
    Email,
    /// An address of the web that starts with `https://`.
    Https,
    /// [`Rule::Https`], or empty.
    HttpsOrEmpty,
    OneOf(&'static [&'static str]),
    Whole {
        from: i64,
        to: i64,
        unit: &'static str,
    },
    /// A percentage with at most two decimals.
    Percent {
        to: i64,
    },
    Flag,
    /// In place of a table of what a plan opens: `false`.
    Unsold,
    Term,
    /// `3 months`, `1 year`.
    Duration,
    /// A type of course, or a list of slugs.
    Courses,
    Currency,
    /// Of a country of the Union; shown as it is written, such as `BE 0123.456.789`.
    VatNumber,
    Colour,
}

impl Rule {
    /// # Errors
    /// What is wrong, in words that follow the key.
    pub fn check(self, given: Given<'_>) -> Result<(), String> {
        match (self, given) {
            (Self::Flag, Given::Flag(_)) => Ok(()),
            (Self::Flag, _) => Err(String::from("must be true or false")),
            (Self::Unsold, Given::Flag(false)) => Ok(()),
            (Self::Unsold, _) => Err(String::from(
                "must be a table, or false for a plan that cannot be bought",
            )),
            (Self::Whole { from, to, unit }, given) => match given {
                Given::Whole(number) if (from..=to).contains(&number) => Ok(()),
                Given::Whole(number) if number < from && unit == LEGAL_DAYS => {
                    Err(format!("is at least {from} days by Belgian law"))
                }
                _ => Err(format!("must be a whole number from {from} to {to}{unit}")),
            },
            (Self::Percent { to }, given) => percent(to, given),
            (Self::Courses, given) => courses(given),
            (rule, Given::Text(text)) => rule.check_text(text),
            (_, _) => Err(String::from("must be a text in quotation marks")),
        }
    }

    fn check_text(self, text: &str) -> Result<(), String> {
        let wrong = |problem: &str| Err(problem.to_owned());
        if text.chars().any(char::is_control) {
            return wrong("must be one line without control characters");
        }
        match self {
            Self::Text(_) if text.trim().is_empty() => wrong("must not be empty"),
            Self::Text(most) if text.chars().count() > most => {
                Err(format!("has more than {most} characters"))
            }
            Self::Email if mail_parts(text).is_none() => wrong("must be an e-mail address"),
            Self::Https if !is_https(text) => wrong("must be an address that starts with https://"),
            Self::HttpsOrEmpty if !text.is_empty() && !is_https(text) => {
                wrong("must be an address that starts with https://, or empty")
            }
            Self::OneOf(known) if !known.contains(&text) => {
                Err(format!("must be one of {}", known.join(", ")))
            }
            Self::Term if text.parse::<AccessTerm>().is_err() => wrong("must look like 3m, 90d or lifetime"),
            Self::Duration if !is_duration(text) => wrong("must look like 3 months or 1 year"),
            Self::Currency => text
                .parse::<Currency>()
                .map(drop)
                .map_err(|error| error.to_string()),
            Self::VatNumber if VatNumber::with_pattern(text).is_err() => {
                wrong("must be a VAT number of a country of the EU, such as BE 0123.456.789")
            }
            Self::Colour => text
                .parse::<Colour>()
                .map(drop)
                .map_err(|error| error.to_string()),
            _ => Ok(()),
        }
    }
}

/// The unit by which a rule of law is distinguished from a rule of the product.
pub(crate) const LEGAL_DAYS: &str = " days";

fn percent(to: i64, given: Given<'_>) -> Result<(), String> {
    let number = match given {
        Given::Whole(number) => number as f64,
        Given::Decimal(number) => number,
        _ => return Err(format!("must be a number from 0 to {to}")),
    };
    if !(0.0..=to as f64).contains(&number) {
        return Err(format!("must be a number from 0 to {to}"));
    }
    let cents = number * 100.0;
    if (cents - cents.round()).abs() > 1e-6 {
        return Err(String::from("has at most two decimals"));
    }
    Ok(())
}

fn courses(given: Given<'_>) -> Result<(), String> {
    match given {
        Given::Text(text) if OpenedCourses::TYPES.iter().any(|known| known.as_str() == text) => Ok(()),
        Given::List(Some([])) => Err(String::from("needs at least one course")),
        Given::List(Some(slugs)) if slugs.len() > 50 => Err(String::from("names more than 50 courses")),
        Given::List(Some(slugs)) => {
            for (at, slug) in slugs.iter().enumerate() {
                if slug.parse::<Slug>().is_err() {
                    return Err(format!("{slug:?} is not the slug of a course"));
                }
                if slugs.iter().take(at).any(|before| before == slug) {
                    return Err(format!("names {slug} twice"));
                }
            }
            Ok(())
        }
        _ => Err(String::from(
            "must be futures, crypto or forex, or a list of slugs",
        )),
    }
}

/// The part before the sign and the domain, of an address that a page can link to.
fn mail_parts(text: &str) -> Option<(&str, &str)> {
    let (name, domain) = text.split_once('@')?;
    let is_plain = |part: &str| {
        !part.is_empty()
            && !part.contains(|sign: char| sign.is_whitespace() || "@,;:<>()[]\\\"".contains(sign))
    };
    (is_plain(name) && is_plain(domain) && domain.contains('.')).then_some((name, domain))
}

fn is_https(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("https://") else {
        return false;
    };
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    !host.is_empty()
        && host
            .chars()
            .all(|sign| sign.is_alphanumeric() || "-.:".contains(sign))
        && host.starts_with(char::is_alphanumeric)
        && !text.contains(|sign: char| sign.is_whitespace() || "\"'<>\\".contains(sign))
}

fn is_duration(text: &str) -> bool {
    let Some((count, unit)) = text.split_once(' ') else {
        return false;
    };
    let count: Option<u8> = count
        .parse()
        .ok()
        .filter(|count| *count > 0 && !text.starts_with('+'));
    count.is_some_and(|count| match unit {
        "month" | "year" => count == 1,
        "months" | "years" => count > 1,
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(Rule::Text(3), Given::Text("abc"))]
    #[case(Rule::Email, Given::Text("desk@real.school"))]
    #[case(Rule::Https, Given::Text("https://real.school/a?b=c#d"))]
    #[case(Rule::HttpsOrEmpty, Given::Text(""))]
    #[case(Rule::Whole { from: 1, to: 9, unit: "" }, Given::Whole(9))]
    #[case(Rule::Percent { to: 50 }, Given::Decimal(5.55))]
    #[case(Rule::Percent { to: 50 }, Given::Whole(21))]
    #[case(Rule::AnyText, Given::Text(""))]
    #[case(Rule::Unsold, Given::Flag(false))]
    #[case(Rule::Term, Given::Text("90d"))]
    #[case(Rule::Duration, Given::Text("3 months"))]
    #[case(Rule::Duration, Given::Text("1 year"))]
    #[case(Rule::Courses, Given::Text("forex"))]
    #[case(Rule::Courses, Given::List(Some(&["futures-foundations"])))]
    #[case(Rule::VatNumber, Given::Text("BE 0123.456.789"))]
    #[case(Rule::VatNumber, Given::Text("GR 123456789"))]
    #[case(Rule::VatNumber, Given::Text("NL 1234.56.789.B01"))]
    #[case(Rule::VatNumber, Given::Text("DE 123 456 789"))]
    fn a_right_value_is_taken(#[case] rule: Rule, #[case] given: Given<'_>) {
        assert_eq!(rule.check(given), Ok(()));
    }

    #[rstest]
    #[case(Rule::Text(3), Given::Text("abcd"), "has more than 3 characters")]
    #[case(Rule::Text(3), Given::Text(" "), "must not be empty")]
    #[case(
        Rule::Text(30),
        Given::Text("a\nb"),
        "must be one line without control characters"
    )]
    #[case(Rule::Text(3), Given::Whole(3), "must be a text in quotation marks")]
    #[case(Rule::Email, Given::Text("desk"), "must be an e-mail address")]
    #[case(
        Rule::Https,
        Given::Text("http://real.school"),
        "must be an address that starts with https://"
    )]
    #[case(
        Rule::Https,
        Given::Text("https://a\"onload=x"),
        "must be an address that starts with https://"
    )]
    #[case(
        Rule::Https,
        Given::Text("javascript:alert(1)"),
        "must be an address that starts with https://"
    )]
    #[case(Rule::Whole { from: 14, to: 365, unit: LEGAL_DAYS }, Given::Whole(13), "is at least 14 days by Belgian law")]
    #[case(Rule::Whole { from: 1, to: 9, unit: "" }, Given::Decimal(1.5), "must be a whole number from 1 to 9")]
    #[case(Rule::Percent { to: 50 }, Given::Decimal(5.555), "has at most two decimals")]
    #[case(Rule::Percent { to: 50 }, Given::Whole(121), "must be a number from 0 to 50")]
    #[case(Rule::Percent { to: 50 }, Given::Decimal(f64::NAN), "must be a number from 0 to 50")]
    #[case(Rule::Term, Given::Text("3 months"), "must look like 3m, 90d or lifetime")]
    #[case(Rule::Duration, Given::Text("1 months"), "must look like 3 months or 1 year")]
    #[case(Rule::Duration, Given::Text("quarter"), "must look like 3 months or 1 year")]
    #[case(Rule::Courses, Given::List(Some(&[])), "needs at least one course")]
    #[case(Rule::Courses, Given::List(Some(&["one", "one"])), "names one twice")]
    #[case(
        Rule::Courses,
        Given::Text("bonds"),
        "must be futures, crypto or forex, or a list of slugs"
    )]
    #[case(
        Rule::VatNumber,
        Given::Text("BE 2123.456.789"),
        "must be a VAT number of a country of the EU, such as BE 0123.456.789"
    )]
    #[case(
        Rule::VatNumber,
        Given::Text("GB 123456789"),
        "must be a VAT number of a country of the EU, such as BE 0123.456.789"
    )]
    #[case(Rule::Flag, Given::Text("yes"), "must be true or false")]
    #[case(Rule::AnyText, Given::Whole(3), "must be a text in quotation marks")]
    #[case(
        Rule::Unsold,
        Given::Flag(true),
        "must be a table, or false for a plan that cannot be bought"
    )]
    fn a_wrong_value_is_explained(#[case] rule: Rule, #[case] given: Given<'_>, #[case] problem: &str) {
        assert_eq!(rule.check(given), Err(problem.to_owned()));
    }
}
