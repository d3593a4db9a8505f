//! The two mails about the end of a course access: one before it, one after it.

use chrono::{DateTime, Utc};

use crate::{
    Mail, MailKind, MailPart,
    wording::{day, greeting, time_of_day},
};

const PROGRESS_IS_KEPT: &str = "Your progress is kept: with a new term you go on where you stopped.";
const NOTHING_IS_CHARGED: &str = "A purchase key that you have already is entered on your account page. Nothing is renewed or \
                                  charged by itself.";

/// The facts of the mail about an access that ends soon.
pub struct AccessEndingMail<'a> {
    pub to: &'a str,
    pub course_title: &'a str,
    pub ends_at: DateTime<Utc>,
    /// Where the access is extended.
    pub extend_url: &'a str,
}

impl AccessEndingMail<'_> {
    #[must_use]
    pub fn compose(&self) -> Mail {
        let (title, day, time) = (self.course_title, day(self.ends_at), time_of_day(self.ends_at));
        let subject = format!("Your access to {title} ends on {day}");
        let news = format!("Your access to {title} ends on {day} at {time}.");
        let parts = parts(news, "Extend your access", self.extend_url);
        Mail::plain(MailKind::AccessEnding, self.to, &subject, parts)
    }
}

/// The facts of the mail about an access that has ended.
pub struct AccessEndedMail<'a> {
    pub to: &'a str,
    pub course_title: &'a str,
    pub ended_at: DateTime<Utc>,
    /// Where the course is bought again.
    pub renew_url: &'a str,
}

impl AccessEndedMail<'_> {
    #[must_use]
    pub fn compose(&self) -> Mail {
        let (title, day, time) = (self.course_title, day(self.ended_at), time_of_day(self.ended_at));
        let subject = format!("Your access to {title} has ended");
        let news = format!("Your access to {title} ended on {day} at {time}.");
        let parts = parts(news, "Get access again", self.renew_url);
        Mail::plain(MailKind::AccessEnded, self.to, &subject, parts)
    }
}

fn parts(news: String, label: &str, url: &str) -> Vec<MailPart> {
    vec![
        greeting(),
        MailPart::Paragraph(news),
        MailPart::Paragraph(String::from(PROGRESS_IS_KEPT)),
        MailPart::Button {
            label: label.to_owned(),
            url: url.to_owned(),
        },
        MailPart::Note(String::from(NOTHING_IS_CHARGED)),
    ]
}
