//! Fields of forms: an e-mail address is one word that fits a header, names and subjects are one line, and what was read reads the
//! same again.

use accounts::{ContactLine, ContactText, Username};
use kernel::OneLine;
use mail::EmailAddress;
use orders::VatNumber;

pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    if let Ok(address) = EmailAddress::parse(text) {
        let plain = address.as_str();
        assert!(plain.len() <= 254 && OneLine::check(plain).is_ok() && !plain.contains(char::is_whitespace));
        assert!(!plain.contains(['<', '>', ',', ';', '"']), "{plain}");
        assert_eq!(plain.matches('@').count(), 1, "{plain}");
        assert_eq!(
            EmailAddress::parse(plain).map(|again| again.key()),
            Ok(address.key())
        );
        assert!(Username::parse(plain).is_err(), "an address is no user name");
    }
    if let Ok(name) = Username::parse(text) {
        assert!(!name.as_str().contains('@') && !name.key().is_empty());
        assert!(OneLine::check(name.as_str()).is_ok());
        assert_eq!(
            Username::parse(name.as_str()).map(|again| again.key()),
            Ok(name.key())
        );
        assert_eq!(Username::key_of(&name.key()), name.key(), "a key is its own key");
    }
    for line in [ContactLine::parse_name(text), ContactLine::parse_subject(text)]
        .into_iter()
        .flatten()
    {
        let line = line.as_str();
        assert!(OneLine::check(line).is_ok() && line == line.trim());
        assert!((1..=200).contains(&line.chars().count()));
    }
    let _ = ContactText::parse(text);
    if let Ok(number) = VatNumber::parse(text) {
        assert_eq!(VatNumber::parse(number.as_str()), Ok(number));
    }
}
