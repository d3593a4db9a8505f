//! The tables of what members watched, and of which pauses they were reminded.

use super::videos;

diesel::table! {
    video_progress (id) {
        id -> Integer,
        user_id -> Integer,
        video_id -> Integer,
        watched_seconds -> Integer,
        completed -> Bool,
        last_watched -> Timestamp,
        played -> Binary,
    }
}

diesel::table! {
    course_reminders (id) {
        id -> Integer,
        user_id -> Integer,
        course_id -> Integer,
        quiet_since -> Timestamp,
        created_at -> Timestamp,
    }
}

diesel::joinable!(video_progress -> videos (video_id));
