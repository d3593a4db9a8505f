//! Questions: asked by members at a second of a lesson, answered by staff.
//!
//! A public question is seen by every member with access once it is answered; a private one by its asker alone, for ever. Asking needs
//! access to the course: a preview alone shows none.

mod answer;
mod ask;
mod notice;
mod priority;
mod question;
mod reports;
mod store;
mod text;

pub use answer::{AnswerError, AnsweredAs, NewAnswer, answer_question};
pub use ask::{
    AskError, DeleteQuestionError, QUESTIONS_PER_DAY, ask_question, delete_question, lesson_questions,
};
pub use notice::{NOTICE_JOB, NoticeFailure, notice_message};
pub use priority::{ListedQuestion, has_priority, listed_questions};
pub use question::{Announced, Answer, NewQuestion, Question, QuestionId, QuestionPlace, Report};
pub use reports::{HideError, ReportDesk, ReportError, hide_question, keep_question, report_question};
pub use store::{AnsweredWhich, QuestionStore};
pub use text::{AnswerText, QuestionText, QuestionTextError};
