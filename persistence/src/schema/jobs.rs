//! The table of jobs.

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
