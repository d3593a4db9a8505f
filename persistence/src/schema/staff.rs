//! The tables of staff.

diesel::table! {
    staff (id) {
        id -> Integer,
        name -> Text,
        name_key -> Text,
        role -> Text,
        added_at -> Timestamp,
        joined_at -> Nullable<Timestamp>,
        last_seen_at -> Nullable<Timestamp>,
        join_token -> Nullable<Binary>,
        join_token_expires_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    staff_passkeys (id) {
        id -> Integer,
        staff_id -> Integer,
        credential_id -> Binary,
        credential -> Text,
        counter -> BigInt,
        created_at -> Timestamp,
        last_used_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    staff_sessions (id) {
        id -> Integer,
        token_hash -> Binary,
        staff_id -> Integer,
        created_at -> Timestamp,
        last_seen_at -> Timestamp,
        expires_at -> Timestamp,
        fresh_at -> Timestamp,
    }
}

diesel::table! {
    staff_notes (id) {
        id -> Integer,
        user_id -> Integer,
        text -> Text,
        written_by -> Text,
        written_at -> Timestamp,
    }
}

diesel::joinable!(staff_passkeys -> staff (staff_id));
diesel::joinable!(staff_sessions -> staff (staff_id));
diesel::allow_tables_to_appear_in_same_query!(staff, staff_passkeys, staff_sessions);
