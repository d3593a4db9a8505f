//! The table of counted attempts.

diesel::table! {
    attempt_counts (key) {
        key -> Binary,
        full_at -> BigInt,
    }
}
