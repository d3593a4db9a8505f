//! The table of purchase keys.

use super::courses;

diesel::table! {
    purchase_codes (id) {
        id -> Integer,
        code -> Binary,
        sealed_code -> Binary,
        hint -> Text,
        email -> Nullable<Text>,
        used -> Bool,
        course_id -> Integer,
        term -> Text,
        created_at -> Timestamp,
        used_at -> Nullable<Timestamp>,
        used_by -> Nullable<Integer>,
        revoked_at -> Nullable<Timestamp>,
        note -> Nullable<Text>,
        imported_at -> Nullable<Timestamp>,
    }
}

diesel::joinable!(purchase_codes -> courses (course_id));
