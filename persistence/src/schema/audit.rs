//! The audit trail's tables.

diesel::table! {
    audit_acts (number) {
        number -> BigInt,
        at -> Timestamp,
        actor -> Text,
        action -> Text,
        user_id -> Nullable<Integer>,
        subject -> Nullable<Text>,
        user_name -> Nullable<Text>,
        from_address -> Nullable<Text>,
        actor_name -> Nullable<Text>,
        reason -> Nullable<Text>,
    }
}

diesel::table! {
    audit_state (id) {
        id -> Integer,
        removed_to -> BigInt,
        removed_at -> Nullable<Timestamp>,
    }
}
