//! The tables of the catalogue and of access to it.

use super::users;

diesel::table! {
    courses (id) {
        id -> Integer,
        slug -> Text,
        title -> Text,
        description -> Text,
        category -> Text,
        #[sql_name = "type"]
        course_type -> Text,
        image -> Nullable<Text>,
        price -> Integer,
        discord_role -> Nullable<Text>,
        discord_channel -> Nullable<Text>,
        language -> Text,
        hidden -> Bool,
        draft -> Bool,
        priority -> Bool,
        removed_at -> Nullable<Timestamp>,
        created_at -> Timestamp,
        updated_at -> Timestamp,
    }
}

diesel::table! {
    course_models (id) {
        id -> Integer,
        course_id -> Integer,
        name -> Text,
        description -> Text,
        order -> Integer,
    }
}

diesel::table! {
    videos (id) {
        id -> Integer,
        course_id -> Integer,
        model_id -> Nullable<Integer>,
        file -> Text,
        title -> Text,
        description -> Text,
        url -> Text,
        content_type -> Text,
        duration -> Integer,
        order -> Integer,
        kind -> Text,
        preview -> Bool,
        text -> Nullable<Text>,
        text_file -> Nullable<Text>,
        chapters_file -> Nullable<Text>,
        exercises_file -> Nullable<Text>,
        plays_in_browsers -> Nullable<Bool>,
    }
}

diesel::table! {
    user_course_access (id) {
        id -> Integer,
        user_id -> Integer,
        course_id -> Integer,
        purchased_at -> Timestamp,
        expires_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    access_grants (id) {
        id -> Integer,
        user_id -> Integer,
        course_id -> Integer,
        term -> Text,
        granted_at -> Timestamp,
        source -> Text,
        source_id -> Nullable<Integer>,
        ended_at -> Nullable<Timestamp>,
        ends_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    access_notices (id) {
        id -> Integer,
        user_id -> Integer,
        course_id -> Integer,
        ends_at -> Timestamp,
        kind -> Text,
        created_at -> Timestamp,
    }
}

diesel::table! {
    catalogue_state (id) {
        id -> Integer,
        version -> BigInt,
    }
}

diesel::table! {
    video_packages (source) {
        source -> Text,
        recipe -> Integer,
        index_file -> Text,
        top_file -> Text,
        low_file -> Text,
        poster_file -> Text,
        previews_file -> Text,
        packaged_at -> Timestamp,
    }
}

diesel::joinable!(course_models -> courses (course_id));
diesel::joinable!(videos -> course_models (model_id));
diesel::joinable!(user_course_access -> courses (course_id));
diesel::joinable!(user_course_access -> users (user_id));
