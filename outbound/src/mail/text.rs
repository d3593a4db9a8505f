//! A mail for readers that show plain text. Our own words are ASCII, so that nothing but a name is ever encoded.

use ::mail::{Mail, MailPart};

use super::letterhead::Letterhead;

pub(crate) fn mail_text(mail: &Mail, letterhead: &Letterhead) -> String {
    let mut parts: Vec<String> = mail.parts.iter().map(part_text).collect();
    let mut end = format!(
        "--\n{}\n{}, {}",
        mail.kind.why(),
        letterhead.brand(),
        letterhead.home()
    );
    if let Some(link) = &mail.turn_off {
        end.push_str(&format!("\nTurn these mails off:\n{link}"));
    }
    if mail.reply_to.is_none() {
        end.push_str(&format!(
            "\nQuestions: answer this mail, or write to {}",
            letterhead.support()
        ));
    }
    parts.push(end);
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
