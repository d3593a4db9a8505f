//! Mails that tell a member what was done to their account, in case it was not them.
//!
//! Rule: no text of these mails is chosen by a member. Addresses are not verified, and a user name in a greeting would be 64 free
//! characters in a mail to any address.

use chrono::{DateTime, TimeDelta, Utc};

use crate::{AccountStore, User};
use ::mail::{EmailAddress, Mail, MailKind, MailPart};
use kernel::StoreError;

/// A member could otherwise fill any mailbox with these.
const ALERTS_PER_HOUR: i64 = 5;

const NOT_YOU: &str = "If this was not you, somebody knows your password. Choose another one now, which signs out every \
                       device, and answer this mail if you cannot.";

/// Tells both addresses of a user that one took the other's place. The new one is not told to the old.
pub(crate) fn tell_address_changed<S: AccountStore + ?Sized>(
    store: &mut S,
    before: &User,
    after: &User,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let old = vec![
        greeting(),
        MailPart::Paragraph(format!(
            "On {} the e-mail address of your course portal account was changed. This one no longer belongs to it, and \
             mails about the account go to the new address from now on.",
            moment(now)
        )),
        MailPart::Note(String::from(
            "If this was not you, somebody knows your password: answer this mail at once, and we put it right.",
        )),
    ];
    let new = vec![
        greeting(),
        MailPart::Paragraph(format!(
            "On {} this became the e-mail address of your course portal account. You can sign in with it, and mails about \
             the account come here.",
            moment(now)
        )),
        MailPart::Note(String::from(
            "If you have no account with us, somebody mistyped an address: answer this mail, and we take it out.",
        )),
    ];
    let subject = "The address of your account was changed";
    tell(store, &before.email, MailKind::AddressChanged, subject, old, now)?;
    let subject = "This is now the address of your account";
    tell(store, &after.email, MailKind::AddressChanged, subject, new, now)
}

/// Tells a user that somebody signed in with a kind of browser that they never had used.
pub(crate) fn tell_new_browser<S: AccountStore + ?Sized>(
    store: &mut S,
    user: &User,
    browser: &str,
    public_url: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let parts = vec![
        greeting(),
        MailPart::Paragraph(String::from(
            "Somebody signed in to your course portal account from a device that we had not seen before:",
        )),
        MailPart::Facts(vec![
            (String::from("When"), moment(now)),
            (String::from("With"), browser.to_owned()),
        ]),
        MailPart::Paragraph(String::from("If this was you, there is nothing to do.")),
        MailPart::Button {
            label: String::from("See your devices"),
            url: format!("{public_url}/portal/account"),
        },
        MailPart::Note(String::from(NOT_YOU)),
    ];
    let subject = "A sign-in from a new device";
    tell(store, &user.email, MailKind::NewDevice, subject, parts, now)
}

fn tell<S: AccountStore + ?Sized>(
    store: &mut S,
    to: &str,
    kind: MailKind,
    subject: &str,
    parts: Vec<MailPart>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    // An address that was taken when the rules were looser reaches nobody; that must not undo what was done.
    let Ok(address) = EmailAddress::parse(to) else {
        return Ok(());
    };
    if store.mails_since(kind, &address, now - TimeDelta::hours(1))? >= ALERTS_PER_HOUR {
        return Ok(());
    }
    let mail = Mail {
        kind,
        to: to.to_owned(),
        reply_to: None,
        subject: subject.to_owned(),
        parts,
        attachments: Vec::new(),
    };
    store.enqueue_mail(&mail, now)
}

fn greeting() -> MailPart {
    MailPart::Paragraph(String::from("Hello,"))
}

/// `21 November 2026, 14:05 UTC`
fn moment(time: DateTime<Utc>) -> String {
    time.format("%-d %B %Y, %H:%M UTC").to_string()
}
