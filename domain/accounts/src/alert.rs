//! Mails that report a change of an account to its user, who may not have made it.
//!
//! Rule: no text of these mails is chosen by a member. Addresses are not verified, and a user name in a greeting would be 64 free
//! characters in a mail to any address.

use chrono::{DateTime, TimeDelta, Utc};

use crate::{AccountStore, User};
use ::mail::{EmailAddress, Mail, NewAddressMail, NewDeviceMail, OldAddressMail};
use kernel::StoreError;

/// For each kind and address; without a limit, an attacker with an account's password could flood any mailbox.
const ALERTS_PER_HOUR: i64 = 5;

/// Reports a changed address to the old and to the new address. Neither mail names the other address.
pub(crate) fn report_changed_address<S: AccountStore + ?Sized>(
    store: &mut S,
    before: &User,
    after: &User,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let old = OldAddressMail {
        to: &before.email,
        changed_at: now,
    };
    let new = NewAddressMail {
        to: &after.email,
        changed_at: now,
    };
    enqueue_alert(store, &old.compose(), now)?;
    enqueue_alert(store, &new.compose(), now)
}

/// Reports a sign-in with a kind of browser that the user never used before.
pub(crate) fn report_new_browser<S: AccountStore + ?Sized>(
    store: &mut S,
    user: &User,
    browser: &str,
    public_url: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let mail = NewDeviceMail {
        to: &user.email,
        signed_in_at: now,
        browser,
        public_url,
    };
    enqueue_alert(store, &mail.compose(), now)
}

fn enqueue_alert<S: AccountStore + ?Sized>(
    store: &mut S,
    mail: &Mail,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    // An address from before today's rules may not parse. No mail reaches it, and the change must not fail for it.
    let Ok(address) = EmailAddress::parse(&mail.to) else {
        return Ok(());
    };
    if store.mails_since(mail.kind, &address, now - TimeDelta::hours(1))? >= ALERTS_PER_HOUR {
        return Ok(());
    }
    store.enqueue_mail(mail, now)
}
