//! The mail to a member who has not watched an unfinished course for a while.

use crate::{Mail, MailKind, MailPart, wording::greeting};

/// The facts of a reminder.
pub struct ReminderMail<'a> {
    pub to: &'a str,
    pub course_title: &'a str,
    pub lesson_title: &'a str,
    /// Where in the lesson the member stopped; 0 where it is to be begun.
    pub seconds: i32,
    /// The second of the lesson.
    pub lesson_url: &'a str,
    /// Turns these mails off.
    pub turn_off_url: &'a str,
}

impl ReminderMail<'_> {
    #[must_use]
    pub fn compose(&self) -> Mail {
        let (course, lesson) = (self.course_title, self.lesson_title);
        let place = match self.seconds {
            0 => format!("The next lesson is \"{lesson}\"."),
            seconds => format!("You stopped in \"{lesson}\" at {}.", position(seconds)),
        };
        let news = format!("You have not watched {course} for two weeks. {place}");
        let parts = vec![
            greeting(),
            MailPart::Paragraph(news),
            MailPart::Button {
                label: String::from("Continue the lesson"),
                url: self.lesson_url.to_owned(),
            },
            MailPart::Note(String::from(
                "We send at most one such mail in 30 days. Your account page turns them off too.",
            )),
        ];
        Mail {
            turn_off: Some(self.turn_off_url.to_owned()),
            ..Mail::plain(MailKind::Reminder, self.to, &format!("Continue {course}"), parts)
        }
    }
}

/// `1:02:03`, without hours `2:03`.
fn position(seconds: i32) -> String {
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_written_as_a_player_shows_it() {
        assert_eq!(
            [7, 754, 3_723].map(position),
            ["0:07", "12:34", "1:02:03"].map(String::from)
        );
    }
}
