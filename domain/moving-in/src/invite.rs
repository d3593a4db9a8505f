//! Invitations: a mail with a link to set a password, to imported members who have not signed in.

use ::mail::{EmailAddress, InvitationMail, MailedToken, StoredToken, TokenSubject};
use audit::{ActingStaff, Action};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::StoreError;

use crate::{Invitee, MovingInStore};

/// How long a link works, from the sending of its mail, and how long a member is not invited again (contract, "Moving in").
pub const INVITATION_LIFE: TimeDelta = TimeDelta::days(14);

/// When each of so many mails is sent, the first at once: evenly, so many in an hour.
#[must_use]
pub fn sending_times(count: usize, per_hour: u32, now: DateTime<Utc>) -> Vec<DateTime<Utc>> {
    let apart = TimeDelta::hours(1) / i32::try_from(per_hour.max(1)).unwrap_or(i32::MAX);
    std::iter::successors(Some(now), |before| before.checked_add_signed(apart))
        .take(count)
        .collect()
}

/// Queues the invitations of members, each at its time; a line of the trail for all of them.
///
/// # Errors
/// [`StoreError`]; then none is queued.
pub fn invite(
    store: &mut dyn MovingInStore,
    invitees: &[(Invitee, MailedToken, DateTime<Utc>)],
    public_url: &str,
    by: &ActingStaff,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    for (invitee, token, at) in invitees {
        let stored = StoredToken {
            subject: TokenSubject::User(invitee.user),
            email_key: Some(EmailAddress::key_of(&invitee.email)),
            name: None,
            requested_at: now,
            expires_at: *at + INVITATION_LIFE,
        };
        store.put_token(&token.hash(), &stored)?;
        let mail = InvitationMail {
            to: &invitee.email,
            link: &token.link(public_url),
            valid_for: INVITATION_LIFE,
        };
        store.put_mail_at(&mail.compose(), *at, now)?;
        store.set_invited(invitee.user, *at)?;
    }
    let count = format!("{} members", invitees.len());
    store.append_act(&by.act(Action::UsersInvite).about(&count), now)
}
