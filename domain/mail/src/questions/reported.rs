//! The mails about a question that a member reported: to the support address, and to its asker where it is hidden.

use crate::{Mail, MailKind, MailPart, wording::greeting};

/// The facts of a report.
pub struct QuestionReportedMail<'a> {
    /// The support address.
    pub to: &'a str,
    pub lesson_title: &'a str,
    /// As members read it.
    pub question: &'a str,
    /// As the member wrote it.
    pub reason: &'a str,
    pub by: &'a str,
    /// Staff's page.
    pub link: &'a str,
}

impl QuestionReportedMail<'_> {
    #[must_use]
    pub fn compose(&self) -> Mail {
        let (lesson, by) = (self.lesson_title, self.by);
        let parts = vec![
            MailPart::Paragraph(format!("{by} reported a question about \"{lesson}\":")),
            MailPart::Quote(self.question.to_owned()),
            MailPart::Paragraph(String::from("The reason:")),
            MailPart::Quote(self.reason.to_owned()),
            MailPart::Button {
                label: String::from("Open today's page"),
                url: self.link.to_owned(),
            },
        ];
        let subject = format!("A question about {lesson} was reported");
        Mail::plain(MailKind::QuestionReported, self.to, &subject, parts)
    }
}

/// The facts of the mail to the asker of a hidden question.
pub struct QuestionHiddenMail<'a> {
    pub to: &'a str,
    pub lesson_title: &'a str,
    pub question: &'a str,
    /// As staff wrote it.
    pub reason: &'a str,
    /// The second of the lesson.
    pub link: &'a str,
}

impl QuestionHiddenMail<'_> {
    #[must_use]
    pub fn compose(&self) -> Mail {
        let lesson = self.lesson_title;
        let parts = vec![
            greeting(),
            MailPart::Paragraph(format!(
                "Your question about \"{lesson}\" is hidden from other members. You still see it with its answer."
            )),
            MailPart::Quote(self.question.to_owned()),
            MailPart::Paragraph(String::from("The reason:")),
            MailPart::Quote(self.reason.to_owned()),
            MailPart::Button {
                label: String::from("Open the lesson"),
                url: self.link.to_owned(),
            },
        ];
        let subject = format!("Your question about {lesson} is hidden");
        Mail::plain(MailKind::QuestionHidden, self.to, &subject, parts)
    }
}
