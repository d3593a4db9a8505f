//! The mails about live sessions and about reported questions.

use mail::{
    LiveCancelledMail, LiveMovedMail, LiveSoonMail, MailKind, QuestionHiddenMail, QuestionReportedMail,
};

use super::{TO, text};

#[test]
fn the_mails_about_a_live_session_name_their_times_and_its_page() {
    let (when, other, link) = (
        "Tuesday 1 December 2026, 20:00 to 21:30 Europe/Brussels (19:00 to 20:30 UTC)",
        "Wednesday 2 December 2026, 20:00 to 21:30 Europe/Brussels (19:00 to 20:30 UTC)",
        "https://portal.example/portal/live/7",
    );
    let off = "https://portal.example/reminders?token=1-00";
    let soon = LiveSoonMail {
        to: TO,
        course_title: "Live room",
        title: "Open floor",
        when,
        link,
        turn_off_url: off,
    }
    .compose();
    assert_eq!(
        (soon.kind, soon.turn_off.as_deref()),
        (MailKind::LiveSoon, Some(off))
    );
    let moved = LiveMovedMail {
        to: TO,
        course_title: "Live room",
        title: "Open floor",
        before: when,
        after: other,
        link,
    }
    .compose();
    assert_eq!((moved.kind, &moved.turn_off), (MailKind::LiveMoved, &None));
    assert!(text(&moved).contains(other));
    let cancelled = LiveCancelledMail {
        to: TO,
        course_title: "Live room",
        title: "Open floor",
        when,
        reason: "The speaker is ill.",
        link,
    }
    .compose();
    assert_eq!(
        (cancelled.kind, &cancelled.turn_off),
        (MailKind::LiveCancelled, &None)
    );
    assert!(text(&cancelled).contains("The speaker is ill."));
    for mail in [soon, moved, cancelled] {
        let text = text(&mail);
        for part in ["Open floor", "Live room", when, link] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}

#[test]
fn a_report_has_the_question_and_its_reason_and_so_has_the_asker_s_mail() {
    let reported = QuestionReportedMail {
        to: TO,
        lesson_title: "What a future is",
        question: "Why is that so?",
        reason: "It names a member.",
        by: "Jo",
        link: "https://portal.example/staff",
    }
    .compose();
    let hidden = QuestionHiddenMail {
        to: TO,
        lesson_title: "What a future is",
        question: "Why is that so?",
        reason: "It names a member.",
        link: "https://portal.example/portal/course/1?lesson=2&t=30",
    }
    .compose();
    assert_eq!(
        (reported.kind, hidden.kind),
        (MailKind::QuestionReported, MailKind::QuestionHidden)
    );
    for mail in [reported, hidden] {
        let text = text(&mail);
        for part in ["What a future is", "Why is that so?", "It names a member."] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
