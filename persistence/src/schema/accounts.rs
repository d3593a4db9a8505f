//! The tables of users, their sessions and what signs them in.

diesel::table! {
    users (id) {
        id -> Integer,
        username -> Text,
        username_key -> Text,
        email -> Text,
        email_key -> Text,
        password -> Text,
        is_subscribed -> Bool,
        subscription_ends -> Nullable<Timestamp>,
        discord_user_id -> Nullable<Text>,
        discord_roles -> Text,
        created_at -> Timestamp,
        verified_email_key -> Nullable<Text>,
        pending_email -> Nullable<Text>,
        second_factor_since -> Nullable<Timestamp>,
        reminders -> Bool,
        calendar_token -> Nullable<Binary>,
        discord_username -> Nullable<Text>,
        imported_at -> Nullable<Timestamp>,
        invited_at -> Nullable<Timestamp>,
        imported_form -> Nullable<Text>,
        imported_rounds -> Nullable<Integer>,
    }
}

diesel::table! {
    sessions (id) {
        id -> Integer,
        token_hash -> Binary,
        user_id -> Integer,
        device -> Text,
        created_at -> Timestamp,
        last_seen_at -> Timestamp,
        expires_at -> Timestamp,
        watching_at -> Nullable<Timestamp>,
        watching_video_id -> Nullable<Integer>,
    }
}

diesel::table! {
    known_browsers (id) {
        id -> Integer,
        user_id -> Integer,
        name -> Text,
        first_seen_at -> Timestamp,
    }
}

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

diesel::joinable!(second_factors -> users (user_id));
diesel::joinable!(sessions -> users (user_id));
