//! The table of what members watched.

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

diesel::joinable!(video_progress -> videos (video_id));
