//! What servers that share a database count and agree on.

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
