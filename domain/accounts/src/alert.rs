//! Mails that report a change of an account to its user, who may not have made it.
//!
//! Rule: no text of these mails is chosen by a member. Addresses may not be verified, and a user name in a greeting would be 64 free
//! characters in a mail to any address.

use chrono::{DateTime, TimeDelta, Utc};

use crate::{AccountStore, User};
use ::mail::{
    EmailAddress, Mail, NewDeviceMail, OldAddressMail, PasskeyChange, PasskeyMail, PasswordChangedMail,
    SecondFactorChange, SecondFactorMail,
};
use kernel::{StoreError, UserId};

/// For each kind and address; without a limit, an attacker with an account's password could flood any mailbox.
const ALERTS_PER_HOUR: i64 = 5;

/// Reports a changed address to the old one, without naming the new one, whose mailbox got the link that confirmed it.
pub(crate) fn report_old_address(
    store: &mut dyn AccountStore,
    before: &User,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let mail = OldAddressMail {
        to: &before.email,
        changed_at: now,
    };
    enqueue_alert(store, &mail.compose(), now)
}

/// Reports a password that was changed or reset.
pub(crate) fn report_changed_password(
    store: &mut dyn AccountStore,
    user: &User,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let mail = PasswordChangedMail {
        to: &user.email,
        changed_at: now,
    };
    enqueue_alert(store, &mail.compose(), now)
}

/// Reports a sign-in with a kind of browser that the user never used before.
pub(crate) fn report_new_browser(
    store: &mut dyn AccountStore,
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

/// Reports that the second factor was turned on or off.
pub(crate) fn report_second_factor(
    store: &mut dyn AccountStore,
    user: UserId,
    change: SecondFactorChange,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let Some(user) = store.user(user)? else {
        return Ok(());
    };
    let mail = SecondFactorMail {
        to: &user.email,
        change,
        changed_at: now,
    };
    enqueue_alert(store, &mail.compose(), now)
}

/// Reports that a passkey was added or removed. Its name is one of a few that the server makes.
pub(crate) fn report_passkey(
    store: &mut dyn AccountStore,
    user: UserId,
    change: PasskeyChange,
    name: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let Some(user) = store.user(user)? else {
        return Ok(());
    };
    let mail = PasskeyMail {
        to: &user.email,
        change,
        name,
        changed_at: now,
    };
    enqueue_alert(store, &mail.compose(), now)
}

fn enqueue_alert(store: &mut dyn AccountStore, mail: &Mail, now: DateTime<Utc>) -> Result<(), StoreError> {
    // An address from before today's rules may not parse. No mail reaches it, and the change must not fail for it.
    let Ok(address) = EmailAddress::parse(&mail.to) else {
        return Ok(());
    };
    if store.mails_since(mail.kind, &address, now - TimeDelta::hours(1))? >= ALERTS_PER_HOUR {
        return Ok(());
    }
    store.enqueue_mail(mail, now)
}
