//! What the servers that share a database agree on, count and do, and what broke in the pages that they serve.

diesel::table! {
    attempt_counts (key) {
        key -> Binary,
        full_at -> BigInt,
    }
}

diesel::table! {
    session_key (id) {
        id -> Integer,
        fingerprint -> Binary,
    }
}

diesel::table! {
    page_errors (route, message, version) {
        route -> Text,
        message -> Text,
        version -> Text,
        first_at -> Timestamp,
        last_at -> Timestamp,
        reports -> BigInt,
    }
}

diesel::table! {
    jobs (id) {
        id -> Integer,
        kind -> Text,
        key -> Text,
        payload -> Nullable<Text>,
        rank -> Integer,
        generation -> BigInt,
        due_at -> Nullable<Timestamp>,
        claim -> BigInt,
        claimed_until -> Nullable<Timestamp>,
        attempts -> Integer,
        last_error -> Nullable<Text>,
    }
}
