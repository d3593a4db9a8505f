//! The tables of live sessions.

use super::{courses, outbox, users};

diesel::table! {
    live_sessions (id) {
        id -> Integer,
        course_id -> Integer,
        title -> Text,
        text -> Nullable<Text>,
        starts_at -> Timestamp,
        ends_at -> Timestamp,
        zone -> Text,
        join_address -> Nullable<Text>,
        channel -> Nullable<Text>,
        cancelled_at -> Nullable<Timestamp>,
        reason -> Nullable<Text>,
        sequence -> Integer,
        changed_at -> Timestamp,
        told_start -> Nullable<Timestamp>,
        recording_id -> Nullable<Integer>,
    }
}

diesel::table! {
    live_attendance (live_id, user_id) {
        live_id -> Integer,
        user_id -> Integer,
        joined_at -> Timestamp,
    }
}

diesel::table! {
    live_mails (mail_id) {
        mail_id -> Integer,
        live_id -> Integer,
        user_id -> Integer,
        kind -> Text,
        from_starts_at -> Timestamp,
        from_ends_at -> Timestamp,
        told_starts_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    live_events (live_id) {
        live_id -> Integer,
        event_id -> Text,
    }
}

diesel::joinable!(live_sessions -> courses (course_id));
diesel::joinable!(live_attendance -> users (user_id));
diesel::joinable!(live_mails -> outbox (mail_id));
