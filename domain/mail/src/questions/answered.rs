//! The mail that brings the answer to a question.

use crate::{Mail, MailKind, MailPart};

/// The facts of an answer's mail.
pub struct QuestionAnsweredMail<'a> {
    pub to: &'a str,
    pub lesson_title: &'a str,
    /// As the member wrote it.
    pub question: &'a str,
    /// Markdown, sent as it was written.
    pub answer: &'a str,
    pub by: &'a str,
    /// The second of the lesson.
    pub link: &'a str,
}

impl QuestionAnsweredMail<'_> {
    #[must_use]
    pub fn compose(&self) -> Mail {
        let Self { lesson_title, by, .. } = self;
        let parts = vec![
            MailPart::Paragraph(format!("{by} answered your question about \"{lesson_title}\":")),
            MailPart::Quote(self.question.to_owned()),
            MailPart::Quote(self.answer.to_owned()),
            MailPart::Button {
                label: String::from("Open the lesson"),
                url: self.link.to_owned(),
            },
        ];
        let subject = format!("Your question about {lesson_title}");
        Mail::plain(MailKind::QuestionAnswered, self.to, &subject, parts)
    }
}
