//! A mail for readers that show a page: tables and inline styles, which is what mail programs agree on, and dark colours for
//! programs that ask for them. The template engine escapes every value.

use ::mail::{Mail, MailPart};
use askama::Template;

use super::{colours::Colours, letterhead::Letterhead};

#[derive(Template)]
#[template(path = "mail.html")]
struct Page<'a> {
    subject: &'a str,
    brand: &'a str,
    home: &'a str,
    support: &'a str,
    why: &'a str,
    turn_off: Option<&'a str>,
    parts: &'a [MailPart],
    answers_reach_us: bool,
    colours: Colours,
}

pub(crate) fn mail_html(mail: &Mail, letterhead: &Letterhead) -> Result<String, askama::Error> {
    Page {
        subject: &mail.subject,
        brand: letterhead.brand(),
        home: letterhead.home(),
        support: letterhead.support(),
        why: mail.kind.why(),
        turn_off: mail.turn_off.as_deref(),
        parts: &mail.parts,
        answers_reach_us: mail.reply_to.is_none(),
        colours: match letterhead.colours() {
            Some(colours) => colours.clone(),
            None => Colours::of_the_site().map_err(askama::Error::custom)?,
        },
    }
    .render()
}
