//! Telling members that an access ends soon, and that it has ended: once for each end, whoever looks and however often.

use ::mail::{Mail, MailKind, MailPart};
use accounts::{AccountStore, User};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{StoreError, UserId};

use crate::{CourseId, CourseStore};

/// How long before its end a member is told.
pub const ENDING_SOON: TimeDelta = TimeDelta::days(7);
/// An end further back than this is no news any more: from before there were notices, or while no server ran.
pub const ENDED_LATELY: TimeDelta = TimeDelta::days(2);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessNotice {
    Ending,
    Ended,
}

impl AccessNotice {
    pub const ALL: [Self; 2] = [Self::Ending, Self::Ended];

    #[must_use]
    pub fn mail(self) -> MailKind {
        match self {
            Self::Ending => MailKind::AccessEnding,
            Self::Ended => MailKind::AccessEnded,
        }
    }
}

/// An access with an end that its holder was not told about.
#[derive(Debug, Clone)]
pub struct UntoldEnd {
    pub user: User,
    pub course: CourseId,
    pub title: String,
    pub purchased_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
}

/// The ends and who was told about them. Every method may return [`StoreError`].
pub trait AccessNoticeStore {
    /// Accesses that end after one time and at another at the latest, without this notice; the earliest first.
    fn untold_ends(
        &mut self,
        notice: AccessNotice,
        after: DateTime<Utc>,
        until: DateTime<Utc>,
        at_most: i64,
    ) -> Result<Vec<UntoldEnd>, StoreError>;
    /// Writes down that somebody was told about an end; false where that stands there already. Of any number of callers at
    /// once, one gets true.
    fn note_told(
        &mut self,
        user: UserId,
        course: CourseId,
        ends_at: DateTime<Utc>,
        notice: AccessNotice,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError>;
}

/// The ends that are to be told about now.
///
/// # Errors
/// [`StoreError`]
pub fn untold_ends<S: AccessNoticeStore + ?Sized>(
    store: &mut S,
    notice: AccessNotice,
    at_most: i64,
    now: DateTime<Utc>,
) -> Result<Vec<UntoldEnd>, StoreError> {
    match notice {
        AccessNotice::Ending => store.untold_ends(notice, now, now + ENDING_SOON, at_most),
        AccessNotice::Ended => store.untold_ends(notice, now - ENDED_LATELY, now, at_most),
    }
}

/// Tells a member about an end, unless somebody did, the access was extended or taken back meanwhile, or the whole access was
/// so short that its end was news from the beginning.
///
/// # Errors
/// [`StoreError`]
pub fn tell_end<S: AccountStore + CourseStore + AccessNoticeStore + ?Sized>(
    store: &mut S,
    notice: AccessNotice,
    end: &UntoldEnd,
    public_url: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    if !store.lock_user(end.user.id)? {
        return Ok(());
    }
    let stands = store.grant_of(end.user.id, end.course)?;
    if stands.and_then(|grant| grant.expires_at) != Some(end.ends_at)
        || !store.note_told(end.user.id, end.course, end.ends_at, notice, now)?
    {
        return Ok(());
    }
    if notice == AccessNotice::Ending && end.ends_at - end.purchased_at <= ENDING_SOON {
        return Ok(());
    }
    store.enqueue_mail(&notice_mail(notice, end, public_url), now)
}

fn notice_mail(notice: AccessNotice, end: &UntoldEnd, public_url: &str) -> Mail {
    let title = &end.title;
    let day = end.ends_at.format("%-d %B %Y");
    let time = end.ends_at.format("%H:%M UTC");
    let (subject, news, button, path) = match notice {
        AccessNotice::Ending => (
            format!("Your access to {title} ends on {day}"),
            format!("Your access to {title} ends on {day} at {time}."),
            "Extend your access",
            // A plan's key adds to a running term; the course's own page sells it once that has ended.
            String::from("/pricing"),
        ),
        AccessNotice::Ended => (
            format!("Your access to {title} has ended"),
            format!("Your access to {title} ended on {day} at {time}."),
            "Get access again",
            format!("/courses/{}", end.course.0),
        ),
    };
    Mail {
        kind: notice.mail(),
        to: end.user.email.clone(),
        reply_to: None,
        subject,
        parts: vec![
            MailPart::Paragraph(format!("Hello {},", end.user.username)),
            MailPart::Paragraph(news),
            MailPart::Paragraph(String::from(
                "Your progress is kept: with a new term you go on where you stopped.",
            )),
            MailPart::Button {
                label: button.to_owned(),
                url: format!("{public_url}{path}"),
            },
            MailPart::Note(String::from(
                "A purchase key that you have already is entered on your account page. Nothing is renewed or charged by itself.",
            )),
        ],
        attachments: Vec::new(),
    }
}
