//! The tables of linked Discord accounts.

diesel::table! {
    discord_invites (id) {
        id -> Integer,
        invite_code -> Text,
        user_id -> Integer,
        course_id -> Integer,
        created_at -> Timestamp,
        expires_at -> Timestamp,
        used -> Bool,
        used_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    discord_invite_claims (user_id, course_id) {
        user_id -> Integer,
        course_id -> Integer,
        claimed_until -> Timestamp,
    }
}

diesel::table! {
    discord_members (discord_user_id) {
        discord_user_id -> Text,
        roles -> Text,
        certain -> Bool,
        left_at -> Nullable<Timestamp>,
        late_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    discord_sweep (id) {
        id -> Integer,
        swept_until -> Timestamp,
    }
}
