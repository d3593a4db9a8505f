//! Addresses as mail servers take them.

use ::mail::EmailAddress;
use lettre::Address;

/// An address with its domain in ASCII, if it is one: only a local part beyond ASCII needs a server that takes such addresses
/// (RFC 6531).
pub(crate) fn for_mail_server(address: &str) -> Option<Address> {
    EmailAddress::parse(address).ok()?.for_mail_server().parse().ok()
}
