//! One-time codes by time (RFC 6238): HMAC-SHA-1, six digits, steps of 30 seconds.
//!
//! Decision: written here over `hmac` and `sha1`, with the vectors of the RFC as tests. The library that is kept (`totp-rs` 6) brings a second
//! generation of both, and answers whether a code is right but not of which step it is, which is what makes it count once.

use chrono::{DateTime, Utc};
use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, Mac as _};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use sha1::Sha1;
use subtle::ConstantTimeEq as _;

/// RFC 4226 section 4 recommends 160 bits.
pub const SECRET_BYTES: usize = 20;
const STEP_SECONDS: i64 = 30;
const DIGITS: usize = 6;
/// A code is accepted one step early or late (RFC 6238 section 5.2); the one of now is the likeliest.
const WINDOW: [i64; 3] = [0, -1, 1];

/// What an address keeps as it is (RFC 3986 section 2.3).
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// How many steps have passed since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeStep(pub i64);

/// The secret that an app and this site share.
#[derive(Clone, PartialEq, Eq)]
pub struct TotpSecret([u8; SECRET_BYTES]);

/// Six digits, as a caller gave them.
#[derive(Clone, PartialEq, Eq)]
pub struct OneTimeCode([u8; DIGITS]);

impl OneTimeCode {
    /// Takes exactly six ASCII digits.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits: [u8; DIGITS] = text.as_bytes().try_into().ok()?;
        digits.iter().all(u8::is_ascii_digit).then_some(Self(digits))
    }
}

impl TotpSecret {
    #[must_use]
    pub fn from_random(bytes: [u8; SECRET_BYTES]) -> Self {
        Self(bytes)
    }

    /// Takes a secret as the database held it, opened.
    #[must_use]
    pub fn stored(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    /// For the database to seal.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// As a person types it into an app (RFC 4648 section 6, without padding).
    #[must_use]
    pub fn base32(&self) -> String {
        BASE32_NOPAD.encode(&self.0)
    }

    /// The address that an app reads from a QR code (Google Authenticator, "Key Uri Format").
    #[must_use]
    pub fn uri(&self, issuer: &str, account: &str) -> String {
        let (issuer, account) = (escaped(issuer), escaped(account));
        format!(
            "otpauth://totp/{issuer}:{account}?secret={}&issuer={issuer}&algorithm=SHA1&digits={DIGITS}&period={STEP_SECONDS}",
            self.base32()
        )
    }

    /// The code at a time, as an app shows it.
    #[must_use]
    pub fn code_at(&self, time: DateTime<Utc>) -> OneTimeCode {
        self.code(step_at(time))
    }

    /// Of which step a code is, if of one near `now`. Takes equally long for every code.
    #[must_use]
    pub fn step_of(&self, code: &OneTimeCode, now: DateTime<Utc>) -> Option<TimeStep> {
        let now = step_at(now);
        let steps = WINDOW.map(|offset| TimeStep(now.0 + offset));
        let matches = steps.map(|step| bool::from(self.code(step).0.ct_eq(&code.0)));
        steps
            .into_iter()
            .zip(matches)
            .find_map(|(step, matches)| matches.then_some(step))
    }

    /// RFC 4226 section 5.3.
    fn code(&self, step: TimeStep) -> OneTimeCode {
        // HMAC takes keys of any length.
        let Ok(mut mac) = Hmac::<Sha1>::new_from_slice(&self.0) else {
            return OneTimeCode([0; DIGITS]);
        };
        mac.update(&step.0.to_be_bytes());
        let hash = mac.finalize().into_bytes();
        let offset = usize::from(hash[hash.len() - 1] & 0x0F);
        let word = [
            hash[offset] & 0x7F,
            hash[offset + 1],
            hash[offset + 2],
            hash[offset + 3],
        ];
        let mut number = u32::from_be_bytes(word);
        let mut digits = [b'0'; DIGITS];
        for digit in digits.iter_mut().rev() {
            *digit += (number % 10) as u8;
            number /= 10;
        }
        OneTimeCode(digits)
    }
}

fn step_at(time: DateTime<Utc>) -> TimeStep {
    TimeStep(time.timestamp().div_euclid(STEP_SECONDS))
}

fn escaped(text: &str) -> String {
    utf8_percent_encode(text, ESCAPED).to_string()
}

impl OneTimeCode {
    /// The six digits, for a client that makes codes.
    #[must_use]
    pub fn reveal(&self) -> String {
        self.0.iter().map(|digit| char::from(*digit)).collect()
    }
}

impl std::fmt::Debug for TotpSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TotpSecret(..)")
    }
}

impl std::fmt::Debug for OneTimeCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("OneTimeCode(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;
    use rstest::rstest;

    fn rfc_secret() -> TotpSecret {
        TotpSecret::from_random(*b"12345678901234567890")
    }

    fn time(seconds: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
    }

    /// RFC 6238, appendix B, SHA-1; of its eight digits the last six.
    #[rstest]
    #[case(59, "287082")]
    #[case(1_111_111_109, "081804")]
    #[case(1_111_111_111, "050471")]
    #[case(1_234_567_890, "005924")]
    #[case(2_000_000_000, "279037")]
    #[case(20_000_000_000, "353130")]
    fn the_codes_are_those_of_the_rfc(#[case] seconds: i64, #[case] code: &str) {
        assert_eq!(rfc_secret().code_at(time(seconds)).reveal(), code);
    }

    /// RFC 4226, appendix D: the codes of the first ten counts.
    #[test]
    fn the_codes_of_the_first_steps_are_those_of_the_rfc() {
        let codes: Vec<String> = (0..10).map(|n| rfc_secret().code(TimeStep(n)).reveal()).collect();
        assert_eq!(
            codes,
            [
                "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871",
                "520489"
            ]
        );
    }

    #[test]
    fn a_code_is_accepted_one_step_early_or_late_and_no_more() {
        let secret = rfc_secret();
        let now = time(1_000_000_000);
        for (offset, accepted) in [(-60, false), (-30, true), (0, true), (30, true), (60, false)] {
            let code = secret.code_at(now + TimeDelta::seconds(offset));
            let expected = accepted.then(|| step_at(now + TimeDelta::seconds(offset)));
            assert_eq!(secret.step_of(&code, now), expected, "{offset}");
        }
    }

    #[test]
    fn a_step_lasts_from_its_first_second_to_its_last() {
        assert_eq!(step_at(time(29)), TimeStep(0));
        assert_eq!(step_at(time(30)), TimeStep(1));
        assert_eq!(step_at(time(-1)), TimeStep(-1));
    }

    #[rstest]
    #[case("12345")]
    #[case("1234567")]
    #[case("12345a")]
    #[case("１２３４５６")]
    #[case("")]
    fn what_is_not_six_digits_is_no_code(#[case] text: &str) {
        assert!(OneTimeCode::parse(text).is_none());
    }

    #[test]
    fn an_address_names_any_issuer_and_any_account() {
        let uri = rfc_secret().uri("Bell & Ball", "anna/ö");
        assert_eq!(
            uri,
            "otpauth://totp/Bell%20%26%20Ball:anna%2F%C3%B6?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\
             &issuer=Bell%20%26%20Ball&algorithm=SHA1&digits=6&period=30"
        );
    }

    #[test]
    fn neither_a_secret_nor_a_code_shows_in_debug() {
        let secret = rfc_secret();
        assert_eq!(format!("{secret:?}"), "TotpSecret(..)");
        assert_eq!(format!("{:?}", secret.code_at(time(59))), "OneTimeCode(..)");
    }
}
