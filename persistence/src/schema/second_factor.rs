//! The tables of second factors.

use super::users;

diesel::table! {
    second_factors (user_id) {
        user_id -> Integer,
        sealed_secret -> Binary,
        offered_at -> Timestamp,
        codes_full_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    second_factor_steps (user_id, step) {
        user_id -> Integer,
        step -> BigInt,
    }
}

diesel::table! {
    recovery_codes (id) {
        id -> Integer,
        user_id -> Integer,
        code -> Binary,
        used_at -> Nullable<Timestamp>,
    }
}

diesel::joinable!(second_factors -> users (user_id));
