//! E-mail addresses, parsed once where they enter.

use email_address::Options;
use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};
use kernel::{OneLine, typed_address};

/// The longest address that SMTP allows: RFC 5321 section 4.5.3.1.3 without the angle brackets.
const MAX_BYTES: usize = 254;

/// An e-mail address that a mail server accepts; compared without case, and by its domain's ASCII form: a domain with letters beyond
/// ASCII has two spellings, `bücher.example` and `xn--bcher-kva.example` (RFC 5890).
#[derive(Clone)]
pub struct EmailAddress(String);

/// The specification's message for a bad address (section 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Invalid email address")]
pub struct EmailAddressError;

impl EmailAddress {
    /// Parses an address such as `trader@example.com` as people type it ([`typed_address`]).
    ///
    /// # Errors
    /// Refuses anything but one plain address with a dotted domain: no display name, no quoted or bracketed part, no
    /// control character ([`OneLine`]; a line break would start a new mail header), no domain without an ASCII form, at most 254 bytes
    /// in either form.
    pub fn parse(text: &str) -> Result<Self, EmailAddressError> {
        // A text of any length is refused before it is read.
        if text.len() > 4 * MAX_BYTES {
            return Err(EmailAddressError);
        }
        let text = &*typed_address(text);
        let options = Options::default()
            .without_display_text()
            .without_domain_literal()
            .with_required_tld();
        // The form that a mail server takes is what has to be an address: letters beyond ASCII may come decomposed.
        let sent = in_ascii_domain(text).ok_or(EmailAddressError)?;
        let plain = text.len() <= MAX_BYTES
            && sent.len() <= MAX_BYTES
            && OneLine::check(text).is_ok()
            && !text.contains(|c: char| c.is_whitespace() || c == '"');
        match email_address::EmailAddress::parse_with_options(&sent, options) {
            Ok(_) if plain => Ok(Self(text.to_owned())),
            _ => Err(EmailAddressError),
        }
    }

    /// The address as it was written, to be shown.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The address as a mail server takes it: its domain in ASCII (RFC 5891 section 4.4).
    #[must_use]
    pub fn for_mail_server(&self) -> String {
        in_ascii_domain(&self.0).unwrap_or_else(|| self.0.clone())
    }

    /// The form in which two spellings of one address are equal.
    #[must_use]
    pub fn key(&self) -> String {
        Self::key_of(&self.0)
    }

    /// [`Self::key`] of a text that may not be an address: what a sign-in looks up.
    #[must_use]
    pub fn key_of(text: &str) -> String {
        let text = typed_address(text).to_lowercase();
        in_ascii_domain(&text).unwrap_or(text)
    }
}

impl EmailAddress {
    /// The keys by which a row of this address may be stored: [`Self::key_of`], and the one of version 1.0, which knew no second spelling
    /// of a domain.
    #[must_use]
    pub fn stored_keys_of(text: &str) -> [String; 2] {
        [Self::key_of(text), text.trim().to_lowercase()]
    }
}

/// An address with the ASCII form of its domain; `None` if the domain has letters beyond ASCII and no such form. A domain that is ASCII
/// stays as it is.
fn in_ascii_domain(address: &str) -> Option<String> {
    let (local, domain) = address.rsplit_once('@')?;
    if domain.is_ascii() {
        return Some(address.to_owned());
    }
    let domain = Uts46::new()
        .to_ascii(
            domain.as_bytes(),
            AsciiDenyList::STD3,
            Hyphens::Allow,
            DnsLength::Verify,
        )
        .ok()?;
    Some(format!("{local}@{domain}"))
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
    #[case("trader@ex\u{fffd}mple.com")]
    #[case("trader@xn\u{fe63}\u{fe63}\u{e4}.example")]
    fn anything_else_is_refused(#[case] text: &str) {
        assert!(EmailAddress::parse(text).is_err(), "{text:?} was taken");
    }

    #[test]
    fn an_address_longer_than_mail_carries_is_refused() {
        let long = format!("a@{}.com", "b".repeat(60).repeat(5));
        assert!(EmailAddress::parse(&long).is_err());
    }

    #[test]
    fn the_domain_is_ascii_for_a_mail_server_and_stays_for_people() {
        let address = EmailAddress::parse(" Ren\u{e9}@B\u{fc}cher.example").unwrap();
        assert_eq!(address.as_str(), "Ren\u{e9}@B\u{fc}cher.example");
        assert_eq!(address.for_mail_server(), "Ren\u{e9}@xn--bcher-kva.example");
        let long = format!("a@{}.example", "\u{fc}".repeat(64));
        assert!(
            EmailAddress::parse(&long).is_err(),
            "a label has at most 63 bytes"
        );
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
