//! The tables as diesel sees them, by feature; the same for both databases.

mod accounts;
mod audit;
// A table has the name of its feature, and so has its file.
#[path = "schema/courses.rs"]
mod course_tables;
mod discord;
mod lessons;
mod live;
mod mail;
#[path = "schema/orders.rs"]
mod order_tables;
mod practice;
mod progress;
mod purchase_keys;
#[path = "schema/questions.rs"]
mod question_tables;
mod replay;
mod servers;
#[path = "schema/staff.rs"]
mod staff_tables;

pub(crate) use accounts::{
    known_browsers, passkeys, recovery_codes, second_factor_steps, second_factors, sessions,
    used_passkey_challenges, users,
};
pub(crate) use audit::{audit_acts, audit_state};
pub(crate) use course_tables::{
    access_grants, access_notices, catalogue_state, course_models, courses, user_course_access,
    video_packages, videos,
};
pub(crate) use discord::{discord_invite_claims, discord_invites, discord_members, discord_sweep};
pub(crate) use lessons::{
    lesson_attachments, lesson_captions, lesson_chapters, lesson_cues, lesson_paragraphs, lesson_pictures,
    search_courses, search_passages,
};
pub(crate) use live::{live_attendance, live_events, live_mails, live_sessions};
pub(crate) use mail::{mailed_tokens, outbox};
pub(crate) use order_tables::{
    coupons, document_series, documents, order_billing, order_buyers, order_courses, orders, owed_refunds,
    payment_events, payment_inquiries, payment_refunds, payment_reversals,
};
pub(crate) use practice::{exercise_answers, exercise_charts, exercise_states, lesson_exercises};
pub(crate) use progress::{course_reminders, video_progress};
pub(crate) use purchase_keys::purchase_codes;
pub(crate) use question_tables::{question_reports, questions};
pub(crate) use replay::{
    lesson_replay_charts, lesson_replays, replay_chart_parts, replay_charts, replay_definitions,
    replay_questions, replay_runs,
};
pub(crate) use servers::{attempt_counts, jobs, page_errors, session_key};
pub(crate) use staff_tables::{staff, staff_notes, staff_passkeys, staff_sessions};

diesel::allow_tables_to_appear_in_same_query!(
    users,
    sessions,
    courses,
    course_models,
    videos,
    user_course_access,
    catalogue_state,
    purchase_codes,
    video_progress,
    discord_invites,
    outbox,
    access_grants,
    coupons,
    orders,
    order_courses,
    order_billing,
    order_buyers,
    documents,
    document_series,
    payment_events,
    payment_inquiries,
    payment_refunds,
    payment_reversals,
    access_notices,
    known_browsers,
    video_packages,
    audit_acts,
    audit_state,
    lesson_captions,
    lesson_cues,
    lesson_paragraphs,
    lesson_chapters,
    lesson_attachments,
    lesson_pictures,
    search_courses,
    search_passages,
    exercise_charts,
    lesson_exercises,
    exercise_answers,
    exercise_states,
    second_factors,
    second_factor_steps,
    recovery_codes,
    passkeys,
    used_passkey_challenges,
    questions,
    jobs,
    owed_refunds,
    live_sessions,
    live_attendance,
    live_events,
    live_mails,
    question_reports,
);
diesel::allow_tables_to_appear_in_same_query!(replay_questions, exercise_states);
diesel::allow_tables_to_appear_in_same_query!(replay_questions, videos);
diesel::allow_tables_to_appear_in_same_query!(replay_runs, videos);
diesel::allow_tables_to_appear_in_same_query!(replay_runs, courses);
diesel::allow_tables_to_appear_in_same_query!(replay_runs, user_course_access);
diesel::allow_tables_to_appear_in_same_query!(replay_definitions, videos);
diesel::allow_tables_to_appear_in_same_query!(replay_definitions, courses);
diesel::allow_tables_to_appear_in_same_query!(replay_definitions, user_course_access);
diesel::allow_tables_to_appear_in_same_query!(course_reminders, courses);
