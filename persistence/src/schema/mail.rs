//! The table of mails.

diesel::table! {
    outbox (id) {
        id -> Integer,
        kind -> Text,
        address_key -> Nullable<Text>,
        sealed_mail -> Nullable<Binary>,
        created_at -> Timestamp,
        tried_since -> Timestamp,
        sent_at -> Nullable<Timestamp>,
        attempts -> Nullable<Integer>,
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
