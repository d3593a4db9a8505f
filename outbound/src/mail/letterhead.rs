//! What stands on every mail: who sends it, under which name, and where the site is.

use ::mail::EmailAddress;
use lettre::{Address, message::Mailbox};

use super::colours::Colours;

/// An address with its domain in ASCII, if it is one: only a local part beyond ASCII needs a server that takes such addresses
/// (RFC 6531).
pub(crate) fn for_mail_server(address: &str) -> Option<Address> {
    EmailAddress::parse(address).ok()?.for_mail_server().parse().ok()
}

/// Who mails come from: an address, or a name with its address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailSender(pub(crate) Mailbox);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("is not one e-mail address, bare or as Name <address>")]
pub struct MailSenderError;

impl MailSender {
    /// # Errors
    /// [`MailSenderError`]
    pub fn parse(text: &str) -> Result<Self, MailSenderError> {
        if text.contains(char::is_control) {
            return Err(MailSenderError);
        }
        text.parse().map(Self).map_err(|_| MailSenderError)
    }
}

impl std::fmt::Display for MailSender {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// The head and foot of every mail.
#[derive(Debug, Clone)]
pub struct Letterhead {
    /// As a mail server takes it: its domain is ASCII.
    from: Mailbox,
    brand: String,
    support: String,
    home: String,
    /// `None`: the built-in ones.
    colours: Option<Colours>,
}

impl Letterhead {
    /// `home` is the site's origin. The sender's own name stands for the brand; a sender without one is the course portal.
    #[must_use]
    pub fn new(from: &MailSender, home: &str) -> Self {
        let from = from.0.clone();
        Self {
            brand: from
                .name
                .clone()
                .unwrap_or_else(|| String::from("The course portal")),
            support: from.email.to_string(),
            home: home.to_owned(),
            colours: None,
            from: Mailbox {
                // What has no dot, such as `portal@localhost`, is no address of a member but one of a sender.
                email: for_mail_server(from.email.as_ref()).unwrap_or(from.email),
                name: from.name,
            },
        }
    }

    /// [`Self::new`] for an owner who named their brand: it is the sender's name, unless the sender has one already.
    #[must_use]
    pub fn of_brand(mut self, brand: &str) -> Self {
        if self.from.name.is_none() && !brand.contains(char::is_control) {
            self.from.name = Some(brand.to_owned());
            brand.clone_into(&mut self.brand);
        }
        self
    }

    /// [`Self::new`] in the owner's colours.
    #[must_use]
    pub fn in_colours(mut self, owner: &::site::Colours) -> Self {
        self.colours = Colours::of_owner(owner);
        self
    }

    pub(crate) fn colours(&self) -> Option<&Colours> {
        self.colours.as_ref()
    }

    pub(crate) fn from(&self) -> &Mailbox {
        &self.from
    }

    pub(crate) fn brand(&self) -> &str {
        &self.brand
    }

    /// An answer to a mail goes to its sender.
    pub(crate) fn support(&self) -> &str {
        &self.support
    }

    pub(crate) fn home(&self) -> &str {
        &self.home
    }
}
