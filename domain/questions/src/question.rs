//! A question and its answer.

use chrono::{DateTime, Utc};
use courses::{CourseId, VideoId};
use kernel::UserId;

use crate::QuestionText;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QuestionId(pub i32);

/// What staff answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Markdown.
    pub text: String,
    /// A name of staff, or the site's for a command.
    pub by: String,
    pub answered_at: DateTime<Utc>,
    /// Whether members other than the asker see it.
    pub public: bool,
}

/// Where a question was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionPlace {
    pub course: CourseId,
    pub course_title: String,
    pub video: VideoId,
    pub lesson_title: String,
}

impl QuestionPlace {
    /// The second of the lesson, on the site of this origin.
    #[must_use]
    pub fn link(&self, public_url: &str, seconds: i32) -> String {
        let (course, video) = (self.course.0, self.video.0);
        format!("{public_url}/portal/course/{course}?lesson={video}&t={seconds}")
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    pub id: QuestionId,
    pub place: QuestionPlace,
    /// Seconds of the video; 0 for a written lesson.
    pub seconds: i32,
    pub text: String,
    pub private: bool,
    pub asked_at: DateTime<Utc>,
    /// `None` where the account is gone.
    pub asker: Option<UserId>,
    pub asker_name: Option<String>,
    pub answer: Option<Answer>,
    /// Whether staff hid it from every member but its asker.
    pub hidden: bool,
}

impl Question {
    /// Who asked, as members read it (contract, "Questions").
    #[must_use]
    pub fn by(&self) -> &str {
        self.asker_name.as_deref().unwrap_or("A member")
    }

    /// Whether a member sees it: the asker, and every member with access once it is answered in public.
    #[must_use]
    pub fn is_seen_by(&self, member: UserId) -> bool {
        self.asker == Some(member) || self.public_answer().is_some()
    }

    /// The answer, where every member with access sees it.
    #[must_use]
    pub fn public_answer(&self) -> Option<&Answer> {
        self.answer.as_ref().filter(|_| self.was_public() && !self.hidden)
    }

    /// Whether it is answered for all, hidden or not.
    #[must_use]
    pub fn was_public(&self) -> bool {
        !self.private && self.answer.as_ref().is_some_and(|answer| answer.public)
    }
}

/// A report that waits for staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    pub question: Question,
    pub reason: String,
    pub reporter: UserId,
    pub by: String,
    pub reported_at: DateTime<Utc>,
}

/// A question to be asked.
#[derive(Debug)]
pub struct NewQuestion<'a> {
    pub video: VideoId,
    pub seconds: i32,
    pub text: &'a QuestionText,
    pub private: bool,
    pub announced: Announced,
}

/// Whether a channel is notified of new public questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Announced {
    InChannel,
    Nowhere,
}
