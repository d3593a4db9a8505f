//! The tables of replays.

diesel::table! {
    replay_definitions (id) {
        id -> Integer,
        digest -> Text,
        definition -> Text,
    }
}

diesel::table! {
    replay_charts (id) {
        id -> Integer,
        digest -> Text,
        rows_digest -> Text,
        step -> BigInt,
        sub_bars -> Integer,
    }
}

diesel::table! {
    replay_chart_parts (chart_id, part) {
        chart_id -> Integer,
        part -> Integer,
        bytes -> Binary,
    }
}

diesel::table! {
    lesson_replays (video_id) {
        video_id -> Integer,
        course_id -> Integer,
        definition_id -> Integer,
        file -> Text,
    }
}

diesel::table! {
    lesson_replay_charts (video_id, order) {
        video_id -> Integer,
        order -> Integer,
        chart_id -> Integer,
        file -> Text,
        location -> Text,
    }
}

diesel::table! {
    replay_runs (id) {
        id -> Integer,
        user_id -> Integer,
        video_id -> Integer,
        definition_id -> Integer,
        chart_id -> Integer,
        chart_file -> Text,
        started_at -> Timestamp,
        ended_at -> Nullable<Timestamp>,
        at -> Integer,
        acts -> Text,
        closed_by -> Nullable<Text>,
        verdict -> Nullable<Text>,
        result -> Nullable<Text>,
        day -> Integer,
    }
}

diesel::table! {
    replay_questions (id) {
        id -> Integer,
        run_id -> Integer,
        user_id -> Integer,
        video_id -> Integer,
        exercise -> Text,
        prompt -> Text,
        question -> Text,
        explanation -> Text,
        asked_at -> Timestamp,
    }
}

diesel::joinable!(replay_runs -> replay_charts (chart_id));
diesel::joinable!(replay_runs -> replay_definitions (definition_id));
diesel::joinable!(lesson_replays -> replay_definitions (definition_id));
diesel::joinable!(lesson_replay_charts -> replay_charts (chart_id));
diesel::allow_tables_to_appear_in_same_query!(
    replay_definitions,
    replay_charts,
    lesson_replays,
    lesson_replay_charts,
    replay_runs,
    replay_questions,
);
