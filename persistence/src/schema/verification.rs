//! The tables of proved addresses: the links, and the orders that a proved address brought its account.

use super::orders;

diesel::table! {
    verify_tokens (user_id) {
        user_id -> Integer,
        token -> Binary,
        email_key -> Text,
        expires_at -> Timestamp,
    }
}

diesel::table! {
    order_buyers (order_id) {
        order_id -> Integer,
        user_id -> Integer,
    }
}

diesel::joinable!(order_buyers -> orders (order_id));
