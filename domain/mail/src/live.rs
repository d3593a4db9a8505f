//! The mails about a live session: before its start, when it is moved, and when it is cancelled.

use crate::{Mail, MailKind, MailPart, wording::greeting};

const CALENDAR: &str = "A calendar that has the address of your account's calendar shows the change by itself; some look only every few \
                        hours.";

/// The facts of the mail a day before a start.
pub struct LiveSoonMail<'a> {
    pub to: &'a str,
    pub course_title: &'a str,
    pub title: &'a str,
    /// In the session's zone and in UTC.
    pub when: &'a str,
    /// The page of the session.
    pub link: &'a str,
    /// Turns these mails off.
    pub turn_off_url: &'a str,
}

impl LiveSoonMail<'_> {
    #[must_use]
    pub fn compose(&self) -> Mail {
        let news = format!("\"{}\" of {} is on {}.", self.title, self.course_title, self.when);
        let parts = vec![
            greeting(),
            MailPart::Paragraph(news),
            button(self.link),
            MailPart::Note(String::from(
                "You can join from 15 minutes before the start. Your account page turns these mails off too.",
            )),
        ];
        let subject = format!("{} begins soon", self.title);
        Mail {
            turn_off: Some(self.turn_off_url.to_owned()),
            ..Mail::plain(MailKind::LiveSoon, self.to, &subject, parts)
        }
    }
}

/// The facts of the mail about other times.
pub struct LiveMovedMail<'a> {
    pub to: &'a str,
    pub course_title: &'a str,
    pub title: &'a str,
    /// In the session's zone and in UTC, as `after`.
    pub before: &'a str,
    pub after: &'a str,
    pub link: &'a str,
}

impl LiveMovedMail<'_> {
    #[must_use]
    pub fn compose(&self) -> Mail {
        let news = format!("\"{}\" of {} was moved.", self.title, self.course_title);
        let fact = |name: &str, value: &str| (String::from(name), value.to_owned());
        let parts = vec![
            greeting(),
            MailPart::Paragraph(news),
            MailPart::Facts(vec![fact("New", self.after), fact("Old", self.before)]),
            button(self.link),
            MailPart::Note(String::from(CALENDAR)),
        ];
        let subject = format!("{} was moved", self.title);
        Mail::plain(MailKind::LiveMoved, self.to, &subject, parts)
    }
}

/// The facts of the mail about a session that does not take place.
pub struct LiveCancelledMail<'a> {
    pub to: &'a str,
    pub course_title: &'a str,
    pub title: &'a str,
    /// In the session's zone and in UTC.
    pub when: &'a str,
    /// As staff wrote it.
    pub reason: &'a str,
    pub link: &'a str,
}

impl LiveCancelledMail<'_> {
    #[must_use]
    pub fn compose(&self) -> Mail {
        let news = format!(
            "\"{}\" of {} on {} is cancelled:",
            self.title, self.course_title, self.when
        );
        let parts = vec![
            greeting(),
            MailPart::Paragraph(news),
            MailPart::Quote(self.reason.to_owned()),
            button(self.link),
            MailPart::Note(String::from(CALENDAR)),
        ];
        let subject = format!("{} is cancelled", self.title);
        Mail::plain(MailKind::LiveCancelled, self.to, &subject, parts)
    }
}

fn button(link: &str) -> MailPart {
    MailPart::Button {
        label: String::from("Open the session"),
        url: link.to_owned(),
    }
}
