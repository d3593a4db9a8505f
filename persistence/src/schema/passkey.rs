//! The tables of passkeys.

diesel::table! {
    passkeys (id) {
        id -> Integer,
        user_id -> Integer,
        credential_id -> Binary,
        credential -> Text,
        counter -> BigInt,
        name -> Text,
        created_at -> Timestamp,
        last_used_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    used_passkey_challenges (challenge) {
        challenge -> Binary,
        expires_at -> Timestamp,
    }
}
