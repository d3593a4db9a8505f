//! The tables of exercises and of their answers.

diesel::table! {
    exercise_charts (id) {
        id -> Integer,
        course_id -> Integer,
        file -> Text,
        bars -> Text,
    }
}

diesel::table! {
    lesson_exercises (id) {
        id -> Integer,
        course_id -> Integer,
        video_id -> Integer,
        exercise -> Text,
        order -> Integer,
        prompt -> Text,
        question -> Text,
        explanation -> Nullable<Text>,
        chart_id -> Nullable<Integer>,
        timezone -> Nullable<Text>,
    }
}

diesel::table! {
    exercise_answers (id) {
        id -> Integer,
        user_id -> Integer,
        video_id -> Integer,
        exercise -> Text,
        answered_at -> Timestamp,
        answer -> Text,
        correct -> Bool,
    }
}

diesel::table! {
    exercise_states (id) {
        id -> Integer,
        user_id -> Integer,
        video_id -> Integer,
        exercise -> Text,
        first_correct -> Bool,
        ever_correct -> Bool,
        last_correct -> Bool,
        answered_at -> Timestamp,
        stability_days -> Double,
        difficulty -> Double,
        due_at -> Timestamp,
        revised_at -> Nullable<Timestamp>,
    }
}

diesel::joinable!(lesson_exercises -> exercise_charts (chart_id));
