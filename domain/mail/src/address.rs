//! E-mail addresses, parsed once where they enter.

use email_address::Options;
use kernel::OneLine;

/// The longest address that SMTP allows: RFC 5321 section 4.5.3.1.3 without the angle brackets.
const MAX_BYTES: usize = 254;

/// An e-mail address that a mail server accepts; compared without case.
#[derive(Clone)]
pub struct EmailAddress(String);

/// The specification's message for a bad address (section 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Invalid email address")]
pub struct EmailAddressError;

impl EmailAddress {
    /// Parses an address such as `trader@example.com`; surrounding white space is removed.
    ///
    /// # Errors
    /// Refuses anything but one plain address with a dotted domain: no display name, no quoted or bracketed part, no
    /// control or invisible character ([`OneLine`]; a line break would start a new mail header), at most 254 bytes.
    pub fn parse(text: &str) -> Result<Self, EmailAddressError> {
        let text = text.trim();
        let options = Options::default()
            .without_display_text()
            .without_domain_literal()
            .with_required_tld();
        let plain = text.len() <= MAX_BYTES
            && OneLine::check(text).is_ok()
            && !text.contains(|c: char| c.is_whitespace() || c == '"');
        match email_address::EmailAddress::parse_with_options(text, options) {
            Ok(_) if plain => Ok(Self(text.to_owned())),
            _ => Err(EmailAddressError),
        }
    }

    /// The address as it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The form in which two spellings of one address are equal.
    #[must_use]
    pub fn key(&self) -> String {
        Self::key_of(&self.0)
    }

    /// [`Self::key`] of a text that may not be an address: what a sign-in looks up.
    #[must_use]
    pub fn key_of(text: &str) -> String {
        text.trim().to_lowercase()
    }
}

impl PartialEq for EmailAddress {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for EmailAddress {}

impl std::fmt::Debug for EmailAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("EmailAddress(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;

    #[rstest]
    #[case("trader@example.com")]
    #[case(" first.last+tag@mail.example.co.uk ")]
    #[case("o'hara@example.org")]
    fn a_plain_address_is_taken(#[case] text: &str) {
        assert_eq!(EmailAddress::parse(text).unwrap().as_str(), text.trim());
    }

    #[rstest]
    #[case("")]
    #[case("trader")]
    #[case("trader@localhost")]
    #[case("a@b@example.com")]
    #[case("a@example.com,b@example.com")]
    #[case("Trader <trader@example.com>")]
    #[case("trader@example.com\r\nBcc: other@example.com")]
    #[case("tra der@example.com")]
    #[case("\"tra der\"@example.com")]
    #[case("trader@[127.0.0.1]")]
    #[case("trader\0@example.com")]
    fn anything_else_is_refused(#[case] text: &str) {
        assert!(EmailAddress::parse(text).is_err(), "{text:?} was taken");
    }

    #[test]
    fn an_address_longer_than_mail_carries_is_refused() {
        let long = format!("a@{}.com", "b".repeat(60).repeat(5));
        assert!(EmailAddress::parse(&long).is_err());
    }

    #[test]
    fn case_makes_no_second_address() {
        assert_eq!(
            EmailAddress::parse("Trader@Example.com"),
            EmailAddress::parse("trader@example.COM")
        );
    }

    proptest! {
        #[test]
        fn no_address_carries_a_line_break(text in ".{0,80}") {
            if let Ok(address) = EmailAddress::parse(&text) {
                prop_assert!(!address.as_str().contains(|c: char| c.is_control() || c.is_whitespace()));
            }
        }
    }
}
