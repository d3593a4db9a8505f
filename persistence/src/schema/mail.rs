//! The table of mails.

diesel::table! {
    outbox (id) {
        id -> Integer,
        kind -> Text,
        address_key -> Nullable<Text>,
        sealed_mail -> Nullable<Binary>,
        attempts -> Integer,
        created_at -> Timestamp,
        due_at -> Nullable<Timestamp>,
        claimed_until -> Nullable<Timestamp>,
        sent_at -> Nullable<Timestamp>,
        last_error -> Nullable<Text>,
        tried_since -> Nullable<Timestamp>,
        rank -> Nullable<Integer>,
    }
}

diesel::table! {
    mailed_tokens (id) {
        id -> Integer,
        purpose -> Text,
        token -> Binary,
        user_id -> Nullable<Integer>,
        order_id -> Nullable<Integer>,
        email_key -> Nullable<Text>,
        name -> Nullable<Text>,
        requested_at -> Timestamp,
        expires_at -> Timestamp,
    }
}
