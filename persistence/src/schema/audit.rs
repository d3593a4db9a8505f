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
        salt -> Nullable<Binary>,
        commitment -> Nullable<Binary>,
        hash -> Binary,
    }
}

diesel::table! {
    audit_state (id) {
        id -> Integer,
        head_number -> BigInt,
        head_hash -> Binary,
        anchor_number -> BigInt,
        anchor_hash -> Binary,
        anchored_at -> Nullable<Timestamp>,
    }
}
