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
        sent_at -> Nullable<Timestamp>,
        last_error -> Nullable<Text>,
        tried_since -> Nullable<Timestamp>,
    }
}
