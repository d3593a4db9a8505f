//! The values of an old table's fields (contract, "Moving in").

use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, NaiveTime, SubsecRound, Utc};

/// A field that cannot be read; the text says what was expected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{column}: `{text}` is no {expected}")]
pub struct ValueError {
    pub(crate) column: &'static str,
    pub(crate) text: String,
    pub(crate) expected: &'static str,
}

/// The characters of a value that an error repeats.
const SHOWN_CHARS: usize = 40;

impl ValueError {
    pub(crate) fn of(column: &'static str, text: &str, expected: &'static str) -> Self {
        let text = text.chars().take(SHOWN_CHARS).collect();
        Self {
            column,
            text,
            expected,
        }
    }
}

/// A time as it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moment {
    At(DateTime<Utc>),
    /// A day without a time of day.
    Day(NaiveDate),
}

impl Moment {
    /// The instant; of a day its last second.
    pub(crate) fn end(self) -> DateTime<Utc> {
        match self {
            Self::At(time) => time,
            Self::Day(day) => {
                let last = NaiveTime::from_hms_opt(23, 59, 59).unwrap_or_default();
                day.and_time(last).and_utc()
            }
        }
    }

    /// When it began: of a day its first second.
    pub(crate) fn start(self) -> DateTime<Utc> {
        match self {
            Self::At(time) => time,
            Self::Day(day) => day.and_time(NaiveTime::MIN).and_utc(),
        }
    }
}

/// Reads a time: RFC 3339, the form of PostgreSQL's `\copy` with or without an offset (without: UTC), or a day.
pub(crate) fn moment(text: &str) -> Option<Moment> {
    let text = text.strip_suffix(" UTC").unwrap_or(text);
    let is_dated = text.len() >= 10 && text.as_bytes()[0].is_ascii_digit();
    let found = if !is_dated {
        None
    } else if let Ok(day) = NaiveDate::parse_from_str(text, "%Y-%m-%d") {
        Some(Moment::Day(day))
    } else {
        instant(text).map(Moment::At)
    };
    // Databases and mails hold years of four digits.
    found.filter(|moment| (1970..=9999).contains(&moment.end().year()))
}

/// To the microsecond, as databases keep times: a finer one would seem newer in every later import.
fn instant(text: &str) -> Option<DateTime<Utc>> {
    for form in ["%Y-%m-%dT%H:%M:%S%.f%#z", "%Y-%m-%d %H:%M:%S%.f%#z"] {
        if let Ok(time) = DateTime::parse_from_str(text, form) {
            return Some(time.to_utc().trunc_subsecs(6));
        }
    }
    let text = text.strip_suffix(['Z', 'z']).unwrap_or(text);
    let forms = ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%d %H:%M:%S%.f"];
    let found = forms
        .iter()
        .find_map(|form| NaiveDateTime::parse_from_str(text, form).ok());
    found.map(|time| time.and_utc().trunc_subsecs(6))
}

/// Reads a yes or no in the spellings of databases and spreadsheets.
pub(crate) fn flag(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "t" | "true" | "1" | "yes" => Some(true),
        "f" | "false" | "0" | "no" => Some(false),
        _ => None,
    }
}

/// A text in which two spellings of one title are equal: without blanks and case.
pub(crate) fn title_key(text: &str) -> String {
    text.split_whitespace().collect::<String>().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("2026-11-01T10:00:00Z", "2026-11-01T10:00:00Z")]
    #[case("2026-11-01T10:00:00+01:00", "2026-11-01T09:00:00Z")]
    #[case("2026-11-01 10:00:00", "2026-11-01T10:00:00Z")]
    #[case("2026-11-01T10:00:00", "2026-11-01T10:00:00Z")]
    #[case("2026-11-01 10:00:00.123456", "2026-11-01T10:00:00.123456Z")]
    #[case("2026-11-01 10:00:00+02", "2026-11-01T08:00:00Z")]
    #[case("2026-11-01 10:00:00-0530", "2026-11-01T15:30:00Z")]
    #[case("2026-11-01 10:00:00 UTC", "2026-11-01T10:00:00Z")]
    #[case("2026-11-01", "2026-11-01T23:59:59Z")]
    fn a_time_is_read_in_the_forms_of_databases(#[case] text: &str, #[case] expected: DateTime<Utc>) {
        assert_eq!(moment(text).map(Moment::end), Some(expected));
    }

    #[rstest]
    #[case("")]
    #[case("soon")]
    #[case("01/11/2026")]
    #[case("2026-13-01")]
    #[case("2026-02-30 10:00:00")]
    #[case("0001-01-01 00:00:00")]
    #[case("+12026-11-01")]
    #[case("2026-11-01 25:00:00")]
    #[case("1761991200")]
    fn what_is_no_time_is_refused(#[case] text: &str) {
        assert_eq!(moment(text), None);
    }

    #[test]
    fn flags_and_titles_are_read_without_case() {
        assert_eq!(
            (flag("T"), flag("no"), flag("maybe")),
            (Some(true), Some(false), None)
        );
        assert_eq!(
            title_key(" Crypto  Market\tStructure"),
            title_key("crypto marketstructure")
        );
    }
}
