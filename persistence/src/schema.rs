//! The tables as diesel sees them; the same for both databases.

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
        reset_token -> Nullable<Binary>,
        reset_token_expiry -> Nullable<Timestamp>,
        discord_user_id -> Nullable<Text>,
        discord_roles -> Text,
        created_at -> Timestamp,
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
    }
}

diesel::table! {
    courses (id) {
        id -> Integer,
        slug -> Text,
        title -> Text,
        description -> Text,
        category -> Text,
        #[sql_name = "type"]
        course_type -> Text,
        image -> Nullable<Text>,
        price -> Integer,
        discord_role -> Nullable<Text>,
        discord_channel -> Nullable<Text>,
        created_at -> Timestamp,
        updated_at -> Timestamp,
    }
}

diesel::table! {
    course_models (id) {
        id -> Integer,
        course_id -> Integer,
        name -> Text,
        description -> Text,
        order -> Integer,
    }
}

diesel::table! {
    videos (id) {
        id -> Integer,
        course_id -> Integer,
        model_id -> Nullable<Integer>,
        file -> Text,
        title -> Text,
        description -> Text,
        url -> Text,
        content_type -> Text,
        duration -> Integer,
        order -> Integer,
    }
}

diesel::table! {
    user_course_access (id) {
        id -> Integer,
        user_id -> Integer,
        course_id -> Integer,
        purchased_at -> Timestamp,
        expires_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    catalogue_state (id) {
        id -> Integer,
        version -> BigInt,
    }
}

diesel::table! {
    purchase_codes (id) {
        id -> Integer,
        code -> Binary,
        sealed_code -> Binary,
        hint -> Text,
        email -> Nullable<Text>,
        used -> Bool,
        course_id -> Integer,
        term -> Text,
        created_at -> Timestamp,
        used_at -> Nullable<Timestamp>,
        used_by -> Nullable<Integer>,
        revoked_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    video_progress (id) {
        id -> Integer,
        user_id -> Integer,
        video_id -> Integer,
        watched_seconds -> Integer,
        completed -> Bool,
        last_watched -> Timestamp,
    }
}

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

diesel::table! {
    access_notices (id) {
        id -> Integer,
        user_id -> Integer,
        course_id -> Integer,
        ends_at -> Timestamp,
        kind -> Text,
        created_at -> Timestamp,
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
    access_grants (id) {
        id -> Integer,
        user_id -> Integer,
        course_id -> Integer,
        term -> Nullable<Text>,
        until -> Nullable<Timestamp>,
        granted_at -> Timestamp,
        source -> Text,
        source_id -> Nullable<Integer>,
        ended_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    coupons (id) {
        id -> Integer,
        code -> Text,
        percent -> Nullable<Integer>,
        amount -> Nullable<Integer>,
        plan -> Nullable<Text>,
        max_uses -> Nullable<Integer>,
        used -> Integer,
        expires_at -> Nullable<Timestamp>,
        disabled_at -> Nullable<Timestamp>,
        created_at -> Timestamp,
    }
}

diesel::table! {
    orders (id) {
        id -> Integer,
        reference -> Text,
        provider -> Text,
        status -> Text,
        plan -> Nullable<Text>,
        title -> Text,
        user_id -> Nullable<Integer>,
        buyer_name -> Text,
        email -> Text,
        email_key -> Text,
        vat_number -> Nullable<Text>,
        price -> Integer,
        discount -> Integer,
        tax -> Integer,
        total -> Integer,
        tax_basis_points -> Integer,
        tax_included -> Bool,
        reverse_charge -> Bool,
        currency -> Text,
        term -> Text,
        coupon_id -> Nullable<Integer>,
        session_id -> Nullable<Text>,
        page_url -> Nullable<Text>,
        payment_id -> Nullable<Text>,
        given_back -> Integer,
        flag -> Nullable<Text>,
        created_at -> Timestamp,
        paid_at -> Nullable<Timestamp>,
        ended_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    order_courses (id) {
        id -> Integer,
        order_id -> Integer,
        course_id -> Integer,
        purchase_code_id -> Nullable<Integer>,
    }
}

diesel::table! {
    receipts (id) {
        id -> Integer,
        order_id -> Integer,
        year -> Integer,
        serial -> Integer,
        pdf -> Nullable<Binary>,
        issued_at -> Timestamp,
        facts -> Nullable<Text>,
    }
}

diesel::table! {
    receipt_years (id) {
        id -> Integer,
        last_serial -> Integer,
    }
}

diesel::table! {
    payment_events (id) {
        id -> Integer,
        event_id -> Text,
        received_at -> Timestamp,
    }
}

diesel::table! {
    payment_reversals (id) {
        id -> Integer,
        payment_id -> Text,
        given_back -> Integer,
        whole -> Bool,
        disputed -> Bool,
    }
}

diesel::table! {
    discord_queue (discord_user_id) {
        discord_user_id -> Text,
        generation -> BigInt,
        due_at -> Timestamp,
        attempts -> Integer,
        claimed_until -> Nullable<Timestamp>,
        last_error -> Nullable<Text>,
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

diesel::table! {
    discord_invite_claims (user_id, course_id) {
        user_id -> Integer,
        course_id -> Integer,
        claimed_until -> Timestamp,
    }
}

diesel::joinable!(sessions -> users (user_id));
diesel::joinable!(course_models -> courses (course_id));
diesel::joinable!(videos -> course_models (model_id));
diesel::joinable!(user_course_access -> courses (course_id));
diesel::joinable!(user_course_access -> users (user_id));
diesel::joinable!(purchase_codes -> courses (course_id));
diesel::joinable!(video_progress -> videos (video_id));
diesel::joinable!(orders -> coupons (coupon_id));
diesel::joinable!(receipts -> orders (order_id));
diesel::joinable!(order_courses -> purchase_codes (purchase_code_id));
diesel::allow_tables_to_appear_in_same_query!(
    users,
    sessions,
    courses,
    course_models,
    videos,
    user_course_access,
    catalogue_state,
    purchase_codes,
    video_progress,
    discord_invites,
    outbox,
    access_grants,
    coupons,
    orders,
    order_courses,
    receipts,
    receipt_years,
    payment_events,
    payment_reversals,
    access_notices,
    known_browsers,
);
