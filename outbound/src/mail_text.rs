//! A mail for readers that show plain text.

use accounts::{Mail, MailPart};

pub(crate) fn mail_text(mail: &Mail) -> String {
    let parts: Vec<String> = mail.parts.iter().map(part_text).collect();
    format!("{}\n", parts.join("\n\n"))
}

fn part_text(part: &MailPart) -> String {
    match part {
        MailPart::Paragraph(text) | MailPart::Quote(text) | MailPart::Code(text) | MailPart::Note(text) => {
            text.clone()
        }
        MailPart::Button { label, url } => format!("{label}:\n{url}"),
        MailPart::Facts(facts) => {
            let lines: Vec<String> = facts
                .iter()
                .map(|(name, value)| format!("{name}: {value}"))
                .collect();
            lines.join("\n")
        }
    }
}
