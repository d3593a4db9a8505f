//! The tables of questions.

use super::{users, videos};

diesel::table! {
    questions (id) {
        id -> Integer,
        user_id -> Nullable<Integer>,
        video_id -> Integer,
        seconds -> Integer,
        text -> Text,
        private -> Bool,
        asked_at -> Timestamp,
        deleted_at -> Nullable<Timestamp>,
        answer -> Nullable<Text>,
        answered_by -> Nullable<Text>,
        answered_at -> Nullable<Timestamp>,
        answer_public -> Bool,
        hidden_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    question_reports (id) {
        id -> Integer,
        question_id -> Integer,
        user_id -> Integer,
        reason -> Text,
        reported_at -> Timestamp,
        kept_at -> Nullable<Timestamp>,
    }
}

diesel::joinable!(questions -> videos (video_id));
diesel::joinable!(questions -> users (user_id));
diesel::joinable!(question_reports -> users (user_id));
