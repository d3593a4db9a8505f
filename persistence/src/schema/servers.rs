//! What the servers that share a database agree on.

diesel::table! {
    session_key (id) {
        id -> Integer,
        fingerprint -> Binary,
    }
}
