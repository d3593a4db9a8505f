//! What staff give of a session, each checked by itself (contract, "Live sessions").

use std::fmt;

use chrono::NaiveDateTime;
use kernel::{OneLine, OneLineError, without_nul};
use url::Url;

/// One line of 1 to 100 characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiveTitle(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LiveTitleError {
    #[error("Title is required")]
    Empty,
    #[error("Title must be at most {max} characters", max = LiveTitle::MAX_CHARS)]
    TooLong,
    #[error("Title must be one line: {0}")]
    NotOneLine(#[from] OneLineError),
}

impl LiveTitle {
    pub const MAX_CHARS: usize = 100;

    /// # Errors
    /// [`LiveTitleError`]
    pub fn parse(text: &str) -> Result<Self, LiveTitleError> {
        let line = OneLine::parse(text)?;
        match line.as_str().chars().count() {
            0 => Err(LiveTitleError::Empty),
            count if count > Self::MAX_CHARS => Err(LiveTitleError::TooLong),
            _ => Ok(Self(line.as_str().to_owned())),
        }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Markdown of at most 5,000 characters after trimming; an empty text counts as no text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LiveText(Option<String>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Text must be at most {max} characters", max = LiveText::MAX_CHARS)]
pub struct LiveTextError;

impl LiveText {
    pub const MAX_CHARS: usize = 5_000;

    /// # Errors
    /// [`LiveTextError`]
    pub fn parse(text: &str) -> Result<Self, LiveTextError> {
        let text = without_nul(text.trim());
        match text.chars().count() {
            0 => Ok(Self(None)),
            count if count > Self::MAX_CHARS => Err(LiveTextError),
            _ => Ok(Self(Some(text))),
        }
    }

    #[must_use]
    pub fn into_inner(self) -> Option<String> {
        self.0
    }
}

/// Where a session is held: an https address, which leaves the server by a join and staff's answers alone.
#[derive(Clone, PartialEq, Eq)]
pub struct JoinAddress(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum JoinAddressError {
    #[error("is no https address")]
    NotHttps,
    #[error("must be at most {max} characters", max = JoinAddress::MAX_CHARS)]
    TooLong,
}

impl JoinAddress {
    pub const MAX_CHARS: usize = 2_000;

    /// # Errors
    /// [`JoinAddressError`]
    pub fn parse(text: &str) -> Result<Self, JoinAddressError> {
        let text = text.trim();
        if text.chars().count() > Self::MAX_CHARS {
            return Err(JoinAddressError::TooLong);
        }
        match Url::parse(text) {
            Ok(url) if url.scheme() == "https" && url.has_host() => Ok(Self(url.into())),
            _ => Err(JoinAddressError::NotHttps),
        }
    }

    /// For rows that were checked when they were written.
    #[must_use]
    pub fn stored(text: String) -> Self {
        Self(text)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for JoinAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JoinAddress(..)")
    }
}

/// How long a session is: 5 to 720.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Minutes(u16);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Minutes must be a whole number from 5 to 720")]
pub struct MinutesError;

impl Minutes {
    /// # Errors
    /// [`MinutesError`]
    pub fn new(minutes: i64) -> Result<Self, MinutesError> {
        let known = u16::try_from(minutes)
            .ok()
            .filter(|minutes| (5..=720).contains(minutes));
        known.map(Self).ok_or(MinutesError)
    }

    /// # Errors
    /// [`MinutesError`]
    pub fn parse(text: &str) -> Result<Self, MinutesError> {
        text.trim().parse().map_err(|_| MinutesError).and_then(Self::new)
    }

    #[must_use]
    pub fn get(self) -> i64 {
        self.0.into()
    }
}

/// How many sessions a series has, a week apart: 2 to 26.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weekly(u8);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Weekly must be a whole number from 2 to 26")]
pub struct WeeklyError;

impl Weekly {
    /// # Errors
    /// [`WeeklyError`]
    pub fn new(count: i64) -> Result<Self, WeeklyError> {
        let known = u8::try_from(count).ok().filter(|count| (2..=26).contains(count));
        known.map(Self).ok_or(WeeklyError)
    }

    /// # Errors
    /// [`WeeklyError`]
    pub fn parse(text: &str) -> Result<Self, WeeklyError> {
        text.trim().parse().map_err(|_| WeeklyError).and_then(Self::new)
    }

    #[must_use]
    pub fn get(self) -> u8 {
        self.0
    }
}

/// What a clock on the wall shows, to the minute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WallTime(pub NaiveDateTime);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a start looks like 2026-12-01 20:00")]
pub struct WallTimeError;

impl WallTime {
    /// With a blank or a `T` between date and time.
    ///
    /// # Errors
    /// [`WallTimeError`]
    pub fn parse(text: &str) -> Result<Self, WallTimeError> {
        let text = text.trim();
        // chrono also reads signs, and digits that are left out.
        let is_whole = text.len() == 16 && !text.contains(['+']);
        let read = |format| NaiveDateTime::parse_from_str(text, format).ok();
        let known = read("%Y-%m-%d %H:%M").or_else(|| read("%Y-%m-%dT%H:%M"));
        known.filter(|_| is_whole).map(Self).ok_or(WallTimeError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("2026-12-01 20:00", true)]
    #[case(" 2026-12-01T20:00 ", true)]
    #[case("2026-12-01 24:00", false)]
    #[case("2026-02-29 20:00", false)]
    #[case("2026-12-01 20:00:00", false)]
    #[case("2026-12-01", false)]
    #[case("+026-12-01 20:00", false)]
    #[case("2026-12-1 20:00", false)]
    fn a_wall_time_is_a_date_and_a_minute(#[case] text: &str, #[case] is_one: bool) {
        assert_eq!(WallTime::parse(text).is_ok(), is_one);
    }

    #[rstest]
    #[case("https://meet.example/room?pwd=1", true)]
    #[case("HTTPS://meet.example", true)]
    #[case("http://meet.example/room", false)]
    #[case("https://", false)]
    #[case("meet.example/room", false)]
    #[case("javascript:alert(1)", false)]
    fn a_join_address_is_https(#[case] text: &str, #[case] is_one: bool) {
        assert_eq!(JoinAddress::parse(text).is_ok(), is_one);
    }

    #[test]
    fn a_join_address_is_not_printed() {
        let address = JoinAddress::parse("https://meet.example/secret").unwrap();
        assert!(!format!("{address:?}").contains("secret"));
    }

    #[test]
    fn numbers_have_their_bounds() {
        assert_eq!(
            [4, 5, 720, 721].map(|count| Minutes::new(count).is_ok()),
            [false, true, true, false]
        );
        assert_eq!(
            [1, 2, 26, 27].map(|count| Weekly::new(count).is_ok()),
            [false, true, true, false]
        );
        assert!(Minutes::parse("90").is_ok() && Minutes::parse("1.5").is_err());
    }

    #[test]
    fn titles_and_texts_have_their_bounds() {
        assert_eq!(LiveTitle::parse("  "), Err(LiveTitleError::Empty));
        assert!(LiveTitle::parse(&"é".repeat(100)).is_ok());
        assert_eq!(LiveTitle::parse(&"é".repeat(101)), Err(LiveTitleError::TooLong));
        assert!(matches!(
            LiveTitle::parse("a\nb"),
            Err(LiveTitleError::NotOneLine(_))
        ));
        assert_eq!(LiveText::parse(" \n").unwrap().into_inner(), None);
        assert!(LiveText::parse(&"a".repeat(5_000)).is_ok());
        assert_eq!(LiveText::parse(&"a".repeat(5_001)), Err(LiveTextError));
    }
}
