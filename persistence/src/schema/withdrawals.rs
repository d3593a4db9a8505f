//! The tables of withdrawals, of the refunds that they owe, and of credit notes.

use super::orders;

diesel::table! {
    withdrawal_links (id) {
        id -> Integer,
        token_hash -> Binary,
        order_id -> Integer,
        name -> Text,
        requested_at -> Timestamp,
    }
}

diesel::table! {
    refund_queue (id) {
        id -> Integer,
        order_id -> Integer,
        payment_id -> Nullable<Text>,
        idempotency_key -> Text,
        created_at -> Timestamp,
        due_at -> Nullable<Timestamp>,
        attempts -> Integer,
        last_error -> Nullable<Text>,
        finished_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    credit_notes (id) {
        id -> Integer,
        order_id -> Integer,
        year -> Integer,
        serial -> Integer,
        amount -> Integer,
        facts -> Text,
        pdf -> Nullable<Binary>,
        issued_at -> Timestamp,
    }
}

diesel::table! {
    credit_note_years (id) {
        id -> Integer,
        last_serial -> Integer,
    }
}

diesel::joinable!(withdrawal_links -> orders (order_id));
diesel::joinable!(refund_queue -> orders (order_id));
diesel::allow_tables_to_appear_in_same_query!(orders, withdrawal_links);
diesel::allow_tables_to_appear_in_same_query!(orders, refund_queue);
